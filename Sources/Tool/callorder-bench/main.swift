import TestSupport
import TraceChecking
import TraceGrammar
import TraceJSON
import TraceModel
import TraceReading

// Checks inputs that it makes itself, the same on every machine, and compares each with a bare loop over jansson that parses
// the same events and discards them. Quote the ratios: the times depend on the machine and its load.
//
// usage: callorder-bench [EVENTS [ROW]]

let arguments = CommandLine.arguments.dropFirst()
let events = arguments.first.flatMap { Int($0) } ?? 1_000_000
/// The only row to measure, such as for a profiler; nil for all.
let only = arguments.dropFirst().first

/// A row of the table.
struct Row {
  var name: String
  /// Makes the events, one on each line.
  var lines: () -> [UInt8]
  var way: Way
  var grammar = "UIScene"

  init(_ name: String, _ lines: @escaping @autoclosure () -> [UInt8], _ way: @escaping Way) {
    (self.name, self.lines, self.way) = (name, lines, way)
  }
}

let ordinary = Workload(events)
let live = Workload(min(events, 100_000))
var practices = Row("UIScenePractices", practiceLines(events), check(jobs: 1))
practices.grammar = "UIScenePractices"

let rows = [
  Row("ordinary, one worker", ordinary.lines, check(jobs: 1)),
  Row("ordinary, two workers", ordinary.lines, check(jobs: 2)),
  Row("reading alone", ordinary.lines, read),
  Row("checking alone", ordinary.lines, judge),
  // So many of all events are wrong: a wrong one follows every ninth, or every one.
  Row("10 % wrong", Workload(events, faultsPerThousand: 111).lines, check(jobs: 1)),
  Row("50 % wrong", Workload(events, faultsPerThousand: 1_000).lines, check(jobs: 1)),
  Row("one session", Workload(events, liveSessions: 1, roundTrips: events).lines, check(jobs: 1)),
  Row("a session for each event", Workload(events, liveSessions: events).lines, check(jobs: 1)),
  Row("one list", ordinary.lines, checkList),
  Row("small lines", ordinary.smallLines, check(jobs: 1)),
  practices,
  Row("live values", live.lines, feed(live)),
  Row("recorded calls", live.lines, record(callers: false)),
  Row("recorded with callers", live.lines, record(callers: true)),
  Row("one small trace", Workload(14, liveSessions: 1).lines, check(jobs: 1)),
]

/// Parses every line with jansson: the least that a reader built on it has to do.
func janssonLoop(_ lines: ArraySlice<UInt8>) {
  lines.withUnsafeBytes { bytes in
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      // SAFETY: a line is within the bytes, and jansson reads it only during the call.
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      precondition((try? JSONDocument(parsing: line)) != nil, "a generated line is not JSON")
      start = end + 1
    }
  }
}

/// The best time of three in seconds, which depends least on what else the machine does. Short work is repeated.
func seconds(_ work: () -> Void) -> Double {
  (0..<3).map { _ in
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0.0
    while count == 0 || start.duration(to: clock.now) < .milliseconds(100) {
      work()
      count += 1
    }
    return start.duration(to: clock.now) / .seconds(1) / count
  }.min() ?? 0
}

/// How many percent of the events take the ordinary way of the checker.
@MainActor func ordinaryPercent(_ lines: [UInt8], _ grammar: Grammar) throws -> Double {
  let judge = TraceJudge(Plan(grammar))
  let trace = try StoredTrace(MemorySource(lines), members: judge.plan.members)
  return Double(judge.ordinaryCount(trace.store, Statements())) * 100
    / Double(trace.store.events.count)
}

func tenths(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(tenths % 10)"
}

func show(_ name: String, _ cells: String...) {
  let columns = cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }
  print(name + String(repeating: " ", count: max(0, 26 - name.count)) + columns.joined())
}

show("", "events", "ms", "ns/event", "x jansson", "% ordinary")
for row in rows where only ?? row.name == row.name {
  let lines = row.lines()
  guard let grammar = ShippedGrammar.named(row.grammar)?.grammar() else { continue }
  let count = lineCount(lines)
  // A tenth of the lines is enough to know the time for a byte.
  let part = lines[..<(lines[(lines.count / 10)...].firstIndex(of: UInt8(ascii: "\n")) ?? 0)]
  let loop = seconds { janssonLoop(part) } / Double(part.count) * Double(lines.count)
  let time = seconds(try row.way(lines, grammar))
  show(
    row.name, "\(count)", tenths(time * 1_000), tenths(time * 1e9 / Double(count)),
    tenths(loop / time), tenths(try ordinaryPercent(lines, grammar)))
}
