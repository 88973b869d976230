import TraceGrammar
import TraceModel

/// Searches the words of one lifecycle, breadth first, over the sets of states a subject may be in.
///
/// A node is such a set and a number in which a question remembers what it has seen. Edges are legal calls,
/// in the order of the grammar, and then the beginning of a wider subject.
///
/// - Source: subset construction, Rabin and Scott, "Finite automata and their decision problems", 1959.
struct LifecycleSearch {
  /// A set of states with the question's memory.
  struct Node: Hashable {
    /// Sorted, never empty.
    var states: [StateID]
    var memory = 0
  }

  /// An edge from one node to the next.
  enum Edge {
    /// A call, by the callback's index.
    case call(CallbackID)
    case beginning
  }

  /// The result of a search.
  enum Outcome {
    /// The edges of a shortest word, and what the goal adds to them.
    case found([Edge], tail: [RuleWitness.Step])
    case impossible
    /// Too many sets of states, or too large ones, to look at them all.
    case gaveUp
  }

  /// What all searches through a grammar may cost together.
  ///
  /// A unit is a state that a search looks from, counted once for every node it is in and every edge from there.
  final class Budget {
    /// The most that one search may cost, so that it leaves something for the others.
    private static let ofOne = 1_000_000
    private var left = 4_000_000

    /// Takes the cost of a node.
    /// - Parameter spent: what the search has cost so far; the cost is added.
    /// - Returns: false if there is not enough left.
    func take(_ cost: Int, _ spent: inout Int) -> Bool {
      spent += cost
      left -= cost
      return left >= 0 && spent <= Self.ofOne
    }
  }

  let lifecycle: Lifecycle
  /// The callbacks of the lifecycle, sorted.
  let alphabet: [CallbackID]
  /// Whether a new wider subject changes any state.
  let hasBeginning: Bool
  /// For each state, the states after each callback, sorted; a missing callback is illegal.
  private let successors: IDArray<StateID, [CallbackID: [StateID]]>

  /// Prepares the lifecycle for searching.
  /// - Complexity: O(t log t) in the number of transitions.
  init(_ lifecycle: Lifecycle) {
    self.lifecycle = lifecycle
    alphabet = lifecycle.alphabet
    hasBeginning = lifecycle.onParentBegin.elements != Array(lifecycle.states.indices)
    var successors = IDArray<StateID, [CallbackID: [StateID]]>(
      repeating: [:], count: lifecycle.states.count)
    for step in lifecycle.transitions {
      successors[step.from][step.callback, default: []].append(step.to)
    }
    self.successors = successors.table { $0.mapValues { $0.count > 1 ? Set($0).sorted() : $0 } }
  }

  /// Whether a callback is legal in a state.
  func isLegal(_ callback: CallbackID, in state: StateID) -> Bool {
    successors[state][callback] != nil
  }

  /// The states after a callback, sorted; empty when it is illegal in all of them.
  func states(after callback: CallbackID, in states: [StateID]) -> [StateID] {
    // Most sets hold one state.
    if states.count == 1 { return successors[states[0]][callback] ?? [] }
    var after: Set<StateID> = []
    for state in states { after.formUnion(successors[state][callback] ?? []) }
    return after.sorted()
  }

  /// Looks for a shortest word that ends in a node the goal accepts.
  /// - Parameters:
  ///   - start: the states at first.
  ///   - remember: the memory after an edge, from the node before and the states after.
  ///   - isAllowed: whether an edge may be taken from a node.
  ///   - budget: what it may cost; it gives up if there is too little.
  ///   - goal: the steps to add when a node is the one looked for, else nil.
  func shortestWord(
    from start: [StateID],
    remember: (Node, [StateID]) -> Int = { node, _ in node.memory },
    isAllowed: (Node, Edge) -> Bool = { _, _ in true },
    within budget: Budget, goal: (Node) -> [RuleWitness.Step]?
  ) -> Outcome {
    guard !start.isEmpty else { return .impossible }
    let edges = alphabet.map(Edge.call) + (hasBeginning ? [.beginning] : [])
    var nodes = [Node(states: start)]
    var origins: [(parent: Int, edge: Edge)] = [(-1, .beginning)]
    var seen: Set<Node> = [nodes[0]]
    var next = 0
    var work = 0
    while next < nodes.count {
      let node = nodes[next]
      if let tail = goal(node) {
        var word: [Edge] = []
        var index = next
        while origins[index].parent >= 0 {
          word.append(origins[index].edge)
          index = origins[index].parent
        }
        return .found(word.reversed(), tail: tail)
      }
      if !budget.take(edges.count * node.states.count, &work) { return .gaveUp }
      for edge in edges {
        let after = states(after: edge, in: node.states)
        guard !after.isEmpty, isAllowed(node, edge) else { continue }
        let reached = Node(states: after, memory: remember(node, after))
        guard seen.insert(reached).inserted else { continue }
        nodes.append(reached)
        origins.append((next, edge))
      }
      next += 1
    }
    return .impossible
  }

  private func states(after edge: Edge, in states: [StateID]) -> [StateID] {
    switch edge {
    case .call(let callback): self.states(after: callback, in: states)
    case .beginning: Set(states.map { lifecycle.onParentBegin[$0] }).sorted()
    }
  }
}
