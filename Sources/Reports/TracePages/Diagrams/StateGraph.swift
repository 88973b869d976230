package import TraceFindings
package import TraceGrammar

/// A lifecycle as a graph to be drawn or written: one node per state, one edge per pair of states.
package struct StateGraph: Sendable, Equatable {
  /// A state.
  package struct Node: Sendable, Equatable {
    /// The state's name.
    package var name: String
    /// Whether a subject first seen may be in it.
    package var isStart: Bool
    /// Whether a subject may end in it.
    package var isAccepting: Bool
    /// Callbacks that are allowed in the state and do not leave it, in the order of the grammar.
    package var stays: [String]
    /// How many events left a subject in it; nil when nothing was counted.
    package var visits: Int?
  }

  /// All steps from one state to another.
  package struct Edge: Sendable, Equatable {
    /// The index of the node before.
    package var from: Int
    /// The index of the node after; never `from`.
    package var to: Int
    /// The callbacks that lead there, in the order of the grammar.
    package var callbacks: [String]
    /// How many events took one of them; nil when nothing was counted.
    package var visits: Int?
  }

  /// The lifecycle's name.
  package var name: String
  /// The states, in the order of the grammar.
  package var nodes: [Node]
  /// The steps, by their first callback in the order of the grammar; no pair of states twice.
  package var edges: [Edge]

  /// Makes the graph of a lifecycle of a grammar, with numbers where coverage has them.
  /// - Complexity: O(states + transitions × edges).
  package init(
    of lifecycle: TraceGrammar.Lifecycle, in grammar: Grammar,
    coverage: Coverage.Lifecycle? = nil
  ) {
    name = lifecycle.name
    nodes = lifecycle.states.numbered.map { index, state in
      Node(
        name: state.name, isStart: lifecycle.start.contains(index),
        isAccepting: state.isAccepting, stays: [],
        visits: coverage?.states.first { $0.name == state.name }?.visits)
    }
    edges = []
    for step in lifecycle.transitions {
      let callback = grammar.callbacks[step.callback].name
      let visits = coverage?.transitions.first {
        $0.callback == callback && $0.from == lifecycle.states[step.from].name
          && $0.to == lifecycle.states[step.to].name
      }?.visits
      add(step: callback, from: step.from.index, to: step.to.index, visits: visits)
    }
  }

  /// Makes the graph from only a report's numbers, for use without the grammar.
  ///
  /// Which states begin and end a lifecycle is then unknown; the first state counts as the beginning.
  package init(of coverage: Coverage.Lifecycle) {
    name = coverage.name
    nodes = coverage.states.enumerated().map { index, state in
      Node(
        name: state.name, isStart: index == 0, isAccepting: false, stays: [], visits: state.visits)
    }
    edges = []
    for step in coverage.transitions {
      guard let from = index(ofState: step.from), let to = index(ofState: step.to) else { continue }
      add(step: step.callback, from: from, to: to, visits: step.visits)
    }
  }

  private mutating func add(step callback: String, from: Int, to: Int, visits: Int?) {
    if from == to {
      if !nodes[from].stays.contains(callback) { nodes[from].stays.append(callback) }
    } else if let known = edges.firstIndex(where: { $0.from == from && $0.to == to }) {
      edges[known].callbacks.append(callback)
      if let visits { edges[known].visits = (edges[known].visits ?? 0) + visits }
    } else {
      edges.append(Edge(from: from, to: to, callbacks: [callback], visits: visits))
    }
  }

  /// The graph without some states, and without the steps into them and out of them.
  /// - Complexity: O(states + edges).
  package func without(_ isLeftOut: (Node) -> Bool) -> StateGraph {
    let kept = nodes.indices.filter { !isLeftOut(nodes[$0]) }
    let places = Dictionary(uniqueKeysWithValues: zip(kept, 0...))
    var graph = self
    graph.nodes = kept.map { nodes[$0] }
    graph.edges = edges.compactMap { edge in
      guard let from = places[edge.from], let to = places[edge.to] else { return nil }
      return Edge(from: from, to: to, callbacks: edge.callbacks, visits: edge.visits)
    }
    return graph
  }

  /// The graph with its calls as they are written; cases of one callback are written alike and become one.
  /// - Complexity: O(edges × callbacks²).
  func writing(_ written: (String) -> String) -> StateGraph {
    var graph = self
    for index in nodes.indices { graph.nodes[index].stays = nodes[index].stays.asWritten(written) }
    for index in edges.indices {
      graph.edges[index].callbacks = edges[index].callbacks.asWritten(written)
    }
    return graph
  }

  /// The index of the state with the given name; nil when there is none.
  package func index(ofState name: String) -> Int? { nodes.firstIndex { $0.name == name } }
}

extension [String] {
  /// The callbacks as they are written, each name once.
  fileprivate func asWritten(_ written: (String) -> String) -> [String] {
    map(written).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
