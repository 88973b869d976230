internal import TraceAutomata

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
    var vectors: UnsafeMutablePointer<VectorID> {
      UnsafeMutableRawPointer(row + 1).assumingMemoryBound(to: VectorID.self)
    }
  }

  /// The part of a row before the vectors.
  fileprivate struct Row: BitwiseCopyable {
    var hash: UInt64
    var firstEvent: UInt32
    var serial: UInt32
    var lastEvent: UInt32
    var lastLine: UInt32
    /// The number of its context.
    var context: UInt32
  }

  /// What else is kept. It is mostly the same for subjects that are forgotten one after the other, which share it then:
  /// rows are many, so they are small.
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

  private let limit: Int
  private var rows: Ring
  /// The contexts of the rows, in the same order. There are never more than rows, so none that is needed is overwritten.
  private var contexts: Ring
  private var index = HashIndex()

  /// - Parameters:
  ///   - limit: how many subjects there is room for; at least 1.
  ///   - runCount: how many lifecycles a subject has.
  init(limit: Int, runCount: Int) {
    self.limit = max(1, limit)
    rows = Ring(
      limit: self.limit,
      stride: MemoryLayout<Row>.stride + runCount * MemoryLayout<VectorID>.stride)
    contexts = Ring(limit: self.limit, stride: MemoryLayout<Context>.stride)
  }

  /// Whether no subject was ever forgotten.
  var isEmpty: Bool { rows.count == 0 }

  /// Remembers a subject. If there is no room, it replaces the oldest.
  /// - Returns: room for the cost vectors of its lifecycles, which the caller has to fill.
  mutating func add(
    _ record: SubjectRecord, _ trail: EventTrail
  ) -> UnsafeMutablePointer<VectorID> {
    if let row = find(record.hash) { index.remove(record.hash, row) }
    if rows.count == limit { index.remove(at(rows.next).row.pointee.hash, rows.next) }
    let context = Context(record, trail)
    if contexts.count == 0 || self.context(contexts.last).pointee != context {
      let number = contexts.add()
      self.context(number).initialize(to: context)
    }
    let number = rows.add()
    row(number).initialize(
      to: Row(
        hash: record.hash, firstEvent: record.firstEvent, serial: record.serial,
        lastEvent: trail.lastEvent, lastLine: trail.lastLine, context: UInt32(contexts.last)))
    index.insert(record.hash, number)
    return at(number).vectors
  }

  /// Removes and returns a subject that is met again; nil if nothing is remembered of it.
  mutating func take(_ hash: UInt64) -> Tombstone? {
    guard let row = find(hash) else { return nil }
    index.remove(hash, row)
    return at(row)
  }

  private func find(_ hash: UInt64) -> Int? {
    if rows.count == 0 { return nil }
    return index.find(hash) { row($0).pointee.hash == hash }
  }

  private func at(_ number: Int) -> Tombstone {
    let row = row(number)
    return Tombstone(row: row, context: context(Int(row.pointee.context)))
  }

  private func row(_ number: Int) -> UnsafeMutablePointer<Row> {
    rows[number].assumingMemoryBound(to: Row.self)
  }

  private func context(_ number: Int) -> UnsafeMutablePointer<Context> {
    contexts[number].assumingMemoryBound(to: Context.self)
  }

  /// Traps if the rows and the index disagree; for tests.
  func checkInvariants() {
    index.checkInvariants()
    precondition(rows.count <= limit && contexts.count <= rows.count, "more than there is room for")
    let remembered = (0..<rows.count).filter { find(row($0).pointee.hash) == $0 }
    precondition(remembered.count == index.count, "the index has rows of others")
    let hashes = Set(remembered.map { row($0).pointee.hash })
    precondition(hashes.count == remembered.count, "a subject is remembered twice")
  }
}
