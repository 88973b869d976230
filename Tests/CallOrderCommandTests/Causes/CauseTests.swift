import CallOrderCore
import TestSupport
import Testing
import TraceCauses
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReporting

@testable import CallOrderCommand
@testable import CallOrderKit

/// The likely causes of a finding, based on what the trace shows.
@Suite("Causes") struct CauseTests {
  private static func event(_ callback: String, _ members: String = "") -> String {
    #"{"callback":"\#(callback)","session":"A"\#(members)}"# + "\n"
  }

  private static func causes(_ lines: String) throws -> Violation {
    let run = callorder(["check", "-", "--records", "all", "--format", "json"], input: lines)
    let report = try Report(json: Array(run.output.utf8))
    return try #require(report.traces.first?.violations.first)
  }

  @Test("a call that comes twice from two delegates was passed on")
  func twoDelegates() throws {
    let first = Self.event("willConnect", #","delegate":"Proxy""#)
    let violation = try Self.causes(
      first + Self.event("willConnect", #","delegate":"SceneDelegate""#))
    #expect(violation.rule == "connect-while-connected")
    let cause = try #require(violation.likelyCause)
    #expect(cause.text.contains("forwards scene(_:willConnectTo:options:)"))
    #expect(cause.id == .forwarded)
    #expect(
      cause.evidence
        == "the same call came directly before it, as event 1; Proxy got it first, then SceneDelegate"
    )
  }

  @Test("a call that comes again after calls about others did not come directly after the first")
  func othersBetween() throws {
    let discard = #"{"callback":"didDiscard","sessions":["A"]}"# + "\n"
    let other = Self.event("willConnect").replacing(#""A""#, with: #""B""#)
    let violation = try Self.causes(discard + other + discard)
    #expect(violation.rule == "discard-repeated")
    let evidence = violation.causes.compactMap(\.evidence)
    #expect(evidence.contains("the same call came before it, as event 1"), "\(evidence)")
  }

  @Test("a call that comes twice from one delegate and two source lines was recorded twice")
  func twoPlaces() throws {
    func event(_ line: Int) -> String {
      Self.event("willConnect", #","delegate":"D","file":"D.swift","sourceLine":\#(line)"#)
    }
    let cause = try #require(try Self.causes(event(3) + event(9)).likelyCause)
    #expect(cause.text == "The call is recorded in two places")
    #expect(cause.id == .recordedTwice)
    #expect(
      cause.evidence == "events 1 and 2, one after the other, are from D.swift:3 and D.swift:9")
  }

  @Test(
    "a call about several sessions names all for which it is wrong, also if removing it repairs all",
    arguments: [[], ["willResignActive", "didEnterBackground"]])
  func severalSessions(_ leaving: [String]) throws {
    func life(_ session: String) -> [String] {
      (["willConnect", "willEnterForeground", "didBecomeActive"] + leaving).map {
        #"{"callback":"\#($0)","session":"\#(session)"}"#
      }
    }
    let discard = #"{"callback":"didDiscard","sessions":["A","B"]}"#
    let end = ["A", "B"].map { #"{"callback":"didDisconnect","session":"\#($0)"}"# }
    let lines = life("A") + life("B") + [discard] + end
    func check(_ options: String...) -> String {
      callorder(
        ["check", "-", "--no-config", "--records", "all"] + options,
        input: lines.joined(separator: "\n")
      ).output
    }
    #expect(check().contains("sessions A and B"), "\(check())")
    if leaving.isEmpty { return }
    #expect(check("--verbose").contains("session A and B"))
    #expect(check("--format", "json").contains("\"otherSubjects\""))
  }

  @Test("of findings with the same reason in a trace are one fault")
  func sameReason() throws {
    let calls = [
      "didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive",
      "applicationDidBecomeActive", "willResignActive", "applicationWillResignActive",
      "didEnterBackground", "applicationDidEnterBackground",
    ]
    let lines = calls.map { call in
      let session = call.hasPrefix("app") || call.hasPrefix("didF") ? "" : #","session":"A""#
      return #"{"callback":"\#(call)","process":1\#(session)}"#
    }
    let run = callorder(["check", "-", "--no-config"], input: lines.joined(separator: "\n"))
    #expect(run.output.split(separator: "\n").count { $0.contains("ikely cause:") } == 1)
    #expect(run.output.split(separator: "\n").count { $0.hasSuffix("[legacy-callback]") } == 1)
    #expect(run.output.contains("error: 3 different calls came, but this app uses scenes\n"))
    #expect(run.output.contains("  3 calls: applicationDidBecomeActive 1,"))
  }

  @Test("that a call is not recorded has evidence about that call, not about another one")
  func otherCall() throws {
    let up = ["willConnect", "willEnterForeground", "didBecomeActive"].map { Self.event($0) }
    let lines = up + [Self.event("didDiscard"), Self.event("didDisconnect")]
    let violation = try Self.causes(lines.joined())
    #expect(violation.rule == "discard-before-disconnect")
    for cause in violation.causes where cause.id == .notRecorded {
      #expect(cause.evidence?.contains("sceneWillResignActive") != true, "\(cause)")
    }
  }

  @Test("that a call is not recorded is refuted by other traces, and by the base of a comparison")
  func otherTraces() throws {
    let folder = try TemporaryFolder()
    let up = ["willConnect", "willEnterForeground", "didBecomeActive"].map { Self.event($0) }
    let down = ["willResignActive", "didEnterBackground"].map { Self.event($0) }
    try folder.write((up + down).joined(), to: "before/a.jsonl")
    try folder.write((up + down).joined(), to: "run/ok.jsonl")
    for path in ["after/a.jsonl", "run/bad.jsonl"] {
      try folder.write((up + [down[1]] + up.dropFirst() + [down[1]]).joined(), to: path)
    }
    let words = "does not record sceneWillResignActive"
    let alone = callorder("check", "run/bad.jsonl", "--records", "all", in: folder)
    #expect(alone.output.contains(words), "\(alone.output)")
    let run = callorder("check", "run", "--records", "all", in: folder)
    #expect(run.status == 1 && !run.output.contains(words), "\(run.output)")
    let page = callorder(
      "compare", "before", "after", "--records", "all", in: folder)
    #expect(!page.output.contains(words), "\(page.output)")
  }

  @Test("a call that a library made names the library, in the first line, too")
  func caller() throws {
    let lines =
      Self.event("didBecomeActive") + Self.event("didEnterBackground", #","caller":"Sync""#)
    let violation = try Self.causes(lines + Self.event("willResignActive"))
    #expect(violation.message.hasPrefix("sceneDidEnterBackground was called by Sync while "))
    #expect(violation.causes.count == 1)
    let cause = try #require(violation.likelyCause)
    #expect(cause.isProven && [cause].heading == "cause")
    #expect(cause.text == "Sync calls sceneDidEnterBackground")
    #expect(cause.evidence == "the recording names the caller")
  }

  @Test("a method that made the call is named with its line, also once the report was saved")
  func callingMethod() throws {
    let place = #","delegate":"Scene","file":"Scene.swift","sourceLine":"#
    let lines =
      Self.event("willConnect") + Self.event("willEnterForeground") + Self.event("didBecomeActive")
      + Self.event("willResignActive") + Self.event("didEnterBackground")
      + Self.event("sceneDidDisconnect(_:)", place + "40")
      + Self.event("didEnterBackground", place + #"30,"caller":"Scene.sceneDidDisconnect(_:)""#)
    let violation = try Self.causes(lines)
    let cause = try #require(violation.likelyCause)
    #expect(cause.id == .calledByApp && cause.isProven)
    #expect(cause.text == "Scene.sceneDidDisconnect(_:) calls sceneDidEnterBackground")
    #expect(
      cause.changes.first == "Remove the call in Scene.sceneDidDisconnect(_:) (Scene.swift:40).")
  }

  @Test(
    "an app's own action that a recording names and lacks did not happen",
    arguments: [
      (#"["all","clean"]"#, true), (#"["enter","sleep","clean"]"#, true), (#""all""#, false),
      (#"["enter","sleep"]"#, false),
    ])
  func missingAction(records: String, namesIt: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Rooms "1.0" {}
      subject room { member "room" }
      callback enter about room {}
      callback sleep about room {}
      action clean about room {}
      lifecycle room about room {
        fresh -> enter used
        used -> clean tidy
        tidy -> sleep fresh
      }
      rule unexpected error { anything else title "t" message "{callback} came in {states}" }
      """, to: "rooms.lifecycle")
    try folder.write(
      "{\"records\":\(records)}\n" + #"{"callback":"enter","room":"a"}"# + "\n"
        + #"{"callback":"sleep","room":"a"}"#, to: "a.jsonl")
    let run = callorder(
      "check", "a.jsonl", "--grammar", "rooms.lifecycle", "--format", "json", in: folder)
    let violations = try Report(json: Array(run.output.utf8)).traces[0].violations
    if !namesIt { return #expect(violations == []) }
    let causes = violations.first?.causes ?? []
    #expect(causes.first?.id == .notCalled)
    #expect(!causes.map(\.id).contains(.notRecorded))
    #expect(causes.first?.evidence == "\"records\" lists clean, but it never comes")
  }

  @Test("where a call should have come more than once and never did, it is probably not recorded")
  func neverRecorded() throws {
    let once = Self.event("didBecomeActive") + Self.event("didEnterBackground")
    let again = Self.event("willEnterForeground") + once
    let cause = try #require(try Self.causes(once + again).likelyCause)
    #expect(cause.text == "The scene delegate does not record sceneWillResignActive")
    #expect(
      cause.evidence
        == "the recording has no sceneWillResignActive, although \"records\" says that everything is shown"
    )
    // Once, what the recording states is no more doubtful than the call.
    let causes = try Self.causes(once).causes
    #expect(!causes.isEmpty && !causes.contains { $0.id == .notRecorded })
  }

  @Test(
    "what the recording states to show is not called unrecorded",
    arguments: [
      [#"{"records":"all"}"#, "willConnect", "willConnect"],
      [#"{"records":"all"}"#, "willConnect", "willEnterForeground", "willEnterForeground"],
      [
        #"{"records":["sceneDidBecomeActive(_:)","sceneWillResignActive(_:)","sceneDidEnterBackground(_:)"]}"#,
        "didBecomeActive", "didEnterBackground", "didBecomeActive", "didEnterBackground",
      ],
    ])
  func stated(_ lines: [String]) throws {
    let text = lines[0] + "\n" + lines.dropFirst().map { Self.event($0, #","process":1"#) }.joined()
    let run = callorder(["check", "-", "--no-config", "--format", "json"], input: text)
    let violations = try Report(json: Array(run.output.utf8)).traces[0].violations
    #expect(!violations.isEmpty)
    #expect(!violations.flatMap(\.causes).contains { $0.id == .notRecorded }, "\(violations)")
  }

  @Test("of a state that does not end a subject, no cause says that it ended")
  func notEnded() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Reader "1.0" extends UIScene { text "Our app." }
      action play about session { text "A video plays." }
      case playHidden of play while session in background
      rule play-in-background error about session {
        on playHidden
        title "Videos play on the screen" message "{callback} came in the background"
      }

      """, to: "reader.lifecycle")
    let calls = ["willConnect", "willEnterForeground", "didBecomeActive", "willResignActive"]
    let lines =
      (calls + ["didEnterBackground"]).map { Self.event($0) }
      + [Self.event("play", #","kind":"action""#)]
    let run = callorder(
      [
        "check", "-", "--no-config", "-g", "reader.lifecycle", "--records", "all", "--format",
        "json",
      ],
      in: folder, input: lines.joined())
    let violation = try #require(
      try Report(json: Array(run.output.utf8)).traces.first?.violations.first)
    #expect(violation.rule == "play-in-background")
    #expect(!violation.causes.contains { $0.id == .staleObject }, "\(violation.causes)")
  }

  @Test("the cause that a rule names goes before one that any rule could have")
  func ownCause() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Doors "1.0" {}
      subject door { member "door" }
      action open about door {}
      action lock about door {}
      rule lock-missed warning about door {
        expects lock after open before open
        title "An open door is locked" message "{callback} came, and the door was not locked"
        cause "Nobody has the key" do "Hand out a key."
      }

      """, to: "doors.lifecycle")
    let event = #"{"callback":"open","kind":"action","door":"a"}"# + "\n"
    let run = callorder(
      ["check", "-", "--no-config", "-g", "doors.lifecycle", "--format", "json"],
      in: folder, input: #"{"records":["all","lock"]}"# + "\n" + event + event)
    let causes = try Report(json: Array(run.output.utf8)).traces[0].violations.first?.causes
    #expect(causes?.map(\.text) == ["Nobody has the key"], "\(run.output)")
  }

  @Test("a recording in memory loses nothing")
  func inMemory() {
    let calls = ["scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)"]
    let events = (calls + ["sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)"]).map {
      RecordedEvent($0, session: "A")
    }
    var options = CheckOptions()
    options.records = .callbacks(
      calls + [
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
      ])
    let causes = checkEvents(events, options: options).violations.flatMap(\.causes)
    #expect(!causes.isEmpty && !causes.contains { $0.id == .recordingCut }, "\(causes)")
  }

  @Test("a cause that the trace contradicts is not listed")
  func contradicted() throws {
    let active = Self.event("didBecomeActive")
    let violation = try Self.causes(active + active + Self.event("willResignActive"))
    #expect(violation.rule == "activate-while-active")
    #expect(!violation.causes.contains { $0.id == .notRecorded })
    #expect(violation.causes.first?.id == .forwarded)
    let background = Self.event("didEnterBackground") + Self.event("willResignActive")
    #expect(try !Self.causes(active + background).causes.contains { $0.id == .notRecorded })
  }

  @Test("nobody calls notifications, and the event names its process")
  func refuted() throws {
    let header =
      #"{"records":["UISceneDidActivateNotification","UISceneWillDeactivateNotification","UISceneDidEnterBackgroundNotification"]}"#
    func event(_ name: String) -> String {
      #"{"callback":"\#(name)","kind":"notification","session":"A","process":7}"#
    }
    let lines = [
      header, event("UISceneDidActivateNotification"),
      event("UISceneDidEnterBackgroundNotification"),
    ].joined(separator: "\n")
    let causes = try Self.causes(lines + "\n").causes
    #expect(!causes.isEmpty)
    for id in [CauseID.calledByApp, .notRecorded, .forwarded, .runsNotToldApart] {
      #expect(!causes.contains { $0.id == id }, "\(causes)")
    }
  }

  @Test("what a delegate records is judged per role of its scenes")
  func role() throws {
    func event(_ callback: String, _ session: String, _ role: String) -> String {
      #"{"callback":"\#(callback)","session":"\#(session)","role":"\#(role)"}"# + "\n"
    }
    let window = ["didBecomeActive", "willResignActive"].map { event($0, "A", "window") }.joined()
    let active = event("didBecomeActive", "B", "display")
    let left = active + event("didEnterBackground", "B", "display")
    let again = event("willEnterForeground", "B", "display") + left
    let cause = try #require(try Self.causes(window + left + again).causes.first)
    #expect(cause.text == "The scene delegate does not record sceneWillResignActive")
    #expect(
      cause.evidence?.hasPrefix(
        "the recording has no sceneWillResignActive about a session of the role display") ?? false)
    // Calls that come one after the other are rather passed on.
    #expect(try Self.causes(window + active + active).causes.first?.id == .forwarded)
    let same = event("didBecomeActive", "B", "window")
    let recorded = try Self.causes(window + same + same)
    #expect(recorded.likelyCause?.id == .forwarded)
    #expect(!recorded.causes.contains { $0.id == .notRecorded })
  }

  @Test("a hidden identity suggests that several windows look like one in the recording")
  func redacted() throws {
    func event(_ callback: String) -> String {
      #"{"callback":"\#(callback)","session":"<private>"}"# + "\n"
    }
    let lines = ["didBecomeActive", "didBecomeActive", "willResignActive"].map(event).joined()
    let cause = try #require(try Self.causes(lines).likelyCause)
    #expect(cause.text == "Two windows have the same identity")
    #expect(cause.evidence == "the recording shows <private> in place of the session")
  }

  @Test("if the trace does not decide, one cause is named, and it is not called likely")
  func undecided() throws {
    let text = #"{"callback":"sceneDidEnterBackground","session":"A","state":"active"}"#
    let violation = try Self.causes(Self.event("didFinishLaunching") + text + "\n")
    #expect(violation.causes.filter { $0.evidence == nil }.count <= 1)
  }

  @Test("causes are ranked by their evidence, then in the order of the grammar")
  func ranking() throws {
    let text = """
      grammar Doors "1" {}
      subject door { member "door" }
      callback open about door {}
      callback close about door {}
      lifecycle life about door {
        state closed "The door is closed"
        state opened "The door is open"
        start closed
        unknown closed, opened
        closed -> open opened
        opened -> close closed
      }
      rule r error in life {
        on open in opened
        title "t"
        message "m"
        category "Twice"
        cause "a {callback}" do "fix {callback}"
        cause not-recorded "close is not recorded" do "B"
      }
      """
    let grammar = try #require(Grammar.parse(Array(text.utf8)).grammar)
    var violation = Violation(
      rule: "r", severity: .error, cause: .repeated, event: 4, line: 4, callback: "open",
      spelling: "open", lifecycle: "life", subject: "x", message: "m", fingerprint: "")
    func texts(_ recording: RecordingFacts) -> [String] {
      CauseFacts(violation, Wording(grammar), in: recording).causes.map {
        $0.text + ($0.evidence.map { ": " + $0 } ?? "")
      }
    }
    #expect(texts(RecordingFacts(occurred: ["open", "close"])) == ["a open"])
    #expect(
      texts(RecordingFacts(occurred: ["open"])).prefix(2)
        == ["close is not recorded: the recording has no close", "a open"])
    var listing = RecordingFacts(occurred: ["open"])
    listing.listed = ["open", "close"]
    #expect(texts(listing) == ["a open"])
    violation.quirk = "Q-1"
    #expect(texts(listing) == ["a open"], "the grammar has no such quirk")
  }

  @Test("every finding of every sample names a cause")
  func samples() {
    let report = checkTraces(
      ["realistic.json", "smallest.json"].flatMap { name in
        Grammar.uiScene().rules.map {
          TraceInput.file(Repository.path("traces/violating/\($0.id)/\(name)"))
        }
      })
    let violations = report.traces.flatMap(\.violations)
    #expect(violations.count > 30)
    for violation in violations {
      #expect(!violation.causes.isEmpty, "\(violation.rule)")
      #expect(violation.causes.allSatisfy { !$0.text.hasSuffix(".") && $0.action.hasSuffix(".") })
    }
    #expect(report.rules.allSatisfy { !$0.category.isEmpty })
    #expect(report.faults.reduce(0) { $0 + $1.count } == report.counts.total)
  }

  @Test("what to do is one line, also where the grammar has several")
  func oneLine() {
    let names = ["Q-01", "Q-01-before-connect", "Q-01-configured", "Q-01-on-screen"]
    let report = checkTraces(
      names.map { .file(Repository.path("traces/quirks/\($0).json")) })
    let causes = report.traces.flatMap(\.violations).flatMap(\.causes)
    #expect(causes.contains { $0.id == .platform })
    for cause in causes { #expect(!cause.inWords.contains { $0.isNewline }, "\(cause.inWords)") }
  }
}
