/// A random number generator that returns the same numbers for the same seed on every machine.
///
/// - Source: SplitMix64, Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  /// The bytes that are used first, in reverse order.
  private var choices: [UInt8] = []

  /// Makes a generator; failures should print the seed.
  public init(seed: UInt64) { state = seed }

  /// Makes a generator whose first numbers depend on one of the given bytes each, so that a fuzzer can change a single
  /// choice; the numbers after them depend on the bytes as well.
  public init(choices: some BidirectionalCollection<UInt8>) {
    self.choices = choices.reversed()
    state = choices.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
  }

  public mutating func next() -> UInt64 {
    // Every part of the number has to depend on the byte: some draws use the high bits, some the low ones. The bits
    // below the first byte keep small bounds from being drawn a second time.
    if let choice = choices.popLast() {
      return UInt64(choice) &* 0x0101_0101_0101_0101 ^ 0x005A_5A5A_5A5A_5A5A
    }
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
