internal import TraceModel

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
  package typealias Detail = ReportDetail

  /// The styles of the parts.
  package var theme: TextTheme
  /// How much is shown.
  package var detail: Detail
  /// The columns that sentences are broken to; nil for lines of any length. Tables are never broken.
  package var width: Int?

  /// The command that explains an id.
  package var explain = "callorder explain"

  /// The names of callbacks where they are implemented, by short name.
  package let names: [String: String]

  package init(
    theme: TextTheme = .plain, detail: Detail = .findings, width: Int? = nil,
    names: [String: String] = [:]
  ) {
    (self.theme, self.detail, self.width, self.names) = (theme, detail, width, names)
  }

  /// A callback as it is called where it is implemented, safe for a terminal.
  package func name(_ callback: String) -> String { terminalSafe(names.written(callback)) }
}

extension TextReport {
  /// Words under a head, broken to the width and indented below the head: `   = help: insert …`.
  func paragraph(_ head: String, _ words: String, gutter: Int, role: TextTheme.Role) -> String {
    let margin = String(repeating: " ", count: gutter + 1)
    let start = margin + "= " + head + ": "
    let indent = String(repeating: " ", count: start.count)
    var lines: [String] = [""]
    for word in words.split(separator: " ", omittingEmptySubsequences: true) {
      let line = lines[lines.count - 1]
      let fits = width.map { displayWidth(of: start + line + word) + 1 <= $0 } ?? true
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if fits {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    let painted = margin + theme.paint("=", .faint) + " " + theme.paint(head, role) + ": "
    return painted + lines.joined(separator: "\n" + indent) + "\n"
  }
}
