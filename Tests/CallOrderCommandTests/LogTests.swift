import TestSupport
import Testing

@testable import CallOrderCommand

/// What is concluded from logs as people have them.
@Suite("A log") struct LogTests {
  private static func check(_ log: [String], _ options: String...) -> CommandRun {
    callorder(["check", "-", "--no-config"] + options, input: log.joined(separator: "\n") + "\n")
  }

  /// A life of one window, up to the background, in a style of `#function` with a time.
  private static func life(_ more: String..., session: String = " session=A1") -> [String] {
    let calls = [
      "application(_:didFinishLaunchingWithOptions:)", "scene(_:willConnectTo:options:)\(session)",
      "sceneWillEnterForeground(_:)\(session)", "sceneDidBecomeActive(_:)\(session)",
      "sceneWillResignActive(_:)\(session)", "sceneDidEnterBackground(_:)\(session)",
    ]
    return (calls + more).enumerated().map { "09:41:0\($0).000 \($1)" }
  }

  // MARK: One window

  @Test(
    "without identities in which only several windows or a fault are possible gets both explanations"
  )
  func bothExplanations() {
    let log = Self.life("sceneDidBecomeActive(_:)", session: "").dropFirst(2)
    let run = Self.check(Array(log))
    #expect(run.status == 1 && run.output.contains("inconclusive"))
    #expect(run.output.contains("there seem to be several sessions"))
    #expect(
      run.output.contains(
        "or the app has one window, and line 5 is wrong (activate-without-foreground: "))
    #expect(run.output.contains("--one-window"))
    let one = Self.check(Array(log), "--one-window")
    #expect(one.status == 1 && one.output.contains("[activate-without-foreground]"))
  }

  @Test("without identities that is inconclusive only by a second connection says what decides")
  func oneWindowWithoutFault() {
    let connects = ["scene willConnectTo", "sceneWillEnterForeground", "sceneDidBecomeActive"]
    let log = (connects + ["scene willConnectTo"]).joined(separator: "\n")
    #expect(
      callorder(["check", "-", "--no-config"], input: log).output.contains(
        "or the app has one window: then say so with --one-window, or \"windows\": 1"))
    #expect(callorder(["check", "-", "--no-config", "--one-window"], input: log).status == 0)
  }

  @Test("is of one window if the configuration or the header of a trace says so")
  func saidToBeOneWindow() throws {
    let folder = try TemporaryFolder()
    let calls = [
      "sceneWillEnterForeground", "sceneDidBecomeActive", "sceneWillResignActive",
      "sceneDidEnterBackground", "sceneDidBecomeActive",
    ]
    try folder.write(calls.joined(separator: "\n") + "\n", to: "a.log")
    try folder.write(#"{"windows": 1}"#, to: ".callorder.json")
    #expect(
      callorder("check", "a.log", in: folder).output.contains("[activate-without-foreground]")
    )
    try folder.write(#"{"windows": 2}"#, to: ".callorder.json")
    #expect(callorder("check", "a.log", in: folder).output.contains("there seem to be several"))
    let events = calls.map { #"{"callback": "\#($0)(_:)"}"# }.joined(separator: "\n")
    for (header, isOne) in [
      (#"{"windows": 1}"#, true), (#"{"windows": 3}"#, false), (#"{"windows": null}"#, false),
    ] {
      let run = callorder(["check", "-", "--no-config"], input: "\(header)\n\(events)\n")
      #expect(run.output.contains("[activate-without-foreground]") == isOne, "\(header)")
    }
    let wrong = callorder(["check", "-", "--no-config"], input: "{\"windows\": 0}\n\(events)\n")
    #expect(wrong.errorOutput.contains("\"windows\" must be how many windows the app has"))
  }

  @Test("of one window has an identity in some lines: all are about that one, unless there are two")
  func identityInOneLine() {
    let calls = [
      "scene willConnectTo", "sceneWillEnterForeground", "sceneDidBecomeActive session=A1",
      "sceneDidEnterBackground", "sceneWillResignActive",
    ]
    let run = Self.check(calls, "--one-window")
    #expect(run.output.contains("error: ") && !run.output.contains("several"), "\(run.output)")
    #expect(!Self.check(calls).output.contains("error: "))
    let two = Self.check(calls + ["sceneDidDisconnect session=B2"], "--one-window")
    #expect(!two.output.contains("error: ") && two.output.contains("[several-windows]"))
    let object = calls.map { $0.replacing("session=A1", with: "<UIWindowScene: 0x10250a340>") }
    #expect(Self.check(object, "--one-window").output.contains("error: "))
  }

  // MARK: Actions

  /// A life that ends with a disconnection, and lines after it.
  private static func disconnected(_ lines: String...) -> [String] {
    let calls = [
      "scene willConnectTo", "sceneWillEnterForeground", "sceneDidBecomeActive",
      "sceneWillResignActive", "sceneDidEnterBackground",
    ]
    return calls.map { $0 + " session=A1" } + lines
  }

  @Test("keeps the callback of a line that also says what the app does there")
  func callbackAndAction() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"messages": {"deleting drafts": "deleteSessionData", "went away": "sceneWillResignActive"}}"#,
      to: ".callorder.json")
    func output(_ line: String) throws -> String {
      let log = Self.disconnected(line, "scene willConnectTo session=A1")
      try folder.write(log.joined(separator: "\n"), to: "a.log")
      return callorder("check", "a.log", in: folder).output
    }
    let both = try output("sceneDidDisconnect: deleting drafts session=A1")
    #expect(both.contains("6   sceneDidDisconnect\n  7 − deleteSessionData\n"), "\(both)")
    let alone = try output("deleting drafts session=A1")
    #expect(alone.contains("5   sceneDidEnterBackground\n  6 − deleteSessionData\n"), "\(alone)")
    let named = try output("sceneDidDisconnect: went away session=A1")
    #expect(named.contains("7 events, all in order"), "\(named)")
  }

  @Test("has actions by their names, alone or after a label")
  func actionNames() {
    for (line, isRead) in [
      ("deleteSessionData session=A1", true), ("[Drafts] deleteSessionData session=A1", true),
      ("Drafts: deleteSessionData() session=A1", true), ("we call deleteSessionData later", false),
      ("deleteSessionData failed session=A1", false), ("observe session=A1", false),
      ("[Tests] setUp session=A1", false), ("[LoginView] restoreState session=A1", false),
    ] {
      let run = Self.check(
        Self.disconnected("sceneDidDisconnect session=A1", line), "--format", "json")
      #expect(run.output.contains("UIScenePractices") == isRead, "\(line)")
    }
  }

  // MARK: What was skipped

  @Test(
    "that may have shown the missing call accuses nobody",
    arguments: [
      "sceneWillEnterForground session=A1", "sceneWillEnterForegroun(_:) session=A1",
      "sceneWillEnterForeground and sceneDidBecomeActive session=A1",
      "user came back sceneWillEnterForeground session=A1", "<private>",
      "Deferring sync until sceneWillEnterForeground",
      "sceneWillEnterForeground skipped session=A1",
      "TODO: sceneWillEnterForeground", "last: sceneWillEnterForeground",
      "lastCallback=sceneWillEnterForeground", "[\"sceneWillEnterForeground\"]",
      "sceneWillEnterForeground (0 times)", "sceneWillEnterForeground: nil", "## Later", "```", "…",
      "[...]",
      "*** process 4711 exceeded 500 log message per second limit, remaining messages discarded ***",
      "3 messages dropped", "sceneWillEnterForeground(_:) session=A…",
      "[SceneDelegate] <private>",
      String(repeating: "x", count: 20_000),
    ])
  func skipped(line: String) {
    let log = Self.life(line, "sceneDidBecomeActive(_:) session=A1")
    let run = Self.check(log)
    #expect(run.status == 0 && run.output.contains("note: "), "\(run.output)")
    #expect(!run.output.contains("error: "), "\(run.output)")
  }

  @Test("in which only the end of a call is recorded has the call there")
  func endAlone() {
    let log = Self.life(
      "sceneWillEnterForeground(_:) returned session=A1", "sceneDidBecomeActive(_:) session=A1")
    let run = Self.check(log)
    #expect(run.status == 0 && run.output.contains("8 events"), "\(run.output)")
  }

  @Test(
    "of a compiler, or of source code, has no calls",
    arguments: [
      "/a/S.swift:30:10: warning: 'sceneWillEnterForeground' was deprecated in iOS 26.0",
      "  func sceneWillEnterForeground(_ scene: UIScene) {",
      "- (void)sceneWillEnterForeground:(UIScene *)scene {",
      "// sceneWillEnterForeground",
      "S.swift:14: error[activate-without-foreground]: sceneWillEnterForeground was called",
    ])
  func ofTool(line: String) {
    let run = Self.check(
      Self.life(session: " session=A1") + [line, "sceneDidBecomeActive(_:) session=A1"])
    #expect(
      run.status == 1 && run.output.contains("[activate-without-foreground]"), "\(run.output)")
  }

  @Test("shows what was not read, and why")
  func unread() {
    let run = Self.check([
      "sceneDidBecomeActive", "until sceneWillResignActive", "sceneDidEnterBackgroud",
    ])
    #expect(
      run.output.contains(
        "read 1 of 3 lines that look like lifecycle calls; not read: line 2, \"until sceneWillResignActive\","
          + " which names it in a sentence; line 3, \"sceneDidEnterBackgroud\", which is misspelt"))
    #expect(
      run.output.contains(
        "2 lines may report a call; whatever it may have changed is treated as unknown"))
  }

  @Test("shows its line in a finding, and the place in the source that the line names")
  func shownLine() {
    let log = Self.life("[Debug] [SceneDelegate.swift:51] sceneDidBecomeActive(_:) > go session=A1")
    let run = Self.check(log, "--verbose")
    #expect(run.output.contains("SceneDelegate.swift:51"))
    #expect(
      run.output.contains(
        "text=09:41:06.000 [Debug] [SceneDelegate.swift:51] sceneDidBecomeActive(_:) > go"))
  }

  @Test("shows its line in a short finding, cut to the width")
  func shownLineInShort() {
    let log = [
      "sceneWillEnterForeground", "sceneDidBecomeActive",
      "  log: sceneDidEnterBackground \u{1B}[31m" + String(repeating: "x", count: 200),
    ]
    let run = Self.check(log, "--one-window", "--records", "all")
    #expect(run.output.contains("\n  | log: sceneDidEnterBackground"), "\(run.output)")
    #expect(run.output.contains("xxx…\n") && !run.output.contains("\u{1B}[31m"))
  }

  // MARK: Lines of one method

  /// Two lines, and whether they are of one call.
  private static let pairs: [(first: String, second: String, isOne: Bool)] = [
    (
      "09:41:04.000 sceneDidBecomeActive(_:) opening",
      "09:41:04.050 sceneDidBecomeActive(_:) opened", true
    ),
    ("sceneDidBecomeActive(_:) opening", "sceneDidBecomeActive(_:) opened", true),
    ("[S.swift:35] sceneDidBecomeActive(_:)", "[S.swift:36] sceneDidBecomeActive(_:)", true),
    ("S.swift:35 sceneDidBecomeActive(_:) a", "S.swift:40 sceneDidBecomeActive(_:) a", true),
    ("--> sceneDidBecomeActive(_:)", "<-- sceneDidBecomeActive(_:)", true),
    ("sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)", false),
    ("sceneDidBecomeActive(_:) in window Main", "sceneDidBecomeActive(_:) in window Second", false),
    ("sceneDidBecomeActive(_:) at 0xfa10b", "sceneDidBecomeActive(_:) at 0xfb20c", false),
    ("sceneDidBecomeActive(_:) 1", "sceneDidBecomeActive(_:) 2", false),
    ("[S.swift:35] sceneDidBecomeActive(_:)", "[S.swift:35] sceneDidBecomeActive(_:)", false),
    ("[S.swift:36] sceneDidBecomeActive(_:)", "[S.swift:35] sceneDidBecomeActive(_:)", false),
    ("[S.swift:35] sceneDidBecomeActive(_:)", "[T.swift:36] sceneDidBecomeActive(_:)", false),
    ("09:41:04.000 sceneDidBecomeActive(_:) a", "09:41:09.000 sceneDidBecomeActive(_:) b", false),
  ]

  @Test(
    "has one call in the lines of one method, and two in lines that say the same", arguments: pairs)
  func repeated(pair: (first: String, second: String, isOne: Bool)) {
    let run = Self.check(
      [pair.first, pair.second, "sceneWillResignActive(_:)"], "--one-window", "--records", "all")
    #expect(run.output.contains("activate-while-active") != pair.isOne, "\(run.output)")
    #expect(run.output.contains("lines-of-one-call") == pair.isOne)
  }

  @Test("of fixed width cuts identities, also all of one")
  func fixedWidth() {
    let run = Self.check(
      [
        "12:00:01.000 application(_:didFinishLaunchingWithOptions:)",
        "12:00:02.000 scene(_:willConnectTo:options:) session=8C2E41A7-13",
        "12:00:02.100 scene sceneWillEnterForeground(_:) session=8C2E41A",
      ], "--records", "all")
    #expect(!run.output.contains("error: "), "\(run.output)")
    #expect(run.output.contains("cut off"))
  }

  // MARK: Order

  @Test("in reverse order is recognized, and read from the end with an option")
  func reversed() {
    let log = Self.life(session: "").map { String($0.dropFirst(13)) }
    let run = Self.check(log.reversed())
    #expect(run.status == 1 && run.output.contains("inconclusive"), "\(run.output)")
    #expect(run.output.contains("newest first; to read them from the end, use --newest-first"))
    let fromEnd = Self.check(log.reversed(), "--newest-first")
    #expect(
      fromEnd.status == 0 && fromEnd.output.contains("6 events"), "\(fromEnd.output)")
    #expect(!Self.check(log).output.contains("newest first"))
    let timed = Self.check(Self.life("sceneDidBecomeActive(_:) session=A1").reversed())
    #expect(
      timed.output.contains("newest first") && !timed.output.contains("error: "), "\(timed.output)")
    #expect(
      Self.check([
        "2026-03-28 21:16:40.014 App[1:2] SceneDelegate scene(_:willConnectTo:options:)",
        "2026-03-28 21:16:39.514 App[1:2] application(_:didFinishLaunchingWithOptions:)",
      ]).output.contains("newest first"))
    let judged = Self.check(
      Self.life("sceneDidBecomeActive(_:) session=A1").reversed(), "--newest-first")
    #expect(judged.output.contains("[activate-without-foreground]"))
    #expect(judged.output.contains("-:1"), "\(judged.output)")
  }

  @Test("that is wrong in both directions, or has ascending times, is not called reversed")
  func notReversed() {
    let wrong = ["sceneDidBecomeActive", "sceneWillEnterForeground", "sceneDidBecomeActive"]
    #expect(!Self.check(wrong, "--one-window").output.contains("newest first"))
    let times = Self.life(session: "").reversed().enumerated().map {
      "09:41:1\($0).000 \($1.dropFirst(13))"
    }
    #expect(!Self.check(times).output.contains("newest first"))
  }

  // MARK: Other names

  @Test("may describe calls in words of the configuration")
  func words() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "🟢 Scene did become active\n🟢 until scene did become active\n🟡 scene left the screen\n",
      to: "a.log")
    let without = callorder("check", "a.log", "--no-config", in: folder)
    #expect(
      without.errorOutput.contains(#""messages": {"Scene did become active": "didBecomeActive"}"#))
    let words =
      #"{"messages": {"scene did become active": "sceneDidBecomeActive", "left the screen": "didEnterBackground"}}"#
    try folder.write(words, to: ".callorder.json")
    let run = callorder("check", "a.log", in: folder)
    #expect(
      run.output.contains("read 2 of 3 lines"),
      "\(run.output)")
    try folder.write(#"{"messages": {"scene up": "sceneDidBecomActive"}}"#, to: ".callorder.json")
    #expect(
      callorder("check", "a.log", in: folder).errorOutput.contains(
        "did you mean 'sceneDidBecomeActive(_:)'?"))
  }

  @Test("may have actions in words of the configuration, and is then judged by the practices")
  func actions() throws {
    let folder = try TemporaryFolder()
    let log = [
      "scene willConnectTo session A", "sceneWillEnterForeground session A",
      "sceneDidBecomeActive session A", "sceneWillResignActive session A",
      "sceneDidEnterBackground session A", "deleting the drafts of session A",
      "sceneDidDisconnect session A", "scene willConnectTo session A",
    ]
    try folder.write(log.joined(separator: "\n") + "\n", to: "a.log")
    let words = #"{"messages": {"deleting the drafts": "deleteSessionData"}}"#
    try folder.write(words, to: ".callorder.json")
    let run = callorder("check", "a.log", in: folder)
    #expect(run.status == 1 && run.output.contains("[delete-before-discard]"), "\(run.output)")
  }

  @Test("is read with spellings that depend on a member")
  func conditionalSpellings() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Doors "1.0" {}
      subject door { member "door" }
      callback didOpen about door { spelling "MOVE" where to = "open" }
      callback didClose about door { spelling "MOVE" where to = "closed" }
      lifecycle door about door { closed -> didOpen open | .  open -> didClose closed | . }
      rule surprise error { anything else title "In turns" message "{callback} came while {states}" }
      """, to: "doors.lifecycle")
    try folder.write(
      "door 1 MOVE open\ndoor 1 MOVE closed\ndoor 1 MOVE open\ndoor 1 MOVE open\n", to: "a.log")
    try folder.write(
      #"{"messagePatterns": ["door {door} {callback} {to}"]}"#, to: ".callorder.json")
    let run = callorder("check", "a.log", "-g", "doors.lifecycle", in: folder)
    #expect(
      run.output.contains("[surprise]") && run.output.contains("a.log:4"),
      "\(run.output)\(run.errorOutput)")
  }

  @Test("has identities that stand alone beside the callback")
  func identities() {
    let ids = ["8B3DF8E6-9C5B-4E5B-9B0E-0123456789AB", "8B3DF8E6-9C5B-4E5B-9B0E-0123456789AC"]
    for form in ["%", "[%]", "- %", "session: %", "session=%"] {
      let log = ["sceneDidBecomeActive ", "sceneDidBecomeActive ", "sceneDidEnterBackground "]
        .enumerated().map {
          $1 + form.replacing("%", with: ids[$0 % 2])
        }
      let run = Self.check(log, "--records", "all")
      #expect(run.output.contains("session \(ids[0].prefix(8))"), "\(run.output)")
    }
    for form in ["[window %]", "(window %)", "window #%", "<UIWindowScene: 0x1050%>", "0x1050%"] {
      let log = [1, 2, 1].map {
        "\($0 == 1 ? "sceneDidBecomeActive" : "sceneDidBecomeActive") \(form.replacing("%", with: "\($0)"))"
      }
      let run = Self.check(log, "--records", "all")
      #expect(
        run.output.contains("[activate-while-active]"), "\(run.output)")
      #expect(run.output.contains("-:3"), "\(run.output)")
    }
  }

  // MARK: Refusals and JSON

  @Test(
    "without calls is refused with what to do",
    arguments: [
      ("flutter: AppLifecycleState.resumed", "--profile flutter"),
      ("flutter: didChangeAppLifecycleState inactive", "--profile flutter"),
      ("'AppState changed to', 'active'", "--profile react-native"),
      ("scenePhase changed to active", "--grammar ScenePhase"),
      ("Optional(SwiftUI.ScenePhase.active)", "--grammar ScenePhase"),
      ("nextAppState: active", "--profile react-native"),
      (
        "waiting for sceneDidBecomeActive",
        "the nearest is line 1, \"waiting for sceneDidBecomeActive\", which names it in a sentence"
      ),
      ("hello", "messagePatterns"),
      ("ACTIVATE", #""messages": {"scene is active": "sceneDidBecomeActive"}"#),
    ])
  func refusal(line: String, advice: String) {
    let run = Self.check([line])
    #expect(run.errorOutput.contains("no line names a lifecycle callback"))
    #expect(run.errorOutput.contains(advice), "\(run.errorOutput)")
  }

  @Test("of a framework's phases is read with the grammar of phases")
  func phases() {
    let logs: [(lines: [String], count: Int)] = [
      (["scenePhase: active", "scenePhase: inactive", "scenePhase = background"], 3),
      (["scenePhase changed from inactive to active", "App: scenePhase active -> inactive"], 2),
      (["ScenePhase: Active/Foreground from inactive", "ScenePhase: Inactive from active"], 2),
      (["scenePhase: new inactive, old active", "Optional(SwiftUI.ScenePhase.background)"], 2),
      (
        [
          "flutter: AppLifecycleState.resumed",
          "AppLifecycleState changed to: AppLifecycleState.inactive",
        ], 2
      ),
      (["flutter: AppLifecycleState.hidden", "flutter: AppLifecycleState.inactive"], 1),
      (["APP_STATE: Changed to 'active'", "nextAppState inactive"], 2),
      (["while scenePhase is active", "if scenePhase == .active", "scenePhase: background"], 1),
    ]
    for (lines, count) in logs {
      let run = Self.check(lines, "--grammar", "ScenePhase", "--format", "json")
      #expect(
        run.output.contains("\"events\": \(count)"), "\(lines)\n\(run.output)\(run.errorOutput)")
      #expect(run.output.contains("\"violations\": []"), "\(lines)\n\(run.output)")
    }
    let native = Self.check(
      ["didFinishLaunchingWithOptions", "APP_STATE: Changed to 'active'"], "--profile",
      "react-native",
      "--format", "json")
    #expect(native.output.contains("\"events\": 2"), "\(native.output)")
  }

  @Test("of a logger that writes JSON about something else is refused with what to do")
  func otherJSON() {
    let log = #"{"ts":1.5,"level":"info","msg":"AppLifecycleState.resumed"}"#
    let run = callorder(["check", "-", "--no-config"], input: log)
    #expect(run.errorOutput.contains("--profile flutter"), "\(run.output)\(run.errorOutput)")
  }

  @Test(
    "whose newest line is first is recognized by its calls",
    arguments: [
      [
        "sceneDidDisconnect", "sceneDidEnterBackground", "sceneWillResignActive",
        "sceneDidBecomeActive",
        "sceneWillEnterForeground", "scene willConnectTo",
      ],
      [
        "10:00:29 sceneDidBecomeActive session=A", "10:00:29 sceneWillEnterForeground session=A",
        "10:00:19 sceneDidEnterBackground session=A", "10:00:19 sceneWillResignActive session=A",
        "10:00:09 sceneDidBecomeActive session=A", "10:00:09 sceneWillEnterForeground session=A",
        "10:00:09 scene willConnectTo session=A", "10:00:09 didFinishLaunchingWithOptions",
      ],
    ])
  func reversed(log: [String]) {
    #expect(Self.check(log).output.contains("in reverse order"))
    #expect(Self.check(log, "--newest-first").status == 0)
    #expect(!Self.check(log.reversed()).output.contains("in reverse order"))
    // A time that ascends says otherwise.
    let mixed = ["10:00:01 start", "10:00:01 sceneDidBecomeActive"] + log.map { "10:00:09 " + $0 }
    #expect(!Self.check(mixed).output.contains("in reverse order"))
  }

  @Test(
    "of a logger that writes JSON is read like text",
    arguments: [
      [
        #"{"ts":"2026-11-22T09:41:00.100Z","level":"info","msg":"SceneDelegate: sceneDidBecomeActive","session":"A"}"#,
        #"{"ts":"2026-11-22T09:41:00.300Z","level":"info","msg":"saved 3 notes"}"#,
        #"{"ts":"2026-11-22T09:41:05.400Z","level":"info","msg":"sceneDidEnterBackground session=A"}"#,
      ],
      [
        #"{"time":1732264860.25,"severity":"INFO","message":"resumed","function":"sceneDidBecomeActive(_:)","metadata":{"session":"A"},"file":"S.swift","line":3}"#,
        #"{"time":1732264860.26,"severity":"INFO","message":"timers","function":"sceneDidBecomeActive(_:)","metadata":{"session":"A"},"file":"S.swift","line":4}"#,
        #"{"time":1732264861,"severity":"INFO","message":"saved","function":"sceneDidEnterBackground(_:)","metadata":{"session":"A"},"file":"S.swift","line":9}"#,
      ],
    ])
  func json(lines: [String]) {
    for text in [lines.joined(separator: "\n"), "[\(lines.joined(separator: ",\n"))]"] {
      let run = callorder(
        ["check", "-", "--no-config", "--records", "all", "--format", "json"], input: text)
      #expect(run.output.contains(#""format": "json-log""#), "\(run.output)")
      #expect(
        run.output.contains("background-without-resign") && run.output.contains(#""events": 2"#))
      #expect(run.output.contains(#""subject": "A""#))
    }
  }
}
