internal import TraceAutomata

/// Which callbacks change nothing about the present wider subject, so that its lifecycles need not be stepped by
/// each of the many calls about what belongs to it.
///
/// What is known holds until a lifecycle of the subject changes or another subject takes its turn; then the calls
/// that were only counted are added to the counters of the steps they took.
struct UnchangedCalls: ~Copyable {
  private let callbackCount: Int
  /// For every kind of subject and callback, row major, the epoch in which the callback was found to change nothing.
  private let epochs: UnsafeMutablePointer<UInt32>
  /// How many such calls came since.
  private let counts: UnsafeMutablePointer<Int>
  private let epoch: UnsafeMutablePointer<UInt32>
  /// The vectors of the present subject's lifecycles during the epoch.
  private var vectors: [[VectorID]]

  init(kindCount: Int, callbackCount: Int) {
    self.callbackCount = callbackCount
    let size = max(1, kindCount * callbackCount)
    epochs = .allocate(capacity: size)
    counts = .allocate(capacity: size)
    epochs.initialize(repeating: 0, count: size)
    counts.initialize(repeating: 0, count: size)
    epoch = .allocate(capacity: max(1, kindCount))
    epoch.initialize(repeating: 1, count: max(1, kindCount))
    vectors = Array(repeating: [], count: kindCount)
  }

  deinit {
    epochs.deallocate()
    counts.deallocate()
    epoch.deallocate()
  }

  /// Whether a call is known to change nothing.
  @inline(__always)
  func contains(_ kind: Int, _ callback: Int) -> Bool {
    epochs[kind &* callbackCount &+ callback] == epoch[kind]
  }

  /// Counts a call that is known to change nothing.
  @inline(__always)
  func count(_ kind: Int, _ callback: Int) {
    counts[kind &* callbackCount &+ callback] &+= 1
  }

  /// Notes that a call changed nothing.
  func learn(_ kind: Int, _ callback: Int) {
    epochs[kind * callbackCount + callback] = epoch[kind]
  }

  /// Begins anew with other vectors; what was counted goes to the counters of the steps.
  mutating func forget(
    _ kind: Int, newVectors: [VectorID], _ tables: CheckingTables,
    _ hits: UnsafeMutablePointer<Int>, _ unpinned: inout UnpinnedSteps
  ) {
    let traits = tables.kinds[kind]
    for callback in 0..<callbackCount where counts[kind * callbackCount + callback] > 0 {
      for number in 0..<min(traits.runCount, vectors[kind].count) {
        let run = tables.runs[traits.firstRun + number]
        let vector = vectors[kind][number]
        let symbol = Int(run.symbols[callback])
        if symbol < 0 { continue }
        let count = counts[kind * callbackCount + callback]
        if vector < run.stateCount {
          hits[run.hitOffset + Int(vector) * run.symbolCount + symbol] += count
        } else {
          unpinned.count(run.lifecycle, vector, symbol, times: count)
        }
      }
      counts[kind * callbackCount + callback] = 0
    }
    epoch[kind] &+= 1
    vectors[kind] = newVectors
  }

  /// Traps where calls are counted that are not known to change nothing; for tests.
  func checkInvariants() {
    for kind in vectors.indices {
      for callback in 0..<callbackCount {
        let cell = kind * callbackCount + callback
        precondition(epochs[cell] <= epoch[kind] && counts[cell] >= 0, "a cell of another epoch")
        precondition(counts[cell] == 0 || contains(kind, callback), "a call may change something")
      }
    }
  }
}
