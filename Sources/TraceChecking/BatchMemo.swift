internal import TraceModel

/// What the names of one batch were found to mean, so that each is looked up once a batch.
struct BatchMemo: ~Copyable {
  /// A slot as it was found; valid while the place was not given to another subject.
  struct Found {
    var slot: Int32
    var generation: UInt32
  }

  /// A callback's spelling: its number among those met, -1 for unknown callbacks, `unresolved`.
  private(set) var spellings: UnsafeMutablePointer<Int32>
  /// For every identity of an event, by name number.
  private(set) var subjects: [UnsafeMutablePointer<Found>]
  private var capacity: Int
  static let unresolved: Int32 = -2

  init() {
    capacity = 1_024
    spellings = .allocate(capacity: capacity)
    subjects = (0..<Event.identityLimit).map { [capacity] _ in .allocate(capacity: capacity) }
  }

  deinit {
    spellings.deallocate()
    for found in subjects { found.deallocate() }
  }

  /// Forgets everything and makes room for the names of the next batch.
  mutating func reset(nameCount: Int) {
    if nameCount + 1 > capacity {
      capacity = max(capacity * 2, nameCount + 1)
      spellings.deallocate()
      spellings = .allocate(capacity: capacity)
      for index in subjects.indices {
        subjects[index].deallocate()
        subjects[index] = .allocate(capacity: capacity)
      }
    }
    spellings.update(repeating: Self.unresolved, count: nameCount + 1)
    for found in subjects {
      found.update(repeating: Found(slot: -1, generation: 0), count: nameCount + 1)
    }
  }
}
