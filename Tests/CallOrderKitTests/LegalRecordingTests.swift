import CallOrderKit
import Testing

/// A legal recording, or one with a fault, in short: each event is a callback, then members.
struct ShortRecording: Sendable, CustomTestStringConvertible {
  let name: String
  var header: String?
  let events: [String]
  /// The rules of the errors and warnings.
  var rules: [String] = []
  /// The ids of the recording's notes that must be among those of the report.
  var notes: [String] = []

  var testDescription: String { name }

  /// The report of the recording. An event is `callback`, or `callback s=A p=1 x=scene t=1.5 phase=end`; a callback that
  /// begins with a minus is a notification.
  func report(statedBy header: String? = nil) -> TraceReport? {
    let lines =
      [header ?? self.header].compactMap { $0.map { "{\($0)}" } } + events.map(Self.line)
    let text = lines.joined(separator: "\n")
    let report = checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
    return report.traces.first
  }

  private static let members = [
    "s": "session", "p": "process", "x": "scene", "t": "time", "thread": "thread",
    "phase": "phase",
  ]

  private static func line(_ event: String) -> String {
    let words = event.split(separator: " ")
    let isPosted = words[0].hasPrefix("-")
    var line = #"{"callback": "\#(isPosted ? words[0].dropFirst() : words[0])""#
    if isPosted { line += #", "kind": "notification""# }
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      let name = members[String(parts[0])] ?? String(parts[0])
      line += name == "time" ? #", "time": \#(parts[1])"# : #", "\#(name)": "\#(parts[1])""#
    }
    return line + "}"
  }
}

@Suite("A recording that says less than everything")
struct LegalRecordingTests {
  private static let up = ["willConnect s=A", "willEnterForeground s=A", "didBecomeActive s=A"]
  private static let down = ["willResignActive s=A", "didEnterBackground s=A"]
  private static let launch = ["willFinishLaunching", "didFinishLaunching"]
  private static func of(_ process: Int, _ events: [String]) -> [String] {
    events.map { "\($0) p=\(process)" }
  }

  static let legal: [ShortRecording] = [
    // Neither processes nor launches are recorded, so a run may begin before any call.
    .init(
      name: "stated, a second connection", header: #""records": ["willConnect", "didDisconnect"]"#,
      events: ["willConnect s=A", "willConnect s=A"]),
    .init(
      name: "an old callback without a process",
      events: ["willEnterForeground s=A", "applicationDidBecomeActive"],
      notes: ["depends-on-recording"]),
    .init(
      name: "stated, after the end", header: #""records": ["didBecomeActive", "willTerminate"]"#,
      events: ["didBecomeActive s=A", "willTerminate", "didBecomeActive s=A"]),
    .init(
      name: "stated, by notifications",
      header: #""records": ["UISceneWillConnectNotification", "UISceneDidActivateNotification"]"#,
      events: ["-willConnect s=A", "-didBecomeActive s=A", "-willConnect s=A"]),
    // Runs without process ids.
    .init(name: "a crash between launch calls", events: launch + up + [launch[0]] + launch + up),
    .init(name: "two crashes", events: launch + up + [launch[0], launch[0]] + launch + up),
    .init(
      name: "a crash at once", header: #""records": "all""#,
      events: [launch[0]] + launch + up + [launch[0]] + launch + up),
    .init(
      name: "restoring is the first call",
      events: ["didFinishLaunching"] + up + down + [
        "didDisconnect s=A", "willTerminate", "shouldRestoreSecureApplicationState",
        "willEncodeRestorableState", "didFinishLaunching",
      ] + up),
    .init(
      name: "other calls between those of a launch",
      events: launch + up + down + [launch[0], "shouldRestoreApplicationState", launch[1]] + up),
    .init(
      name: "a call between those of a launch, after the end",
      events: launch + up + down + ["willTerminate", launch[0], "memoryWarning", launch[1]] + up),
    .init(
      name: "restoring is the last call", events: launch + ["willTerminate", "performFetch"]),
    .init(
      name: "notifications without the beginning",
      events: ["-didBecomeActive s=A", "-willResignActive s=A", "-didFinishLaunching"]
        + ["-willConnect s=A", "-willEnterForeground s=A", "-didBecomeActive s=A"]),
    .init(
      name: "notifications of arriving scenes",
      events: ["-willConnect s=A", "-didFinishLaunching", "-willEnterForeground s=A"]),
    // Identities.
    .init(
      name: "an address is used again",
      events: of(1, ["didFinishLaunching", "willConnect x=x s=A", "willEnterForeground x=x"])
        + of(1, ["didEnterBackground x=x", "didDisconnect x=x", "willConnect x=x"])
        + of(1, ["willEnterForeground x=x", "didBecomeActive x=x s=B"])),
    .init(
      name: "an address is used again after a discard",
      events: of(1, ["didFinishLaunching", "willConnect x=x s=A", "willEnterForeground x=x"])
        + of(1, ["didEnterBackground x=x", "didDisconnect x=x", "didDiscard s=A"])
        + of(1, ["willConnect x=x", "willEnterForeground x=x", "didBecomeActive x=x s=B"])),
    .init(
      name: "a launch after notifications begins the next run",
      header: #""records": ["willConnect", "willEnterForeground", "didFinishLaunching"]"#,
      events: [
        "-willConnect s=A", "-willEnterForeground s=A", "-didFinishLaunching", "-willConnect s=A",
        "-willEnterForeground s=A",
      ]),
    .init(
      name: "a late launch after notifications is their own",
      header: #""records": ["willConnect", "willEnterForeground", "didFinishLaunching"]"#,
      events: ["-willConnect s=A", "-didFinishLaunching", "-willEnterForeground s=A"]),
    .init(
      name: "only an earlier launch call is stated",
      header: #""records": ["willFinishLaunching", "willConnect", "didDisconnect"]"#,
      events: ["willConnect s=A", "willConnect s=A"], notes: ["depends-on-recording"]),
    .init(
      name: "an address is used again, and the session comes back elsewhere",
      events: of(1, ["didFinishLaunching", "willConnect x=x s=A", "willEnterForeground x=x"])
        + of(1, ["didEnterBackground x=x", "didDisconnect x=x", "willConnect x=x"])
        + of(1, ["willConnect x=y s=A", "willEnterForeground x=y s=A"])),
    .init(
      name: "complete, and an app delegate without a process", header: #""complete": true"#,
      events: ["didFinishLaunching"] + of(1, ["configurationForConnecting s=A"] + up)),
    .init(
      name: "a process id is used again",
      events: of(1, launch + up + down + ["didDisconnect s=A", "willTerminate"])
        + of(1, launch + up + down)),
    .init(
      name: "the main thread in several spellings",
      events: of(1, ["didFinishLaunching thread=main", "willConnect s=A thread=Main"])
        + of(1, ["willEnterForeground s=A thread=1", "didBecomeActive s=A thread=MAIN"])
        + of(1, ["willResignActive s=A thread=<_NSMainThread:0x60>{number=1,name=main}"])),
    // Two events of one call, and one event twice.
    .init(
      name: "an end without its beginning",
      events: of(1, launch + ["willConnect s=A phase=begin", "willConnect s=A phase=end"])
        + of(1, ["willEnterForeground s=A phase=end", "didBecomeActive s=A"])),
    .init(
      name: "an end whose beginning came before the recording",
      events: of(1, ["willResignActive s=A phase=begin", "willResignActive s=A phase=end"])
        + of(1, ["didEnterBackground s=A", "willResignActive s=A phase=end"]),
      notes: ["unclear-call"]),
    .init(
      name: "a line twice",
      events: of(1, ["didFinishLaunching t=1", "willConnect s=A t=2.5", "willConnect s=A t=2.5"]),
      notes: ["repeated-event"]),
    .init(
      name: "lines twice",
      events: of(1, ["didFinishLaunching t=1"])
        + of(1, ["willConnect s=A t=2", "willEnterForeground s=A t=3", "didBecomeActive s=A t=4"])
        + of(1, ["willConnect s=A t=2", "willEnterForeground s=A t=3", "didBecomeActive s=A t=4"])
        + of(1, ["willResignActive s=A t=5"]),
      notes: ["repeated-event"]),
    .init(
      name: "lines twice, the last of which is the latest so far",
      events: of(1, ["didFinishLaunching t=1", "willConnect s=A t=2", "didBecomeActive s=A t=3"])
        + of(1, ["willContinue s=A type=a t=4", "memoryWarning t=5", "continue s=A type=a t=6"])
        + of(1, ["memoryWarning t=5", "continue s=A type=a t=6"]),
      notes: ["repeated-event"]),
    .init(
      name: "CarPlay's interface again, where nobody records that the scene disconnects",
      header: #""records": ["didFinishLaunching", "templateSceneDidConnect", "didDiscard"]"#,
      events: of(1, ["didFinishLaunching", "templateSceneDidConnect s=A"])
        + of(1, ["memoryWarning", "templateSceneDidConnect s=A"])),
    .init(
      name: "an interruption within a second",
      events: of(
        1, ["didFinishLaunching t=1", "willConnect s=A t=1", "willEnterForeground s=A t=1"])
        + of(1, ["didBecomeActive s=A t=2", "willResignActive s=A t=2", "didBecomeActive s=A t=2"])
        + of(1, ["willResignActive s=A t=2", "didEnterBackground s=A t=2"])),
  ]

  static let faulty: [ShortRecording] = [
    .init(
      name: "a list without what occurs", header: #""records": ["handle"]"#,
      events: of(
        1, ["didFinishLaunching"] + up + ["willResignActive s=A", "didEnterBackground s=A"])
        + of(1, ["didDisconnect s=A", "didBecomeActive s=A"]),
      rules: ["callback-after-disconnect"]),
    .init(
      name: "a list with something else", header: #""records": ["memoryWarning"]"#,
      events: of(
        1, ["didFinishLaunching"] + up + ["didEnterBackground s=A", "willResignActive s=A"]),
      rules: ["background-without-resign"]),
    .init(
      name: "a list with launches",
      header: #""records": ["didFinishLaunching", "willConnect", "didDisconnect"]"#,
      events: ["didFinishLaunching", "willConnect s=A", "willConnect s=A"],
      rules: ["connect-while-connected"]),
    .init(
      name: "a list and processes", header: #""records": ["willConnect", "didDisconnect"]"#,
      events: of(1, ["willConnect s=A", "willConnect s=A"]), rules: ["connect-while-connected"]),
    .init(
      name: "a second launch call in one process", events: of(1, launch + [launch[0]] + up),
      rules: ["launch-order"]),
    .init(
      name: "a launch call without a launch", events: launch + up + [launch[0]] + down,
      rules: ["launch-order"]),
    .init(
      name: "the same call later", header: #""records": "all""#,
      events: of(1, ["didFinishLaunching t=1", "willConnect s=A t=2"])
        + of(1, ["willConnect s=A t=2.001"]),
      rules: ["connect-while-connected"]),
    .init(
      name: "an old callback in a process",
      events: of(1, ["willEnterForeground s=A", "applicationDidBecomeActive"]),
      rules: ["legacy-callback"]),
    .init(
      name: "another thread",
      events: of(1, ["didFinishLaunching thread=MAIN", "willConnect s=A thread=worker"]),
      rules: ["callback-off-main"]),
    .init(
      name: "a launch call twice in a process that goes on",
      events: of(1, launch + ["willTerminate", "willConnect s=A"]),
      rules: ["callback-after-terminate"]),
  ]

  @Test("is not accused if a legal life explains it", arguments: legal)
  func isNotAccused(recording: ShortRecording) throws {
    let report = try #require(recording.report())
    #expect(report.violations.filter { $0.severity > .note }.map(\.message) == [])
    #expect(Set(recording.notes).isSubset(of: report.notes.map(\.id)))
  }

  @Test("is accused of what no legal life explains", arguments: faulty)
  func isFound(recording: ShortRecording) throws {
    let report = try #require(recording.report())
    #expect(report.violations.filter { $0.severity > .note }.map(\.rule) == recording.rules)
  }
}
