import TestSupport
import Testing

/// A line of a log, or another text, from a file in `Cases`, and what is read from it or said about it. Characters that do
/// not show are written as pictures of them, a space at an end too.
struct LogLine: Sendable, CustomTestStringConvertible {
  var line: String
  /// The event, or what else is expected; nil for nothing.
  var event: String?
  var time: Double?

  var testDescription: String { line }

  private static let pictures = [
    "␛": "\u{1B}", "␉": "\t", "⏎": "\n", "␠": " ", "␁": "\u{1}", "␂": "\u{2}",
  ]

  private init(_ line: CaseFile.Line) {
    self.line = Self.pictures.reduce(line.text) { $0.replacing($1.key, with: $1.value) }
    event = line.block.first
    time = line.block.dropFirst().first.flatMap(Double.init)
  }

  static func all(_ name: String) -> [LogLine] { lines(of: name).map(LogLine.init) }

  /// The lines of a case, each with a block. There are some: a test of no lines would pass.
  static func lines(of name: String) -> [CaseFile.Line] {
    let lines = CaseFile.all(in: "Tests/TraceReadingTests/Cases").filter { $0.name == name }
      .flatMap(\.lines)
    precondition(!lines.isEmpty, "no lines in '\(name)'")
    return lines
  }
}
