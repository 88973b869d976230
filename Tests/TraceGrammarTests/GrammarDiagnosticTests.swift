import TestSupport
import Testing
import TraceDiagnostics
@testable import TraceGrammar

@Suite("A diagnostic of a grammar")
struct GrammarDiagnosticTests {
  @Test("stands alone at its mistake", arguments: DiagnosticCase.all)
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
    if let place = marked.positions["2️⃣"] {
      #expect(diagnostic.notes.first?.range?.start == place)
    }
    #expect((grammar == nil) == (diagnostic.severity == .error))
  }

  @Test("has a case for every code")
  func everyCodeHasACase() {
    // Bytes that are not UTF-8, and several texts, cannot be written in a case.
    let covered = Set(DiagnosticCase.all.map(\.code) + ["invalid-utf8", "extends-cycle"])
    #expect(covered == Set(GrammarDiagnosticCode.allCases.map(\.rawValue)))
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
      Repository.bytes("Sources/CallOrderKit/Documentation.docc/GrammarNotation.md"))
    let text = String(decoding: page, as: UTF8.self)
    for code in GrammarDiagnosticCode.allCases {
      #expect(text.contains("| `\(code.rawValue)` |"), "\(code.rawValue)")
    }
  }

  @Test("comes in the order of the text, many in one run")
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

  @Test("renders like a compiler's")
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
