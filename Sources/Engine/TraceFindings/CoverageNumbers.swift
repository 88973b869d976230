/// Numbers that are not zero, by index, in few bytes, as very many traces keep theirs.
package struct CoverageNumbers: Sendable, Equatable {
  /// For each index, its distance from the one before and its number, in groups of seven bits, the lowest first.
  private var packed: [UInt8] = []

  /// Takes a number for each index.
  package init(dense numbers: [Int]) {
    var last = 0
    for (place, number) in numbers.enumerated() where number != 0 {
      append(place - last)
      append(number)
      last = place
    }
  }

  private mutating func append(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest > 0x7F {
      packed.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    packed.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Whether all are zero.
  package var isEmpty: Bool { packed.isEmpty }
}

extension CoverageNumbers: Sequence {
  /// Iterates over the indices that have numbers, in ascending order, each with its number.
  package struct Iterator: IteratorProtocol {
    private let packed: [UInt8]
    private var index = 0
    private var place = 0

    fileprivate init(_ packed: [UInt8]) { self.packed = packed }

    package mutating func next() -> (place: Int, count: Int)? {
      if index == packed.count { return nil }
      place += number()
      return (place, number())
    }

    private mutating func number() -> Int {
      var (number, shift): (UInt, UInt) = (0, 0)
      while packed[index] > 0x7F {
        number |= UInt(packed[index] & 0x7F) << shift
        shift += 7
        index += 1
      }
      number |= UInt(packed[index]) << shift
      index += 1
      return Int(bitPattern: number)
    }
  }

  package func makeIterator() -> Iterator { Iterator(packed) }
}
