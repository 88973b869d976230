import Testing
import TraceModel
@testable import TraceGrammar

@Suite("Recovery from a mistake")
struct RecoveryTests {
  /// The result of only parsing a text.
  private func parse(_ text: String) -> (tree: GrammarTree, codes: [String]) {
    var parser = Parser(Lexer(Array(text.utf8)))
    let tree = parser.parseText()
    return (tree, (parser.lexer.diagnostics + parser.diagnostics).map(\.code))
  }

  @Test("keeps the clauses after a bad one")
  func clauseAfterBad() {
    let (tree, codes) = parse(
      """
      callback c about s {
        swift "a" "b"
        objc 5
        { nested { blocks } }
        notification "N"
        text "t"
      }
      """)
    // The braces belong to the malformed clause and are skipped with it.
    #expect(codes == ["unexpected-token", "unexpected-token"])
    #expect(tree.blocks.first?.texts("notification") == ["N"])
    #expect(tree.blocks.first?.text("text") == "t")
  }

  @Test("keeps the productions after a bad one")
  func productionAfterBad() {
    let (tree, codes) = parse(
      """
      lifecycle l about s {
        a -> x
        b -> y c | | z d
        stay in a, on x
        c -> z a
        state start "no clause, a state"
        start -> x a
        when -> y a
      }
      """)
    #expect(codes == ["unexpected-token", "unexpected-token", "unexpected-token"])
    let states = tree.blocks.first?.clauses.map { $0.word("STATE").text }
    #expect(states == ["a", "b", "c", "start", "start", "when"])
    #expect(tree.blocks.first?.clause("start") == nil)
  }

  @Test("keeps the declarations after a bad head, an unknown word and a missing brace")
  func declarationAfterBad() {
    let (tree, codes) = parse(
      """
      callback about { swift "x" }
      colback d about s { text "skipped" }
      callback e about s {
        text "open"
      callback f about s { text "closed" }
      }
      rule r error {
        anything else
      lifecycle l about s { a -> f a }
      """)
    #expect(
      codes == [
        "unexpected-token", "unknown-declaration", "missing-brace", "unexpected-token",
        "missing-brace",
      ])
    #expect(tree.blocks.map(\.name.text) == ["e", "f", "r", "l"])
  }

  @Test("reports nothing about names whose declaration is malformed")
  func damagedNames() {
    let text =
      DiagnosticCase.sound + """
        callback broken abot wire {}
        group g = broken, open
        lifecycle l about wire { a -> broken a }
        """
    #expect(Grammar.parse(Array(text.utf8)).diagnostics.map(\.code) == ["unexpected-token"])
  }

  @Test("does not report malformed clauses as missing")
  func damagedClauses() {
    let text = DiagnosticCase.sound + "rule r error {\n  on 5 in up\n  title 5\n  message\n}"
    let codes = Grammar.parse(Array(text.utf8)).diagnostics.map(\.code)
    #expect(codes == ["unexpected-token", "unexpected-token", "unexpected-token"])
  }

  @Test("accepts the names of clauses for callbacks, states and rules")
  func contextualWords() {
    let text = """
      grammar grammar "1" {}
      subject subject { member "m" }
      callback on about subject {}
      callback text about subject {}
      callback title about subject {}
      callback lifecycle about subject {}
      group group = on, text
      lifecycle rule about subject {
        start start
        start -> on state | text when
        state -> title stay
        when -> lifecycle start
        stay -> on start | .
        rule -> on rule
        when -> on rule
        rule -> on start
      }
      rule in error in rule {
        on on, text in when, stay
        title "t" message "m"
      }
      rule rule-2 error {
        title takes at most 5 s
        title "t" message "m"
      }
      rule rule-3 error {
        on within 5 s of text
        title "t" message "m"
      }
      rule rule-4 error {
        anything else
        title "t" message "m"
      }
      rule rule-5 error {
        at end of an incomplete life
        title "t" message "m"
      }
      """
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    #expect(diagnostics.filter { $0.severity == .error } == [])
    #expect(grammar?.rules.count == 5)
  }

  @Test("reads long chains of groups and subjects without running out of stack or time")
  func longChains() {
    var text = DiagnosticCase.sound
    for index in 0..<1_000 { text += "group g\(index) = g\(index + 1), open\n" }
    text += "group g1000 = close\n"
    for index in 0..<250 { text += "subject s\(index) within s\(index + 1) { member \"m\" }\n" }
    text += "subject s250 { member \"m\" }\n"
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    #expect(diagnostics == [])
    #expect(grammar?.subjects.first?.name == "host")
    let names = grammar?.subjects.map(\.name) ?? []
    for (index, subject) in (grammar?.subjects ?? []).numbered {
      if let parent = subject.parent { #expect(parent < index, "\(names[index.index])") }
    }
  }
}
