import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

@testable import TraceChecking

/// What a less certain event excuses, and what it does not.
@Suite("An event that is not certain") struct UncertainEventTests {
  /// The report of the program, which judges a trace by what it shows.
  private func report(_ lines: [String], all: Bool = true) throws -> TraceReport {
    let header = all ? [#"{"records":"all"}"#] : []
    return try Self.report((header + lines.map { "{\($0)}" }).joined(separator: "\n"))
  }

  static func report(
    _ text: String, by judge: TraceJudge = TraceJudge(TraceCheck.uiScene)
  ) throws -> TraceReport {
    let trace = try StoredTrace(
      MemorySource(Array(text.utf8)), members: judge.plan.members)
    var statements = Statements()
    statements.records = trace.header.records
    return judge.judge(
      trace.store, statements,
      TraceReport(path: "trace", format: trace.header.format), CheckOptions()
    ).report
  }

  private func rules(_ lines: [String], all: Bool = true) throws -> [String] {
    try report(lines, all: all).violations.map { "\($0.rule) \($0.event)" }
  }

  private static func event(_ callback: String, _ subject: String = "A", process: Int = 1) -> String
  {
    #""callback":"\#(callback)","process":\#(process),"session":"\#(subject)""#
  }
  private static let launch = #""callback":"didFinishLaunching","process":1"#

  @Test("about a scene alone excuses sessions only until their next event")
  func aSceneAlone() throws {
    let scene = #""callback":"willConnect","scene":"x","process":1"#
    let calls = ["willConnect", "willEnterForeground", "didBecomeActive", "didBecomeActive"]
    let life = [Self.launch, scene] + calls.map { Self.event($0) }
    #expect(try rules(life) == ["activate-while-active 6"])
    // Between two events of the session, it may be about the session.
    let resigned = #""callback":"willResignActive","scene":"x","process":1"#
    let between = Array(life.dropLast()) + [resigned, life[5]]
    let found = try report(between)
    #expect(found.violations.map(\.rule) == [])
    // Not if it is in another process.
    let other = resigned.replacing("\"process\":1", with: "\"process\":2")
    #expect(try rules(Array(life.dropLast()) + [other, life[5]]) == ["activate-while-active 7"])
  }

  @Test("that names nobody may have been between the calls of a rule on all of them")
  func amongPeers() throws {
    let judge = TraceJudge(Plan(ShippedGrammar.practices.grammar()))
    let restore = Self.event("restoreState") + #","kind":"action""#
    func rules(_ between: [String]) throws -> [String] {
      let lines = [Self.launch, Self.event("willConnect"), restore] + between + [restore]
      return try Self.report(lines.map { "{\($0)}" }.joined(separator: "\n"), by: judge)
        .violations.map(\.rule).filter { $0 == "restore-twice" }
    }
    #expect(try rules([]) == ["restore-twice"])
    // What this line was is not certain, and neither is whose.
    #expect(try rules([#""callback":"sceneDidBecomeActiv","process":1"#]) == [])
  }

  @Test(
    "without a session excuses those of its process, in what its callback moves",
    arguments: [
      (#""callback":"requestSceneSessionRefresh","kind":"action","process":2"#, true),
      (#""callback":"requestSceneSessionRefresh","kind":"action","process":1"#, true),
      (#""callback":"willEnterForeground","process":2"#, true),
      (#""callback":"willEnterForeground","process":1"#, false),
      (#""callback":"willEnterForeground""#, false),
    ])
  func withoutSession(event: String, isFound: Bool) throws {
    let calls = [
      "willConnect", "willEnterForeground", "didBecomeActive", "willResignActive",
      "didEnterBackground",
    ]
    let life = [Self.launch] + calls.map { Self.event($0) } + [event]
    let found = try rules(life + [Self.event("didBecomeActive")])
    #expect(found == (isFound ? ["activate-without-foreground 8"] : []))
  }

  @Test("that ends a call is no later event")
  func endOfTheSameCall() throws {
    let configuration = #""callback":"configurationForConnecting","session":"A","phase":"#
    let launch = #""callback":"didFinishLaunching""#
    let life = [
      launch, configuration + #""begin""#, configuration + #""end""#, launch,
      #""callback":"willConnect","session":"A""#,
    ]
    #expect(try rules(life, all: false) == [])
    let between = #""callback":"memoryWarning""#
    #expect(
      try rules(Array(life[..<2] + [between] + life[2...]), all: false)
        == ["configured-without-connection 2"])
  }

  @Test("may be the next launch")
  func nextLaunch() throws {
    let connect = #""callback":"willConnect","session":"A""#
    let launch = #""callback":"didFinishLaunching""#
    let posted = launch + #","kind":"notification""#
    let disconnect = #""callback":"didDisconnect","session":"A""#
    #expect(try rules([launch, connect, posted, connect, disconnect], all: false) == [])
    #expect(
      try rules([launch, posted, connect, connect, disconnect], all: false)
        == ["connect-while-connected 4"])
    let near = #""callback":"sceneDidEnterBackgroundd","session":"A""#
    #expect(try rules([near, disconnect, connect, launch, connect], all: false) == [])
  }

  @Test("that is delivered again with the whole recording is no call", arguments: [10, 40])
  func deliveredAgain(count: Int) throws {
    let calls = [
      "willEnterForeground", "didBecomeActive", "willResignActive", "didEnterBackground",
    ]
    let events = ["didFinishLaunching", "willConnect"] + (0..<count).flatMap { _ in calls }
    let lines = events.enumerated().map { number, callback in
      let session = number == 0 ? "" : #","session":"A""#
      return #""callback":"\#(callback)","process":1,"time":\#(number)\#(session)"#
    }
    let found = try report(lines + lines, all: false)
    #expect(found.violations.map(\.rule) == [])
    #expect(found.notes.filter { $0.id == "repeated-event" }.map(\.count) == [lines.count])
  }

  @Test("without its process belongs to that of its session's neighbors, if they agree")
  func neighbors() throws {
    let adrift = #""callback":"didBecomeActive","session":"A""#
    let life = [Self.launch, Self.event("willConnect"), adrift, Self.event("didEnterBackground")]
    #expect(try rules(life) == ["activate-without-foreground 3"])
    let other = life.dropLast() + [Self.event("willConnect", process: 2)]
    #expect(try report(Array(other)).notes.map(\.id).contains("owner-missing"))
    #expect(try rules(Array(other)) == [])
  }
}
