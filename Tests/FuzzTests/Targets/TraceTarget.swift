import CallOrderKit
import TestSupport
import TraceFindings
import TraceReporting

extension FuzzTarget {
  /// Texts of traces, checked by UIKit's grammar with every part of a report, and rendered in a format.
  static let trace = FuzzTarget(name: "trace", mutation: .json, isStrict: true) { bytes in
    var random = SeededGenerator(choices: bytes.suffix(4))
    let checker = Bool.random(using: &random) ? demanding : frugal
    let report = checker.report(of: .bytes(bytes, name: "x"))
    if let format = ReportFormat.all.randomElement(using: &random),
      let fault = RenderedReport.fault(in: format.render(report), of: format.name)
    {
      return .complaint("as \(format.name): \(fault)")
    }
    return report.failures.isEmpty ? .accepted : .rejected
  }

  private static let demanding = PreparedChecker { options, _ in
    options.demandsCompleteLives = true
    options.timeline = .upTo(5)
  }
  private static let frugal = PreparedChecker { options, _ in options.violationLimit = 2 }
}
