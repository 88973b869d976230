/// A generated trace of an app with interleaved sessions, to measure with; the same parameters always give the same trace.
public struct Workload {
  /// One call, with the number of calls before it.
  public struct Call {
    public var callback: String
    /// Without one, the call is about the process.
    public var session: String?
    public var scene = ""
    public var state: String
    public var number: Int
  }

  /// The number of calls.
  public var count: Int
  /// The number of sessions that are connected at the same time.
  public var liveSessions: Int
  /// How many of a thousand calls are followed by a wrong one.
  public var faultsPerThousand: Int
  /// How often a session enters the foreground and the background before it is closed.
  public var roundTrips: Int

  public init(
    _ count: Int, liveSessions: Int = 100, faultsPerThousand: Int = 0, roundTrips: Int = 4
  ) {
    (self.count, self.liveSessions) = (count, liveSessions)
    (self.faultsPerThousand, self.roundTrips) = (faultsPerThousand, roundTrips)
  }

  /// The trace as JSON Lines of about 258 bytes.
  public var lines: [UInt8] {
    text { call in
      let identity = call.session.map { #""session":"\#($0)","scene":"\#(call.scene)","# } ?? ""
      let time =
        "\(1_760_000_000 + call.number / 100).\(100_000 + call.number % 100 * 1_000)"
      return #"{"callback":"\#(call.callback)",\#(identity)"process":4021,"time":\#(time),"#
        + #""role":"UIWindowSceneSessionRoleApplication","delegate":"SceneDelegate","#
        + #""state":"\#(call.state)","thread":"main"}"#
    }
  }

  /// The trace as JSON Lines of about 80 bytes.
  public var smallLines: [UInt8] {
    text { call in
      // Eleven letters and digits: with fewer, two of many sessions would have the same.
      let identity = call.session.map { #""session":"\#($0.suffix(11).lowercased())","# } ?? ""
      let hundredths = call.number % 100
      return #"{"callback":"\#(call.callback)",\#(identity)"time":"#
        + "\(call.number / 100).\(hundredths < 10 ? "0" : "")\(hundredths)}"
    }
  }

  private func text(_ line: (Call) -> String) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(count * 270)
    forEachCall {
      output += line($0).utf8
      output.append(UInt8(ascii: "\n"))
    }
    return output
  }

  /// Gives the calls in their order.
  public func forEachCall(_ body: (Call) -> Void) {
    var random = SeededGenerator(seed: 42)
    var sessions = (0..<liveSessions).map { _ in Session(&random) }
    body(
      Call(
        callback: "application(_:didFinishLaunchingWithOptions:)", state: "background", number: 0))
    var number = 1
    while number < count {
      let index = Int(random.next() % UInt64(sessions.count))
      let session = sessions[index]
      let (callback, state) = sessions[index].step(roundTrips)
      let call = Call(
        callback: callback, session: session.name, scene: session.scene, state: state,
        number: number)
      body(call)
      number += 1
      if sessions[index].isOver { sessions[index] = Session(&random) }
      if number < count, faultsPerThousand > 0,
        random.next() % 1_000 < UInt64(faultsPerThousand), sessions[index].steps > 1
      {
        var wrong = call
        wrong.number = number
        body(wrong)
        number += 1
      }
    }
  }

  private struct Session {
    let name: String
    let scene: String
    var steps = 0
    var isOver = false

    init(_ random: inout SeededGenerator) {
      func hex(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
      }
      let (high, low) = (random.next(), random.next())
      name =
        "\(hex(high >> 32, 8))-\(hex(high >> 16, 4))-\(hex(high, 4))-\(hex(low >> 48, 4))-\(hex(low, 12))"
      scene = "0x\(hex(random.next(), 12).lowercased())"
    }

    /// The session's next call, and the state it is made in.
    mutating func step(_ roundTrips: Int) -> (callback: String, state: String) {
      defer { steps += 1 }
      switch steps {
      case 0: return ("application(_:configurationForConnecting:options:)", "unattached")
      case 1: return ("scene(_:willConnectTo:options:)", "unattached")
      case 2 + roundTrips * 4: return ("sceneDidDisconnect(_:)", "background")
      case 3 + roundTrips * 4:
        isOver = true
        return ("application(_:didDiscardSceneSessions:)", "unattached")
      default:
        return [
          ("sceneWillEnterForeground(_:)", "background"),
          ("sceneDidBecomeActive(_:)", "foregroundInactive"),
          ("sceneWillResignActive(_:)", "foregroundActive"),
          ("sceneDidEnterBackground(_:)", "background"),
        ][(steps - 2) % 4]
      }
    }
  }
}
