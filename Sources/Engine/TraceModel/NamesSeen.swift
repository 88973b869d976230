/// The names that the objects of an event have had so far, by hash: no name may come twice.
///
/// Names are distinguished only by 64 bits of a seeded hash. Two names that are equal by chance only cost time, because
/// the event is then read another way.
@usableFromInline
package struct NamesSeen: ~Copyable, @unchecked Sendable {
  // SAFETY: the set alone owns the memory and fills all of it. A slot is masked by `capacity - 1`, and `capacity` is a
  // power of two.

  private static let smallestCapacity = 1 << 10

  /// Keys of names, with open addressing; 0 for a free slot. There are at least twice as many slots as names.
  private var slots: UnsafeMutablePointer<UInt64>
  @usableFromInline private(set) var capacity = Self.smallestCapacity
  /// The number of names since all were last forgotten.
  @usableFromInline package private(set) var count = 0
  private var objectCount: UInt64 = 0

  /// Creates an empty set.
  package init() {
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
  }

  deinit { slots.deallocate() }

  /// Begins an event, whose objects differ from those of earlier events.
  /// - Complexity: O(1) amortized over names.
  @inlinable package mutating func beginEvent() {
    if count * 4 > capacity { forget() }
  }

  /// Forgets the names of earlier events. A set that has grown large gets small again.
  @usableFromInline
  mutating func forget() {
    if capacity > Self.smallestCapacity {
      slots.deallocate()
      capacity = Self.smallestCapacity
      slots = .allocate(capacity: capacity)
    }
    slots.initialize(repeating: 0, count: capacity)
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
    if count * 2 > capacity { grow() }
    return true
  }

  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: key >> 1) & (capacity - 1)
    while slots[slot] != 0, slots[slot] != key { slot = (slot + 1) & (capacity - 1) }
    return slot
  }

  private mutating func grow() {
    let (old, oldCapacity) = (slots, capacity)
    capacity *= 2
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    for index in 0..<oldCapacity where old[index] != 0 { slots[slot(of: old[index])] = old[index] }
    old.deallocate()
  }

  /// Traps if the set is inconsistent; for tests.
  /// - Complexity: O(capacity).
  package func checkInvariants() {
    let keys = UnsafeBufferPointer(start: slots, count: capacity).filter { $0 != 0 }
    precondition(keys.count == count && count * 2 <= capacity)
    precondition(keys.allSatisfy { slots[slot(of: $0)] == $0 }, "every name is found")
    precondition(Set(keys).count == count, "no name is there twice")
  }
}
