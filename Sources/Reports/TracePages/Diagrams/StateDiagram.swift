internal import TraceGrammar
internal import TraceFindings

/// A lifecycle's states and steps as a picture, drawn from top to bottom without any other program.
///
/// If numbers are known, states and steps that were never taken are dashed, and the weight of the other lines shows how
/// often they were taken. The picture's tooltips have the same numbers, so color and weight never carry a meaning
/// alone.
package struct StateDiagram: Sendable {
  /// The graph that is drawn.
  let graph: StateGraph
  let layout: LayeredLayout
  private let sizes: [LayeredLayout.Size]

  /// The room around the drawing, which arrows and marks at its sides need.
  static let margin = 30.0
  private static let labelLimit = 5

  /// Lays out the picture of a graph.
  package init(_ graph: StateGraph) {
    self.graph = graph
    sizes = graph.nodes.map(Self.size)
    let arcs = graph.edges.map { edge in
      LayeredLayout.Arc(from: edge.from, to: edge.to, label: Self.labelSize(edge))
    }
    layout = LayeredLayout(
      vertices: sizes, arcs: arcs, spacing: .init(horizontal: 26, vertical: 22))
  }

  /// The width of the whole picture in pixels.
  package var width: Double { layout.size.width + 2 * Self.margin }
  /// The height of the whole picture in pixels.
  package var height: Double { layout.size.height + 2 * Self.verticalMargin }
  private static let verticalMargin = 14.0

  /// The contents of the picture, in one sentence.
  package var summary: String {
    let states = graph.nodes.map(\.name).joined(separator: ", ")
    return "Lifecycle \(graph.name): \(graph.nodes.count) states (\(states)) and "
      + "\(graph.edges.count) kinds of step between them"
  }

  /// Edges below states, as the content of an `svg` element.
  package var drawing: Markup {
    var markup: Markup = "<g transform=\"translate(\(Self.margin) \(Self.verticalMargin))\">\n"
    for index in graph.edges.indices { markup += edge(index) }
    for index in graph.edges.indices { markup += label(index) }
    for index in graph.nodes.indices { markup += node(index) }
    return markup + "</g>\n"
  }

  // MARK: Geometry

  private static func size(of node: StateGraph.Node) -> LayeredLayout.Size {
    .init(
      width: max(
        112, width(node.name, perCharacter: 7.6) + 34, width(stays(node), perCharacter: 6) + 24),
      height: node.stays.isEmpty ? 34 : 46)
  }

  private static func labelSize(_ edge: StateGraph.Edge) -> LayeredLayout.Size {
    let lines = labelLines(edge)
    let widest = lines.map { width($0, perCharacter: 6.7) }.max() ?? 0
    return .init(width: widest + 10, height: Double(lines.count) * 15 + 4)
  }

  private static func labelLines(_ edge: StateGraph.Edge) -> [String] {
    guard edge.callbacks.count > labelLimit else { return edge.callbacks.map(shortened) }
    return edge.callbacks.prefix(labelLimit - 1).map(shortened)
      + ["and \(edge.callbacks.count - labelLimit + 1) more"]
  }

  private static func stays(_ node: StateGraph.Node) -> String {
    switch node.stays.count {
    case 0: ""
    case 1: "↻ " + shortened(node.stays[0])
    default: "↻ \(node.stays.count) calls stay here"
    }
  }

  /// A name, shortened for a picture.
  package static func shortened(_ name: String) -> String {
    name.count > 44 ? String(name.prefix(43)) + "…" : name
  }

  private static func width(_ text: String, perCharacter: Double) -> Double {
    Double(min(text.count, 44)) * perCharacter
  }

  // MARK: Parts

  private func node(_ index: Int) -> Markup {
    let node = graph.nodes[index]
    let middle = layout.vertices[index]
    let size = sizes[index]
    let x = middle.x - size.width / 2
    let y = middle.y - size.height / 2
    let heat = Self.heat(node.visits)
    var markup: Markup = "<g class=\"sd-n\(html: heat)\"><title>\(tooltip(of: node))</title>"
    if node.isStart {
      markup += """
        <path class="sd-s" d="M\(x - 17) \(middle.y)H\(x - 6)"/>\
        <path class="sd-h" d="M\(x - 7) \(middle.y - 4)l6 4l-6 4z"/>\
        <circle class="sd-h" cx="\(x - 20)" cy="\(middle.y)" r="3.5"/>
        """
    }
    markup +=
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(size.width)\" height=\"\(size.height)\" rx=\"7\"/>"
    if node.isAccepting {
      markup += """
        <rect class="sd-a" x="\(x + 3)" y="\(y + 3)" width="\(size.width - 6)" \
        height="\(size.height - 6)" rx="4.5"/>
        """
    }
    let hasStays = !node.stays.isEmpty
    let baseline = middle.y + (hasStays ? -2 : 4.5)
    markup += "<text x=\"\(middle.x)\" y=\"\(baseline)\">\(Self.shortened(node.name))</text>"
    if hasStays {
      markup += """
        <text class="sd-k" x="\(middle.x)" y="\(middle.y + 13)">\(Self.stays(node))</text>
        """
    }
    return markup + "</g>\n"
  }

  private func tooltip(of node: StateGraph.Node) -> String {
    var text = node.name
    if let visits = node.visits { text += ", entered \(visits) times" }
    if node.isStart { text += ", a beginning" }
    if node.isAccepting { text += ", an end" }
    if !node.stays.isEmpty { text += "; stays on \(node.stays.joined(separator: ", "))" }
    return text
  }

  private func edge(_ index: Int) -> Markup {
    let edge = graph.edges[index]
    let heat = Self.heat(edge.visits)
    let names = edge.callbacks.joined(separator: ", ")
    let from = graph.nodes[edge.from].name
    let to = graph.nodes[edge.to].name
    var tooltip = "\(from) to \(to) on \(names)"
    if let visits = edge.visits { tooltip += ", taken \(visits) times" }
    return """
      <g class="sd-e\(html: heat)"><title>\(tooltip)</title>\(html: Self.path(layout.routes[index]))</g>

      """
  }

  private func label(_ index: Int) -> Markup {
    guard let middle = layout.labels[index] else { return "" }
    let edge = graph.edges[index]
    let lines = Self.labelLines(edge)
    let size = Self.labelSize(edge)
    let (x, y) = (middle.x, middle.y)
    var markup: Markup = """
      <g class="sd-l\(html: Self.heat(edge.visits))"><rect x="\(x - size.width / 2)" \
      y="\(y - size.height / 2)" width="\(size.width)" height="\(size.height)" rx="3"/>
      """
    for (offset, line) in lines.enumerated() {
      let baseline = y - size.height / 2 + Double(offset) * 15 + 13
      markup += "<text x=\"\(x)\" y=\"\(baseline)\">\(line)</text>"
    }
    return markup + "</g>\n"
  }

  /// A smooth line through points, upright at both ends, with a head at its end.
  ///
  /// - Source: cubic Hermite curves with the tangents of Catmull and Rom, "A class of local interpolating
  ///   splines", 1974; the upright ends let lines leave and reach a state at a right angle.
  static func path(_ points: [LayeredLayout.Point]) -> Markup {
    guard let first = points.first, let last = points.last, points.count > 1 else { return "" }
    let isDownward = last.y >= points[points.count - 2].y
    let tip = isDownward ? -7.0 : 7.0
    var ends = points
    ends[points.count - 1].y += tip
    var line: Markup = "<path d=\"M\(first.x) \(first.y)"
    for index in 1..<ends.count {
      let (from, to) = (ends[index - 1], ends[index])
      let drop = to.y - from.y
      let leaving =
        index == 1
        ? LayeredLayout.Point(x: 0, y: drop * 1.6)
        : .init(x: (to.x - ends[index - 2].x) / 2, y: (to.y - ends[index - 2].y) / 2)
      let arriving =
        index == ends.count - 1
        ? LayeredLayout.Point(x: 0, y: drop * 1.6)
        : .init(x: (ends[index + 1].x - from.x) / 2, y: (ends[index + 1].y - from.y) / 2)
      line += """
        C\(from.x + leaving.x / 3) \(from.y + leaving.y / 3) \
        \(to.x - arriving.x / 3) \(to.y - arriving.y / 3) \(to.x) \(to.y)
        """
    }
    return """
      \(html: line)"/><path class="sd-h" d="M\(last.x - 4) \(last.y + tip)h8L\(last.x) \(last.y)z"/>
      """
  }

  /// The class that shows how often something was taken, by powers of four; none without numbers.
  private static func heat(_ visits: Int?) -> Markup {
    guard let visits else { return "" }
    guard visits > 0 else { return " cold" }
    let doublings = Int.bitWidth - visits.leadingZeroBitCount
    return " h\(min(4, (doublings + 1) / 2))"
  }
}
