package import TraceFindings

/// A small picture of all states of a lifecycle: the steps that were taken, those that were expected, and the one that is
/// not allowed.
///
/// The states are the same in every picture of a lifecycle, so a page holds them once, and each picture only the
/// marks on them.
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

  /// The picture of one violation; nil when none of its states belongs to the lifecycle.
  /// - Parameter call: its call as it is called where it is implemented.
  package func picture(of violation: Violation, call: String) -> Markup? {
    let states = violation.states.compactMap { graph.index(ofState: $0) }
    guard let origin = states.first else { return nil }
    let label =
      "States of \(graph.name); in \(statesInWords(violation.states)) the call "
      + "\(call) was tried and is not allowed there"
    var markup: Markup = """
      <svg class="sd sp" viewBox="0 0 \(diagram.width) \(diagram.height)" \
      width="\(diagram.width)" height="\(diagram.height)" role="img" aria-label="\(label)">\
      <use href="#\(symbol)" width="\(diagram.width)" height="\(diagram.height)"/>
      """
    let (taken, expected) = edges(of: violation)
    for edge in taken { markup += mark(edge, class: "sp-took") }
    for edge in expected { markup += mark(edge, class: "sp-want") }
    for state in states { markup += nodeMark(state) }
    markup += triedMark(violation, from: origin)
    return markup + "</svg>"
  }

  /// The edges that the recorded calls took, and those of the calls that are missing, by number.
  private func edges(of violation: Violation) -> (taken: [Int], expected: [Int]) {
    var (taken, expected): (Set<Int>, Set<Int>) = ([], [])
    var before: Int?
    for step in violation.steps where step.mark != .unexpected {
      let after = step.states.count == 1 ? graph.index(ofState: step.states[0]) : nil
      let edge = graph.edges.firstIndex { $0.from == before && $0.to == after }
      if let edge, !step.offending {
        if step.mark == .missing { expected.insert(edge) } else { taken.insert(edge) }
      } else if let edge {
        expected.insert(edge)
      }
      before = after
    }
    return (taken.subtracting(expected).sorted(), expected.sorted())
  }

  private func mark(_ edge: Int, class name: String) -> Markup {
    "<g class=\"\(name)\">\(html: StateDiagram.path(diagram.route(of: edge)))</g>"
  }

  /// The outline of a state that the subject may have been in.
  private func nodeMark(_ state: Int) -> Markup {
    let middle = diagram.center(of: state)
    let size = diagram.size(of: state)
    return """
      <rect class="sp-now" x="\(middle.x - size.width / 2 - 2)" y="\(middle.y - size.height / 2 - 2)" \
      width="\(size.width + 4)" height="\(size.height + 4)" rx="7"/>
      """
  }

  /// The forbidden step: to the state that its callback leads to from elsewhere, or to nowhere.
  private func triedMark(_ violation: Violation, from origin: Int) -> Markup {
    let start = diagram.center(of: origin)
    let x = start.x + diagram.size(of: origin).width / 2
    let edge = graph.edges.first { $0.callbacks.contains(violation.callback) }
    guard let target = edge?.to, target != origin else {
      return """
        <g class="sp-bad"><path d="M\(x) \(start.y - 5)c24 -8 24 18 6 12"/>\(html: Self.cross(x + 20, start.y))</g>
        """
    }
    let end = diagram.center(of: target)
    if start.y == end.y { return sidewaysMark(from: origin, to: target) }
    let endX = end.x + diagram.size(of: target).width / 2
    let bow = max(x, endX) + 30
    let middleX = (x + 3 * bow + 3 * bow + endX) / 8
    return """
      <g class="sp-bad"><path d="M\(x) \(start.y)C\(bow) \(start.y) \(bow) \(end.y) \(endX + 7) \(end.y)"/>\
      <path class="sd-h" d="M\(endX + 7) \(end.y - 4)v8L\(endX) \(end.y)z"/>\
      \(html: Self.cross(middleX, (start.y + end.y) / 2))</g>
      """
  }

  /// A forbidden step to a state in the same row: it passes below the states between the two.
  private func sidewaysMark(from origin: Int, to target: Int) -> Markup {
    let start = diagram.center(of: origin)
    let end = diagram.center(of: target)
    let y = start.y + diagram.size(of: origin).height / 2
    return """
      <g class="sp-bad"><path d="M\(start.x) \(y)C\(start.x) \(y + 40) \(end.x) \(y + 40) \(end.x) \(y + 7)"/>\
      <path class="sd-h" d="M\(end.x - 4) \(y + 7)h8L\(end.x) \(y)z"/>\
      \(html: Self.cross((start.x + end.x) / 2, y + 31))</g>
      """
  }

  private static func cross(_ x: Double, _ y: Double) -> Markup {
    """
    <circle cx="\(x)" cy="\(y)" r="8"/><path class="sp-x" d="M\(x - 3) \(y - 3)l6 6m0 -6l-6 6"/>
    """
  }
}
