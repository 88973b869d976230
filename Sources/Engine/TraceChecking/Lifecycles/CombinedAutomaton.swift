internal import TraceGrammar

/// All lifecycles of one kind of subject as one automaton, so that an ordinary call takes one step instead of one per
/// lifecycle.
///
/// A state stands for one settled vector of each lifecycle, with nothing to explain in any of them. States and
/// transitions are built when a trace first needs them, and are kept for the next one.
struct CombinedAutomaton: ~Copyable {
  /// The effect of a callback in a state.
  struct Transition: BitwiseCopyable {
    /// The next state, or `unbuilt`, or `none` if some lifecycle has to take the step itself.
    var next = CombinedAutomaton.unbuilt
    /// Its number among the transitions that were built, for counting; -1 before that.
    var number: Int32 = -1
    /// The lifecycles whose vectors change, as bits.
    var moved: UInt64 = 0
    /// Whether any lifecycle sees the callback.
    var isSeen = false
  }

  /// A transition that was built.
  private struct Built {
    var state: Int
    var callback: CallbackID
  }

  /// How many states are distinguished. Subjects in other states step each lifecycle by itself.
  private static let stateLimit = 1_024
  fileprivate static let unbuilt: Int32 = -1
  private static let none: Int32 = -2

  private let runs: UnsafeMutablePointer<RunTraits>
  private let runCount: Int
  private let callbackCount: Int
  /// The vectors of the lifecycles, row major, with one row per state.
  private var vectors: [VectorID] = []
  private var transitions: UnsafeMutablePointer<Transition>
  private var capacity = 0
  private var stateCount = 0
  private var states = HashIndex()
  private var built: [Built] = []

  /// - Parameter runs: the `runCount` lifecycles of the kind.
  init(runs: UnsafeMutablePointer<RunTraits>, runCount: Int, callbackCount: Int) {
    (self.runs, self.runCount, self.callbackCount) = (runs, runCount, callbackCount)
    transitions = .allocate(capacity: 1)
  }

  deinit { transitions.deallocate() }

  /// The state of a subject; -1 if something about it may have to be explained, or if there are too many states.
  mutating func state(of subject: UnsafeMutablePointer<Run>) -> Int32 {
    if runCount == 0 || runCount > UInt64.bitWidth { return -1 }
    for number in 0..<runCount where subject[number].segment >= 0 { return -1 }
    return state { subject[$0].vector }
  }

  private mutating func state(of vector: (Int) -> VectorID) -> Int32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for number in 0..<runCount {
      hash = (hash ^ UInt64(vector(number).rawValue)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    let known = states.find(hash) { state in
      (0..<runCount).allSatisfy { vectors[state * runCount + $0] == vector($0) }
    }
    if let known { return Int32(known) }
    if stateCount == Self.stateLimit { return -1 }
    if stateCount == capacity { grow() }
    states.insert(hash, stateCount)
    for number in 0..<runCount { vectors.append(vector(number)) }
    stateCount += 1
    return Int32(stateCount - 1)
  }

  /// The effect of a callback in a state. It is nil if some lifecycle has to take the step itself: because it does not
  /// allow the callback, because it relies on unrecorded calls, or because several states are equally likely
  /// afterwards.
  @inline(__always)
  mutating func transition(_ state: Int32, _ callback: CallbackID) -> UnsafeMutablePointer<
    Transition
  >? {
    var transition = transitions + (Int(state) &* callbackCount &+ callback.index)
    if transition.pointee.next == Self.unbuilt {
      build(Int(state), callback)
      // The memory may have moved.
      transition = transitions + (Int(state) &* callbackCount &+ callback.index)
    }
    return transition.pointee.next >= 0 ? transition : nil
  }

  /// The vector of a lifecycle in a state.
  @inline(__always)
  func vector(_ state: Int32, _ run: Int) -> VectorID {
    vectors.withUnsafeBufferPointer { $0[Int(state) &* runCount &+ run] }
  }

  @inline(never)
  private mutating func build(_ state: Int, _ callback: CallbackID) {
    var transition = Transition(next: Self.none)
    var next = Array(vectors[(state * runCount)..<((state + 1) * runCount)])
    var isPlain = true
    for number in 0..<runCount {
      guard let symbol = runs[number].symbols[callback].id else { continue }
      transition.isSeen = true
      let step = runs[number].automaton.pointee.step(next[number], symbol)
      if step.rose || step.usesSilence || !step.isSettled { isPlain = false }
      if step.next != next[number] {
        next[number] = step.next
        transition.moved |= 1 << UInt64(number)
      }
    }
    if isPlain { transition.next = max(Self.none, self.state { next[$0] }) }
    // If there is no room for the state, each lifecycle steps by itself.
    if transition.next < 0 { transition.next = Self.none }
    if transition.next >= 0 {
      transition.number = Int32(built.count)
      built.append(Built(state: state, callback: callback))
    }
    transitions[state * callbackCount + callback.index] = transition
  }

  /// Adds the counts of transitions to the counts of the lifecycles' steps.
  /// - Parameter counts: how often each transition was taken, by its number.
  func distribute(
    _ counts: borrowing TransitionCounts, to hits: UnsafeMutablePointer<Int>,
    _ unpinned: inout UnpinnedSteps
  ) {
    for (number, transition) in built.enumerated() where counts[number] > 0 {
      for run in 0..<runCount {
        guard let symbol = runs[run].symbols[transition.callback].id else { continue }
        let vector = vectors[transition.state * runCount + run]
        if vector.rawValue < runs[run].stateCount {
          let hit = vector.index * runs[run].symbolCount + symbol.index
          hits[runs[run].hitOffset + hit] += counts[number]
        } else {
          unpinned.count(runs[run].lifecycle, vector, symbol, times: counts[number])
        }
      }
    }
  }

  private mutating func grow() {
    let larger = max(4, capacity * 2)
    let memory = UnsafeMutablePointer<Transition>.allocate(capacity: larger * callbackCount)
    memory.update(from: transitions, count: stateCount * callbackCount)
    (memory + stateCount * callbackCount)
      .initialize(repeating: Transition(), count: (larger - stateCount) * callbackCount)
    transitions.deallocate()
    (transitions, capacity) = (memory, larger)
  }

  /// Traps if a transition leads to a state that does not exist; for tests.
  func checkInvariants() {
    states.checkInvariants()
    precondition(states.count == stateCount && vectors.count == stateCount * runCount)
    for cell in 0..<(stateCount * callbackCount) {
      precondition(transitions[cell].next < stateCount, "there is no such state")
    }
  }
}

/// How often the transitions of a combined automaton were taken in one trace, by their numbers.
struct TransitionCounts: ~Copyable {
  private var counts: UnsafeMutablePointer<Int>
  private var capacity = 0

  init() { counts = .allocate(capacity: 1) }

  deinit { counts.deallocate() }

  subscript(number: Int) -> Int { number < capacity ? counts[number] : 0 }

  /// Counts a transition.
  @inline(__always)
  mutating func count(_ number: Int32) {
    if Int(number) >= capacity { grow(toHold: Int(number)) }
    counts[Int(number)] &+= 1
  }

  /// Sets all counts to 0.
  mutating func reset() { counts.update(repeating: 0, count: capacity) }

  @inline(never)
  private mutating func grow(toHold number: Int) {
    let larger = max(64, capacity * 2, number + 1)
    let memory = UnsafeMutablePointer<Int>.allocate(capacity: larger)
    memory.update(from: counts, count: capacity)
    (memory + capacity).initialize(repeating: 0, count: larger - capacity)
    counts.deallocate()
    (counts, capacity) = (memory, larger)
  }
}
