internal import TraceModel

/// The subjects of one kind by identity, in flat memory with reused slots.
struct SubjectStore: ~Copyable {
  /// Longer names are stored elsewhere. Most names are UUIDs, which fit into one cache line with their length.
  private static let inlineNameBytes = nameStride - MemoryLayout<UInt32>.stride
  private static let nameStride = 64
  /// By which factor memory for subjects grows. Whenever it does, all of it is copied; what is not used yet is only
  /// reserved.
  static let growth = 4

  // SAFETY: the store alone owns both blocks, with room for `capacity` subjects. A slot comes from `insert` and is
  // below `slotCount` from then on, also after the subject is removed, because the memory never shrinks. A name in its
  // place has at most `inlineNameBytes`, and its length is aligned because the block and the stride are.

  private(set) var records: UnsafeMutablePointer<SubjectRecord>
  /// For every slot, the length of its name, then the name.
  private var names: UnsafeMutableRawPointer
  private var longNames: [SubjectSlot: [UInt8]] = [:]
  private var capacity = 16
  /// How many slots were ever used.
  private(set) var slotCount = 0
  private var free: [SubjectSlot] = []
  private var index = HashIndex()
  /// How many subjects were ever seen.
  private(set) var totalCount = 0

  init() {
    records = .allocate(capacity: capacity)
    names = .allocate(byteCount: capacity * Self.nameStride, alignment: Self.nameStride)
  }

  deinit {
    records.deallocate()
    names.deallocate()
  }

  /// The slot of the subject with the given name; nil if it is not known. It is mutating for the reason that
  /// `KindRegister.find` is.
  /// - Complexity: O(bytes) expected.
  mutating func find(_ name: UnsafeRawBufferPointer, hash: UInt64) -> SubjectSlot? {
    index.find(hash) { self.hasName($0, name) }
  }

  /// Makes room for a subject.
  /// - Parameter tombstone: what was known of it when it was forgotten; nil for a new one.
  mutating func insert(
    _ name: UnsafeRawBufferPointer, hash: UInt64, event: UInt32, gaps: UInt32,
    tombstone: Tombstones.Tombstone?
  ) -> SubjectSlot {
    let slot: SubjectSlot
    var generation: UInt32 = 1
    if let reused = free.popLast() {
      slot = reused
      generation = records[slot].generation &+ 1
    } else {
      if slotCount == capacity { grow() }
      slot = slotCount
      slotCount += 1
    }
    var record: SubjectRecord
    if let tombstone {
      record = tombstone.record
    } else {
      totalCount += 1
      record = SubjectRecord(hash: hash, firstEvent: event, gaps: gaps)
      record.serial = UInt32(truncatingIfNeeded: totalCount)
    }
    record.generation = generation
    (records + slot).initialize(to: record)
    setName(slot, name)
    index.insert(hash, slot)
    return slot
  }

  /// Lets the name of a subject stand for another one.
  mutating func renew(_ slot: SubjectSlot, event: UInt32, gaps: UInt32) {
    totalCount += 1
    let generation = records[slot].generation &+ 1
    records[slot] = SubjectRecord(hash: records[slot].hash, firstEvent: event, gaps: gaps)
    records[slot].generation = generation
    records[slot].serial = UInt32(truncatingIfNeeded: totalCount)
  }

  /// Frees the subject's slot.
  mutating func remove(_ slot: SubjectSlot) {
    index.remove(records[slot].hash, slot)
    if nameLength(slot) > Self.inlineNameBytes { longNames[slot] = nil }
    records[slot].firstEvent = 0
    records[slot].generation &+= 1
    free.append(slot)
  }

  /// Whether the slot is in use.
  func isUsed(_ slot: SubjectSlot) -> Bool { records[slot].firstEvent > 0 }

  /// The name as text; bytes that are not UTF-8 are replaced.
  func name(_ slot: SubjectSlot) -> String {
    let length = nameLength(slot)
    if length > Self.inlineNameBytes {
      return String(decoding: longNames[slot] ?? [], as: UTF8.self)
    }
    return String(
      decoding: UnsafeRawBufferPointer(start: inlineName(slot), count: length), as: UTF8.self)
  }

  private func nameLength(_ slot: SubjectSlot) -> Int {
    Int((names + slot * Self.nameStride).load(as: UInt32.self))
  }

  private func inlineName(_ slot: SubjectSlot) -> UnsafeMutableRawPointer {
    names + (slot * Self.nameStride + MemoryLayout<UInt32>.stride)
  }

  /// Whether a subject has a name.
  func hasName(_ slot: SubjectSlot, _ name: UnsafeRawBufferPointer) -> Bool {
    guard nameLength(slot) == name.count else { return false }
    if name.count > Self.inlineNameBytes { return longNames[slot].map(name.elementsEqual) ?? false }
    return equalBytes(inlineName(slot).assumingMemoryBound(to: UInt8.self), name)
  }

  private mutating func setName(_ slot: SubjectSlot, _ name: UnsafeRawBufferPointer) {
    (names + slot * Self.nameStride).storeBytes(of: UInt32(name.count), as: UInt32.self)
    if name.count > Self.inlineNameBytes {
      longNames[slot] = Array(name)
    } else if let start = name.baseAddress {
      inlineName(slot).copyMemory(from: start, byteCount: name.count)
    }
  }

  private mutating func grow() {
    capacity *= Self.growth
    records.enlarge(slotCount, toHold: capacity)
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * Self.nameStride, alignment: Self.nameStride)
    larger.copyMemory(from: names, byteCount: slotCount * Self.nameStride)
    names.deallocate()
    names = larger
  }

  /// Traps if the slots, the free ones and the index disagree; for tests.
  func checkInvariants() {
    index.checkInvariants()
    precondition(slotCount <= capacity && free.count <= slotCount, "more slots than there is room")
    let used = (0..<slotCount).filter { isUsed($0) }
    precondition(used.count + free.count == slotCount, "a slot is neither used nor free")
    precondition(index.count == used.count, "the index has other subjects")
    for slot in used {
      let hash = records[slot].hash
      precondition(index.find(hash) { $0 == slot } == slot, "a subject is not in the index")
      let isLong = nameLength(slot) > Self.inlineNameBytes
      precondition((longNames[slot] != nil) == isLong, "a long name is missing, or left over")
    }
  }
}
