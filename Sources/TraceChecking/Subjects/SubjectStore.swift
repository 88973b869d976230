internal import TraceModel

/// The subjects of one kind by identity; flat memory, slots are used again.
struct SubjectStore: ~Copyable {
  private static let inlineNameBytes = 48

  private(set) var records: UnsafeMutablePointer<SubjectRecord>
  private var names: UnsafeMutablePointer<UInt8>
  private var nameLengths: UnsafeMutablePointer<UInt32>
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
    names = .allocate(capacity: capacity * Self.inlineNameBytes)
    nameLengths = .allocate(capacity: capacity)
  }

  deinit {
    records.deallocate()
    names.deallocate()
    nameLengths.deallocate()
  }

  /// The slot of the subject with the given name; nil when it is not known.
  /// - Complexity: O(bytes) expected.
  func find(_ name: UnsafeRawBufferPointer, hash: UInt64) -> SubjectSlot? {
    index.find(hash) { self.hasName($0, name) && self.records[$0].hash == hash }
  }

  /// Makes room for a subject.
  /// - Parameter tombstone: what was known of it when it was forgotten; nil for a new one.
  mutating func insert(
    _ name: UnsafeRawBufferPointer, hash: UInt64, event: UInt32, gaps: UInt32,
    tombstone: SubjectRecord?
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
      record = tombstone
      record.alias = AliasTie()
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

  /// Gives the subject's slot free.
  mutating func remove(_ slot: SubjectSlot) {
    index.remove(records[slot].hash, slot)
    longNames[slot] = nil
    records[slot].firstEvent = 0
    records[slot].generation &+= 1
    free.append(slot)
  }

  /// Whether the slot is in use.
  func isUsed(_ slot: SubjectSlot) -> Bool { records[slot].firstEvent > 0 }

  /// The name as text; bytes that are not UTF-8 are replaced.
  func name(_ slot: SubjectSlot) -> String {
    let length = Int(nameLengths[slot])
    if length > Self.inlineNameBytes {
      return String(decoding: longNames[slot] ?? [], as: UTF8.self)
    }
    return String(
      decoding: UnsafeBufferPointer(start: names + slot * Self.inlineNameBytes, count: length),
      as: UTF8.self)
  }

  private func hasName(_ slot: SubjectSlot, _ name: UnsafeRawBufferPointer) -> Bool {
    guard Int(nameLengths[slot]) == name.count else { return false }
    if name.count > Self.inlineNameBytes { return longNames[slot].map(name.elementsEqual) ?? false }
    return equalBytes(names + slot * Self.inlineNameBytes, name)
  }

  private mutating func setName(_ slot: SubjectSlot, _ name: UnsafeRawBufferPointer) {
    nameLengths[slot] = UInt32(name.count)
    if name.count > Self.inlineNameBytes {
      longNames[slot] = Array(name)
    } else if let start = name.baseAddress {
      UnsafeMutableRawPointer(names + slot * Self.inlineNameBytes)
        .copyMemory(from: start, byteCount: name.count)
    }
  }

  private mutating func grow() {
    records = enlarged(records, slotCount, capacity * 2)
    names = enlarged(
      names, slotCount * Self.inlineNameBytes, capacity * 2 * Self.inlineNameBytes)
    nameLengths = enlarged(nameLengths, slotCount, capacity * 2)
    capacity *= 2
  }

  /// Traps where the slots, the free ones and the index disagree; for tests.
  func checkInvariants() {
    index.checkInvariants()
    precondition(slotCount <= capacity && free.count <= slotCount, "more slots than there is room")
    let used = (0..<slotCount).filter { isUsed($0) }
    precondition(used.count + free.count == slotCount, "a slot is neither used nor free")
    precondition(index.count == used.count, "the index has other subjects")
    for slot in used {
      let hash = records[slot].hash
      precondition(index.find(hash) { $0 == slot } == slot, "a subject is not in the index")
      let isLong = Int(nameLengths[slot]) > Self.inlineNameBytes
      precondition((longNames[slot] != nil) == isLong, "a long name is missing, or left over")
    }
  }
}

/// Moves plain values to a larger block of memory.
func enlarged<Value: BitwiseCopyable>(
  _ old: UnsafeMutablePointer<Value>, _ count: Int, _ capacity: Int
) -> UnsafeMutablePointer<Value> {
  let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
  larger.update(from: old, count: count)
  old.deallocate()
  return larger
}
