import Testing
import TraceFindings
import TraceModel
import TraceReading

@testable import TraceChecking

/// What a report says about a recording besides findings.
@Suite("What is told about a recording") struct SummaryTests {
  @Test("a gap that names an unknown callback is one line that may report a call, and no loss")
  func gaps() throws {
    let judge = TraceJudge(TraceCheck.uiScene)
    let text = #"{"callback":"didFinishLaunching","process":1}"#
    var store = try StoredTrace(MemorySource(Array(text.utf8)), members: judge.plan.members).store
    var event = EventDraft(judge.plan.members)
    (event.callback, event.kind) = (store.intern("somethingElse"), .gap)
    store.append(event)
    let passes = judge.passes(store, Statements(), CheckOptions())
    let notes = Summary(passes, passes.outcome(among: nil)).notes(repairCost: 0)
    #expect(
      notes.map { "\($0.id) \($0.event ?? 0) ×\($0.count)" } == [
        "unclear-call 2 ×1", "unknown-callback 2 ×1",
      ])
  }
}
