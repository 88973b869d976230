internal import TraceGrammar
internal import TraceModel

/// Where the calls and facts of one lifecycle lead, unrecorded calls included.
final class StepTargets {
  let knownStart: [StateID]
  let unknownStart: [StateID]
  let alwaysStart: [StateID]
  unowned let machine: Machine
  private var known: [SymbolID: IDArray<StateID, [StateID]>] = [:]

  init(_ machine: Machine) {
    self.machine = machine
    func closed(_ states: [StateID]) -> [StateID] {
      Set(states.flatMap { machine.reachable[$0] }).sorted()
    }
    knownStart = closed(machine.declaration.start)
    unknownStart = closed(machine.declaration.unknownStart)
    alwaysStart = knownStart.filter(unknownStart.contains)
  }

  func targets(_ symbol: SymbolID) -> IDArray<StateID, [StateID]> {
    if let targets = known[symbol] { return targets }
    let edges = machine.automaton.edges[symbol]
    let targets = machine.reachable.table { reachable in
      Set(edges.filter { reachable.contains($0.from) }.map(\.to)).sorted()
    }
    known[symbol] = targets
    return targets
  }
}

/// Upper bounds for how many subjects are in each state, if a trace does not tell several of them apart.
struct StateCounts {
  private static let many = UInt8.max
  private var most: IDArray<StateID, UInt8>

  init(stateCount: Int) { most = IDArray(repeating: 0, count: stateCount) }

  /// Steps one of the subjects, or a new one, by a call; false if none can take it.
  mutating func step(_ symbol: SymbolID, isKnown: Bool, mayBeEcho: Bool, _ steps: StepTargets)
    -> Bool
  {
    let targets = steps.targets(symbol)
    let before = most
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
    if callerCount == 1 && !mayBeNew && !mayBeEcho && before[caller] < Self.many
      && !targets[caller].contains(caller)
    {
      most[caller] -= 1
    }
    for state in steps.alwaysStart { most[state] = 0 }
    return true
  }

  mutating func apply(_ symbol: SymbolID, _ steps: StepTargets) {
    let (targets, before) = (steps.targets(symbol), most)
    most = IDArray(repeating: 0, count: before.count)
    for state in before.indices where before[state] > 0 {
      for target in targets[state] {
        let (sum, isOver) = most[target].addingReportingOverflow(before[state])
        most[target] = isOver ? Self.many : sum
      }
    }
    for state in steps.alwaysStart { most[state] = 0 }
  }

  mutating func blur() { for state in most.indices { most[state] = Self.many } }
}
