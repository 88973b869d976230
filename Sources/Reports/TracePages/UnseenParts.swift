internal import TraceFindings
internal import TraceGrammar

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
      let visited = Set(graph.nodes.filter { $0.visits ?? 0 > 0 }.map(\.name)).union(named)
      let seen = Set(lifecycle.states.filter { visited.contains($0.name) }.compactMap(\.part))
      for state in lifecycle.states {
        guard let part = state.part, !seen.contains(part) else { continue }
        names.insert(part)
        states[lifecycle.name, default: []].insert(state.name)
      }
    }
    (self.names, self.states) = (names.sorted(), states)
  }

  /// The graph without the states.
  func removed(from graph: StateGraph) -> StateGraph {
    guard let states = states[graph.name] else { return graph }
    return graph.without { states.contains($0.name) }
  }
}
