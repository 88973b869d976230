import TestSupport
import Testing
import TraceModel
@testable import TraceGrammar

@Suite("A diagnostic of a grammar")
struct GrammarDiagnosticTests {
  @Test("is the only one, at the position of the mistake", arguments: DiagnosticCase.all)
  func standsAlone(_ expected: DiagnosticCase) throws {
    let marked = MarkedText(expected.text)
    let (grammar, diagnostics) = Grammar.parse(marked.bytes)
    let found = diagnostics.map { "\($0.code) \($0.range.start)" }
    try #require(found.count == 1, "\(diagnostics.map { "\($0.code): \($0.message)" })")
    let diagnostic = diagnostics[0]
    #expect(diagnostic.code == expected.code)
    #expect(diagnostic.severity.name == expected.severity, "\(diagnostic.message)")
    #expect(diagnostic.range.start == marked.positions["1️⃣"], "\(diagnostic.message)")
    #expect(diagnostic.suggestion == expected.suggestion, "\(diagnostic.message)")
    let said = [diagnostic.message] + diagnostic.notes.map(\.message)
    for words in expected.words {
      #expect(said.contains { $0.contains(words) }, "\(said)")
    }
    if let place = marked.positions["2️⃣"] {
      #expect(diagnostic.notes.first?.range?.start == place)
    }
    #expect((grammar == nil) == (diagnostic.severity == .error))
  }

  @Test("has a case for every code")
  func everyCodeHasACase() {
    // Bytes that are not UTF-8, and several texts, cannot be written in a case. Examples are tried where recordings are judged.
    let covered = Set(
      DiagnosticCase.all.map(\.code) + ["invalid-utf8", "extends-cycle", "wrong-example"])
    #expect(covered == Set(GrammarDiagnosticCode.allCases.map(\.rawValue)))
  }

  @Test("is none about rules that a text without rules lacks")
  func noRules() {
    let text = """
      grammar Own "1" {}
      subject host { member "host" begins with boot }
      callback boot about host {}
      callback stop about host {}
      lifecycle host about host { order "boot, stop" }
      """
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    #expect(diagnostics == [] && grammar?.rules.isEmpty == true)
  }

  @Test("is none about a state without steps that is declared")
  func finalState() {
    let text =
      DiagnosticCase.sound + "lifecycle l about wire { p -> open done state done \"It is done\" }"
    let (grammar, diagnostics) = Grammar.parse(Array(text.utf8))
    #expect(diagnostics == [])
    #expect(grammar?.lifecycles.last?.states.map(\.isAccepting) == [true, true])
  }

  @Test("is the only one where there are too many states, whatever names them")
  func tooManyStates() {
    let steps = (0..<200).map { "n\($0) -> open n\($0 + 1)\n" }.joined()
    let text = DiagnosticCase.sound + "lifecycle l about wire { \(steps) n200 -> . }"
    #expect(Grammar.parse(Array(text.utf8)).diagnostics.map(\.code) == ["limit-exceeded"])
  }

  @Test("is none about a rule on ends that fires for subjects which only other calls show")
  func endOfTheUnseen() throws {
    func codes(_ other: String) -> [String] {
      let text = """
        grammar Declare "1" {}
        subject instance { member "case" }
        callback decide about instance {}
        callback register about \(other) {}
        subject part within instance { member "part" }
        lifecycle c1 about instance {
          n1 -> decide y1
          y1 -> decide y1 | .
        }
        rule end error { at end of an incomplete life \(DiagnosticCase.words) }
        """
      return Grammar.parse(Array(text.utf8)).diagnostics.map(\.code)
    }
    #expect(codes("instance") == [])
    #expect(codes("part") == [])
  }

  @Test("points at the first byte that is not UTF-8")
  func invalidEncoding() {
    let text = Array(DiagnosticCase.sound.utf8) + Array("// é".utf8) + [0xC3, 0x28]
    let diagnostics = Grammar.parse(text).diagnostics
    #expect(diagnostics.map(\.code) == ["invalid-utf8"])
    let start = diagnostics.first?.range.start
    #expect(start?.offset == text.count - 2)
    #expect(start?.column == 5)
  }

  @Test("is documented for every code")
  func everyCodeIsDocumented() throws {
    let page = try #require(
      Repository.bytes("Sources/Tool/CallOrderKit/Documentation.docc/GrammarNotation.md"))
    let text = String(decoding: page, as: UTF8.self)
    for code in GrammarDiagnosticCode.allCases {
      #expect(text.contains("`\(code.rawValue)`"), "\(code.rawValue)")
    }
  }

  @Test("is reported in the order of the text, with all others")
  func manyInOneRun() {
    let marked = MarkedText(
      DiagnosticCase.sound + """
        callback 1️⃣= about wire {}
        2️⃣grup g = open
        lifecycle l about wire {
          a -> 3️⃣opne b
          b -> close4️⃣
          5️⃣-> open a
          stay in b 6️⃣when close
          a -> ping 7️⃣c
        }
        rule r 8️⃣eror in l {
          9️⃣tilte "t"
          on ping in b
          message "m"
        }
        """)
    let diagnostics = Grammar.parse(marked.bytes).diagnostics
    let expected = "1️⃣2️⃣3️⃣5️⃣6️⃣7️⃣8️⃣9️⃣".compactMap { marked.positions[$0] }
    #expect(diagnostics.map(\.range.start) == expected)
    #expect(marked.positions["4️⃣"] != nil)
  }

  @Test("is rendered like that of a compiler")
  func rendering() {
    let text = """
      grammar Wire "1.0" {}
      subject host { member "host" }
      subject wire within hots { member "wire" }
      callback open about wire { swift "open()" }
      callback close about wire { swift "open()" }
      lifecycle wire about wire {
      \tshut -> open up | opne up
      \tup -> close
      """
    let diagnostics = Grammar.parse(Array(text.utf8)).diagnostics
    let renderer = DiagnosticRenderer(path: "wire.lifecycle", text: Array(text.utf8))
    expectSnapshot(renderer.render(diagnostics), named: "wire.txt")
  }
}
