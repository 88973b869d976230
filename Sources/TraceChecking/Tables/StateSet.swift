/// States of one lifecycle, as bits. There are at most `GrammarLimits.states`.
struct StateSet: BitwiseCopyable {
  private var bits: (UInt64, UInt64) = (0, 0)

  init(_ states: [Int] = []) {
    for state in states { insert(state) }
  }

  mutating func insert(_ state: Int) {
    precondition(state < 128, "a state beyond GrammarLimits.states")
    if state < 64 { bits.0 |= 1 << UInt64(state) } else { bits.1 |= 1 << UInt64(state - 64) }
  }

  var isEmpty: Bool { bits.0 | bits.1 == 0 }

  func contains(_ state: Int) -> Bool {
    (state < 64 ? bits.0 >> UInt64(state) : bits.1 >> UInt64(state - 64)) & 1 != 0
  }

  mutating func formUnion(_ other: StateSet) {
    bits = (bits.0 | other.bits.0, bits.1 | other.bits.1)
  }

  func union(_ other: StateSet) -> StateSet {
    var union = self
    union.formUnion(other)
    return union
  }

  func subtracting(_ other: StateSet) -> StateSet {
    var rest = self
    rest.bits = (bits.0 & ~other.bits.0, bits.1 & ~other.bits.1)
    return rest
  }

  /// The states, in ascending order.
  var states: [Int] {
    var states: [Int] = []
    for (first, word) in [(0, bits.0), (64, bits.1)] {
      var rest = word
      while rest != 0 {
        states.append(first + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return states
  }
}
