import Testing
import TraceModel

@Suite("Text for a terminal")
struct TerminalSafeTests {
  @Test(
    "escapes characters that could control the terminal",
    arguments: [
      ("\u{1B}[31mred", #"\u{1b}[31mred"#), ("a\rb", #"a\u{d}b"#), ("a\nb", #"a\u{a}b"#),
      ("a\r\nb", #"a\u{d}\u{a}b"#), ("a\tb", #"a\u{9}b"#), ("\u{0}", #"\u{0}"#),
      ("\u{7F}", #"\u{7f}"#), ("\u{9B}2J", #"\u{9b}2J"#),
      ("user\u{202E}gpj.exe", #"user\u{202e}gpj.exe"#),
      ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#),
      ("\u{200F}", #"\u{200f}"#), ("\u{2028}", #"\u{2028}"#),
    ])
  func steeringIsVisible(_ text: String, _ safe: String) {
    #expect(terminalSafe(text) == safe)
  }

  @Test(
    "keeps letters of every script, marks and emoji",
    arguments: ["plain", "é", "e\u{301}", "日本語", "שלום", "👩\u{200D}💻", "\u{A0}", ""])
  func lettersStay(_ text: String) {
    #expect(Array(terminalSafe(text).utf8) == Array(text.utf8))
  }

  @Test(
    "has the width that the terminal shows",
    arguments: [("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("ﬁ", 1), ("", 0)])
  func width(_ text: String, _ columns: Int) {
    #expect(displayWidth(of: text) == columns)
  }
}
