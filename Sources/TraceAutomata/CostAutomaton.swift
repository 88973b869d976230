/// The number of a cost vector within one `CostAutomaton`.
package typealias VectorID = UInt32

/// Follows the cost of being in every state of an automaton, one table lookup a symbol.
///
/// A *cost vector* gives for each state the least number of edits of the word so far that lead there, less the
/// least of them all. The vectors are the states of a deterministic automaton that is built as words need it; a
/// step yields the next vector and whether the least cost rose by one. A set of possible states is the
/// vector that is 0 on the set. Vectors are kept in a normal form (see `dominationBounds`) in which costs that can
/// never matter again are alike, so that there are few of them.
///
/// The vector with a number below the state count is that of a subject *pinned* in the state of this number:
/// nothing of its past can matter any more.
///
/// - Source: lazy determinization as in Aho, Sethi, Ullman, "Compilers", 1986, §3.7 and RE2 (Cox, 2010), lifted
///   from sets to costs as in determinization of weighted automata over the tropical semiring (Mohri, 1997).
package struct CostAutomaton: ~Copyable, @unchecked Sendable {
  /// What one symbol does to a vector.
  package struct Step {
    @usableFromInline var packed: UInt32

    @inlinable init(packed: UInt32) { self.packed = packed }

    /// The vector after the symbol.
    @inlinable package var next: VectorID { packed & 0x3FFF_FFFF }

    /// Whether the symbol may as well not have come: the vector stays, and whatever state a cheapest repair is
    /// in here, the symbol leaves it there.
    @inlinable package var isIdle: Bool { packed & 0x4000_0000 != 0 }

    /// Whether no history without a further edit explains the symbol: the least cost rose by 1.
    @inlinable package var rose: Bool { packed > 0x7FFF_FFFF }
  }

  /// A state that costs so many edits more than the best is given up where no bound of domination is known.
  package static let differenceLimit: Cost = 30
  /// From so many vectors on, what is not cheapest is forgotten, so that memory stays bounded.
  package static let vectorLimit = 1 << 20
  @usableFromInline static let unbuilt = UInt32.max

  /// The law whose costs are followed.
  package let automaton: Automaton
  private let bounds: CostMatrix
  private let distances: CostMatrix
  /// Normal vectors, one row of `stateCount` costs each, in the order of their numbers.
  private var costs: ContiguousArray<Cost> = []
  private var numbers: [ContiguousArray<Cost>: VectorID] = [:]
  /// For every vector the states that cost 0.
  private var cheapest: ContiguousArray<[Int]> = []
  /// Steps by vector and symbol, row major, `unbuilt` where not needed yet.
  @usableFromInline var table: UnsafeMutablePointer<UInt32>
  private var tableCapacity: Int
  @usableFromInline let symbolCount: Int

  /// Prepares the vectors of the single states.
  /// - Parameter demandingAcceptance: whether words will have to end in an accepting state.
  package init(_ automaton: Automaton, demandingAcceptance: Bool = false) {
    self.automaton = automaton
    bounds = automaton.dominationBounds(demandingAcceptance: demandingAcceptance)
    distances = automaton.insertionDistances()
    symbolCount = automaton.symbolCount
    tableCapacity = max(64, automaton.stateCount * 4)
    table = .allocate(capacity: tableCapacity * symbolCount)
    for state in 0..<automaton.stateCount { _ = number(ofStates: [state]) }
  }

  deinit { table.deallocate() }

  /// How many vectors exist so far.
  package var vectorCount: Int { costs.count / automaton.stateCount }

  /// The vector of a subject that may be in any of the states and in no other.
  package mutating func number(ofStates states: [Int]) -> VectorID {
    var vector = ContiguousArray<Cost>(repeating: .unreachable, count: automaton.stateCount)
    for state in states { vector[state] = 0 }
    return number(of: normal(vector).vector)
  }

  /// The state a vector is pinned in; nil where it is in none.
  @inlinable package func pinnedState(_ vector: VectorID) -> Int? {
    vector < UInt32(truncatingIfNeeded: automaton.stateCount) ? Int(vector) : nil
  }

  /// The states that cost no more than the best, sorted.
  package func cheapestStates(_ vector: VectorID) -> [Int] { cheapest[Int(vector)] }

  /// The least number of edits from here to an accepting state, beyond the cost so far.
  package func costToAccept(_ vector: VectorID) -> Cost {
    let start = Int(vector) * automaton.stateCount
    let toAccepting = automaton.distancesToAccepting(distances)
    return (0..<automaton.stateCount).map { costs[start + $0].adding(toAccepting[$0]) }.min() ?? 0
  }

  /// What a symbol does to a vector.
  /// - Complexity: O(1) once built; building is O(states² + edges of the symbol).
  @inlinable package mutating func step(_ vector: VectorID, _ symbol: Int) -> Step {
    let packed = table[Int(vector) &* symbolCount &+ symbol]
    if packed != Self.unbuilt { return Step(packed: packed) }
    return build(vector, symbol)
  }

  @usableFromInline mutating func build(_ vector: VectorID, _ symbol: Int) -> Step {
    let count = automaton.stateCount
    let start = Int(vector) * count
    var after = ContiguousArray<Cost>(repeating: .unreachable, count: count)
    if !automaton.isFact(symbol) {
      for state in 0..<count { after[state] = costs[start + state].adding(1) }
    }
    for edge in automaton.edges[symbol] {
      after[edge.to] = min(after[edge.to], costs[start + edge.from])
    }
    let (vectorAfter, least) = normal(after)
    let next = number(of: vectorAfter)
    let isIdle = next == vector && least == 0 && staysEverywhere(vector, symbol)
    let packed = next | (least > 0 ? 0x8000_0000 : 0) | (isIdle ? 0x4000_0000 : 0)
    table[Int(vector) * symbolCount + symbol] = packed
    return Step(packed: packed)
  }

  /// Whether the symbol loops in every state that a cheapest repair needs to be in: not in those that another
  /// one does at least as well in any future.
  private func staysEverywhere(_ vector: VectorID, _ symbol: Int) -> Bool {
    let count = automaton.stateCount
    let start = Int(vector) * count
    return (0..<count).allSatisfy { state in
      let cost = costs[start + state]
      if cost >= .unreachable { return true }
      let isNeedless = (0..<count).contains {
        $0 != state && costs[start + $0].adding(bounds[$0, state]) <= cost
      }
      return isNeedless
        || automaton.edges[symbol].contains { $0.from == state && $0.to == state }
    }
  }

  /// The normal form and the least cost that was taken away from it.
  private func normal(
    _ raw: ContiguousArray<Cost>
  ) -> (vector: ContiguousArray<Cost>, least: Cost) {
    let count = automaton.stateCount
    let least = raw.min() ?? 0
    var vector = raw
    for state in 0..<count { vector[state] = min(raw[state], .unreachable) - least }
    if vectorCount >= Self.vectorLimit {
      for state in 0..<count where vector[state] > 0 { vector[state] = .unreachable }
    }
    let shifted = vector
    for column in 0..<count {
      for row in 0..<count {
        vector[column] = min(vector[column], shifted[row].adding(bounds[row, column]))
      }
      if vector[column] > Self.differenceLimit { vector[column] = .unreachable }
    }
    return (vector, least)
  }

  private mutating func number(of vector: ContiguousArray<Cost>) -> VectorID {
    if let known = numbers[vector] { return known }
    let number = vectorCount
    if number == tableCapacity { growTable() }
    costs.append(contentsOf: vector)
    cheapest.append(vector.indices.filter { vector[$0] == 0 })
    numbers[vector] = VectorID(number)
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
