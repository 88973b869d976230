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

  @Test("that is delivered again with the whole recording is no call", arguments: [10, 40])
  func deliveredAgain(count: Int) throws {
    let calls = [
      "willEnterForeground", "didBecomeActive", "willResignActive", "didEnterBackground",
    ]
    let events = ["didFinishLaunching", "willConnect"] + (0..<count).flatMap { _ in calls }
    let lines = events.enumerated().map { number, callback in
      let session = number == 0 ? "" : #","session":"A""#
      return #"{"callback":"\#(callback)","process":1,"time":\#(number)\#(session)}"#
    }
    let found = try Self.report((lines + lines).joined(separator: "\n"))
    #expect(found.violations.map(\.rule) == [])
    #expect(found.notes.filter { $0.id == "repeated-event" }.map(\.count) == [lines.count])
  }
}
