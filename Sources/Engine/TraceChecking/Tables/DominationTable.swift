internal import TraceGrammar

/// The bounds of domination of the lifecycles of shipped grammars, which take longest to compute.
/// `DominationTableTests` write the table.
package enum DominationTable {
  /// The bounds that the program carries, for lifecycles of any grammar.
  static let shipped = EmbeddedFiles.tables.content(of: "Tables/Domination.bounds")
    .map(KnownBounds.init)

  /// The table, computed anew.
  package static func bytes() -> [UInt8] {
    let grammars = ShippedGrammar.all.map { CompiledGrammar($0.grammarOfText().grammar) }
    var seen: Set<[UInt8]> = []
    return grammars.flatMap(\.lifecycles).compactMap { KnownBounds.entry(of: $0.automaton) }
      .filter { seen.insert($0).inserted }.flatMap { $0 }
  }
}
