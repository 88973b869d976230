import CallOrderKit

/// The findings of recordings as text, and whether all recordings conform.
func check(_ paths: [String]) -> (text: String, isConforming: Bool) {
  let report = checkTraces(paths.map { .file($0) })
  for trace in report.traces where trace.verdict == .violating {
    for violation in trace.violations {
      print("\(trace.path):\(violation.line): \(violation.message)")
    }
  }
  return (report.text(), report.verdict == .conforming && report.failures.isEmpty)
}

/// Checks recordings against other rules, and writes a page about them.
func page(of recordings: [TraceInput], lifecycle text: String) -> [UInt8]? {
  let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
  guard let grammar else {
    for diagnostic in diagnostics { print("\(diagnostic.range.start.line): \(diagnostic.message)") }
    return nil
  }
  var options = CheckOptions()
  options.timeline = .upTo(10_000)
  options.demandsCompleteLives = true
  for rule in grammar.rules where rule.severity == .note {
    options.severities[rule.id] = .some(nil)
  }
  var reading = ReadingOptions()
  reading.jobs = 2
  let report = checkTraces(recordings, against: grammar, options: options, reading: reading)
  return report.render(as: .html, options: ReportOptions(grammar: grammar))
}

/// Watches the lifecycle of one run of an app.
@MainActor final class LifecycleMonitor {
  private var checker = LiveChecker(grammar: .uiScene(), name: "this run")
  private let process: String
  private let report: (Violation) -> Void

  /// - Parameters:
  ///   - process: an identifier of this run of the app.
  ///   - report: called with each violation once it is certain.
  init(process: String, report: @escaping (Violation) -> Void) {
    self.process = process
    self.report = report
  }

  /// Call this first in every delegate method, with the `persistentIdentifier` of its session.
  func record(_ callback: String = #function, session: String? = nil) {
    let event = RecordedEvent(callback, session: session, process: process)
    for violation in checker.feed(event) { report(violation) }
  }

  /// The report of the whole run, at its end.
  func finish() -> String { checker.finish().text() }
}
