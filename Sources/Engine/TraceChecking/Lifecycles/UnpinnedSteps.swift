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
  /// The coverage numbers of other checkers of the trace; empty if there are none.
  private(set) var absorbed: [Int] = []
  /// Whether some pairs may not have been counted.
  private(set) var isFull = false

  /// Counts a legal symbol.
  mutating func count(
    _ lifecycle: LifecycleID, _ vector: VectorID, _ symbol: SymbolID, times: Int = 1
  ) {
    if !isOn { return }
    let key = Key(lifecycle: PackedID(lifecycle), symbol: PackedID(symbol), vector: vector)
    if counts.count >= Self.limit, counts[key] == nil { return isFull = true }
    counts[key, default: 0] += times
  }

  /// Adds the coverage numbers of another checker of the trace.
  mutating func absorb(_ numbers: [Int], isFull: Bool) {
    if absorbed.isEmpty { absorbed = Array(repeating: 0, count: numbers.count) }
    for index in numbers.indices { absorbed[index] += numbers[index] }
    self.isFull = self.isFull || isFull
  }
}
