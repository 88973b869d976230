internal import TraceModel

/// What identifies a subject, and what is known of its beginning.
struct SubjectRecord: BitwiseCopyable {
  var hash: UInt64
  /// The hash of the alias that is bound to it, 0 for none.
  var aliasHash: UInt64 = 0
  /// The number of the first event about it, counted from 1; 0 for a free slot.
  var firstEvent: UInt32
  /// How many subjects of its kind came before it: it has this number as long as it is known.
  var serial: UInt32 = 0
  /// How often the slot was given to another subject.
  var generation: UInt32 = 0
  /// The slot of the wider subject it was last seen in, and that subject's serial number; -1 for none.
  var parent: Int32 = -1
  var parentSerial: UInt32 = 0
  /// For a wider subject, the last event before another one of its kind had its turn; 0 before that.
  var lastOfTurn: UInt32 = 0
  /// The number of gaps that it has been told of.
  var gaps: UInt32
  /// How many events without the identity of its kind it has been told of.
  var anonymousEvents: UInt32 = 0
  /// The number of gaps before its first event.
  var gapsAtStart: UInt32
  /// The number of gaps before the last callback that begins it.
  var beganAtGaps: UInt32 = 0
  /// The event that named it last in a set, so that a set names it once.
  var lastInSet: UInt32 = 0
  /// The role that its events last recorded, as `RecordedRoles` numbers them; -1 where none did.
  var role: Int32 = -1
  /// The alias as a name of the batch with the number, in which it was last met.
  var alias = NameID.none
  var aliasBatch: UInt32 = 0
  var isUnnamed = false
  /// Whether the wider subject it was last seen in is unnamed.
  var isInUnnamed = false
  /// Whether a callback that begins it was seen.
  var began = false
  /// Whether the last of the callbacks that begin it was seen.
  var beganSurely = false
  /// Whether it was named without ever being met under an alias, and has not ended.
  var lacksAlias = false
  /// Whether it is known by an alias alone, which nothing ties to an identity.
  var isUnbound = false
  /// Whether its last event did not say which wider subject it belongs to, where others do.
  var isAdrift = false
}

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
      (record.aliasHash, record.aliasBatch, record.lacksAlias) = (0, 0, false)
    } else {
      totalCount += 1
      record = SubjectRecord(hash: hash, firstEvent: event, gaps: gaps, gapsAtStart: gaps)
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
