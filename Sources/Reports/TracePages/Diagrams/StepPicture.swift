package import TraceFindings

/// A small picture of all states of a lifecycle, once in a page: the script marks in it the steps of each finding that were
/// taken, those that were expected, and the one that is not allowed.
package struct StepPicture {
  /// The lifecycle with the short names of its calls.
  private let graph: StateGraph
  /// The same with the names that people know.
  let diagram: StateDiagram
  /// The identity of the shared part within the page.
  let symbol: String

  /// - Parameter names: the names of callbacks where they are implemented, by short name.
  init(
    _ graph: StateGraph, symbol: String, palette: StatePalette, names: [String: String] = [:]
  ) {
    self.graph = graph
    diagram = StateDiagram(graph.writing(names.written), palette: palette)
    self.symbol = symbol
  }

  /// The shared part, which the page needs once.
  package var definition: Markup {
    """
    <symbol id="\(symbol)" viewBox="0 0 \(diagram.width) \(diagram.height)">\(html: diagram.drawing)</symbol>

    """
  }

  /// The steps that were allowed instead: each callback with the state that it leads to, the likeliest first.
  package func allowed(by violation: Violation) -> [(callback: String, state: String)] {
    let states = violation.states.compactMap { graph.index(ofState: $0) }
    return violation.expectedByLikelihood.flatMap { callback in
      states.flatMap { state in
        graph.edges.filter { $0.from == state && $0.callbacks.contains(callback) }
          .map { (callback, graph.nodes[$0.to].name) }
      }
    }
  }
}
