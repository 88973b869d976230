/// The data that is kept of forgotten subjects, by the hash of their identity. It is enough to judge a subject that
/// comes back as if it had not been forgotten, but not to show its events from before that.
///
/// There is room for a limited number. Beyond that, the oldest are forgotten for good.
struct Tombstones {
  /// The data that is kept of one subject.
  struct Tombstone {
    /// Without the alias and the present slot's generation.
    let record: SubjectRecord
    /// Without the number of events, as they were not kept.
    let trail: EventTrail
    /// The cost vectors of its lifecycles, in the order of the grammar.
    let vectors: [VectorID]

    fileprivate init(_ row: Row, _ context: Context) {
      var record = SubjectRecord(
        hash: row.hash, firstEvent: row.firstEvent, gaps: context.gaps)
      record.serial = row.serial
      record.recorder = context.recorder
      record.anonymousEvents = context.anonymousEvents
      (record.wider, record.span) = (context.wider, context.span)
      record.isUnnamed = context.isUnnamed
      self.record = record
      var trail = EventTrail()
      (trail.lastEvent, trail.lastLine) = (row.lastEvent, row.lastLine)
      (trail.lastCallback, trail.lastKinds) = (context.lastCallback, context.lastKinds)
      self.trail = trail
      vectors = context.vectors
    }
  }

  /// What differs from subject to subject. There are very many rows, so they are small.
  fileprivate struct Row: BitwiseCopyable {
    /// The halves of the hash: a whole one would make the row larger.
    private var low: UInt32
    private var high: UInt32
    var firstEvent: UInt32
    var serial: UInt32
    var lastEvent: UInt32
    var lastLine: UInt32
    /// The number of its context.
    var context: UInt32

    var hash: UInt64 { UInt64(high) << 32 | UInt64(low) }

    init(_ record: SubjectRecord, _ trail: EventTrail, context: Int) {
      low = UInt32(truncatingIfNeeded: record.hash)
      high = UInt32(truncatingIfNeeded: record.hash >> 32)
      (firstEvent, serial) = (record.firstEvent, record.serial)
      (lastEvent, lastLine) = (trail.lastEvent, trail.lastLine)
      self.context = UInt32(context)
    }
  }

  /// What else is kept. It is mostly the same for subjects that are forgotten one after the other, which share it then.
  fileprivate struct Context: Equatable {
    var recorder: Recorder
    var gaps: UInt32
    var anonymousEvents: UInt32
    var wider: WiderTie
    var span: SubjectSpan
    var lastCallback: MaybeCallback
    var lastKinds: UInt8
    var isUnnamed: Bool
    var vectors: [VectorID]

    init(_ record: SubjectRecord, _ trail: EventTrail, _ vectors: [VectorID]) {
      self.vectors = vectors
      recorder = record.recorder
      (gaps, anonymousEvents) = (record.gaps, record.anonymousEvents)
      (wider, span, isUnnamed) = (record.wider, record.span, record.isUnnamed)
      (lastCallback, lastKinds) = (trail.lastCallback, trail.lastKinds)
    }
  }

  /// How many of the last contexts are compared with a new one: subjects end in a few ways, which take turns.
  private static let comparedContexts = 8

  private let limit: Int
  private var rows: Ring<Row>
  /// The contexts of the rows, in the same order. At most one is added for a row, and a row has one of the last few, so
  /// none that is needed is overwritten.
  private var contexts: Ring<Context>
  private var index = TombstoneIndex()

  /// - Parameter limit: how many subjects there is room for; at least 1, at most `TombstoneIndex.rowLimit`.
  init(limit: Int) {
    self.limit = min(max(1, limit), TombstoneIndex.rowLimit)
    rows = Ring(limit: self.limit)
    contexts = Ring(limit: self.limit + Self.comparedContexts + 1)
  }

  /// Remembers a subject. If there is no room, it replaces the oldest.
  /// - Parameter vectors: the cost vectors of its lifecycles.
  mutating func add(_ record: SubjectRecord, _ trail: EventTrail, vectors: [VectorID]) {
    if let row = find(record.hash) { remove(record.hash, row) }
    if rows.count == limit { remove(rows[rows.next].hash, rows.next) }
    let context = Context(record, trail, vectors)
    let number = rows.add(
      Row(record, trail, context: recent(context) ?? contexts.add(context)))
    index.insert(record.hash, number) { [rows] in rows[$0].hash }
  }

  /// Whether no subject is remembered.
  var isEmpty: Bool { rows.count == 0 }

  /// Removes and returns a subject that is met again; nil if nothing is remembered of it.
  mutating func take(_ hash: UInt64) -> Tombstone? {
    guard let number = find(hash) else { return nil }
    remove(hash, number)
    return Tombstone(rows[number], contexts[Int(rows[number].context)])
  }

  private func find(_ hash: UInt64) -> Int? {
    if isEmpty { return nil }
    return index.find(hash) { rows[$0].hash == hash }
  }

  private mutating func remove(_ hash: UInt64, _ number: Int) {
    index.remove(hash, number) { [rows] in rows[$0].hash }
  }

  /// The number of one of the last contexts that is equal to a new one; nil if there is none.
  private func recent(_ context: Context) -> Int? {
    (1..<1 + min(contexts.count, Self.comparedContexts)).map(contexts.last)
      .first { contexts[$0] == context }
  }

  /// Traps if the rows and the index disagree; for tests.
  func checkInvariants() {
    index.checkInvariants { rows[$0].hash }
    precondition(rows.count <= limit, "more than there is room for")
    precondition(contexts.count <= rows.count + Self.comparedContexts + 1, "contexts of no row")
    let remembered = (0..<rows.count).filter { find(rows[$0].hash) == $0 }
    precondition(remembered.count == index.count, "the index has rows of others")
    let hashes = Set(remembered.map { rows[$0].hash })
    precondition(hashes.count == remembered.count, "a subject is remembered twice")
  }

  /// How many bytes of rows, contexts and index are in use, for tests.
  var usedBytes: Int {
    let vectors = (0..<contexts.count).reduce(0) { $0 + contexts[$1].vectors.count }
    return rows.usedBytes + contexts.usedBytes + vectors * MemoryLayout<VectorID>.stride
      + index.usedBytes
  }
}
