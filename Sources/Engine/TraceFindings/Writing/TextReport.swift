package import TraceModel

/// How much a text report shows.
public enum ReportDetail: Sendable {
  /// Only the inputs that could not be read, and the summary.
  case summary
  /// Every kind of fault, with the calls around its first occurrence.
  case findings
  /// Like `findings`, with the repaired calls next to the recorded ones.
  case explained
}

/// The report for a terminal: a diagnostic for each kind of fault, notes, then a summary. Tests of apps fail with diagnostics.
package struct TextReport: Sendable {
  /// The styles of the parts.
  package var theme: TextTheme
  /// How much is shown.
  package var detail: ReportDetail
  /// The columns that sentences are broken to; nil for lines of any length. Tables are never broken.
  package var width: Int?

  /// The names of callbacks where they are implemented, by short name.
  package let names: [String: String]

  package init(
    theme: TextTheme = .plain, detail: ReportDetail = .findings, width: Int? = nil,
    names: [String: String] = [:]
  ) {
    (self.theme, self.detail, self.width, self.names) = (theme, detail, width, names)
  }

  /// A callback as it is called where it is implemented, safe for a terminal.
  package func name(_ callback: String) -> String { terminalSafe(names.written(callback)) }
}
