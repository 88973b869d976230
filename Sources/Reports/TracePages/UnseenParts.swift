internal import TraceFindings
package import TraceGrammar

/// The states of features that only some programs have, if no trace was in one: pictures are clearer without them.
struct UnseenParts {
  /// The names of the parts, in alphabetical order.
  let names: [String]
  /// The states by lifecycle.
  private let states: [String: Set<String>]

  /// A part is shown whole once an event left a subject in one of its states, or a finding names one.
  init(_ report: Report, _ grammar: Grammar?, graphs: [StateGraph]) {
    let named = Set(report.traces.flatMap(\.violations).flatMap(\.states))
    var (names, states): (Set<String>, [String: Set<String>]) = ([], [:])
    for (lifecycle, graph) in zip(grammar?.lifecycles ?? [], graphs) {
      let visited = graph.nodes.filter { $0.visits ?? 0 > 0 }.map(\.name)
      let unseen = lifecycle.unseenParts(visited: named.union(visited))
      names.formUnion(unseen.values)
      states[lifecycle.name] = Set(unseen.keys)
    }
    (self.names, self.states) = (names.sorted(), states)
  }

  /// The graph without the states.
  func removed(from graph: StateGraph) -> StateGraph {
    guard let states = states[graph.name] else { return graph }
    return graph.without { states.contains($0.name) }
  }
}

extension Lifecycle {
  /// The name of the part for each state of a part in which no subject was.
  /// - Parameter visited: the states in which one was.
  package func unseenParts(visited: Set<String>) -> [String: String] {
    let seen = Set(states.lazy.filter { visited.contains($0.name) }.compactMap(\.part))
    return states.reduce(into: [:]) { unseen, state in
      if let part = state.part, !seen.contains(part) { unseen[state.name] = part }
    }
  }
}
