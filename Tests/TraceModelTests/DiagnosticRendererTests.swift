import TestSupport
import Testing
import TraceModel

@Suite("A rendered diagnostic")
struct DiagnosticRendererTests {
  /// A text with characters that are hard to underline.
  private static let text =
    "first line\n\t\tindented\twith tabs\n日本語 wide letters\ne\u{301}\u{1B}[2J\u{202E}steering\r\n"
    + String(repeating: "long ", count: 60) + "\nlast line"

  /// The range of a word in the text; an empty range at the end for an empty word.
  private func range(of word: String, in text: String = text) -> SourceRange {
    let start =
      word.isEmpty ? text.endIndex : text.firstRange(of: word)?.lowerBound ?? text.endIndex
    func position(_ offset: Int) -> SourcePosition {
      let before = Array(text.utf8.prefix(offset))
      let line = before.split(separator: 10, omittingEmptySubsequences: false)
      let column = String(decoding: line.last ?? [], as: UTF8.self).unicodeScalars.count + 1
      return SourcePosition(line: line.count, column: column, offset: offset)
    }
    let offset = text.utf8.distance(from: text.startIndex, to: start)
    return SourceRange(position(offset), position(offset + word.utf8.count))
  }

  private var diagnostics: [Diagnostic] {
    [
      Diagnostic("plain", .error, "a whole word", at: range(of: "line")),
      Diagnostic(
        "after-tabs", .warning, "after tabs", at: range(of: "with"), suggestion: "without"),
      Diagnostic("wide", .note, "two columns for each letter", at: range(of: "本語 wide")),
      Diagnostic(
        "steering", .error, "the message \u{1B}[31mtoo", at: range(of: "steering"),
        suggestion: "\u{7}",
        notes: [.init("without a place\n"), .init("elsewhere", at: range(of: "first"))]),
      Diagnostic(
        "several-lines", .error, "only its first line is shown", at: range(of: "line\n\t\tindented")
      ),
      Diagnostic("at-the-end", .warning, "something is missing", at: range(of: "")),
    ]
  }

  @Test("has the source line, with the range underlined in display columns")
  func plain() {
    let renderer = DiagnosticRenderer(path: "dir/\u{1B}name", text: Array(Self.text.utf8))
    expectSnapshot(renderer.render(diagnostics), named: "diagnostics.txt")
  }

  @Test("has the same layout in color")
  func color() {
    let text = Array(Self.text.utf8)
    let plain = DiagnosticRenderer(path: "a", text: text).render(diagnostics)
    let color = DiagnosticRenderer(path: "a", text: text, theme: .color).render(diagnostics)
    let withoutStyles = String(decoding: color, as: UTF8.self)
      .replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(withoutStyles == String(decoding: plain, as: UTF8.self))
    #expect(color != plain)
    expectSnapshot(
      DiagnosticRenderer(path: "a", text: text, theme: .color).render(Array(diagnostics[1...1])),
      named: "diagnostic-color.txt")
  }

  @Test("cuts a very long line around the range")
  func longLine() {
    let text = String(repeating: "x", count: 5_000) + "HERE" + String(repeating: "y", count: 5_000)
    let diagnostic = Diagnostic("far", .error, "far right", at: range(of: "HERE", in: text))
    let output = DiagnosticRenderer(path: "a", text: Array(text.utf8)).render([diagnostic])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count < 140 })
    #expect(lines[2].contains("…xxx") && lines[2].contains("HEREyyy"))
    let place = lines[2].firstRange(of: "HERE").map {
      lines[2].distance(from: lines[2].startIndex, to: $0.lowerBound)
    }
    let carets = lines[3].firstRange(of: "^^^^").map {
      lines[3].distance(from: lines[3].startIndex, to: $0.lowerBound)
    }
    #expect(place == carets)
  }

  @Test("shows bytes that are not UTF-8 by number")
  func bytes() {
    let range = SourceRange(
      SourcePosition(line: 1, column: 2, offset: 1), SourcePosition(line: 1, column: 3, offset: 2))
    let output = DiagnosticRenderer(path: "a", text: [0x61, 0xFF, 0x62])
      .render([Diagnostic("byte", .error, "not UTF-8", at: range)])
    #expect(String(decoding: output, as: UTF8.self).contains("1 | a\\xffb\n  |  ^^^^\n"))
  }

  @Test("accepts a range outside the text")
  func outside() {
    let far = SourcePosition(line: 900, column: 7, offset: 90_000)
    for text in ["", "\n", "one line"] {
      let output = DiagnosticRenderer(path: "a", text: Array(text.utf8))
        .render([Diagnostic("far", .error, "far", at: SourceRange(far, far))])
      #expect(String(decoding: output, as: UTF8.self).hasPrefix("a:900:7: error: far [far]\n"))
    }
  }

  @Test("is empty if there is nothing to say")
  func empty() {
    #expect(DiagnosticRenderer(path: "a", text: []).render([]) == [])
  }
}
