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
  /// How many names it has room for by now, the number of no name among them.
  private var nameCount = 0

  init(memberCount: Int) {
    self.memberCount = max(1, memberCount)
    subjects = .allocate(capacity: capacity * self.memberCount)
  }

  deinit { subjects.deallocate() }

  /// Makes room for the names of the next batch.
  /// - Parameter keepingNames: whether those of the batch before are among them, with their numbers; else what they were
  ///   found to be is forgotten.
  mutating func reset(nameCount count: Int, keepingNames: Bool = false) {
    let kept = keepingNames ? nameCount : 0
    if count + 1 > capacity {
      let larger = max(capacity * 2, count + 1)
      let memory = UnsafeMutablePointer<Found>.allocate(capacity: larger * memberCount)
      memory.update(from: subjects, count: kept * memberCount)
      subjects.deallocate()
      (subjects, capacity) = (memory, larger)
    }
    (subjects + kept * memberCount).update(
      repeating: Found(slot: -1, generation: 0), count: (count + 1 - kept) * memberCount)
    nameCount = count + 1
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
