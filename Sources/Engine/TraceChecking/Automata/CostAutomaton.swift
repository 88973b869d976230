/// Tracks the cost of being in every state of an automaton, with one table lookup per symbol.
///
/// A *cost vector* gives, for each state, the least number of edits of the word so far that lead there, minus the
/// minimum over all states. The vectors are the states of a deterministic automaton that is built as words need it. A
/// step yields the next vector, and whether the minimum increased by one. A set of possible states is the vector that
/// is 0 on the set. Vectors are kept in a normal form (see `dominationBounds`) that makes costs equal if the difference
/// can never matter, so that there are few vectors.
///
/// A vector is *settled* if it is the same as if the subject had just been put into one state: its past can no longer
/// matter. A vector with a number below the state count is that of a single state; such a vector is *pinned*.
///
/// Calls that go unrecorded are steps at no cost. Vectors are closed under them, so a state that only they lead to
/// costs as much as the state before. The *kernel* of a vector is its cheapest states without those.
///
/// - Source: lazy determinization as in Aho, Sethi, Ullman, "Compilers", 1986, §3.7 and RE2 (Cox, 2010), lifted
///   from sets to costs as in determinization of weighted automata over the tropical semiring (Mohri, 1997).
@usableFromInline
package struct CostAutomaton: ~Copyable, @unchecked Sendable {
  /// The effect of one symbol on a vector.
  @usableFromInline
  package struct Step {
    @usableFromInline var packed: UInt32

    @inlinable init(packed: UInt32) { self.packed = packed }

    /// The vector after the symbol.
    @inlinable package var next: VectorID { VectorID(rawValue: packed & 0x07FF_FFFF) }

    /// Whether the symbol changes which states are the cheapest.
    @inlinable package var movesCheapest: Bool { packed & 0x0800_0000 != 0 }

    /// Whether the vector after the symbol is settled.
    @inlinable package var isSettled: Bool { packed & 0x2000_0000 != 0 }

    /// Whether the symbol is legal only because of unrecorded calls: no state of the kernel allows it.
    @inlinable package var usesSilence: Bool { packed & 0x1000_0000 != 0 }

    /// Whether the symbol might as well not have come: the vector stays the same, and so does whatever state a cheapest
    /// repair is in here.
    @inlinable package var isIdle: Bool { packed & 0x4000_0000 != 0 }

    /// Whether every history needs one more edit to explain the symbol: the least cost increased by 1.
    @inlinable package var rose: Bool { packed > 0x7FFF_FFFF }
  }

  /// A state that costs more than this many edits above the best is given up, even if no bound of domination is known.
  package static let differenceLimit: Cost = 30
  /// From this many vectors on, states that are not the cheapest are forgotten, so that memory stays bounded.
  package static let vectorLimit = 1 << 20
  @usableFromInline static let unbuilt = UInt32.max

  /// The parts that distinguish a vector: its costs, and the kernel.
  private struct Key: Hashable {
    var costs: IDArray<StateID, Cost>
    var kernel: [StateID]
  }

  /// The automaton whose costs are followed.
  package let automaton: Automaton
  /// For each pair of states, how much more the second may cost before it is forgotten: by domination or silent calls.
  private let bounds: CostMatrix
  private let distances: CostMatrix
  /// Normal vectors, in the order of their numbers: one row of `stateCount` costs each.
  private var costs: [Cost] = []
  private var numbers: [Key: VectorID] = [:]
  /// The costs of the vectors of single states.
  private var settledCosts: Set<IDArray<StateID, Cost>> = []
  /// For every vector, its kernel, the states that cost 0, and whether it is settled.
  private var kernels: IDArray<VectorID, [StateID]> = []
  private var cheapest: IDArray<VectorID, [StateID]> = []
  private var settled: IDArray<VectorID, Bool> = []
  /// The results of `withoutCosts` so far.
  private var vectorsWithoutCosts: [VectorID: VectorID] = [:]
  /// Steps by vector and symbol, row major; `unbuilt` if not needed yet.
  // SAFETY: the automaton alone owns it. A vector's number comes from `number(of:)`, which makes room for its row and
  // fills it first; a symbol is one of the automaton's, so it is below `symbolCount`. Vectors are never taken to
  // another one.
  @usableFromInline var table: UnsafeMutablePointer<UInt32>
  private var tableCapacity: Int
  @usableFromInline let symbolCount: Int

  /// Prepares the vectors of the single states.
  /// - Parameter demandingAcceptance: whether words will have to end in an accepting state.
  package init(_ automaton: Automaton, demandingAcceptance: Bool = false) {
    self.automaton = automaton
    distances = automaton.insertionDistances()
    bounds = automaton.dominationBounds(demandingAcceptance: demandingAcceptance)
      .closed(under: distances)
    symbolCount = automaton.symbolCount
    tableCapacity = max(64, automaton.stateCount * 4)
    table = .allocate(capacity: tableCapacity * symbolCount)
    for state in automaton.states {
      let vector = self.vector(ofStates: [state])
      settled[vector] = true
      settledCosts.insert(row(vector))
    }
  }

  deinit { table.deallocate() }

  /// How many vectors exist so far.
  package var vectorCount: Int { costs.count / automaton.stateCount }

  /// The vector of a subject that may be in any of these states, and those that silent calls lead to, but in no other.
  package mutating func vector(ofStates states: [StateID]) -> VectorID {
    var vector = IDArray<StateID, Cost>(
      repeating: .unreachable, count: automaton.stateCount)
    for state in states { vector[state] = 0 }
    return number(of: normal(vector, kernel: states).key)
  }

  /// The state whose vector this is; nil if it is not the vector of a single state.
  package func pinnedState(_ vector: VectorID) -> StateID? {
    vector.rawValue < UInt32(truncatingIfNeeded: automaton.stateCount) ? vector.state : nil
  }

  /// Whether the past can no longer matter.
  package func isSettled(_ vector: VectorID) -> Bool { settled[vector] }

  /// The states that cost no more than the best, without those that only silent calls lead to; sorted.
  package func kernel(_ vector: VectorID) -> [StateID] { kernels[vector] }

  /// The states that cost no more than the best, sorted.
  package func cheapestStates(_ vector: VectorID) -> [StateID] { cheapest[vector] }

  /// The vector of a subject that may be in any of the states that are possible at any cost.
  package mutating func withoutCosts(_ vector: VectorID) -> VectorID {
    if let known = vectorsWithoutCosts[vector] { return known }
    let possible = automaton.states.filter { cost(vector, $0) != .unreachable }
    let without = self.vector(ofStates: possible)
    vectorsWithoutCosts[vector] = without
    return without
  }

  /// The least number of edits from here to an accepting state, beyond the cost so far.
  package func costToAccept(_ vector: VectorID) -> Cost {
    let toAccepting = automaton.distancesToAccepting(distances)
    return automaton.states.map { cost(vector, $0).adding(toAccepting[$0]) }.min() ?? 0
  }

  /// The effect of a symbol on a vector.
  /// - Complexity: O(1) once built; building is O(states² + edges of the symbol).
  @inlinable package mutating func step(_ vector: VectorID, _ symbol: SymbolID) -> Step {
    let packed = table[vector.index &* symbolCount &+ symbol.index]
    if packed != Self.unbuilt { return Step(packed: packed) }
    return build(vector, symbol)
  }

  @usableFromInline mutating func build(_ vector: VectorID, _ symbol: SymbolID) -> Step {
    var after = IDArray<StateID, Cost>(repeating: .unreachable, count: automaton.stateCount)
    if !automaton.isFact(symbol) {
      for state in automaton.states { after[state] = cost(vector, state).adding(1) }
    }
    for edge in automaton.edges[symbol] {
      after[edge.to] = min(after[edge.to], cost(vector, edge.from))
    }
    let normal = normal(after, kernel: kernelAfter(vector, symbol, after))
    let next = number(of: normal.key)
    let rose = normal.least > 0
    let isIdle = next == vector && !rose && staysEverywhere(vector, symbol)
    let usesSilence =
      !rose && !automaton.isFact(symbol) && !automaton.allows(symbol, in: kernels[vector])
    let movesCheapest = cheapest[next] != cheapest[vector]
    let packed =
      next.rawValue | (rose ? 0x8000_0000 : 0) | (isIdle ? 0x4000_0000 : 0)
      | (settled[next] ? 0x2000_0000 : 0) | (usesSilence ? 0x1000_0000 : 0)
      | (movesCheapest ? 0x0800_0000 : 0)
    table[vector.index * symbolCount + symbol.index] = packed
    return Step(packed: packed)
  }

  /// The kernel after a symbol. If an edit leaves a subject as it was, states that only silent calls led to stay out of
  /// the kernel.
  private func kernelAfter(
    _ vector: VectorID, _ symbol: SymbolID, _ after: IDArray<StateID, Cost>
  ) -> [StateID] {
    let least = after.min() ?? 0
    let cheapest = after.indices.filter { after[$0] == least }
    if automaton.isFullyObserved { return cheapest }
    let kernel = Set(kernels[vector])
    let edges = automaton.edges[symbol].filter { cost(vector, $0.from) == least }
    let fromKernel = edges.filter { kernel.contains($0.from) }
    let reached = Set((fromKernel.isEmpty ? edges : fromKernel).map(\.to))
    let outright = cheapest.filter {
      reached.contains($0)
        || !automaton.isFact(symbol) && cost(vector, $0) + 1 == least
          && (kernel.contains($0) || cost(vector, $0) > 0)
    }
    return outright.isEmpty ? cheapest : outright
  }

  /// Whether the symbol loops in every state that a cheapest repair may need to be in. States that another one matches
  /// or beats in any future do not count.
  private func staysEverywhere(_ vector: VectorID, _ symbol: SymbolID) -> Bool {
    automaton.states.allSatisfy { state in
      let own = cost(vector, state)
      if own >= .unreachable { return true }
      let isNeedless = automaton.states.contains {
        $0 != state && cost(vector, $0).adding(bounds[$0, state]) <= own
      }
      return isNeedless
        || automaton.edges[symbol].contains { $0.from == state && $0.to == state }
    }
  }

  /// The normal form with its kernel, and the least cost, which was subtracted.
  private func normal(
    _ raw: IDArray<StateID, Cost>, kernel: [StateID]
  ) -> (key: Key, least: Cost) {
    let states = automaton.states
    let least = raw.min() ?? 0
    var vector = raw
    for state in states { vector[state] = min(raw[state], .unreachable) - least }
    if vectorCount >= Self.vectorLimit {
      for state in states where vector[state] > 0 { vector[state] = .unreachable }
    }
    let shifted = vector
    for column in states {
      for row in states {
        vector[column] = min(vector[column], shifted[row].adding(bounds[row, column]))
      }
      if vector[column] > Self.differenceLimit { vector[column] = .unreachable }
    }
    return (Key(costs: vector, kernel: kernel), least)
  }

  /// The cost of being in a state.
  private func cost(_ vector: VectorID, _ state: StateID) -> Cost {
    costs[vector.index * automaton.stateCount + state.index]
  }

  private func row(_ vector: VectorID) -> IDArray<StateID, Cost> {
    IDArray(automaton.states.map { cost(vector, $0) })
  }

  private mutating func number(of key: Key) -> VectorID {
    if let known = numbers[key] { return known }
    let number = vectorCount
    if number == tableCapacity { growTable() }
    costs.append(contentsOf: key.costs)
    kernels.append(key.kernel)
    cheapest.append(key.costs.indices.filter { key.costs[$0] == 0 })
    settled.append(settledCosts.contains(key.costs))
    numbers[key] = VectorID(number)
    (table + number * symbolCount).update(repeating: Self.unbuilt, count: symbolCount)
    return VectorID(number)
  }

  private mutating func growTable() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: tableCapacity * 2 * symbolCount)
    larger.update(from: table, count: tableCapacity * symbolCount)
    table.deallocate()
    table = larger
    tableCapacity *= 2
  }
}
