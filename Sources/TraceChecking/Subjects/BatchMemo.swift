internal import TraceModel

/// Which subjects the names of one batch were found to mean, so that each is looked up once a batch.
struct BatchMemo: ~Copyable {
  /// A slot as it was found; valid while the slot was not given to another subject.
  struct Found: BitwiseCopyable {
    var slot: Int32
    var generation: UInt32
  }

  /// By name number, for every identifying member of an event.
  private var subjects: UnsafeMutablePointer<Found>
  private let memberCount: Int
  private var capacity = 1_024

  init(memberCount: Int) {
    self.memberCount = max(1, memberCount)
    subjects = .allocate(capacity: capacity * self.memberCount)
  }

  deinit { subjects.deallocate() }

  /// Forgets everything and makes room for the names of the next batch.
  mutating func reset(nameCount: Int) {
    if nameCount + 1 > capacity {
      capacity = max(capacity * 2, nameCount + 1)
      subjects.deallocate()
      subjects = .allocate(capacity: capacity * memberCount)
    }
    subjects.update(
      repeating: Found(slot: -1, generation: 0), count: (nameCount + 1) * memberCount)
  }

  /// What an identity was found to be; its slot is -1 where it was not looked up yet.
  @inline(__always)
  subscript(member: Int, name: NameID) -> Found {
    get { subjects[Int(name.rawValue) &* memberCount &+ member] }
    nonmutating set { subjects[Int(name.rawValue) &* memberCount &+ member] = newValue }
  }

  /// Traps where the names of the batch have no room; for tests.
  func checkInvariants(nameCount: Int) {
    precondition(nameCount < capacity, "more names than there is room for")
    for cell in 0..<((nameCount + 1) * memberCount) {
      precondition(subjects[cell].slot >= -1, "no slot of a store")
    }
  }
}
