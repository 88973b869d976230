/// Writes diagnostics for a person: where, what, the source line with the part underlined, and help.
///
/// ```
/// my.lifecycle:12:15: error: no callback or group is named 'didOpn' [unknown-callback]
///    |
/// 12 |   opening -> didOpn open
///    |              ^^^^^^
///    = help: did you mean 'didOpen'?
/// ```
///
/// Nothing in a path, a message or the text can steer the terminal; see `terminalSafe`.
public struct DiagnosticRenderer: Sendable {
  private let path: String
  private let text: [UInt8]
  private let theme: TextTheme
  /// The offset of each line's first byte; the last entry is the end of the text.
  private let lineStarts: [Int]

  /// Makes a renderer for the diagnostics of one text.
  /// - Parameters:
  ///   - path: how the text's file is called in the output.
  ///   - text: the text the diagnostics are about, in full.
  ///   - theme: the styles.
  /// - Complexity: O(bytes).
  public init(path: String, text: [UInt8], theme: TextTheme = .plain) {
    self.path = lineSafe(path)
    self.text = text
    self.theme = theme
    var starts = [0]
    for (offset, byte) in text.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts + [text.count]
  }

  /// Renders diagnostics in the given order, with an empty line between two.
  public func render(_ diagnostics: [Diagnostic]) -> [UInt8] {
    var output = ""
    for diagnostic in diagnostics {
      if !output.isEmpty { output += "\n" }
      append(diagnostic, to: &output)
    }
    return Array(output.utf8)
  }

  private func append(_ diagnostic: Diagnostic, to output: inout String) {
    let places = [diagnostic.range] + diagnostic.notes.compactMap(\.range)
    let gutter = places.map { String($0.start.line).count }.max() ?? 1
    appendHead(
      diagnostic.severity, "\(diagnostic.message) [\(diagnostic.code)]", at: diagnostic.range,
      to: &output)
    appendSource(diagnostic.range, diagnostic.severity, gutter, to: &output)
    if let suggestion = diagnostic.suggestion {
      appendLine(
        gutter, theme.paint("help:", .success) + " did you mean '\(terminalSafe(suggestion))'?",
        to: &output)
    }
    for note in diagnostic.notes {
      if let range = note.range {
        appendHead(.note, note.message, at: range, to: &output)
        appendSource(range, .note, gutter, to: &output)
      } else {
        appendLine(
          gutter, theme.paint("note:", .note) + " " + terminalSafe(note.message),
          to: &output)
      }
    }
  }

  /// Writes `path:line:column: error: message`.
  private func appendHead(
    _ severity: Severity, _ message: String, at range: SourceRange, to output: inout String
  ) {
    output += "\(path):\(range.start.line):\(range.start.column): "
    output += theme.paint("\(severity.name):", .init(severity)) + " "
    output += theme.paint(terminalSafe(message), .emphasis) + "\n"
  }

  /// Writes `   = words` under a source line.
  private func appendLine(_ gutter: Int, _ words: String, to output: inout String) {
    output += margin(gutter) + theme.paint("=", .gutter) + " " + words + "\n"
  }

  /// Writes the first line of a range with its number, and the range underlined.
  private func appendSource(
    _ range: SourceRange, _ severity: Severity, _ gutter: Int, to output: inout String
  ) {
    let start = min(max(range.start.offset, 0), text.count)
    let end = min(max(range.end.offset, start), text.count)
    // The last entry is no line; a text that ends in a line break has an empty last line.
    let lineNumber = min(max(range.start.line, 1), lineStarts.count - 1)
    let lineStart = min(lineStarts[lineNumber - 1], start)
    var bytes = text[lineStart..<max(lineStart, lineStarts[lineNumber])]
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    let line = SourceLine(bytes, underlining: start..<end)
    let number = String(range.start.line)
    let bar = theme.paint("|", .gutter)
    output += margin(gutter) + bar + "\n"
    output += String(repeating: " ", count: max(0, gutter - number.count))
    output += theme.paint(number, .gutter) + " " + bar + (line.shown.isEmpty ? "" : " ")
    output += line.shown + "\n" + margin(gutter) + bar + " "
    output += String(repeating: " ", count: line.indentation)
    output += theme.paint(String(repeating: "^", count: line.underline), .init(severity))
    output += "\n"
  }

  private func margin(_ gutter: Int) -> String { String(repeating: " ", count: gutter + 1) }
}
