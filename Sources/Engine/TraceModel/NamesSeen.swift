/// The names that the objects of an event have had so far, by hash: no name may come twice.
///
/// Names are distinguished only by 64 bits of a seeded hash. Two names that are equal by chance only cost time, because
/// the event is then read another way.
@usableFromInline
package struct NamesSeen: ~Copyable, Sendable {
  private static let smallestCapacity = 1 << 10

  /// Keys of names, with open addressing; 0 for a free slot. There are at least twice as many slots as names; their count
  /// is a power of two.
  @usableFromInline private(set) var slots = Self.free(smallestCapacity)
  /// The number of names since all were last forgotten.
  @usableFromInline package private(set) var count = 0
  private var objectCount: UInt64 = 0

  /// Creates an empty set.
  package init() {}

  /// Begins an event, whose objects differ from those of earlier events.
  /// - Complexity: O(1) amortized over names.
  @inlinable package mutating func beginEvent() {
    if count * 4 > slots.count { forget() }
  }

  /// Forgets the names of earlier events. A set that has grown large gets small again.
  @usableFromInline
  mutating func forget() {
    if slots.count > Self.smallestCapacity {
      slots = Self.free(Self.smallestCapacity)
    } else {
      for slot in slots.indices { slots[slot] = 0 }
    }
    count = 0
  }

  /// Begins an object.
  /// - Returns: its number, which no other object of the event has.
  package mutating func beginObject() -> UInt64 {
    objectCount &+= 1
    return objectCount
  }

  /// Adds a name to an object.
  /// - Returns: whether the object did not have the name before.
  /// - Complexity: O(1) expected.
  package mutating func insert(_ hash: UInt64, in object: UInt64) -> Bool {
    let key = (hash ^ object &* 0x9E37_79B9_7F4A_7C15) | 1
    let slot = self.slot(of: key)
    if slots[slot] == key { return false }
    slots[slot] = key
    count += 1
    if count * 2 > slots.count { grow() }
    return true
  }

  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key >> 1) & mask
    while slots[slot] != 0, slots[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Self.free(old.count * 2)
    for key in old where key != 0 { slots[slot(of: key)] = key }
  }

  private static func free(_ count: Int) -> [UInt64] { Array(repeating: 0, count: count) }
}
