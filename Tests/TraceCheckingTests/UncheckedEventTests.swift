import TestSupport
import Testing
import TraceChecking
import TraceFindings

/// What is not judged says so.
@Suite("An event that is not judged is noted") struct UncheckedEventTests {
  private func report(_ events: [String], records: Bool = true) throws -> TraceReport {
    let lines = (records ? [#"{"records":"all"}"#] : []) + events.map { "{\"callback\":\($0)}" }
    return try TraceCheck(TraceCheck.uiScene).report(of: lines.joined(separator: "\n"))
  }

  private func notes(_ events: [String]) throws -> [String] {
    try report(events).notes.map { "\($0.id) \($0.event ?? 0) \($0.count)" }
  }

  private static let launch = #""didFinishLaunching","process":1"#
  private static let connect = #""willConnect","process":1,"session":"A""#

  @Test("if it does not name the process that others name")
  func process() throws {
    let others = [#""willConnect","session":"A""#, #""willConnect","session":"A""#]
    #expect(try notes([Self.launch] + others) == ["owner-missing 2 2"])
    #expect(try notes([Self.launch, Self.connect]) == [])
    // Where no event names a process, there is one at a time.
    #expect(try notes([#""didFinishLaunching""#, #""willConnect","session":"A""#]) == [])
    let message = try report([Self.launch] + others).notes[0].message
    #expect(message.hasPrefix("2 events without the process that others name:"), "\(message)")
  }

  @Test(
    "if it ends a session without saying which one, whether others are named or not",
    arguments: [#""willConnect","process":1,"session":"A""#, #""willConnect","process":1"#])
  func discard(connect: String) throws {
    let discard = #""didDiscard","process":1"#
    #expect(try notes([Self.launch, connect, discard]) == ["ended-missing 3 1"])
    #expect(
      try notes([Self.launch, connect, discard, discard]) == ["ended-missing 3 2"])
  }

  @Test("if a callback is recorded as an action")
  func kind() throws {
    let action = #""didBecomeActive","process":1,"session":"A","kind":"action""#
    #expect(try notes([Self.launch, Self.connect, action, action]) == ["other-kind 3 2"])
    let request = #""requestSceneSessionRefresh","process":1,"session":"A","kind":"action""#
    #expect(try notes([Self.launch, Self.connect, request]) == [])
  }

  @Test("the reason of an inconclusive verdict is the true one")
  func reason() throws {
    let connect = #""willConnect","process":1"#
    let report = try report([Self.launch, connect, connect])
    #expect(report.verdict == .inconclusive)
    #expect(report.reason?.hasPrefix("there seem to be several sessions") == true)
    let only = try self.report([#""willConnect""#, #""willConnect""#])
    #expect(only.reason?.hasPrefix("there seem to be several sessions") == true)
    let unknown = try self.report([#""somethingElse""#])
    #expect(unknown.reason == "no event is one that the grammar knows")
  }
}
