/// The data that is kept of forgotten subjects, by the hash of their identity. It is enough to judge a subject that
/// comes back as if it had not been forgotten, but not to show its events from before that.
///
/// There is room for a limited number. Beyond that, the oldest are forgotten for good.
struct Tombstones: ~Copyable {
  /// The data that is kept of one subject. Valid until another subject is added.
  struct Tombstone {
    fileprivate let row: UnsafeMutablePointer<Row>
    fileprivate let context: UnsafeMutablePointer<Context>

    /// Without the alias and the present slot's generation.
    var record: SubjectRecord {
      var record = SubjectRecord(
        hash: row.pointee.hash, firstEvent: row.pointee.firstEvent, gaps: context.pointee.gaps)
      record.serial = row.pointee.serial
      record.recorder = context.pointee.recorder
      record.anonymousEvents = context.pointee.anonymousEvents
      (record.wider, record.span) = (context.pointee.wider, context.pointee.span)
      record.isUnnamed = context.pointee.isUnnamed
      return record
    }

    /// Without the number of events, as they were not kept.
    var trail: EventTrail {
      var trail = EventTrail()
      (trail.lastEvent, trail.lastLine) = (row.pointee.lastEvent, row.pointee.lastLine)
      trail.lastCallback = context.pointee.lastCallback
      trail.lastKinds = context.pointee.lastKinds
      return trail
    }

    /// The cost vectors of its lifecycles, in the order of the grammar.
    var vectors: UnsafeMutablePointer<VectorID> { Tombstones.vectors(context) }
  }

  /// What differs from subject to subject. There are very many rows, so they are small.
  struct Row: BitwiseCopyable {
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

    fileprivate init(_ record: SubjectRecord, _ trail: EventTrail, context: Int) {
      low = UInt32(truncatingIfNeeded: record.hash)
      high = UInt32(truncatingIfNeeded: record.hash >> 32)
      (firstEvent, serial) = (record.firstEvent, record.serial)
      (lastEvent, lastLine) = (trail.lastEvent, trail.lastLine)
      self.context = UInt32(context)
    }
  }

  /// What else is kept, before the vectors. It is mostly the same for subjects that are forgotten one after the other,
  /// which share it then.
  fileprivate struct Context: BitwiseCopyable, Equatable {
    var recorder: Recorder
    var gaps: UInt32
    var anonymousEvents: UInt32
    var wider: WiderTie
    var span: SubjectSpan
    var lastCallback: MaybeCallback
    var lastKinds: UInt8
    var isUnnamed: Bool

    init(_ record: SubjectRecord, _ trail: EventTrail) {
      recorder = record.recorder
      (gaps, anonymousEvents) = (record.gaps, record.anonymousEvents)
      (wider, span, isUnnamed) = (record.wider, record.span, record.isUnnamed)
      (lastCallback, lastKinds) = (trail.lastCallback, trail.lastKinds)
    }
  }

  /// How many of the last contexts are compared with a new one: subjects end in a few ways, which take turns.
  private static let comparedContexts = 8

  private let limit: Int
  private let runCount: Int
  private var rows: Ring
  /// The contexts of the rows, in the same order. At most one is added for a row, and a row has one of the last few, so
  /// none that is needed is overwritten.
  private var contexts: Ring
  private var index = TombstoneIndex()

  /// - Parameters:
  ///   - limit: how many subjects there is room for; at least 1, at most `TombstoneIndex.rowLimit`.
  ///   - runCount: how many lifecycles a subject has.
  init(limit: Int, runCount: Int) {
    self.limit = min(max(1, limit), TombstoneIndex.rowLimit)
    self.runCount = runCount
    rows = Ring(limit: self.limit, Row.self)
    contexts = Ring(
      limit: self.limit + Self.comparedContexts + 1, Context.self,
      followedBy: runCount * MemoryLayout<VectorID>.stride)
  }

  /// Remembers a subject. If there is no room, it replaces the oldest.
  /// - Parameter fill: initializes the cost vectors of its lifecycles.
  mutating func add(
    _ record: SubjectRecord, _ trail: EventTrail, fill: (UnsafeMutablePointer<VectorID>) -> Void
  ) {
    if let row = find(record.hash) { remove(record.hash, row) }
    if rows.count == limit { remove(row(rows.next).pointee.hash, rows.next) }
    let new = context(contexts.prepare())
    new.initialize(to: Context(record, trail))
    fill(Self.vectors(new))
    let shared = recentContext(equalTo: new) ?? contexts.add()
    let number = rows.add()
    row(number).initialize(to: Row(record, trail, context: shared))
    let rows = UnsafePointer(row(0))
    index.insert(record.hash, number) { rows[$0].hash }
  }

  /// Whether no subject is remembered.
  var isEmpty: Bool { rows.count == 0 }

  /// Removes and returns a subject that is met again; nil if nothing is remembered of it.
  mutating func take(_ hash: UInt64) -> Tombstone? {
    guard let number = find(hash) else { return nil }
    remove(hash, number)
    let row = row(number)
    return Tombstone(row: row, context: context(Int(row.pointee.context)))
  }

  private func find(_ hash: UInt64) -> Int? {
    if rows.count == 0 { return nil }
    return index.find(hash) { row($0).pointee.hash == hash }
  }

  private mutating func remove(_ hash: UInt64, _ number: Int) {
    let rows = UnsafePointer(row(0))
    index.remove(hash, number) { rows[$0].hash }
  }

  /// The number of one of the last contexts that is equal to a new one; nil if there is none.
  private func recentContext(equalTo new: UnsafeMutablePointer<Context>) -> Int? {
    for distance in 1..<1 + min(contexts.count, Self.comparedContexts) {
      let number = contexts.last(distance)
      let known = context(number)
      if known.pointee == new.pointee,
        (0..<runCount).allSatisfy({ Self.vectors(known)[$0] == Self.vectors(new)[$0] })
      {
        return number
      }
    }
    return nil
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<Row> {
    rows[number].assumingMemoryBound(to: Row.self)
  }

  private func context(_ number: Int) -> UnsafeMutablePointer<Context> {
    contexts[number].assumingMemoryBound(to: Context.self)
  }

  private static func vectors(
    _ context: UnsafeMutablePointer<Context>
  ) -> UnsafeMutablePointer<VectorID> {
    UnsafeMutableRawPointer(context + 1).assumingMemoryBound(to: VectorID.self)
  }

  /// Traps if the rows and the index disagree; for tests.
  func checkInvariants() {
    index.checkInvariants { row($0).pointee.hash }
    precondition(rows.count <= limit, "more than there is room for")
    precondition(contexts.count <= rows.count + Self.comparedContexts + 1, "contexts of no row")
    let remembered = (0..<rows.count).filter { find(row($0).pointee.hash) == $0 }
    precondition(remembered.count == index.count, "the index has rows of others")
    let hashes = Set(remembered.map { row($0).pointee.hash })
    precondition(hashes.count == remembered.count, "a subject is remembered twice")
  }

  /// How many bytes of rows, contexts and index are in use, for tests.
  var usedBytes: Int { rows.usedBytes + contexts.usedBytes + index.usedBytes }
}
