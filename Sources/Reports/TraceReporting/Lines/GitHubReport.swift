internal import TraceModel
internal import TraceFindings

extension ReportFormat {
  /// Workflow commands of GitHub Actions.
  public static var github: ReportFormat {
    ReportFormat(
      name: "github", summary: "annotations on a pull request, from a GitHub workflow",
      fileExtension: "txt"
    ) { report, options in GitHubReport(names: options.names).render(report) }
  }
}

/// Workflow commands for GitHub Actions, which become annotations on the pull request.
///
/// GitHub shows ten annotations of each level per step and drops the rest silently. So the most severe come first,
/// and the last one says how many are missing.
/// - Source: GitHub Docs, "Workflow commands for GitHub Actions".
package struct GitHubReport {
  /// The annotations of each level that GitHub shows for a step.
  static let annotationLimit = 10

  /// The names of callbacks where they are implemented, by short name.
  var names: [String: String] = [:]

  /// The commands, one per line; nothing when there is no finding.
  func render(_ report: Report) -> [UInt8] {
    var text = ""
    var hidden: [String] = []
    let faults = report.locatedFaults(names)
    let isCut = Severity.allCases.contains { severity in
      faults.count { $0.severity == severity } > Self.annotationLimit
    }
    for severity in Severity.allCases.reversed() {
      let level = faults.filter { $0.severity == severity }
      let room = Self.annotationLimit - (isCut && severity == .note ? 1 : 0)
      for fault in level.prefix(room) { text += command(fault) }
      let left = level.count - room
      if left > 0 { hidden.append(counted(left, "more fault") + " (\(severity.name))") }
    }
    if !hidden.isEmpty {
      let message = "\(listed(hidden, "and")) not shown here; see the full report"
      text += "::notice title=callorder::\(Self.data(message))\n"
    }
    return Array(text.utf8)
  }

  private func command(_ finding: LocatedFinding) -> String {
    let level = finding.severity == .note ? "notice" : finding.severity.name
    var properties = ["title=" + property(finding.message)]
    // GitHub shows annotations without a file with the summary of the run.
    let place = finding.hostPlace
    if let place { properties.append("file=" + property(plainPath(place.path))) }
    if let line = place?.line { properties.append("line=\(line)") }
    if let column = place?.column { properties.append("col=\(column)") }
    var lines = [terminalSafe(finding.code + finding.traceRemark(beside: place))]
    if let source = finding.source, source != place {
      lines.append("recorded in " + terminalSafe(source.inWords))
    }
    for line in [finding.cause, finding.change, finding.others] where !line.isEmpty {
      lines.append(terminalSafe(line))
    }
    return
      "::\(level) \(properties.joined(separator: ","))::\(Self.data(lines.joined(separator: "\n")))\n"
  }

  /// An error that is not about a place.
  package static func annotation(_ text: String) -> String {
    "::error title=callorder::\(data(terminalSafe(text)))\n"
  }

  /// Escapes what ends a command.
  private static func data(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes what ends a property or a command.
  private func property(_ text: String) -> String {
    Self.data(terminalSafe(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
