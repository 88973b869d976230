package import TraceFindings

/// A small picture of all states of a lifecycle with one forbidden step and the steps that were allowed instead.
///
/// The states are the same in every picture of a lifecycle, so a page holds them once, and each picture only the
/// marks on them. Letters connect the allowed steps with the list of their callbacks.
package struct StepPicture {
  /// One entry of the list beside the picture.
  package struct Allowed: Equatable {
    /// The letter in the picture, counted from `a`; nil when the call leaves the state unchanged.
    package var letter: String?
    /// The callback's short name.
    package var callback: String
    /// The name of the state it leads to.
    package var state: String
  }

  let diagram: StateDiagram
  /// The identity of the shared part within the page.
  let symbol: String

  package init(_ graph: StateGraph, symbol: String) {
    diagram = StateDiagram(graph, detail: .compact)
    self.symbol = symbol
  }

  /// The shared part, which the page needs once.
  package var definition: Markup {
    """
    <symbol id="\(symbol)" viewBox="0 0 \(diagram.width) \(diagram.height)">\(html: diagram.drawing)</symbol>

    """
  }

  /// What the violation's subject was allowed to do, the likeliest first.
  package func allowed(by violation: Violation) -> [Allowed] {
    let graph = diagram.graph
    var list: [Allowed] = []
    var letters: [Int: String] = [:]
    let states = violation.states.compactMap { graph.index(ofState: $0) }
    for callback in violation.expectedByLikelihood {
      for state in states {
        if graph.nodes[state].stays.contains(callback) {
          list.append(
            Allowed(letter: nil, callback: callback, state: graph.nodes[state].name))
        }
        for (index, edge) in graph.edges.enumerated()
        where edge.from == state && edge.callbacks.contains(callback) {
          let letter = letters[index] ?? Self.letter(letters.count)
          letters[index] = letter
          list.append(
            Allowed(letter: letter, callback: callback, state: graph.nodes[edge.to].name))
        }
      }
    }
    return list
  }

  private static func letter(_ index: Int) -> String {
    let scalar = Unicode.Scalar(UInt8(ascii: "a") + UInt8(index % 26))
    return index < 26 ? String(Character(scalar)) : String(Character(scalar)) + String(index / 26)
  }

  /// The picture of one violation; nil when none of its states belongs to the lifecycle.
  package func picture(of violation: Violation) -> Markup? {
    let graph = diagram.graph
    let states = violation.states.compactMap { graph.index(ofState: $0) }
    guard let origin = states.first else { return nil }
    let label =
      "States of \(graph.name); in \(violation.states.joined(separator: " or ")) the call "
      + "\(violation.callback) was tried and is not allowed there"
    var markup: Markup = """
      <svg class="sd sp" viewBox="0 0 \(diagram.width) \(diagram.height)" \
      width="\(diagram.width)" height="\(diagram.height)" role="img" aria-label="\(label)">\
      <use href="#\(symbol)" width="\(diagram.width)" height="\(diagram.height)"/>
      """
    markup += allowedMarks(violation, states: states)
    for state in states { markup += nodeMark(state, class: "sp-now") }
    markup += triedMark(violation, from: origin)
    return markup + "</svg>"
  }

  private func allowedMarks(_ violation: Violation, states: [Int]) -> Markup {
    let graph = diagram.graph
    var markup = Markup()
    var letters = 0
    var seen: Set<Int> = []
    for callback in violation.expectedByLikelihood {
      for state in states {
        for (index, edge) in graph.edges.enumerated()
        where edge.from == state && edge.callbacks.contains(callback)
          && seen.insert(index).inserted
        {
          let route = diagram.route(of: index)
          let middle = Self.middle(of: route)
          markup += """
            <g class="sp-ok">\(html: StateDiagram.path(route))<circle cx="\(middle.x)" \
            cy="\(middle.y)" r="8"/><text x="\(middle.x)" \
            y="\(middle.y + 3.5)">\(Self.letter(letters))</text></g>
            """
          letters += 1
        }
      }
    }
    return markup
  }

  private func nodeMark(_ state: Int, class name: String) -> Markup {
    let middle = diagram.center(of: state)
    let size = diagram.size(of: state)
    return """
      <g class="\(name)"><rect x="\(middle.x - size.width / 2)" y="\(middle.y - size.height / 2)" \
      width="\(size.width)" height="\(size.height)" rx="7"/><text x="\(middle.x)" \
      y="\(middle.y + 4.5)">\(StateDiagram.shortened(diagram.graph.nodes[state].name))</text></g>
      """
  }

  /// The forbidden step: to the state that its callback leads to from elsewhere, or to nowhere.
  private func triedMark(_ violation: Violation, from origin: Int) -> Markup {
    let graph = diagram.graph
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
    let bow = max(x, endX) + 26
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

  private static func middle(of route: [LayeredLayout.Point]) -> LayeredLayout.Point {
    guard route.count > 1 else { return route.first ?? .init(x: 0, y: 0) }
    if route.count.isMultiple(of: 2) {
      let before = route[route.count / 2 - 1]
      let after = route[route.count / 2]
      return .init(x: (before.x + after.x) / 2, y: (before.y + after.y) / 2)
    }
    return route[route.count / 2]
  }
}
