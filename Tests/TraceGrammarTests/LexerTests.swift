import Testing
import TraceModel
@testable import TraceGrammar

@Suite("Lexing")
struct LexerTests {
  /// All tokens, with what is found about them.
  private func lexed(_ text: String) -> (tokens: [Token], diagnostics: [Diagnostic]) {
    var lexer = Lexer(Array(text.utf8))
    var tokens = [lexer.next()]
    while tokens.last?.kind != .end { tokens.append(lexer.next()) }
    return (tokens, lexer.diagnostics)
  }

  /// Tokens as `kind:text`, without the end.
  private func tokens(_ text: String) -> [String] {
    lexed(text).tokens.dropLast().map { $0.text.isEmpty ? $0.kind.rawValue : $0.text }
  }

  @Test(
    "reads a hyphen as part of a name only if the name continues",
    arguments: [
      ("R-01", ["R-01"]), ("a-b-c", ["a-b-c"]), ("a->b", ["a", "'->'", "b"]),
      ("a -> .", ["a", "'->'", "'.'"]), ("a-", ["a", "an unknown character"]),
      ("a--b", ["a", "an unknown character", "an unknown character", "b"]),
      ("_x1", ["_x1"]), ("a-_b", ["a", "an unknown character", "_b"]),
    ])
  func names(_ text: String, _ expected: [String]) {
    #expect(tokens(text) == expected)
  }

  @Test(
    "reads a dot as part of a number only between digits",
    arguments: [
      ("20 s", ["20", "s"]), ("0.5", ["0.5"]), ("13.4.1,", ["13.4.1", "','"]),
      ("5.", ["5", "'.'"]), (".5", ["'.'", "5"]), ("20ms", ["20", "ms"]),
    ])
  func numbers(_ text: String, _ expected: [String]) {
    #expect(tokens(text) == expected)
  }

  @Test(
    "unfolds strings",
    arguments: [
      (#""plain""#, "plain"), (#""a \"b\" \\ \n.""#, "a \"b\" \\ \n."),
      (#""// no comment""#, "// no comment"),
      ("\"\"\"\n  one\n    two\n  \"\"\"", "one\n  two"),
      ("\"\"\"\r\n  one\r\n  two\r\n  \"\"\"", "one\ntwo"),
      ("\"\"\"\n  one\n\n  two\n\"\"\"", "one\n\ntwo"),
      ("\"\"\"\n\tone\n\ttwo\n\t\"\"\"", "one\ntwo"),
      ("\"\"\"same line\"\"\"", "same line"),
      ("\"\"\"\n  \"quoted\" \\\"\"\" end\n  \"\"\"", "\"quoted\" \"\"\" end"),
      ("\"\"\"one\n  two\n  three\"\"\"", "one\ntwo\nthree"),
    ])
  func strings(_ text: String, _ value: String) {
    let lexer = lexed(text)
    #expect(lexer.diagnostics == [])
    #expect(lexer.tokens.map(\.kind) == [.string, .end])
    #expect(lexer.tokens.first?.text == value)
  }

  @Test("reads empty strings of both kinds", arguments: ["\"\"", "\"\"\"\"\"\"", "\"\"\"\n\"\"\""])
  func emptyStrings(_ text: String) {
    let lexer = lexed(text)
    #expect(lexer.tokens.map(\.kind) == [.string, .end])
    #expect(lexer.tokens.first?.text == "")
  }

  @Test("skips comments, any line ends and a byte order mark, and counts columns in scalars")
  func positions() {
    let lexer = lexed("\u{FEFF}a // é\r\n\"é\" b\n\n  c")
    let places = lexer.tokens.map { "\($0.range.start.line):\($0.range.start.column)" }
    #expect(places == ["1:1", "2:1", "2:5", "4:3", "4:4"])
    #expect(lexer.tokens.map(\.beginsLine) == [true, true, false, true, false])
    #expect(lexer.tokens.first?.range.start.offset == 3)
  }
}
