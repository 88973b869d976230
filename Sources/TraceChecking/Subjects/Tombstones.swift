/// The data that is kept of forgotten subjects, by the hash of their identity. It is enough to judge a subject that
/// comes back as if it had not been forgotten, but not to show its events from before that.
///
/// There is room for a limited number. Beyond that, the oldest are forgotten for good.
struct Tombstones: ~Copyable {
  /// The data that is kept of one subject.
  struct Tombstone {
    var record: SubjectRecord
    var trail: EventTrail
    /// The cost vectors of its lifecycles, in the order of the grammar.
    var vectors: ArraySlice<UInt32>
  }

  private let limit: Int
  private let runCount: Int
  private var records: [SubjectRecord] = []
  private var trails: [EventTrail] = []
  /// Row major, with one row per subject.
  private var vectors: [UInt32] = []
  /// The row to overwrite next, once all rows are used.
  private var next = 0
  private var rows = HashIndex()

  /// - Parameters:
  ///   - limit: how many subjects there is room for; at least 1.
  ///   - runCount: how many lifecycles a subject has.
  init(limit: Int, runCount: Int) {
    self.limit = max(1, limit)
    self.runCount = runCount
  }

  /// Whether no subject was ever forgotten.
  var isEmpty: Bool { records.isEmpty }

  /// Remembers a subject. If there is no room, it replaces the oldest.
  mutating func add(_ record: SubjectRecord, _ trail: EventTrail, vectors new: [UInt32]) {
    if let row = rows.find(record.hash, where: { _ in true }) { rows.remove(record.hash, row) }
    if records.count < limit {
      rows.insert(record.hash, records.count)
      records.append(record)
      trails.append(trail)
      vectors.append(contentsOf: new)
      return
    }
    rows.remove(records[next].hash, next)
    rows.insert(record.hash, next)
    records[next] = record
    trails[next] = trail
    vectors.replaceSubrange((next * runCount)..<((next + 1) * runCount), with: new)
    next = next + 1 == limit ? 0 : next + 1
  }

  /// Removes and returns a subject that is met again; nil if nothing is remembered of it.
  mutating func take(_ hash: UInt64) -> Tombstone? {
    guard let row = rows.find(hash, where: { _ in true }) else { return nil }
    rows.remove(hash, row)
    return Tombstone(
      record: records[row], trail: trails[row],
      vectors: vectors[(row * runCount)..<((row + 1) * runCount)])
  }

  /// Traps if the rows and the index disagree; for tests.
  func checkInvariants() {
    rows.checkInvariants()
    precondition(records.count <= limit && next < limit, "more rows than there is room for")
    precondition(
      trails.count == records.count && vectors.count == records.count * runCount, "a row is cut off"
    )
    let remembered = records.indices.filter { row in
      rows.find(records[row].hash) { $0 == row } == row
    }
    precondition(remembered.count == rows.count, "the index has rows of others")
    let hashes = Set(remembered.map { records[$0].hash })
    precondition(hashes.count == remembered.count, "a subject is remembered twice")
  }
}
