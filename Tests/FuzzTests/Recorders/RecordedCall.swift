import TestSupport

/// A call of a life, with everything that a recorder could write about it.
struct RecordedCall {
  enum Phase: String { case begin, end }

  var event: LifeEvent
  /// What happened, with everything that could be recorded about it.
  let original: LifeEvent
  /// In seconds.
  var time: Double?
  var thread: String?
  var phase: Phase?

  init(_ event: LifeEvent) { (self.event, original) = (event, event) }

  /// Whether the app delegate gets the call; otherwise the delegate of a scene does.
  var isOfTheApp: Bool { Self.ofTheApp.contains(event.callback) || subject == nil }

  /// The session that it is about, if there is one.
  var subject: String? { event.session ?? event.sessions.first }

  private static let ofTheApp: Set = [
    "configurationForConnecting", "didDiscard", "willFinishLaunching", "didFinishLaunching",
    "willTerminate", "memoryWarning", "significantTimeChange", "performFetch",
  ]

  /// The call as a line of JSON Lines, without the line end.
  var line: String {
    var line = event.line
    if event == .gap { return line }
    line.removeLast()
    if let time { line += ",\"time\":\(time)" }
    if let thread { line += ",\"thread\":\"\(thread)\"" }
    if let phase { line += ",\"phase\":\"\(phase.rawValue)\"" }
    return line + "}"
  }
}

/// The addresses of scenes, if the next scene comes to the place of one that is gone.
struct Addresses {
  private var process: Int?
  /// By the name of the scene.
  private var taken: [String: Int] = [:]
  /// The scene that was disconnected last; its notification may follow.
  private var gone: String?

  /// Replaces the name of a call's scene by its address.
  mutating func place(_ call: inout RecordedCall) {
    if call.event.process != process { (process, taken) = (call.event.process, [:]) }
    guard let scene = call.event.scene else { return }
    if let gone, gone != scene {
      taken[gone] = nil
      self.gone = nil
    }
    let address =
      taken[scene] ?? (0...taken.count).first { !taken.values.contains($0) } ?? taken.count
    taken[scene] = address
    call.event.scene = "x\(address)"
    if call.event.callback == "didDisconnect" { gone = scene }
  }
}

/// What a recorder may write about a call besides its name.
struct RecordedMembers: OptionSet {
  let rawValue: UInt8

  static let session = RecordedMembers(rawValue: 1)
  static let scene = RecordedMembers(rawValue: 2)
  static let process = RecordedMembers(rawValue: 4)
  static let time = RecordedMembers(rawValue: 8)
  static let thread = RecordedMembers(rawValue: 16)
  static let role = RecordedMembers(rawValue: 32)
  static let delegate = RecordedMembers(rawValue: 64)
  static let all = RecordedMembers(rawValue: 127)

  static let each = (0..<7).map { RecordedMembers(rawValue: 1 << $0) }

  /// Removes the others from a call.
  func keep(in call: inout RecordedCall) {
    if !contains(.session) { (call.event.session, call.event.sessions) = (nil, []) }
    if !contains(.scene) { call.event.scene = nil }
    if !contains(.process) { call.event.process = nil }
    if !contains(.time) { call.time = nil }
    if !contains(.thread) { call.thread = nil }
    if !contains(.role) { call.event.role = nil }
    if !contains(.delegate) { call.event.delegate = nil }
  }
}
