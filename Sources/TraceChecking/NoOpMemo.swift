internal import TraceAutomata

/// Which callbacks change nothing about the present wider subject, so that its lives need not be stepped by each of
/// the many calls about what lives inside it.
///
/// What is known holds until a life of the subject changes or another subject takes its place; then the calls
/// that were only counted are added to the counters of the steps they took.
struct NoOpMemo: ~Copyable {
  private let callbackCount: Int
  /// For every subject and callback, row major, the epoch in which the callback was found to change nothing.
  private let epochs: UnsafeMutablePointer<UInt32>
  /// How many such calls came since.
  private let counts: UnsafeMutablePointer<Int>
  private let size: Int
  private let epoch: UnsafeMutablePointer<UInt32>
  /// The vectors of the present subject's lives during the epoch.
  private var vectors: [[VectorID]]

  init(subjectCount: Int, callbackCount: Int) {
    self.callbackCount = callbackCount
    size = max(1, subjectCount * callbackCount)
    epochs = .allocate(capacity: size)
    counts = .allocate(capacity: size)
    epochs.initialize(repeating: 0, count: size)
    counts.initialize(repeating: 0, count: size)
    epoch = .allocate(capacity: max(1, subjectCount))
    epoch.initialize(repeating: 1, count: max(1, subjectCount))
    vectors = Array(repeating: [], count: subjectCount)
  }

  deinit {
    epochs.deallocate()
    counts.deallocate()
    epoch.deallocate()
  }

  /// Counts a call if it is known to change nothing; false if it is not.
  func countIfNothing(_ subject: Int, _ callback: Int) -> Bool {
    let place = subject * callbackCount + callback
    if epochs[place] != epoch[subject] { return false }
    counts[place] &+= 1
    return true
  }

  /// Whether a call is known to change nothing.
  @inline(__always)
  func isNothing(_ subject: Int, _ callback: Int) -> Bool {
    epochs[subject &* callbackCount &+ callback] == epoch[subject]
  }

  /// Counts a call that is known to change nothing.
  @inline(__always)
  func count(_ subject: Int, _ callback: Int) {
    counts[subject &* callbackCount &+ callback] &+= 1
  }

  /// Notes that a call changed nothing.
  func learn(_ subject: Int, _ callback: Int) {
    epochs[subject * callbackCount + callback] = epoch[subject]
  }

  /// Begins anew with other vectors; what was counted goes to the counters of the steps.
  mutating func forget(
    _ subject: Int, newVectors: [VectorID], _ tables: CheckingTables,
    _ hits: UnsafeMutablePointer<Int>
  ) {
    let traits = tables.subjects[subject]
    for callback in 0..<callbackCount where counts[subject * callbackCount + callback] > 0 {
      for number in 0..<min(traits.planCount, vectors[subject].count) {
        let plan = tables.plans[traits.firstPlan + number]
        let vector = vectors[subject][number]
        let symbol = Int(plan.symbols[callback])
        if symbol < 0 || vector >= plan.stateCount { continue }
        hits[plan.hitOffset + Int(vector) * plan.symbolCount + symbol] +=
          counts[subject * callbackCount + callback]
      }
      counts[subject * callbackCount + callback] = 0
    }
    epoch[subject] &+= 1
    vectors[subject] = newVectors
  }
}
