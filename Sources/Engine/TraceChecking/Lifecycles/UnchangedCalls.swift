internal import TraceGrammar

/// Callbacks that change nothing about the present wider subject. Its lifecycles need not step for each of the many
/// calls about the subjects that belong to it.
///
/// This holds until a lifecycle of the wider subject changes or another subject takes its turn. The calls that were
/// only counted are then added to the counters of the steps that they took.
struct UnchangedCalls: ~Copyable {
  /// The state of one kind of subject.
  private struct Kind {
    var epoch: UInt32 = 1
    /// How many callbacks were counted in the epoch.
    var countedCount = 0
    /// Whether there is a present subject, whose vectors are known.
    var isPresent = false
  }

  private let kindCount: Int
  private let callbackCount: Int
  private let kinds: IDPointer<SubjectKindID, Kind>
  /// For every kind of subject and callback, row major, the epoch in which the callback was found to change nothing.
  private let epochs: UnsafeMutablePointer<UInt32>
  /// How many such calls came since.
  private let counts: UnsafeMutablePointer<Int>
  /// For every kind of subject, row major, the callbacks that were counted.
  private let counted: UnsafeMutablePointer<CallbackID>
  /// The vectors of the present subjects' lifecycles during the epoch, in the order of the runs of the tables.
  private let vectors: UnsafeMutablePointer<VectorID>

  /// - Parameter runCount: how many lifecycles the kinds have together.
  init(kindCount: Int, callbackCount: Int, runCount: Int) {
    (self.kindCount, self.callbackCount) = (kindCount, callbackCount)
    kinds = .allocate(capacity: max(1, kindCount))
    kinds.base.initialize(repeating: Kind(), count: kindCount)
    let size = max(1, kindCount * callbackCount)
    epochs = .allocate(capacity: size)
    epochs.initialize(repeating: 0, count: size)
    counts = .allocate(capacity: size)
    counts.initialize(repeating: 0, count: size)
    counted = .allocate(capacity: size)
    counted.initialize(repeating: 0, count: size)
    vectors = .allocate(capacity: max(1, runCount))
    vectors.initialize(repeating: 0, count: runCount)
  }

  deinit {
    kinds.deallocate()
    epochs.deallocate()
    counts.deallocate()
    counted.deallocate()
    vectors.deallocate()
  }

  /// Whether a call is known to change nothing.
  @inline(__always)
  func contains(_ kind: SubjectKindID, _ callback: CallbackID) -> Bool {
    epochs[kind.index &* callbackCount &+ callback.index] == kinds[kind].epoch
  }

  /// Changes whenever other calls may change something.
  @inline(__always)
  func epoch(_ kind: SubjectKindID) -> UInt32 { kinds[kind].epoch }

  /// Counts a call that is known to change nothing.
  @inline(__always)
  func count(_ kind: SubjectKindID, _ callback: CallbackID) {
    let cell = kind.index &* callbackCount &+ callback.index
    if counts[cell] == 0 {
      let place = kind.index &* callbackCount &+ kinds[kind].countedCount
      counted[place] = callback
      kinds[kind].countedCount &+= 1
    }
    counts[cell] &+= 1
  }

  /// Remembers that a callback changed nothing.
  func learn(_ kind: SubjectKindID, _ callback: CallbackID) {
    epochs[kind.index * callbackCount + callback.index] = kinds[kind].epoch
  }

  /// Starts over with the present vectors, and adds what was counted to the counters of the steps.
  /// - Parameter runs: the lifecycles of the present subject; nil for none.
  func forget(
    _ kind: SubjectKindID, runs: UnsafePointer<Run>?, _ tables: CheckingTables,
    _ hits: UnsafeMutablePointer<Int>, _ unpinned: inout UnpinnedSteps
  ) {
    let (first, runCount) = (tables.kinds[kind].firstRun, tables.kinds[kind].runCount)
    let row = kind.index * callbackCount
    for place in 0..<kinds[kind].countedCount {
      let callback = counted[row + place]
      let count = counts[row + callback.index]
      for number in first..<(first + runCount) where kinds[kind].isPresent {
        let run = tables.runs + number
        let vector = vectors[number]
        guard let symbol = run.pointee.symbols[callback].id else { continue }
        if vector.rawValue < run.pointee.stateCount {
          let hit = vector.index * run.pointee.symbolCount + symbol.index
          hits[run.pointee.hitOffset + hit] += count
        } else {
          unpinned.count(run.pointee.lifecycle, vector, symbol, times: count)
        }
      }
      counts[row + callback.index] = 0
    }
    kinds[kind].countedCount = 0
    kinds[kind].epoch &+= 1
    kinds[kind].isPresent = runs != nil
    guard let runs else { return }
    for number in 0..<runCount { vectors[first + number] = runs[number].vector }
  }

  /// Traps if calls are counted that may change something; for tests.
  func checkInvariants() {
    for kind in SubjectKindID.all(kindCount) {
      let row = kind.index * callbackCount
      for callback in CallbackID.all(callbackCount) {
        let cell = row + callback.index
        precondition(
          epochs[cell] <= kinds[kind].epoch && counts[cell] >= 0, "a cell of another epoch")
        precondition(counts[cell] == 0 || contains(kind, callback), "a call may change something")
      }
      let listed = (0..<kinds[kind].countedCount).map { counted[row + $0] }
      precondition(
        listed.sorted() == CallbackID.all(callbackCount).filter { counts[row + $0.index] > 0 },
        "a call that is counted is not listed")
    }
  }
}
