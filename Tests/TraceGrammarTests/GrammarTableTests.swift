import TestSupport
import Testing
import TraceGrammar

/// With `RECORD_SNAPSHOTS=1`, the first test writes the tables that are built into the program.
@Suite("The table of a shipped grammar")
struct GrammarTableTests {
  @Test("holds what the text says", arguments: ShippedGrammar.all.map(\.name))
  func isUpToDate(_ name: String) throws {
    let shipped = try #require(ShippedGrammar.named(name))
    let read = shipped.grammarOfText()
    #expect(read.names.first == name)
    expectFile(
      GrammarTable.bytes(of: read.grammar, read.names),
      at: "Sources/Engine/CGrammars/Tables/\(name).grammar")
  }

  @Test(
    "is read in place of the text, and gives the same grammar",
    arguments: ShippedGrammar.all.map(\.name))
  func isUsed(_ name: String) throws {
    let shipped = try #require(ShippedGrammar.named(name))
    let (grammar, names) = shipped.grammarOfText()
    let read = try #require(Self.read(GrammarTable.bytes(of: grammar, names)))
    for read in [read, shipped.grammar()] {
      #expect(read.name == grammar.name && read.version == grammar.version)
      #expect(read.text == grammar.text)
      #expect(read.subjects == grammar.subjects)
      #expect(read.callbacks == grammar.callbacks)
      #expect(read.lifecycles == grammar.lifecycles)
      #expect(read.rules == grammar.rules)
      #expect(read.quirks == grammar.quirks)
      #expect(read.scenarios == grammar.scenarios)
    }
  }

  @Test("is refused if it is for other texts, or in another form")
  func staleness() throws {
    let (grammar, names) = ShippedGrammar.uiScene.grammarOfText()
    let table = GrammarTable.bytes(of: grammar, names)
    #expect(Self.read(table) != nil)
    #expect(Self.read(GrammarTable.bytes(of: grammar, ["ScenePhase"])) != nil)
    // The version comes first, then the names of the texts, then their checksum.
    for index in 0..<(2 + 1 + "UIScene".utf8.count + 8) {
      var changed = table
      changed[index] ^= 1
      #expect(Self.read(changed) == nil, "byte \(index)")
    }
  }

  @Test("is refused if it is damaged, wherever it ends")
  func truncation() throws {
    let shipped = try #require(ShippedGrammar.named("ScenePhase"))
    let (grammar, names) = shipped.grammarOfText()
    let table = GrammarTable.bytes(of: grammar, names)
    for count in table.indices { #expect(Self.read(Array(table.prefix(count))) == nil, "\(count)") }
    #expect(Self.read(table + [0]) == nil)
  }

  @Test("never stops the program, whatever bytes were changed")
  func mutation() throws {
    let shipped = try #require(ShippedGrammar.named("URLSessionTask"))
    let (grammar, names) = shipped.grammarOfText()
    let table = GrammarTable.bytes(of: grammar, names)
    var refused = 0
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed)
      var changed = table
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 30..<table.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Self.read(changed) == nil { refused += 1 }
    }
    #expect(refused > 10)
  }

  private static func read(_ table: [UInt8]) -> Grammar? {
    table.withUnsafeBytes { GrammarTable.grammar(in: $0) }
  }
}
