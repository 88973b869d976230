import TestSupport
import Testing

/// A line of a log, from `Cases/log-lines.txt`, and what is read from it: `␛` is an escape, and `␉` a tab.
struct LogLine: Sendable, CustomTestStringConvertible {
  var line: String
  /// The event, or what else is expected; nil for nothing.
  var event: String?
  var time: Double?

  var testDescription: String { line }

  private init(_ line: CaseFile.Line) {
    self.line = line.text.replacing("␛", with: "\u{1B}").replacing("␉", with: "\t")
    event = line.block.first
    time = line.block.dropFirst().first.flatMap(Double.init)
  }

  static func all(_ name: String) -> [LogLine] { lines(of: name).map(LogLine.init) }

  /// The lines of a case, each with a block.
  static func lines(of name: String) -> [CaseFile.Line] {
    CaseFile.all(in: "Tests/TraceReadingTests/Cases").filter { $0.name == name }.flatMap(\.lines)
  }
}
