/// How often a symbol came while several states were possible, for coverage. Which step of the cheapest explanation it
/// was is worked out once at the end, for each vector.
struct UnpinnedSteps {
  /// How many pairs of a vector and a symbol are counted; further ones are not.
  private static let limit = 65_536

  struct Key: Hashable {
    var lifecycle: PackedID<LifecycleID, UInt16>
    var symbol: PackedID<SymbolID, UInt16>
    var vector: VectorID
  }

  /// Whether anything is counted.
  var isOn = false
  private(set) var counts: [Key: Int] = [:]

  /// Counts a legal symbol.
  mutating func count(
    _ lifecycle: LifecycleID, _ vector: VectorID, _ symbol: SymbolID, times: Int = 1
  ) {
    if !isOn { return }
    let key = Key(lifecycle: PackedID(lifecycle), symbol: PackedID(symbol), vector: vector)
    if counts.count >= Self.limit, counts[key] == nil { return }
    counts[key, default: 0] += times
  }
}
