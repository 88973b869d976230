internal import TraceAutomata
internal import TraceGrammar

/// How many subjects at most are in which state of one lifecycle, where a trace does not tell several apart.
///
/// To follow every way to spread the calls over subjects takes time without bound. What is kept is one number for each
/// state, which no such way exceeds: a call that is legal for nobody by these numbers is legal in no way. New subjects may
/// come at any time, so those that are where they could come from are not counted.
struct StateCounts {
  /// Any number of subjects.
  private static let many = UInt8.max

  /// For every state the most that may be in it.
  private var most: [UInt8]

  /// Nobody was met.
  init(stateCount: Int) { most = [UInt8](repeating: 0, count: stateCount) }

  /// One of the subjects, or a new one, gets a call.
  /// - Parameters:
  ///   - isKnown: whether what new ones belong to was seen to begin.
  ///   - mayBeEcho: whether the event may tell of a call that was told of already.
  /// - Returns: whether it may be legal; where it is not, nothing changes.
  /// - Complexity: O(states + steps of the symbol).
  mutating func step(
    _ symbol: Int, isKnown: Bool, mayBeEcho: Bool, _ steps: inout StepTargets
  ) -> Bool {
    let targets = steps.targets(symbol)
    let before = most
    /// Of several ways each moves one subject, so that a state has one more however many lead there.
    func reach(_ target: Int) {
      if most[target] == before[target] && before[target] < Self.many { most[target] += 1 }
    }
    var (callerCount, caller, mayBeNew) = (0, 0, false)
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
    // It is certain who called only if nobody else can have.
    if callerCount == 1 && !mayBeNew && !mayBeEcho && before[caller] < Self.many
      && !targets[caller].contains(caller)
    {
      most[caller] -= 1
    }
    free(steps)
    return true
  }

  /// Something happened to all of them.
  mutating func tell(_ symbol: Int, _ steps: inout StepTargets) {
    let targets = steps.targets(symbol)
    let before = most
    most = [UInt8](repeating: 0, count: before.count)
    for state in before.indices where before[state] > 0 {
      for target in targets[state] { add(before[state], to: target) }
    }
    free(steps)
  }

  /// Nothing is known of them any more.
  mutating func blur() { for state in most.indices { most[state] = Self.many } }

  private mutating func add(_ count: UInt8, to state: Int) {
    let (sum, isOver) = most[state].addingReportingOverflow(count)
    most[state] = isOver ? Self.many : sum
  }

  /// Leaves out those that may as well be new.
  private mutating func free(_ steps: StepTargets) {
    for state in steps.alwaysStart { most[state] = 0 }
  }
}

/// Where the calls and facts of one lifecycle lead, calls that are not recorded included; found when first asked for.
struct StepTargets {
  /// Where subjects come from whose wider one was seen to begin, and others.
  let knownStart: [Int]
  let unknownStart: [Int]
  /// Where subjects may always come from.
  let alwaysStart: [Int]
  private let lifecycle: CompiledLifecycle
  private var known: [Int: [[Int]]] = [:]

  init(_ lifecycle: CompiledLifecycle) {
    self.lifecycle = lifecycle
    func closed(_ states: [Int]) -> [Int] {
      Set(states.flatMap { lifecycle.silentlyReachable[$0] }).sorted()
    }
    knownStart = closed(lifecycle.declaration.start)
    unknownStart = closed(lifecycle.declaration.unknownStart)
    alwaysStart = knownStart.filter(unknownStart.contains)
  }

  var stateCount: Int { lifecycle.automaton.stateCount }

  /// The symbol of a fact.
  func symbol(_ fact: Fact) -> Int { lifecycle.symbol(fact) }

  /// For every state those that a symbol leads to; none where it is illegal.
  mutating func targets(_ symbol: Int) -> [[Int]] {
    if let targets = known[symbol] { return targets }
    let edges = lifecycle.automaton.edges[symbol]
    let targets = lifecycle.silentlyReachable.map { reachable in
      Set(edges.filter { reachable.contains($0.from) }.map(\.to)).sorted()
    }
    known[symbol] = targets
    return targets
  }
}
