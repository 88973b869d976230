import CJansson
import CallOrderKit
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading
import TraceSystem

let eventCount = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let clock = ContinuousClock()

func seconds(_ body: () -> Void) -> Double {
  let duration = clock.measure(body)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

/// Parses every line with jansson and throws it away: what everything else is measured against.
func janssonLoop(_ lines: [UInt8]) -> Int {
  var count = 0
  lines.withUnsafeBytes { bytes in
    var start = 0
    let base = bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      var error = json_error_t()
      if let value = json_loadb(base + start, end - start, size_t(JSON_REJECT_DUPLICATES), &error) {
        count += 1
        json_decref(value)
      }
      start = end + 1
    }
  }
  return count
}

let lines = Workload(events: eventCount).lines()
print("\(eventCount) events, \(lines.count) bytes, \(lines.count / eventCount) bytes an event")
let baseline = seconds { _ = janssonLoop(lines) }
func show(_ name: String, _ time: Double) {
  let rate = Double(eventCount) / time / 1e6
  print("\(name): \(time) s, \(rate) M events/s, \(baseline / time) x jansson")
}
show("jansson loop", baseline)
for _ in 0..<2 {
  show(
    "reading",
    seconds {
      var reader = TraceReader(MemorySource(lines), members: .standard)
      var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
      var count = 0
      while (try? reader.next(into: &batch)) ?? false { count += batch.events.count }
      precondition(count == eventCount)
    })
  for jobs in 1...2 {
    var options = CheckOptions()
    options.jobs = jobs
    show(
      "end to end, \(jobs) jobs",
      seconds {
        let report = checkTraces(
          [TraceInput(path: "-", open: { () throws(ByteSourceError) in MemorySource(lines) })],
          against: .uiScene(), options: options)
        precondition(report.traces.first?.counts.total == 0, "\(report.counts)")
      })
  }
}
