import CallOrderKit
import TestSupport
import TraceChecking
import TraceFindings
import TraceReporting

extension FuzzTarget {
  /// Texts of traces, checked by UIKit's grammar with every part of a report, and rendered in a format.
  static let trace = FuzzTarget(name: "trace", mutation: .json, isStrict: true) { bytes in
    var random = SeededGenerator(choices: bytes.suffix(4))
    let check = Bool.random(using: &random) ? demanding : frugal
    let report = check.report(of: [.bytes(bytes, name: "x")])
    if let format = ReportFormat.all.randomElement(using: &random),
      let fault = RenderedReport.fault(in: format.render(report), of: format.name)
    {
      return .complaint("as \(format.name): \(fault)")
    }
    return report.failures.isEmpty ? .accepted : .rejected
  }

  private static let demanding = {
    var options = CheckOptions()
    options.demandsCompleteLives = true
    options.timeline = .upTo(5)
    return PreparedCheck(options: options)
  }()
  private static let frugal = {
    var options = CheckOptions()
    options.violationLimit = 2
    return PreparedCheck(options: options)
  }()
}
