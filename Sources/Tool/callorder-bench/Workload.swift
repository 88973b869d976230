import CallOrderCore

/// A generated trace of interleaved sessions of an app; the same parameters always give the same trace.
struct Workload {
  /// The number of events.
  var events: Int
  /// The number of sessions that are connected at the same time.
  var liveSessions = 100
  /// How many of a thousand events are followed by a wrong one.
  var faultsPerThousand = 0
  /// How often a session enters the foreground and the background before it is closed.
  var roundTrips = 4
  /// How an event is written.
  var style = Style.ordinary
  /// How the events are combined into a text.
  var shape = Shape.lines

  /// How an event is written.
  enum Style: String, CaseIterable {
    case ordinary = "258 bytes, ordinary"
    case nonASCII = "one non-ASCII letter"
    case escaped = "one \\/"
    case manyMembers = "20 unknown members"
    case nested = "a nested object"
    case rfc3339 = "RFC 3339 times"
    case exact = "times with 17 digits"
    case short = "80 bytes"
    case long = "1 KB, 14 extra members"
    case shuffled = "members shuffled, unknown ones"
    case anonymous = "no identities"
  }

  /// How the events are combined into a text.
  enum Shape { case lines, list, document }

  private struct Session {
    var identity: String
    /// Eleven letters and digits: with fewer, two of many sessions would have the same.
    var shortIdentity: String { identity.suffix(11).lowercased() }
    var scene: String
    var step = 0
  }

  /// The trace as text, with about 258 bytes per event in the ordinary style.
  func lines() -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(events * 270)
    switch shape {
    case .lines: break
    case .list: output.append(UInt8(ascii: "["))
    case .document: output += "{\"format\":\"callorder.trace/1\",\"events\":[\n".utf8
    }
    forEachEvent { append($0, $1, $2, state: $3, &output) }
    if shape != .lines { output[output.count - 2] = UInt8(ascii: "]") }
    if shape == .document { output.append(UInt8(ascii: "}")) }
    return output
  }

  /// The same events as values.
  func eventValues() -> [RecordedEvent] {
    var values: [RecordedEvent] = []
    values.reserveCapacity(events)
    forEachEvent { callback, session, number, state in
      values.append(
        RecordedEvent(
          callback, session: session?.identity, scene: session?.scene, process: "4021",
          role: "UIWindowSceneSessionRoleApplication", time: Double(number) / 100,
          members: ["delegate": "SceneDelegate", "state": "\(state)", "thread": "main"]))
    }
    return values
  }

  /// Calls the closure with the callback, the session, the number and the state of every event.
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
      default: return ("sceneDidEnterBackground(_:)", "background")
      }
    }
  }

  private func append(
    _ callback: String, _ session: Session?, _ number: Int, state: String, _ output: inout [UInt8]
  ) {
    let time = Self.time(number, style)
    var members = ["\"callback\":\"\(callback)\""]
    if let session, style != .anonymous {
      members.append(
        "\"session\":\"\(style == .short ? session.shortIdentity : session.identity)\"")
      if style != .short { members.append("\"scene\":\"\(session.scene)\"") }
    }
    if style == .short {
      members.append("\"time\":\(time)")
    } else {
      if style != .anonymous { members.append("\"process\":4021") }
      members.append("\"time\":\(time)")
      members.append("\"role\":\"UIWindowSceneSessionRoleApplication\"")
      members.append("\"delegate\":\"\(Self.delegate(style))\"")
      members.append("\"state\":\"\(state)\"")
      members.append("\"thread\":\"main\"")
      addExtras(to: &members, number)
    }
    output += "{\(members.joined(separator: ","))}\(shape == .lines ? "\n" : ",\n")".utf8
  }

  private static func time(_ number: Int, _ style: Style) -> String {
    let (second, hundredth) = (number / 100, number % 100)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    switch style {
    case .rfc3339:
      let (minute, hour) = (second / 60, second / 3_600)
      return
        "\"2026-11-\(two(1 + hour / 24))T\(two(hour % 24)):\(two(minute % 60)):\(two(second % 60)).\(two(hundredth))0Z\""
    case .exact: return "\(1_760_000_000 + second).\(two(hundredth))31847"
    case .short: return "\(second).\(two(hundredth))"
    default: return "\(1_760_000_000 + second).\(100_000 + hundredth * 1_000)"
    }
  }

  private static func delegate(_ style: Style) -> String {
    switch style {
    case .nonASCII: "ÜbersichtDelegate"
    case .escaped: "Notes\\/SceneDelegate"
    default: "SceneDelegate"
    }
  }

  private func addExtras(to members: inout [String], _ number: Int) {
    switch style {
    case .manyMembers: members += (1...20).map { "\"extra\($0)\":\(number % (7 * $0))" }
    case .nested:
      members.append(
        "\"userInfo\":{\"screen\":\"list\",\"depth\":\(number % 9),\"tags\":[\"a\",null,true]}")
    case .long:
      members += (1...14).map {
        "\"attribute\($0)\":\"\(String(repeating: "x", count: 30))-\(number % $0)\""
      }
    case .shuffled:
      members.reverse()
      members.insert("\"sequence\":\(number)", at: 2)
      members.append("\"build\":\"2.14.0 (1830)\"")
    default: break
    }
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
