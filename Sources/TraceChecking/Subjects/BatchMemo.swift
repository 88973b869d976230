internal import TraceModel

/// The subjects that the names of one batch stand for, so that each is looked up once per batch.
struct BatchMemo: ~Copyable {
  /// A slot as it was found; valid until the slot is given to another subject.
  struct Found: BitwiseCopyable {
    var slot: Int32
    var generation: UInt32
  }

  /// By name number, for every identifying member of an event.
  private var subjects: UnsafeMutablePointer<Found>
  private let memberCount: Int
  private var capacity = 1_024
  /// How many names it has room for now, including the number for no name.
  private var nameCount = 0

  init(memberCount: Int) {
    self.memberCount = max(1, memberCount)
    subjects = .allocate(capacity: capacity * self.memberCount)
  }

  deinit { subjects.deallocate() }

  /// Makes room for the names of the next batch.
  /// - Parameter keepingNames: whether the names of the previous batch are among them, with the same numbers; otherwise
  ///   what they stand for is forgotten.
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

  /// The subject that an identity stands for; its slot is -1 if it was not looked up yet.
  @inline(__always)
  subscript(member: Int, name: NameID) -> Found {
    get { subjects[Int(name.rawValue) &* memberCount &+ member] }
    nonmutating set { subjects[Int(name.rawValue) &* memberCount &+ member] = newValue }
  }

  /// Traps if there is no room for the names of the batch; for tests.
  func checkInvariants(nameCount: Int) {
    precondition(nameCount < capacity, "more names than there is room for")
    for cell in 0..<((nameCount + 1) * memberCount) {
      precondition(subjects[cell].slot >= -1, "no slot of a store")
    }
  }
}
