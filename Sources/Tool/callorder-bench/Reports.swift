import CallOrderKit
import TraceReporting

/// Measures checking with a report at the end: what it costs beyond checking must not depend on the length of the trace.
@MainActor func reportRows(_ lines: [UInt8], events: Int, _ measurement: Measurement) {
  for format in [ReportFormat.text, .json, .html] {
    var options = CheckOptions()
    if let limit = format.eventLimit { options.timeline = .upTo(limit) }
    var reading = ReadingOptions()
    reading.jobs = 1
    measurement.measure("with a report as \(format.name)", events: events, bytes: lines.count) {
      let report = checkTraces(
        [.bytes(lines, name: "0.jsonl")], options: options, reading: reading)
      precondition(!report.render(as: format).isEmpty, "a report is empty")
    }
  }
}
