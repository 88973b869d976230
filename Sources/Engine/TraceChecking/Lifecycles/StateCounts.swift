internal import TraceGrammar

/// Upper bounds for how many subjects are in each state of one lifecycle, if a trace does not tell several subjects
/// apart.
///
/// Following every way to assign the calls to subjects would take unbounded time. Instead, there is one number for each
/// state that no assignment exceeds: a call that is illegal by these numbers is illegal in every assignment. New
/// subjects may come at any time, so subjects in states where new ones may always start are not counted.
struct StateCounts {
  /// Any number of subjects.
  private static let many = UInt8.max

  /// For every state, the most subjects that may be in it.
  private var most: IDArray<StateID, UInt8>

  /// No subject was met yet.
  init(stateCount: Int) { most = IDArray(repeating: 0, count: stateCount) }

  /// Steps one of the subjects, or a new one, by a call.
  /// - Parameters:
  ///   - isKnown: whether the wider subject to which new ones belong was seen to begin.
  ///   - mayBeEcho: whether the event may report a call that was already reported.
  /// - Returns: whether the call may be legal. If it is not, nothing changes.
  /// - Complexity: O(states + steps of the symbol).
  mutating func step(
    _ symbol: SymbolID, isKnown: Bool, mayBeEcho: Bool, _ steps: StepTargets
  ) -> Bool {
    let targets = steps.targets(symbol)
    let before = most
    /// Each way moves only one subject, so a state gets one more, however many ways lead there.
    func reach(_ target: StateID) {
      if most[target] == before[target] && before[target] < Self.many { most[target] += 1 }
    }
    var (callerCount, caller, mayBeNew): (Int, StateID, Bool) = (0, 0, false)
    for state in before.indices where before[state] > 0 && !targets[state].isEmpty {
      callerCount += 1
      caller = state
      for target in targets[state] where target != state { reach(target) }
    }
    for state in isKnown ? steps.knownStart : steps.unknownStart where !targets[state].isEmpty {
      mayBeNew = true
      for target in targets[state] { reach(target) }
    }
    if callerCount == 0 && !mayBeNew { return false }
    // It is certain which subject was called only if it cannot have been another one.
    if callerCount == 1 && !mayBeNew && !mayBeEcho && before[caller] < Self.many
      && !targets[caller].contains(caller)
    {
      most[caller] -= 1
    }
    free(steps)
    return true
  }

  /// Applies a fact to all of them.
  mutating func apply(_ symbol: SymbolID, _ steps: StepTargets) {
    let targets = steps.targets(symbol)
    let before = most
    most = IDArray(repeating: 0, count: before.count)
    for state in before.indices where before[state] > 0 {
      for target in targets[state] { add(before[state], to: target) }
    }
    free(steps)
  }

  /// Forgets everything: any number may be in any state.
  mutating func blur() { for state in most.indices { most[state] = Self.many } }

  private mutating func add(_ count: UInt8, to state: StateID) {
    let (sum, isOver) = most[state].addingReportingOverflow(count)
    most[state] = isOver ? Self.many : sum
  }

  /// Stops counting subjects that may just as well be new.
  private mutating func free(_ steps: StepTargets) {
    for state in steps.alwaysStart { most[state] = 0 }
  }
}

/// The target states of the calls and facts of one lifecycle, including unrecorded calls; computed on demand, for one
/// thread.
final class StepTargets {
  /// The start states of subjects whose wider subject was seen to begin, and those of others.
  let knownStart: [StateID]
  let unknownStart: [StateID]
  /// The states in which subjects may always start.
  let alwaysStart: [StateID]
  private let lifecycle: CompiledLifecycle
  private var known: [SymbolID: IDArray<StateID, [StateID]>] = [:]

  init(_ lifecycle: CompiledLifecycle) {
    self.lifecycle = lifecycle
    func closed(_ states: [StateID]) -> [StateID] {
      Set(states.flatMap { lifecycle.silence.reachable[$0] }).sorted()
    }
    knownStart = closed(lifecycle.declaration.start)
    unknownStart = closed(lifecycle.declaration.unknownStart)
    alwaysStart = knownStart.filter(unknownStart.contains)
  }

  /// For every state, the states that a symbol leads to; empty if it is illegal.
  func targets(_ symbol: SymbolID) -> IDArray<StateID, [StateID]> {
    if let targets = known[symbol] { return targets }
    let edges = lifecycle.automaton.edges[symbol]
    let targets = lifecycle.silence.reachable.table { reachable in
      Set(edges.filter { reachable.contains($0.from) }.map(\.to)).sorted()
    }
    known[symbol] = targets
    return targets
  }
}
