internal import TraceFindings
internal import TraceGrammar

/// The states of features that only some programs have, if no trace was in one: pictures are clearer without them.
struct UnseenParts {
  /// The names of the parts, in alphabetical order.
  let names: [String]
  /// The states by lifecycle.
  private let states: [String: Set<String>]
  /// The states of all parts that no finding names, by lifecycle.
  private let unnamed: [String: Set<String>]

  /// A part is shown whole once an event left a subject in one of its states, or a finding names one.
  init(_ report: Report, _ grammar: Grammar?, graphs: [StateGraph]) {
    let named = Set(report.traces.flatMap(\.violations).flatMap(\.states))
    var (names, states): (Set<String>, [String: Set<String>]) = ([], [:])
    var unnamed: [String: Set<String>] = [:]
    for (lifecycle, graph) in zip(grammar?.lifecycles ?? [], graphs) {
      let visits = Dictionary(
        graph.nodes.map { ($0.name, $0.visits ?? 0) }, uniquingKeysWith: { first, _ in first })
      let seen = Set(
        lifecycle.states.filter { visits[$0.name, default: 0] > 0 || named.contains($0.name) }
          .compactMap(\.part))
      let told = Set(lifecycle.states.filter { named.contains($0.name) }.compactMap(\.part))
      for state in lifecycle.states {
        if let part = state.part, !told.contains(part) {
          unnamed[lifecycle.name, default: []].insert(state.name)
        }
        guard let part = state.part, !seen.contains(part) else { continue }
        names.insert(part)
        states[lifecycle.name, default: []].insert(state.name)
      }
    }
    (self.names, self.states, self.unnamed) = (names.sorted(), states, unnamed)
  }

  /// The graph without the states.
  /// - Parameter isForFindings: whether it is drawn beside findings, which need only what they name.
  func removed(from graph: StateGraph, isForFindings: Bool = false) -> StateGraph {
    guard let states = (isForFindings ? unnamed : states)[graph.name] else { return graph }
    return graph.without { states.contains($0.name) }
  }
}
