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
  /// By name number, for every identity of an event.
  private(set) var subjects: UnsafeMutablePointer<Found>
  private var capacity: Int
  static let unresolved: Int32 = -2

  /// How many members a name may be a value of.
  private let memberCount: Int

  init(memberCount: Int) {
    self.memberCount = memberCount
    capacity = 1_024
    spellings = .allocate(capacity: capacity)
    subjects = .allocate(capacity: capacity * memberCount)
  }

  deinit {
    spellings.deallocate()
    subjects.deallocate()
  }

  /// Forgets everything and makes room for the names of the next batch.
  mutating func reset(nameCount: Int) {
    if nameCount + 1 > capacity {
      capacity = max(capacity * 2, nameCount + 1)
      spellings.deallocate()
      spellings = .allocate(capacity: capacity)
      subjects.deallocate()
      subjects = .allocate(capacity: capacity * memberCount)
    }
    spellings.update(repeating: Self.unresolved, count: nameCount + 1)
    subjects.update(
      repeating: Found(slot: -1, generation: 0), count: (nameCount + 1) * memberCount)
  }

  /// What an identity was found to be; its slot is -1 where it was not looked up yet.
  @inline(__always)
  subscript(member: Int, name: NameID) -> Found {
    get { subjects[Int(name.rawValue) &* memberCount &+ member] }
    nonmutating set {
      subjects[Int(name.rawValue) &* memberCount &+ member] = newValue
    }
  }
}
