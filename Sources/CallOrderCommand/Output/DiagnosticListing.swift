internal import TraceDiagnostics
internal import TraceReporting

/// Findings about a text the user wrote, as compilers show them: place, message, source line, caret.
struct DiagnosticListing {
  private let name: String
  private let lines: [String]
  private let theme: TextTheme

  /// Makes a listing for findings about one text.
  init(name: String, text: [UInt8], isColored: Bool) {
    self.name = terminalSafe(name)
    lines = String(decoding: text, as: UTF8.self).unicodeScalars
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    theme = isColored ? .color : .plain
  }

  /// The findings in the order given, each ending in an empty line.
  func text(for diagnostics: [Diagnostic]) -> String {
    var text = ""
    for diagnostic in diagnostics {
      text += heading(
        diagnostic.severity, "\(diagnostic.message) [\(diagnostic.code)]",
        at: diagnostic.range.start)
      text += excerpt(of: diagnostic.range, suggestion: diagnostic.suggestion)
      for note in diagnostic.notes {
        guard let range = note.range else {
          text += "  note: \(terminalSafe(note.message))\n"
          continue
        }
        text += heading(.note, note.message, at: range.start)
        text += excerpt(of: range, suggestion: nil)
      }
      text += "\n"
    }
    return text
  }

  private func heading(
    _ severity: Severity, _ message: String, at place: SourcePosition
  ) -> String {
    let role: TextTheme.Role =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    let position = theme.paint("\(name):\(place.line):\(place.column):", .emphasis)
    return "\(position) \(theme.paint(severity.name, role)): \(terminalSafe(message))\n"
  }

  private func excerpt(of range: SourceRange, suggestion: String?) -> String {
    guard lines.indices.contains(range.start.line - 1) else { return "" }
    let scalars = Array(lines[range.start.line - 1].unicodeScalars)
    let number = String(range.start.line)
    let margin = String(repeating: " ", count: number.count)
    let start = max(0, min(range.start.column - 1, scalars.count))
    let end =
      range.end.line == range.start.line ? min(range.end.column - 1, scalars.count) : scalars.count
    var text = "\(number) | \(shown(scalars[...]))\n"
    // The line is shown with escapes, so the caret is placed by what is shown before it.
    let indent = String(repeating: " ", count: shown(scalars[..<start]).unicodeScalars.count)
    let width = start < end ? shown(scalars[start..<end]).unicodeScalars.count : 1
    let caret = "^" + String(repeating: "~", count: max(0, width - 1))
    text += "\(margin) | \(indent)\(theme.paint(caret, .success))\n"
    if let suggestion {
      text += "\(margin) | \(indent)\(theme.paint(terminalSafe(suggestion), .success))\n"
    }
    return text
  }

  private func shown(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var line = String.UnicodeScalarView()
    for scalar in scalars where scalar != "\r" { line.append(scalar == "\t" ? " " : scalar) }
    return terminalSafe(String(line))
  }
}
