import CallOrderKit
import TraceChecking
import TraceFindings
import TraceGrammar
import TraceReading

/// What happens before the first event is checked, and what one more small file costs.
@MainActor func startingRows(events: Int, _ measurement: Measurement) {
  let file = Workload(events: 14, liveSessions: 1).lines()
  let text = ShippedGrammar.uiScene.source
  func row(_ name: String, times count: Int, _ work: @escaping () -> Void) {
    if measurement.leavesOut(name) { return }
    measurement.measure(name, events: count, bytes: count * file.count) {
      for _ in 0..<count { work() }
    }
  }
  // Each counts as an event, so that the time of one is in the column of nanoseconds.
  row("reading the text of a grammar", times: 20) {
    let grammar = Grammar.parse(text.bytes).grammar
    precondition(grammar != nil, "the grammar is not valid")
  }
  row("reading the table of a grammar", times: 200) {
    let grammar = ShippedGrammar.named("UIScenePractices")?.grammar()
    precondition(grammar != nil, "there is no such grammar")
  }
  row("preparing a check", times: 100) {
    let judge = TraceJudge(Plan(.uiScene()))
    _ = judge.judge(
      TraceStore(members: judge.plan.members), Statements(), TraceReport(path: "-"), CheckOptions())
  }
  let count = max(1, events / 100)
  let inputs = Array(repeating: file, count: count).enumerated().map {
    TraceInput.bytes($1, name: "\($0).jsonl")
  }
  for jobs in 1...2 {
    let name = "\(count) files of 14 events, \(jobs) worker\(jobs == 1 ? "" : "s")"
    if measurement.leavesOut(name) { continue }
    var reading = ReadingOptions()
    reading.jobs = jobs
    measurement.measure(name, events: count * 14, bytes: count * file.count) {
      let report = checkTraces(inputs, reading: reading)
      precondition(report.failures.isEmpty, "a generated trace could not be read")
    }
  }
}
