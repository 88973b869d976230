internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension ReportFormat {
  /// Issues for GitLab.
  public static var gitlab: ReportFormat {
    ReportFormat(
      name: "gitlab", summary: "GitLab code quality", fileExtension: "json"
    ) { report, options in GitLabReport(names: options.names).render(report) }
  }
}

/// GitLab's code quality report: a JSON array of issues, each with a fingerprint of its own.
/// - Source: GitLab Docs, "Code Quality: implement a custom tool".
struct GitLabReport {
  /// The characters that the widget of a merge request shows of an issue.
  private static let lengthLimit = 160

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The array, with a line feed at the end.
  func render(_ report: Report) -> [UInt8] {
    let issues = report.locatedFaults(names).map { finding -> JSONValue in
      let place = finding.hostPlace ?? finding.trace
      return [
        "description": .string(terminalSafe(description(finding, at: place))),
        "check_name": .string(terminalSafe(finding.code)),
        "fingerprint": .string(finding.uniqueFingerprint),
        "severity": .string(severity(finding)),
        "location": [
          "path": .string(plainPath(place.path)),
          "lines": ["begin": JSONValue(place.line ?? 1)],
        ],
      ]
    }
    return JSONValue.array(issues).laidOut()
  }

  /// The sentence and what to change, cut to what the widget shows of it; the sentence is shortened last.
  private func description(_ finding: LocatedFinding, at place: LocatedFinding.Place) -> String {
    var text = finding.message
    let isTold = finding.count == 1 || text.contains(" twice")
    let more = isTold ? "" : " (\(grouped(finding.count)) times)"
    for part in [more, finding.traceRemark(beside: place)]
    where text.count + part.count <= Self.lengthLimit {
      text += part
    }
    text += "."
    // Whole sentences, as many as fit.
    for step in PossibleCause(text: "", action: finding.change).changes {
      if text.count + step.count + 1 > Self.lengthLimit { break }
      text += " " + step
    }
    return text.count > Self.lengthLimit ? text.prefix(Self.lengthLimit - 1) + "…" : text
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
