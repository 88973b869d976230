/// The states in which subjects were when they were forgotten, by hash of their identity.
///
/// There is room for a number of them; after that the oldest are forgotten for good.
struct Tombstones: ~Copyable {
  /// The states of a subject's lifecycles, one byte each, the first lifecycle in the lowest.
  struct States: BitwiseCopyable, Equatable {
    /// What a lifecycle's byte holds when its state was not certain.
    static let uncertain: UInt8 = 255
    /// How many lifecycles there is room for; the states of further ones are not certain.
    static let count = 8

    private var packed = UInt64.max

    /// The state of the lifecycle with the index among those of its kind; nil where it was not certain.
    subscript(run: Int) -> Int? {
      get {
        if run >= Self.count { return nil }
        let byte = UInt8(truncatingIfNeeded: packed >> UInt64(run * 8))
        return byte == Self.uncertain ? nil : Int(byte)
      }
      set {
        if run >= Self.count { return }
        let byte = UInt64(newValue.map { UInt8(truncatingIfNeeded: $0) } ?? Self.uncertain)
        packed = packed & ~(255 << UInt64(run * 8)) | byte << UInt64(run * 8)
      }
    }
  }

  private let limit: Int
  private var hashes: [UInt64] = []
  private var states: [States] = []
  /// The row that is to be used next, once all are.
  private var next = 0
  private var rows = HashIndex()

  init(limit: Int) { self.limit = max(1, limit) }

  /// Remembers the states of a subject in place of the oldest, if there is no room.
  mutating func add(_ hash: UInt64, _ newStates: States) {
    _ = take(hash)
    if hashes.count < limit {
      rows.insert(hash, hashes.count)
      hashes.append(hash)
      states.append(newStates)
      return
    }
    rows.remove(hashes[next], next)
    rows.insert(hash, next)
    hashes[next] = hash
    states[next] = newStates
    next = next + 1 == limit ? 0 : next + 1
  }

  /// Takes out the states of a subject that is met again; nil when nothing is remembered of it.
  mutating func take(_ hash: UInt64) -> States? {
    guard let row = rows.find(hash, where: { _ in true }) else { return nil }
    rows.remove(hash, row)
    return states[row]
  }
}
