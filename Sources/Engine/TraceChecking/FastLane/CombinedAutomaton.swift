internal import TraceGrammar

/// All lifecycles of one kind of subject as one automaton, so that an ordinary call takes one step instead of one per
/// lifecycle.
///
/// A state stands for one vector of each lifecycle. States and transitions are built when a trace first needs them, and
/// are kept for the next one.
struct CombinedAutomaton: ~Copyable {
  /// The effect of a callback in a state.
  struct Transition: BitwiseCopyable {
    /// The next state, or `unbuilt`, or `none` if some lifecycle has to take the step itself.
    var next = CombinedAutomaton.unbuilt
    /// Its number among the transitions that were built, for counting; -1 before that.
    var number: Int32 = -1
    /// The lifecycles that see the callback, as bits.
    var seen: UInt32 = 0
    /// Those of them whose vectors change.
    var moved: UInt32 = 0
    /// Those of them for which it changes nothing, not even for what waits to be explained. A lifecycle with an open
    /// segment can only take part in such a step.
    var idle: UInt32 = 0
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

  // SAFETY: the tables that own this also own the automata, and being freed uses none of them.
  private let automata: IDPointer<LifecycleID, CostAutomaton>
  private let runs: [RunTraits]
  private let runCount: Int
  private let callbackCount: Int
  /// Whether subjects with something to explain have states, too.
  private let allowsOpen: Bool
  /// The vectors of the lifecycles, row major, with one row per state.
  private var vectors: [VectorID] = []
  /// The effects of callbacks, row major, with one row per state.
  private var transitions: ContiguousArray<Transition> = []
  private var stateCount = 0
  private var states = HashIndex()
  private var built: [Built] = []

  /// - Parameters:
  ///   - runs: the lifecycles of the kind.
  ///   - allowsOpen: whether subjects with something to explain have states, too: wider subjects do. Most events do not
  ///     concern them, and they stay open for long if the recording joined late.
  init(
    _ automata: IDPointer<LifecycleID, CostAutomaton>, runs: [RunTraits], callbackCount: Int,
    allowsOpen: Bool
  ) {
    self.automata = automata
    (self.runs, runCount, self.callbackCount) = (runs, runs.count, callbackCount)
    self.allowsOpen = allowsOpen
  }

  /// The state of a subject, -1 if it has none; and the lifecycles with open segments, as bits.
  mutating func state(of subject: ArraySlice<Run>) -> (state: Int32, open: UInt32) {
    if runCount > UInt32.bitWidth { return (-1, 0) }
    var open: UInt32 = 0
    for number in 0..<runCount where !subject[subject.startIndex + number].segment.isNone {
      open |= 1 << UInt32(number)
    }
    return allowsOpen || open == 0
      ? (state { subject[subject.startIndex + $0].vector }, open) : (-1, 0)
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
    states.insert(hash, stateCount)
    for number in 0..<runCount { vectors.append(vector(number)) }
    transitions.append(contentsOf: repeatElement(Transition(), count: callbackCount))
    stateCount += 1
    return Int32(stateCount - 1)
  }

  /// The effect of a callback in a state. It is nil if some lifecycle has to take the step itself: because it does not
  /// allow the callback, because it relies on unrecorded calls, or because several states are equally likely
  /// afterwards.
  @inline(__always)
  mutating func transition(_ state: Int32, _ callback: CallbackID) -> Transition? {
    let cell = Int(state) &* callbackCount &+ callback.index
    if transitions[cell].next == Self.unbuilt { build(Int(state), callback) }
    let transition = transitions[cell]
    return transition.next >= 0 ? transition : nil
  }

  /// The vector of a lifecycle in a state.
  @inline(__always)
  func vector(_ state: Int32, _ run: Int) -> VectorID { vectors[Int(state) &* runCount &+ run] }

  @inline(never)
  private mutating func build(_ state: Int, _ callback: CallbackID) {
    var transition = Transition(next: Self.none)
    var next = Array(vectors[(state * runCount)..<((state + 1) * runCount)])
    var isPlain = true
    for number in 0..<runCount {
      guard let symbol = runs[number].compiled.symbols[callback].id else { continue }
      let bit: UInt32 = 1 << UInt32(number)
      transition.seen |= bit
      let step = automata[runs[number].lifecycle].step(next[number], symbol)
      if step.isIdle { transition.idle |= bit }
      if step.rose || step.usesSilence || !step.isSettled && !step.isIdle { isPlain = false }
      if step.next != next[number] {
        next[number] = step.next
        transition.moved |= bit
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
    _ counts: TransitionCounts, to hits: inout [Int],
    _ unpinned: inout UnpinnedSteps
  ) {
    for (number, transition) in built.enumerated() where counts[number] > 0 {
      for run in 0..<runCount {
        guard let symbol = runs[run].compiled.symbols[transition.callback].id else { continue }
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
struct TransitionCounts {
  private var counts: ContiguousArray<Int> = []

  subscript(number: Int) -> Int { number < counts.count ? counts[number] : 0 }

  /// Counts a transition.
  @inline(__always)
  mutating func count(_ number: Int32) {
    if Int(number) >= counts.count { grow(toHold: Int(number)) }
    counts[Int(number)] &+= 1
  }

  /// Sets all counts to 0.
  mutating func reset() { counts.removeAll(keepingCapacity: true) }

  @inline(never)
  private mutating func grow(toHold number: Int) {
    counts += repeatElement(0, count: max(64, number + 1 - counts.count))
  }
}
