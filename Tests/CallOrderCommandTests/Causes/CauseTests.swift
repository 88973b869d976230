import CallOrderCore
import TestSupport
import Testing
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

  @Test("a call that comes twice from one delegate and two source lines was recorded twice")
  func twoPlaces() throws {
    func event(_ line: Int) -> String {
      Self.event("willConnect", #","delegate":"D","file":"D.swift","sourceLine":\#(line)"#)
    }
    let cause = try #require(try Self.causes(event(3) + event(9)).likelyCause)
    #expect(cause.text == "The call is recorded in two places")
    #expect(cause.id == .recordedTwice)
    #expect(
      cause.evidence == "events 1 and 2, one after the other, are from D.swift:3 and line 9")
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

  @Test("of further findings with the same reason in a trace are told once")
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
    #expect(run.output.split(separator: "\n").count { $0.hasSuffix("[legacy-callback]") } == 3)
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
      try folder.write((up + [down[1]]).joined(), to: path)
    }
    let words = "does not record sceneWillResignActive"
    let alone = callorder("check", "run/bad.jsonl", "--records", "all", in: folder)
    #expect(alone.output.contains(words), "\(alone.output)")
    let run = callorder("check", "run", "--records", "all", in: folder)
    #expect(run.status == 1 && !run.output.contains(words), "\(run.output)")
    let page = callorder(
      "compare", "before", "after", "--records", "all", "--report", "html=p.html", in: folder)
    #expect(!page.output.contains(words), "\(page.output)")
    #expect(folder.text("p.html")?.contains(words) == false)
  }

  @Test("a call that a library made names the library, in the first line, too")
  func caller() throws {
    let lines =
      Self.event("didBecomeActive") + Self.event("didEnterBackground", #","caller":"Sync""#)
    let violation = try Self.causes(lines + Self.event("willResignActive"))
    #expect(violation.message.hasPrefix("sceneDidEnterBackground was called by Sync while "))
    let cause = try #require(violation.likelyCause)
    #expect(cause.text.hasPrefix("Sync calls sceneDidEnterBackground itself"))
    #expect(cause.evidence == "Sync called it")
  }

  @Test(
    "an app's own action that a recording of everything lacks did not happen",
    arguments: [true, false])
  func missingAction(showsAll: Bool) throws {
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
    let header = showsAll ? #"{"records":"all"}"# : #"{"records":["enter","sleep"]}"#
    try folder.write(
      header + "\n" + #"{"callback":"enter","room":"a"}"# + "\n"
        + #"{"callback":"sleep","room":"a"}"#, to: "a.jsonl")
    let run = callorder(
      "check", "a.jsonl", "--grammar", "rooms.lifecycle", "--format", "json", in: folder)
    let violations = try Report(json: Array(run.output.utf8)).traces[0].violations
    if !showsAll { return #expect(violations == []) }
    let causes = violations.first?.causes ?? []
    #expect(causes.first?.id == .notCalled)
    #expect(!causes.map(\.id).contains(.notRecorded))
    #expect(
      causes.first?.evidence == "\"records\" says that everything is shown, and clean never is")
  }

  @Test("a missing call that never occurs is probably not recorded")
  func neverRecorded() throws {
    let lines = Self.event("didBecomeActive") + Self.event("didEnterBackground")
    let violation = try Self.causes(lines)
    let cause = try #require(violation.likelyCause)
    #expect(cause.text == "The scene delegate does not record sceneWillResignActive")
    #expect(cause.evidence == "the recording has no sceneWillResignActive")
  }

  @Test("a cause that the trace contradicts is not listed")
  func contradicted() throws {
    let active = Self.event("didBecomeActive")
    let violation = try Self.causes(active + active + Self.event("willResignActive"))
    #expect(violation.rule == "activate-while-active")
    #expect(!violation.causes.contains { $0.id == .notRecorded })
    #expect(violation.causes.first?.id == .forwarded)
    // If the call never comes, it may not be recorded.
    #expect(try Self.causes(active + active).causes.contains { $0.id == .notRecorded })
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
    let left = try Self.causes(window + active + event("didEnterBackground", "B", "display"))
    let again = try Self.causes(window + active + active)
    #expect(left.causes.first?.id == .notRecorded)
    // Calls that come one after the other are rather passed on.
    #expect(again.causes.prefix(2).map(\.id) == [.forwarded, .notRecorded])
    for violation in [left, again] {
      let cause = try #require(violation.causes.first { $0.id == .notRecorded })
      #expect(cause.text == "The scene delegate does not record sceneWillResignActive")
      #expect(
        cause.evidence
          == "the recording has no sceneWillResignActive about a session of the role display")
    }
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

  @Test("evidence that names a callback is checked like any other name")
  func unknownCallback() {
    let text = """
      grammar Doors "1" {}
      subject door { member "door" }
      callback open about door {}
      lifecycle life about door {
        state closed "The door is closed"
        state opened "The door is open"
        start closed
        unknown closed, opened
        closed -> open opened
      }
      rule r error in life {
        on open in opened
        title "t"
        message "m"
        cause "a" do "b" when opne unrecorded
      }
      """
    let found = Grammar.parse(Array(text.utf8)).diagnostics
    #expect(found.map(\.message) == ["no callback is named 'opne'"])
    #expect(found.first?.suggestion == "open")
  }

  @Test("if the trace does not decide, one cause is named, and it is not called likely")
  func undecided() throws {
    let text = #"{"callback":"sceneDidEnterBackground","session":"A","state":"active"}"#
    let violation = try Self.causes(Self.event("didFinishLaunching") + text + "\n")
    #expect(violation.causes.filter { $0.evidence == nil }.count <= 1)
  }

  @Test(
    "causes are ranked: supported, undecided, unsupported; then in the order of the grammar")
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
        cause "a {callback}" do "fix {callback}" when hand is "left", "ri*"
        cause "b" do "B"
        cause "c" do "C" when never recorded or hand repeats and time differs
      }
      """
    let rule = try #require(Grammar.parse(Array(text.utf8)).grammar?.rules.first)
    #expect(rule.category == "Twice")
    #expect(
      rule.causes[2].evidence
        == [[.neverRecorded], [.repeats(member: "hand"), .differs(member: "time")]])
    let grammar = try #require(Grammar.parse(Array(text.utf8)).grammar)
    var violation = Violation(
      rule: "r", severity: .error, cause: .repeated, event: 4, line: 4, callback: "open",
      spelling: "open", lifecycle: "life", subject: "x", message: "m", fingerprint: "")
    func texts(_ facts: CauseFacts) -> [String] {
      violation.rankedCauses(of: grammar, by: facts).map {
        $0.text + ($0.evidence.map { ": " + $0 } ?? "")
      }
    }
    func origin(_ hand: String, _ time: String = "1") -> EventOrigin {
      EventOrigin(members: [.init(name: "hand", value: hand), .init(name: "time", value: time)])
    }
    #expect(texts(CauseFacts()) == ["a open"])
    #expect(
      texts(CauseFacts(origin: origin("right"))).first
        == "a open: the event names right as its hand")
    #expect(
      texts(CauseFacts(origin: origin("up"), before: (2, origin("up", "0")))).first
        == "c: events 2 and 4 both name up; event 2 names 0 as its time, event 4 1")
    violation.quirk = "Q-1"
    #expect(
      texts(CauseFacts(quirk: "Doors swing")).first
        == "Doors swing: the call matches the known deviation Q-1 of the platform")
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
    #expect(report.causeGroups.reduce(0) { $0 + $1.counts.total } == report.counts.total)
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
