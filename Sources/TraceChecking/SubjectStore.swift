internal import TraceModel

/// The place of a subject in its store; reused after the subject is forgotten.
typealias SubjectSlot = Int

/// One event of a subject, as much as an explanation needs.
struct HistoryEntry {
  /// The number of the event, counted from 1; of a fact, the event that made it known.
  var event: UInt32
  /// The line of the event, counted from 1.
  var line: UInt32
  /// The callback's index in the grammar; of no meaning for a fact.
  var callback: UInt16 = .max
  /// The number of the spelling among those the checker has met.
  var spelling: UInt16 = 0
  var kind = EventKind.delegate
  /// The raw value of a `Fact`, or `call`.
  var fact = Self.call
  /// The state that the subject's first lifecycle was pinned in after the event, or `unpinned`.
  var state = Self.unpinned
  /// Seconds; NaN where not recorded.
  var time = Double.nan

  /// What `fact` holds for a call.
  static let call: UInt8 = 255
  /// What `state` holds where the state is not certain.
  static let unpinned: UInt8 = 255
}

/// What the checker knows of one subject, besides its lives.
struct SubjectRecord {
  var hash: UInt64
  /// The number of the first event about it, counted from 1; 0 for a free place.
  var firstEvent: UInt32
  /// The line of the batch it was first seen in, counted from 1.
  var firstLine: UInt32 = 0
  var lastEvent: UInt32 = 0
  var lastLine: UInt32 = 0
  /// The number of gaps before its first event.
  var gapsAtStart: UInt32 = 0
  /// The number of gaps before the last callback that begins it.
  var beganAtGaps: UInt32 = 0
  /// The slot of the wider subject it was last seen in, and that subject's generation; -1 for none.
  var parent: Int32 = -1
  var parentGeneration: UInt32 = 0
  /// How often the place was given to another subject.
  var generation: UInt32 = 0
  /// The number of gaps that it has been told of.
  var gaps: UInt32
  /// How many events its history was ever given.
  var historyCount: UInt32 = 0
  /// Its last callback that has notifications, and the kinds of event that told of it: for echoes.
  var lastCallback: UInt16 = .max
  var lastKinds: UInt8 = 0
  var isUnnamed = false
  /// Whether a callback that begins it was seen.
  var began = false
  /// Whether it came to an end state and waits to be forgotten.
  var ended = false
  /// Whether the last of the callbacks that begin it was seen.
  var beganSurely = false
  /// The hash of the alias that is bound to it, 0 for none.
  var aliasHash: UInt64 = 0
  /// The same alias as a name of the batch with the number, in which it was last met.
  var alias = NameID.none
  var aliasBatch: UInt32 = 0
  /// Whether it was named without ever being met under an alias, and has not ended.
  var lacksAlias = false
}

/// One lifecycle of one subject.
struct Life {
  /// The cost vector.
  var vector: UInt32
  /// The place of its open stretch among all stretches; -1 when it is pinned and nothing is to be explained.
  var stretch: Int32 = -1
  /// How many steps it made since its cost last rose, as far as it matters.
  var calm: UInt8 = 0
  /// The callback that led to the present vector, .max where a fact or nothing did.
  var setByCallback: UInt16 = .max
  /// The event that led to the present vector, and its line, counted from 1.
  var setByEvent: UInt32 = 0
  var setByLine: UInt32 = 0
}

/// The subjects of one kind by identity, with their lives and recent events; flat memory, places are reused.
struct SubjectStore: ~Copyable {
  /// How many recent events of a subject are kept in any case.
  static let recentCount = 4
  private static let inlineNameBytes = 48

  let livesPerSubject: Int
  private(set) var records: UnsafeMutablePointer<SubjectRecord>
  private(set) var lives: UnsafeMutablePointer<Life>
  private(set) var recent: UnsafeMutablePointer<HistoryEntry>
  private var names: UnsafeMutablePointer<UInt8>
  private var nameLengths: UnsafeMutablePointer<UInt32>
  private var longNames: [SubjectSlot: [UInt8]] = [:]
  private var capacity = 16
  private var slotCount = 0
  private var free: [SubjectSlot] = []
  private var index = HashIndex()
  /// How many subjects are known at present.
  private(set) var liveCount = 0
  /// How many subjects were ever seen.
  private(set) var totalCount = 0

  init(livesPerSubject: Int) {
    self.livesPerSubject = livesPerSubject
    records = .allocate(capacity: capacity)
    lives = .allocate(capacity: capacity * max(1, livesPerSubject))
    recent = .allocate(capacity: capacity * Self.recentCount)
    names = .allocate(capacity: capacity * Self.inlineNameBytes)
    nameLengths = .allocate(capacity: capacity)
  }

  deinit {
    records.deallocate()
    lives.deallocate()
    recent.deallocate()
    names.deallocate()
    nameLengths.deallocate()
  }

  /// The slot of the subject with the given name; nil when it is not known.
  func find(_ name: UnsafeRawBufferPointer, hash: UInt64) -> SubjectSlot? {
    index.find(hash) { self.hasName($0, name) && self.records[$0].hash == hash }
  }

  /// Makes room for a new subject; its lives are for the caller to fill in.
  mutating func insert(
    _ name: UnsafeRawBufferPointer, hash: UInt64, event: UInt32, gaps: UInt32
  ) -> SubjectSlot {
    let slot: SubjectSlot
    if let reused = free.popLast() {
      slot = reused
    } else {
      if slotCount == capacity { grow() }
      slot = slotCount
      slotCount += 1
      records[slot].generation = 0
    }
    let generation = records[slot].generation
    records[slot] = SubjectRecord(hash: hash, firstEvent: event, gaps: gaps)
    records[slot].generation = generation &+ 1
    records[slot].gapsAtStart = gaps
    setName(slot, name)
    index.insert(hash, slot)
    liveCount += 1
    totalCount += 1
    return slot
  }

  /// Gives the subject's place free.
  mutating func remove(_ slot: SubjectSlot) {
    index.remove(records[slot].hash, slot)
    longNames[slot] = nil
    records[slot].firstEvent = 0
    records[slot].generation &+= 1
    free.append(slot)
    liveCount -= 1
  }

  /// The name as text.
  func name(_ slot: SubjectSlot) -> String {
    let length = Int(nameLengths[slot])
    if length > Self.inlineNameBytes {
      return String(decoding: longNames[slot] ?? [], as: UTF8.self)
    }
    return String(
      decoding: UnsafeBufferPointer(start: names + slot * Self.inlineNameBytes, count: length),
      as: UTF8.self)
  }

  /// The slots in use, in order.
  var slots: [SubjectSlot] { (0..<slotCount).filter { records[$0].firstEvent > 0 } }

  /// Adds an event to the recent ones, in place of the oldest.
  func remember(_ entry: HistoryEntry, of slot: SubjectSlot) {
    let count = records[slot].historyCount
    recent[slot * Self.recentCount + Int(count % UInt32(Self.recentCount))] = entry
    records[slot].historyCount = count &+ 1
  }

  /// The last events, oldest first; at most as many as asked for and kept.
  func recentEntries(of slot: SubjectSlot, last wanted: Int) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    copyRecent(of: slot, last: wanted, to: &entries)
    return entries
  }

  /// Appends the last events to others.
  func copyRecent(
    of slot: SubjectSlot, last wanted: Int, to entries: inout [HistoryEntry]
  ) {
    let count = records[slot].historyCount
    let known = UInt32(min(wanted, Self.recentCount))
    for number in (count > known ? count - known : 0)..<count {
      entries.append(recent[slot * Self.recentCount + Int(number % UInt32(Self.recentCount))])
    }
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
    lives = enlarged(lives, slotCount * livesPerSubject, capacity * 2 * max(1, livesPerSubject))
    recent = enlarged(
      recent, slotCount * Self.recentCount, capacity * 2 * Self.recentCount)
    names = enlarged(
      names, slotCount * Self.inlineNameBytes, capacity * 2 * Self.inlineNameBytes)
    nameLengths = enlarged(nameLengths, slotCount, capacity * 2)
    capacity *= 2
  }
}

/// Moves plain values to a larger place.
private func enlarged<Value: BitwiseCopyable>(
  _ old: UnsafeMutablePointer<Value>, _ count: Int, _ capacity: Int
) -> UnsafeMutablePointer<Value> {
  let larger = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
  larger.update(from: old, count: count)
  old.deallocate()
  return larger
}
