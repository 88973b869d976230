import CallOrderCore

/// Made-up traces as JSON Lines: lives of an app's sessions, interleaved, the same for the same numbers.
struct Workload {
  /// How many events.
  var events: Int
  /// How many sessions are connected at the same time.
  var liveSessions = 100
  /// How many events in a thousand are followed by a wrong one.
  var faultsPerThousand = 0
  /// How many times a session goes to the background and back before it is closed.
  var roundTrips = 4
  /// Whether members come in another order and others among them.
  var isShuffled = false
  /// Whether the events are one list and not lines.
  var isList = false

  private struct Session {
    var identity: String
    var scene: String
    var step = 0
  }

  /// The lines, about 258 bytes each.
  func lines() -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(events * 270)
    if isList { output.append(UInt8(ascii: "[")) }
    forEachEvent { append($0, $1, $2, state: $3, &output) }
    if isList {
      output[output.count - 2] = UInt8(ascii: "]")
    }
    return output
  }

  /// The same events as values.
  func eventValues() -> [Event] {
    var values: [Event] = []
    values.reserveCapacity(events)
    forEachEvent { callback, session, number, state in
      values.append(
        Event(
          callback, session: session?.identity, scene: session?.scene, process: "4021",
          role: "UIWindowSceneSessionRoleApplication", time: Double(number) / 100,
          members: ["delegate": "SceneDelegate", "state": "\(state)", "thread": "main"]))
    }
    return values
  }

  /// Hands out the callback, the session, the number and the state of every event.
  private func forEachEvent(_ body: (String, Session?, Int, String) -> Void) {
    var random = SplitMix(state: 42)
    var sessions = (0..<liveSessions).map { _ in newSession(&random) }
    body("application(_:didFinishLaunchingWithOptions:)", nil, 0, "background")
    var count = 1
    while count < events {
      let index = Int(random.next() % UInt64(sessions.count))
      let (callback, state) = nextCallback(&sessions[index])
      body(callback, sessions[index], count, state)
      count += 1
      if sessions[index].step < 0 { sessions[index] = newSession(&random) }
      if count < events, faultsPerThousand > 0, random.next() % 1_000 < UInt64(faultsPerThousand),
        sessions[index].step > 1
      {
        body(callback, sessions[index], count, state)
        count += 1
      }
    }
  }

  private func newSession(_ random: inout SplitMix) -> Session {
    let high = random.next()
    let low = random.next()
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, digits - text.count)) + text.suffix(digits)
    }
    let identity =
      "\(hex(high >> 32, 8))-\(hex(high >> 16, 4))-\(hex(high, 4))-\(hex(low >> 48, 4))-\(hex(low, 12))"
    return Session(identity: identity, scene: "0x\(hex(random.next(), 12).lowercased())")
  }

  /// The session's next call and the state it is made in; ends with a step of -1.
  private func nextCallback(_ session: inout Session) -> (String, String) {
    defer { session.step += 1 }
    switch session.step {
    case 0: return ("application(_:configurationForConnecting:options:)", "unattached")
    case 1: return ("scene(_:willConnectTo:options:)", "unattached")
    case let step where step == 2 + roundTrips * 4: return ("sceneDidDisconnect(_:)", "background")
    case let step where step == 3 + roundTrips * 4:
      session.step = -2
      return ("application(_:didDiscardSceneSessions:)", "unattached")
    default:
      switch (session.step - 2) % 4 {
      case 0: return ("sceneWillEnterForeground(_:)", "background")
      case 1: return ("sceneDidBecomeActive(_:)", "foregroundInactive")
      case 2: return ("sceneWillResignActive(_:)", "foregroundActive")
      default: return ("sceneDidEnterBackground(_:)", "foregroundInactive")
      }
    }
  }

  private func append(
    _ callback: String, _ session: Session?, _ number: Int, state: String, _ output: inout [UInt8]
  ) {
    let time = "\(1_760_000_000 + number / 100).\(100_000 + number % 100 * 1_000)"
    var members = ["\"callback\":\"\(callback)\""]
    if let session {
      members.append("\"session\":\"\(session.identity)\"")
      members.append("\"scene\":\"\(session.scene)\"")
    }
    members.append("\"process\":4021")
    members.append("\"time\":\(time)")
    members.append("\"role\":\"UIWindowSceneSessionRoleApplication\"")
    members.append("\"delegate\":\"SceneDelegate\"")
    members.append("\"state\":\"\(state)\"")
    members.append("\"thread\":\"main\"")
    if isShuffled {
      members.reverse()
      members.insert("\"sequence\":\(number)", at: 2)
      members.append("\"build\":\"2.14.0 (1830)\"")
    }
    output += "{\(members.joined(separator: ","))}\(isList ? ",\n" : "\n")".utf8
  }
}

/// - Source: SplitMix64, Steele, Lea, Flood, 2014.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
