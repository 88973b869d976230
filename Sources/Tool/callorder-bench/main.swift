import CallOrderCore
import CallOrderKit
import TraceChecking
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading

// Generates its own inputs, the same on every machine, and compares everything with the bare jansson loop of the same
// run. Quote the ratios: the times depend on the machine and its load.
//
// With the name of a row, only that row is measured, for example for a profiler. `styles` is the table of styles.
//
// usage: callorder-bench [EVENTS [ROW]]

let events = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
var measurement = Measurement(only: CommandLine.arguments.dropFirst(2).first)

/// Checks texts in memory and discards the report.
func check(_ inputs: [[UInt8]], jobs: Int = 1, records: Records = .trace) {
  var reading = ReadingOptions()
  reading.jobs = jobs
  var options = CheckOptions()
  options.records = records
  let traces = inputs.enumerated().map { TraceInput.bytes($1, name: "\($0).jsonl") }
  let report = checkTraces(traces, options: options, reading: reading)
  precondition(report.failures.isEmpty, "a generated trace could not be read")
}

/// Judges a trace that was read in advance, to measure checking alone.
func judge(_ trace: TraceStore, _ judge: TraceJudge) {
  let report = judge.judge(trace, Statements(), TraceReport(path: "-"), CheckOptions()).report
  let accused = report.counts.errors + report.counts.warnings
  precondition(accused == 0, "a violation was reported in a generated legal trace")
}

/// Checks event values, one after the other.
func feed(_ events: [RecordedEvent]) {
  var checker = LiveChecker(grammar: .uiScene())
  var violations = 0
  for event in events { violations += checker.feed(event).count }
  let report = checker.finish()
  precondition(violations == 0 && report.verdict == .conforming, "violations in a legal trace")
}

let plan = Plan(.uiScene())

@MainActor func read(_ text: [UInt8]) {
  _ = try? StoredTrace(MemorySource(text), members: plan.members)
}

@MainActor func row(_ name: String, _ workload: Workload, _ work: ([UInt8]) -> Void) {
  if measurement.leavesOut(name) { return }
  let text = workload.lines()
  measurement.measure(name, events: workload.events, bytes: text.count) { work(text) }
}

let ordinary = Workload(events: events)
let lines = ordinary.lines()
print("\(events) events of \(lines.count / events) bytes; best of \(measurement.runs) runs\n")
Measurement.showHeader()
measurement.setBaseline("bare jansson loop", events: events, bytes: lines.count) {
  precondition(janssonLoop(lines) == events, "a generated line is not JSON")
}
measurement.measure("reading", events: events, bytes: lines.count) { read(lines) }
row("reading, members shuffled, unknown ones", Workload(events: events, style: .shuffled), read)
do {
  let (trace, own) = (try StoredTrace(MemorySource(lines), members: plan.members), TraceJudge(plan))
  measurement.measure("checking alone", events: events, bytes: lines.count) {
    judge(trace.store, own)
  }
}
do {
  let values = Array(ordinary.eventValues().prefix(LiveChecker.eventLimit))
  measurement.measure("event values", events: values.count, bytes: lines.count) { feed(values) }
}
for (jobs, name) in [(1, "one worker"), (2, "two workers"), (4, "four workers")] {
  measurement.measure("end to end, \(name)", events: events, bytes: lines.count) {
    check([lines], jobs: jobs)
  }
}
reportRows(lines, events: events, measurement)
recordingRows(events: events, measurement)
practiceRows(events: events, measurement)
// If it is not stated what a recording shows, traces with violations are checked a second time.
for (name, records) in [("", Records.trace), (", all recorded", .all)] {
  // Of 1,000 legal events and the faults after them, this many percent are faults.
  for (percent, faults) in [(1, 10), (10, 111), (50, 1_000)] {
    row("\(percent) % violations\(name)", Workload(events: events, faultsPerThousand: faults)) {
      check([$0], records: records)
    }
  }
}
row("a thousand live sessions", Workload(events: events, liveSessions: 1_000)) { check([$0]) }
row("\(events / 10) sessions at once", Workload(events: events, liveSessions: events / 10)) {
  check([$0])
}
row("a session for every event", Workload(events: events, liveSessions: events)) { check([$0]) }
row("one list of events, one worker", Workload(events: events, shape: .list)) { check([$0]) }
row("one list of events, two workers", Workload(events: events, shape: .list)) {
  check([$0], jobs: 2)
}
row("one document, one worker", Workload(events: events, shape: .document)) { check([$0]) }
row("one session", Workload(events: events, liveSessions: 1, roundTrips: events)) { check([$0]) }

let small = Workload(events: 100, liveSessions: 2).lines()
let files = Array(repeating: small, count: max(1, events / 1_000))
let smallBytes = small.count * files.count
for jobs in 1...2 {
  measurement.measure(
    "\(files.count) files of 100 events, \(jobs) worker\(jobs == 1 ? "" : "s")",
    events: files.count * 100, bytes: smallBytes
  ) { check(files, jobs: jobs) }
}
startingRows(events: events, measurement)

print("\nOne session with a fault every ten events: the time per event must not grow.\n")
Measurement.showHeader()
for count in [1_000, 10_000, 100_000] {
  let workload = Workload(
    events: count, liveSessions: 1, faultsPerThousand: 100, roundTrips: count)
  row("\(count) events", workload) { check([$0]) }
}

if measurement.only == nil || measurement.only == "styles" {
  print("\nHow events are written, each beside the bare jansson loop over the same text.\n")
  Measurement.showHeader()
  var styles = Measurement(only: nil)
  for style in Workload.Style.allCases {
    let text = Workload(events: events, style: style).lines()
    print("\(style.rawValue): \(text.count / events) bytes")
    styles.setBaseline("  bare jansson loop", events: events, bytes: text.count) {
      precondition(janssonLoop(text) == events, "a generated line is not JSON")
    }
    styles.measure("  reading", events: events, bytes: text.count) { read(text) }
    for jobs in 1...2 {
      let name = "  end to end, \(jobs == 1 ? "one worker" : "two workers")"
      styles.measure(name, events: events, bytes: text.count) { check([text], jobs: jobs) }
    }
  }
}
