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
    var hash: UInt64
    /// The next row of the same chain.
    var next = Tombstones.noRow
    var firstEvent: UInt32
    var serial: UInt32
    var lastEvent: UInt32
    var lastLine: UInt32
    /// The number of its context.
    var context: UInt32

    init(_ record: SubjectRecord, _ trail: EventTrail, context: Int) {
      hash = record.hash
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

  /// How many of the last contexts are compared with a new one: subjects end in a few ways, which alternate.
  private static let comparedContexts = 8

  private let limit: Int
  private var rows: Ring<Row>
  /// The contexts of the rows, in the same order. At most one is added for a row, and a row has one of the last few, so
  /// none that is needed is overwritten.
  private var contexts: Ring<Context>
  /// The first row of each chain. Every row whose subject has not come back is in one, by its hash. The count is a power
  /// of two.
  private var chains = [UInt32](repeating: noRow, count: 32)
  /// Ends a chain.
  private static let noRow = UInt32.max

  /// - Parameter limit: how many subjects there is room for; at least 1.
  init(limit: Int) {
    self.limit = max(1, limit)
    rows = Ring(limit: self.limit)
    contexts = Ring(limit: self.limit + Self.comparedContexts + 1)
  }

  /// Remembers a subject. If there is no room, it replaces the oldest.
  /// - Parameter vectors: the cost vectors of its lifecycles.
  mutating func add(_ record: SubjectRecord, _ trail: EventTrail, vectors: [VectorID]) {
    if let row = find(record.hash) { remove(row) }
    if rows.count == limit { remove(rows.next) } else if rows.count == chains.count { grow() }
    let context = Context(record, trail, vectors)
    link(rows.add(Row(record, trail, context: recent(context) ?? contexts.add(context))))
  }

  /// Whether no subject is remembered.
  var isEmpty: Bool { rows.count == 0 }

  /// Removes and returns a subject that is met again; nil if nothing is remembered of it.
  mutating func take(_ hash: UInt64) -> Tombstone? {
    guard let number = find(hash) else { return nil }
    remove(number)
    return Tombstone(rows[number], contexts[Int(rows[number].context)])
  }

  private func find(_ hash: UInt64) -> Int? {
    var row = chains[chain(hash)]
    while row != Self.noRow {
      if rows[Int(row)].hash == hash { return Int(row) }
      row = rows[Int(row)].next
    }
    return nil
  }

  /// Takes a row out of its chain; does nothing if it is in none.
  private mutating func remove(_ number: Int) {
    let chain = chain(rows[number].hash)
    var previous: Int?
    var row = chains[chain]
    while row != Self.noRow, row != number { (previous, row) = (Int(row), rows[Int(row)].next) }
    if row == Self.noRow { return }
    if let previous {
      rows[previous].next = rows[number].next
    } else {
      chains[chain] = rows[number].next
    }
  }

  private mutating func link(_ number: Int) {
    let chain = chain(rows[number].hash)
    rows[number].next = chains[chain]
    chains[chain] = UInt32(number)
  }

  /// Doubles the number of chains.
  private mutating func grow() {
    let old = chains
    chains = Array(repeating: Self.noRow, count: old.count * 2)
    for var row in old {
      while row != Self.noRow {
        let number = Int(row)
        row = rows[number].next
        link(number)
      }
    }
  }

  private func chain(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (chains.count - 1)
  }

  /// The number of one of the last contexts that is equal to a new one; nil if there is none.
  private func recent(_ context: Context) -> Int? {
    (1..<1 + min(contexts.count, Self.comparedContexts)).map(contexts.last)
      .first { contexts[$0] == context }
  }

  /// Traps if a row is in a wrong chain, or a subject in two rows; for tests.
  func checkInvariants() {
    precondition(rows.count <= limit, "more than there is room for")
    precondition(contexts.count <= rows.count + Self.comparedContexts + 1, "contexts of no row")
    var hashes: Set<UInt64> = []
    for var row in chains {
      while row != Self.noRow {
        let hash = rows[Int(row)].hash
        precondition(find(hash) == Int(row), "a row cannot be found")
        precondition(hashes.insert(hash).inserted, "a subject is remembered twice")
        row = rows[Int(row)].next
      }
    }
  }

  /// How many bytes of rows, contexts and chains are in use, for tests.
  var usedBytes: Int {
    let vectors = (0..<contexts.count).reduce(0) { $0 + contexts[$1].vectors.count }
    return rows.usedBytes + contexts.usedBytes + vectors * MemoryLayout<VectorID>.stride
      + chains.count * MemoryLayout<UInt32>.stride
  }
}
