internal import TraceGrammar
internal import TraceModel

/// The subjects that the names of one batch stand for, so that each is looked up once per batch.
struct BatchMemo: ~Copyable {
  /// A slot as it was found; valid until the slot is given to another subject.
  struct Found: BitwiseCopyable {
    var slot: Int32
    var generation: UInt32
  }

  /// By name number, for every kind of subject. There are many names, so the cells of one are side by side.
  private var subjects: UnsafeMutablePointer<Found>
  private let kindCount: Int
  private var capacity = 1_024
  /// How many names it has room for now, including the number for no name.
  private var nameCount = 0

  init(kindCount: Int) {
    self.kindCount = max(1, kindCount)
    subjects = .allocate(capacity: capacity * self.kindCount)
  }

  deinit { subjects.deallocate() }

  /// Makes room for the names of the next batch.
  /// - Parameter keepingNames: whether the names of the previous batch are among them, with the same numbers; otherwise
  ///   what they stand for is forgotten.
  mutating func reset(nameCount count: Int, keepingNames: Bool = false) {
    let kept = keepingNames ? nameCount : 0
    if count + 1 > capacity {
      let larger = max(capacity * 2, count + 1)
      let memory = UnsafeMutablePointer<Found>.allocate(capacity: larger * kindCount)
      memory.update(from: subjects, count: kept * kindCount)
      subjects.deallocate()
      (subjects, capacity) = (memory, larger)
    }
    (subjects + kept * kindCount).update(
      repeating: Found(slot: -1, generation: 0), count: (count + 1 - kept) * kindCount)
    nameCount = count + 1
  }

  /// The subject that an identity stands for; its slot is -1 if it was not looked up yet.
  @inline(__always)
  subscript(kind: SubjectKindID, name: NameID) -> Found {
    get { subjects[Int(name.rawValue) &* kindCount &+ kind.index] }
    nonmutating set { subjects[Int(name.rawValue) &* kindCount &+ kind.index] = newValue }
  }

  /// Traps if there is no room for the names of the batch; for tests.
  func checkInvariants(nameCount: Int) {
    precondition(nameCount < capacity, "more names than there is room for")
    for cell in 0..<((nameCount + 1) * kindCount) {
      precondition(subjects[cell].slot >= -1, "no slot of a store")
    }
  }
}
