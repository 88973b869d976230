internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension ReportFormat {
  /// Issues for GitLab.
  public static var gitlab: ReportFormat {
    ReportFormat(
      name: "gitlab", summary: "GitLab code quality", fileExtension: "json",
      mediaType: "application/json"
    ) { report, options in GitLabReport(names: options.names).render(report) }
  }
}

/// GitLab's code quality report: a JSON array of issues, each with a fingerprint of its own.
/// - Source: GitLab Docs, "Code Quality: implement a custom tool".
struct GitLabReport {
  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The array, with a line feed at the end.
  func render(_ report: Report) -> [UInt8] {
    let issues = report.locatedFindings(names).map { finding -> JSONValue in
      let help = finding.inBrief
      let place = finding.hostPlace ?? finding.trace
      return [
        "description": .string(
          terminalSafe(finding.message + finding.traceRemark(beside: place) + help)),
        "check_name": .string(terminalSafe(finding.code)),
        "fingerprint": .string(finding.uniqueFingerprint),
        "severity": .string(severity(finding)),
        "location": [
          "path": .string(plainPath(place.path)),
          "lines": ["begin": JSONValue(place.line ?? 1)],
        ],
      ]
    }
    return JSONValue.array(issues).laidOut() + [UInt8(ascii: "\n")]
  }

  private func severity(_ finding: LocatedFinding) -> String {
    if finding.code == LocatedFinding.unreadable { return "blocker" }
    return switch finding.severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
