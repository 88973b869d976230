/// The number of a name within one `NameTable`; 0 stands for no name.
@usableFromInline
package struct NameID: Hashable, Sendable, BitwiseCopyable {
  /// The number itself.
  @usableFromInline package var rawValue: UInt32

  /// Creates an id from its number.
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package static func == (left: NameID, right: NameID) -> Bool {
    left.rawValue == right.rawValue
  }

  /// The id that stands for an absent member.
  @inlinable package static var none: NameID { NameID(rawValue: 0) }

  /// Whether it stands for no name.
  @inlinable package var isNone: Bool { rawValue == 0 }
}

/// The distinct names of one batch of events, numbered from 1 in the order they came.
///
/// Two names are the same if their bytes are. The bytes are copied. A table is emptied but not freed between batches,
/// so that reading allocates nothing once it has warmed up.
@usableFromInline
package struct NameTable: ~Copyable, @unchecked Sendable {
  @usableFromInline struct Entry {
    @usableFromInline var hash: UInt64
    @usableFromInline var offset: UInt32
    @usableFromInline var length: UInt32

    @usableFromInline init(hash: UInt64, offset: UInt32, length: UInt32) {
      self.hash = hash
      self.offset = offset
      self.length = length
    }
  }

  /// A name to find without a look at its entry, because each step from memory to memory takes time.
  @usableFromInline struct Recent {
    /// The number of the name; 0 for none.
    @usableFromInline var name: UInt32 = 0
    @usableFromInline var offset: UInt32 = 0
    @usableFromInline var length = 0

    init() {}

    init(_ name: NameID, _ entry: Entry) {
      self.name = name.rawValue
      offset = entry.offset
      length = Int(entry.length)
    }
  }

  // SAFETY: the table alone owns its memory; all slots and recent names are filled, and only entries below `count` are
  // read. Only the table makes numbers, they are used with it alone and until it is emptied, and nobody asks for the
  // hash of no name. Of a name, up to 8 bytes are read at once; behind the last name the slack has room for that.

  @usableFromInline var arena: UnsafeMutablePointer<UInt8>
  @usableFromInline var arenaCount = 0
  @usableFromInline var arenaCapacity = 1 << 16
  @usableFromInline var entries: UnsafeMutablePointer<Entry>
  @usableFromInline var entryCapacity = 1 << 10
  /// Name numbers by hash, with open addressing; 0 for a free slot. There are at least twice as many slots as entries.
  @usableFromInline var slots: UnsafeMutablePointer<UInt32>
  @usableFromInline var slotMask = (1 << 11) - 1
  @usableFromInline let seed: UInt64
  /// Names by their first 16 bytes in a text, for `recent`.
  @usableFromInline let recents: UnsafeMutablePointer<Recent>
  private static let recentCount = 1 << 12
  /// What a table may contain at most to be kept for another batch: enough for the sessions and scenes of most traces,
  /// and no more than a processor's cache has room for.
  private static let keptCount = 1 << 12
  private static let keptByteCount = 1 << 18
  /// How many bytes behind the names may be read.
  private static let slack = 8

  /// How often the table was emptied. A name's number is valid until then.
  package private(set) var generation: UInt32 = 0
  /// The number of distinct names.
  package internal(set) var count = 0

  /// Creates an empty table.
  package init() {
    arena = .allocate(capacity: arenaCapacity + Self.slack)
    entries = .allocate(capacity: entryCapacity)
    slots = .allocate(capacity: slotMask + 1)
    slots.initialize(repeating: 0, count: slotMask + 1)
    seed = nameHashSeed
    recents = .allocate(capacity: Self.recentCount)
    recents.initialize(repeating: Recent(), count: Self.recentCount)
  }

  deinit {
    arena.deallocate()
    entries.deallocate()
    slots.deallocate()
    recents.deallocate()
  }

  /// Whether there are few enough names to keep them for another batch.
  package var mayBeKept: Bool { count < Self.keptCount && arenaCount < Self.keptByteCount }

  /// Forgets all names and keeps the memory.
  /// - Complexity: O(capacity), a few microseconds; O(1) if there are none.
  package mutating func removeAll() {
    generation &+= 1
    if count == 0 { return }
    count = 0
    arenaCount = 0
    slots.update(repeating: 0, count: slotMask + 1)
    recents.update(repeating: Recent(), count: Self.recentCount)
  }

  /// The number of the name with the given bytes, which is added if it was not known.
  /// - Complexity: O(bytes) expected.
  package mutating func intern(_ bytes: UnsafeRawBufferPointer) -> NameID {
    let hash = hashName(bytes, seed: seed)
    let slot = slot(of: bytes, hash: hash)
    if slots[slot] != 0 { return NameID(rawValue: slots[slot]) }
    return insert(bytes, hash: hash, at: slot)
  }

  /// The number of the name, which is added if it was not known.
  /// - Complexity: O(bytes) expected.
  package mutating func intern(_ name: String) -> NameID {
    var name = name
    return name.withUTF8 { intern(UnsafeRawBufferPointer($0)) }
  }

  /// The number of the name with the given bytes; none if it is not known.
  /// - Complexity: O(bytes) expected.
  package func find(_ bytes: UnsafeRawBufferPointer) -> NameID {
    NameID(rawValue: slots[slot(of: bytes, hash: hashName(bytes, seed: seed))])
  }

  /// A name that was remembered, if its bytes are at an address and then the given one, which no such name contains.
  ///
  /// This finds most names without looking for their ends and without a hash of all bytes. The text must be followed by
  /// a zero, which no such name contains either; up to 15 bytes behind it are read.
  /// - Returns: the name and its length; none if it is to be looked up in another way.
  @inlinable @inline(__always)
  package func recent(
    at start: UnsafeRawPointer, endedBy close: UInt8
  ) -> (name: NameID, length: Int) {
    // SAFETY: a slot has 12 bits, as many as `recentCount`. No such name has a zero, so the comparison stops at the one
    // behind the text, and passes it by at most 15 bytes, for which the batch has slack.
    let recent = recents[Self.recentSlot(start)]
    if recent.name == 0 || !bytesAgree(arena + Int(recent.offset), start, recent.length)
      || start.load(fromByteOffset: recent.length, as: UInt8.self) != close
    {
      return (.none, 0)
    }
    return (NameID(rawValue: recent.name), recent.length)
  }

  /// The number of the name with the given bytes of a text, which `recent` may find afterwards.
  /// - Complexity: O(bytes) expected.
  package mutating func internRecent(_ bytes: UnsafeRawBufferPointer) -> NameID {
    let name = intern(bytes)
    if let start = bytes.baseAddress, !bytes.isEmpty {
      recents[Self.recentSlot(start)] = Recent(name, entries[Int(name.rawValue) - 1])
    }
    return name
  }

  @inlinable @inline(__always)
  static func recentSlot(_ start: UnsafeRawPointer) -> Int {
    let first = start.loadUnaligned(as: UInt64.self)
    let second = start.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    return Int(truncatingIfNeeded: ((first &+ second &* 3) &* 0x9E37_79B9_7F4A_7C15) >> 52)
  }

  /// The slot of the name with the given bytes, or the free slot where it belongs.
  @inline(__always)
  private func slot(of bytes: UnsafeRawBufferPointer, hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & slotMask
    while case let number = slots[slot], number != 0 {
      let entry = entries[Int(number) - 1]
      if entry.hash == hash, entry.length == bytes.count,
        equalBytes(arena + Int(entry.offset), bytes)
      {
        break
      }
      slot = (slot + 1) & slotMask
    }
    return slot
  }

  private mutating func insert(
    _ bytes: UnsafeRawBufferPointer, hash: UInt64, at slot: Int
  ) -> NameID {
    if arenaCount + bytes.count > arenaCapacity { growArena(by: bytes.count) }
    if let start = bytes.baseAddress {
      UnsafeMutableRawPointer(arena + arenaCount).copyMemory(from: start, byteCount: bytes.count)
    }
    entries[count] = Entry(
      hash: hash, offset: UInt32(arenaCount), length: UInt32(bytes.count))
    arenaCount += bytes.count
    count += 1
    slots[slot] = UInt32(count)
    let id = NameID(rawValue: UInt32(count))
    if count == entryCapacity { growEntries() }
    return id
  }

  /// The bytes of a name; valid until the table changes. Empty for no name.
  @inlinable package func bytes(_ name: NameID) -> UnsafeRawBufferPointer {
    if name.isNone { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let entry = entries[Int(name.rawValue) - 1]
    return UnsafeRawBufferPointer(start: arena + Int(entry.offset), count: Int(entry.length))
  }

  /// The hash of a name, the same in every table of a process run.
  @inlinable package func hash(_ name: NameID) -> UInt64 {
    entries[Int(name.rawValue) - 1].hash
  }

  /// The number of bytes of a name that has at most eight, if the bytes at an address are the same; otherwise 0.
  @inlinable @inline(__always)
  package func length(of name: NameID, ifAt bytes: UnsafeRawPointer) -> Int {
    if name.isNone { return 0 }
    let entry = entries[Int(name.rawValue) - 1]
    if entry.length > 8 || entry.length == 0 { return 0 }
    let start = UnsafeRawPointer(arena + Int(entry.offset))
    let difference =
      UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
      ^ UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
    return difference.trailingZeroBitCount >= Int(entry.length) * 8 ? Int(entry.length) : 0
  }

  /// The name as text; empty for no name.
  package func string(_ name: NameID) -> String { String(decoding: bytes(name), as: UTF8.self) }

  private mutating func growArena(by needed: Int) {
    arenaCapacity = max(arenaCapacity * 2, arenaCount + needed)
    arena.enlarge(arenaCount, toHold: arenaCapacity + Self.slack)
  }

  private mutating func growEntries() {
    entryCapacity *= 2
    entries.enlarge(count, toHold: entryCapacity)
    slots.deallocate()
    slotMask = entryCapacity * 2 - 1
    slots = .allocate(capacity: slotMask + 1)
    slots.initialize(repeating: 0, count: slotMask + 1)
    for number in 0..<count {
      var slot = Int(truncatingIfNeeded: entries[number].hash) & slotMask
      while slots[slot] != 0 { slot = (slot + 1) & slotMask }
      slots[slot] = UInt32(number + 1)
    }
  }

  /// Traps if the table is inconsistent; for tests.
  /// - Complexity: O(capacity + bytes).
  package func checkInvariants() {
    precondition(arenaCount <= arenaCapacity && count < entryCapacity)
    precondition(slotMask + 1 == entryCapacity * 2)
    var end = 0
    for entry in UnsafeBufferPointer(start: entries, count: count) {
      precondition(Int(entry.offset) == end, "names follow each other")
      end += Int(entry.length)
    }
    precondition(end == arenaCount)
    for number in 0..<count {
      let id = NameID(rawValue: UInt32(number + 1))
      precondition(find(bytes(id)) == id, "every name is found, and only once")
    }
    for recent in UnsafeBufferPointer(start: recents, count: Self.recentCount) {
      precondition(Int(recent.name) <= count)
      if recent.name == 0 { continue }
      let entry = entries[Int(recent.name) - 1]
      precondition(entry.offset == recent.offset && Int(entry.length) == recent.length)
    }
    let taken = UnsafeBufferPointer(start: slots, count: slotMask + 1).count { $0 != 0 }
    precondition(taken == count)
  }
}
