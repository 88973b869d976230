/// A shipped grammar in the form that the program carries beside its text, which takes a tenth of the time to read.
///
/// `CGrammars/Tables/NAME.grammar` has a version number, the names of the grammar and of those that it extends, a
/// checksum of their texts, and the grammar's values as `TableCoder` writes them. `GrammarTableTests` write the
/// file. A table whose version or checksum does not fit is ignored, and the text is read instead.
package enum GrammarTable {
  /// The form of the table; any change of what types code needs another number.
  private static let version = 1

  /// The table of a grammar.
  /// - Parameter names: the grammar's name, then those of the grammars that it extends.
  /// - Complexity: O(bytes).
  package static func bytes(of grammar: Grammar, _ names: [String]) -> [UInt8] {
    var coder = TableCoder()
    var (version, names, checksum, grammar) = (version, names, checksum(of: names), grammar)
    coder.code(&version)
    coder.code(&names)
    coder.code(&checksum)
    coder.code(&grammar)
    return coder.bytes
  }

  /// The grammar that a table describes; nil if it is not one of the texts as they are built in.
  /// - Complexity: O(bytes), and the bytes of the texts.
  package static func grammar(in table: UnsafeRawBufferPointer) -> Grammar? {
    var coder = TableCoder(reading: table)
    var (version, names, checksum): (Int, [String], UInt64) = (0, [], 0)
    coder.code(&version)
    coder.code(&names)
    coder.code(&checksum)
    guard version == Self.version, checksum == Self.checksum(of: names) else { return nil }
    var grammar = Grammar.blank
    coder.code(&grammar)
    return coder.isWhole ? grammar : nil
  }

  /// The checksum of the texts of shipped grammars, in this order.
  private static func checksum(of names: [String]) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
      sum ^= sum >> 32
    }
    for file in names.flatMap(ShippedGrammar.files) {
      add(UInt64(file.count))
      let (words, rest) = (file.count / 8, file.count % 8)
      for word in 0..<words {
        add(UInt64(littleEndian: file.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)))
      }
      for byte in file.suffix(rest) { add(UInt64(byte)) }
    }
    return sum
  }
}
