internal import TraceModel
public import TraceFindings

extension ReportFormat {
  /// Errors as Checkstyle writes them.
  public static var checkstyle: ReportFormat {
    ReportFormat(
      name: "checkstyle", summary: "Checkstyle XML, for review tools", fileExtension: "xml",
      mediaType: "application/xml"
    ) { report, options in CheckstyleReport(names: options.names).render(report) }
  }
}

/// Checkstyle's XML, which many review tools read: an element for each file, including those without findings.
/// - Source: checkstyle-report-1.0.0.xsd of the Checkstyle project.
struct CheckstyleReport {
  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The document.
  func render(_ report: Report) -> [UInt8] {
    var writer = XMLWriter()
    writer.begin("checkstyle", [("version", "4.3")])
    let findings = Dictionary(grouping: report.locatedFindings(names)) { place(of: $0).path }
    let paths = Set(report.traces.map(\.path) + report.failures.map(\.path)).union(findings.keys)
    for path in paths.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let attributes = [(name: "name", value: plainPath(path))]
      guard let findings = findings[path] else {
        writer.element("file", attributes)
        continue
      }
      writer.begin("file", attributes)
      for finding in findings { writer.element("error", self.attributes(finding)) }
      writer.end()
    }
    writer.end()
    return Array(writer.text.utf8)
  }

  private func place(of finding: LocatedFinding) -> LocatedFinding.Place {
    finding.hostPlace ?? finding.trace
  }

  private func attributes(_ finding: LocatedFinding) -> [(name: String, value: String)] {
    let help = finding.inBrief
    let place = place(of: finding)
    return [
      ("line", String(place.line ?? 1)), ("column", String(place.column ?? 1)),
      ("severity", finding.severity == .note ? "info" : finding.severity.name),
      ("message", finding.message + finding.traceRemark(beside: place) + help),
      ("source", "callorder." + finding.code),
    ]
  }
}
