import TestSupport
import Testing
import TraceModel
import TraceGrammar

@Suite("Arbitrary bytes", .seeds)
struct GrammarFuzzTests {
  @Test("give diagnostics inside the text and in order, and never crash", arguments: 0..<8)
  func mutations(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for round in 0..<40 {
      let text = mutated(exampleText, using: &random)
      let (grammar, diagnostics) = Grammar.parse(text)
      let comment = Comment(rawValue: "seed \(seed), round \(round)")
      #expect((grammar == nil) == diagnostics.contains { $0.severity == .error }, comment)
      var last = 0
      for diagnostic in diagnostics {
        #expect(diagnostic.range.start.offset >= last, comment)
        last = diagnostic.range.start.offset
        #expect(isInside(diagnostic.range, text), comment)
        for note in diagnostic.notes {
          if let range = note.range { #expect(isInside(range, text), comment) }
        }
      }
      let rendered = DiagnosticRenderer(path: "fuzz", text: text).render(diagnostics)
      #expect(rendered.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x0A }, comment)
    }
  }

  @Test("that are noise give a diagnostic", arguments: 0..<4)
  func noise(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for length in [1, 10, 1_000] {
      let text = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Grammar.parse(text).grammar == nil)
      #expect(!Grammar.parse(text).diagnostics.isEmpty)
    }
  }

  @Test("that are a prefix of the example give diagnostics at their end or none")
  func prefixes() {
    for length in stride(from: 0, to: exampleText.count, by: 97) {
      let text = Array(exampleText.prefix(length))
      let diagnostics = Grammar.parse(text).diagnostics
      #expect(diagnostics.allSatisfy { isInside($0.range, text) })
    }
  }

  private func isInside(_ range: SourceRange, _ text: [UInt8]) -> Bool {
    let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
    return 0 <= range.start.offset && range.start.offset <= range.end.offset
      && range.end.offset <= text.count && (1...lines).contains(range.start.line)
      && range.start.column >= 1
  }

  /// The text after some deletions, copies, swaps and new bytes.
  private func mutated(_ original: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    let signs = Array("{}->|.,:=\"\\\n\t/ a5-\u{0}\u{FF}é".utf8) + [0xFF, 0xC3]
    var text = original
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let start = Int.random(in: 0..<max(1, text.count), using: &random)
      let end = min(text.count, start + Int.random(in: 0...60, using: &random))
      guard start < end else { continue }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: text.removeSubrange(start..<end)
      case 1:
        text.insert(
          contentsOf: text[start..<end], at: Int.random(in: 0...text.count, using: &random))
      case 2: text[start] = signs.randomElement(using: &random) ?? 0
      case 3: text.swapAt(start, end - 1)
      default: text.insert(signs.randomElement(using: &random) ?? 0, at: start)
      }
    }
    return text
  }
}
