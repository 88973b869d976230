internal import TraceGrammar
internal import TraceFindings

/// The look of each state: a height with a tint and a pattern.
///
/// The fewer calls a state is away from the innermost state of its lifecycle, the taller and stronger it is drawn:
/// for a scene, active is the tallest, then inactive. So a lane can be read as a profile, without color. The widest
/// subject, the process, has its own gray looks, so that it stays in the background of its sessions.
struct StatePalette {
  /// How a state is drawn; the style sheet has a class for each number.
  enum Look: Int {
    case inner, near, middle, further, outer, ended, wide
  }

  /// The look of every state that is known.
  let looks: [String: Look]

  /// - Parameter graphs: the lifecycles in the order of the grammar.
  init(grammar: Grammar?, graphs: [StateGraph]) {
    self.init(graphs: graphs) { graph in
      let subject = grammar?.lifecycles.first { $0.name == graph.name }?.subject
      return subject.map { grammar?.subjects[$0].parent == nil } ?? false
    }
  }

  /// - Parameter isWidest: whether the lifecycle is about the widest kind of subject.
  init(graphs: [StateGraph], isWidest: (StateGraph) -> Bool) {
    var looks: [String: Look] = [:]
    for graph in graphs {
      let own = isWidest(graph) ? Self.grayLooks(of: graph) : Self.looks(of: graph)
      for (node, look) in zip(graph.nodes, own) where looks[node.name] == nil {
        looks[node.name] = look
      }
    }
    self.looks = looks
  }

  private static func grayLooks(of graph: StateGraph) -> [Look] {
    graph.nodes.indices.map { node in
      if !graph.edges.contains(where: { $0.from == node }) { return .ended }
      return graph.nodes[node].isStart ? .outer : .wide
    }
  }

  /// The innermost state is the one that is farthest from where lifecycles begin and end.
  private static func looks(of graph: StateGraph) -> [Look] {
    var middles = 0
    let distances = distancesToInner(of: graph)
    return distances.enumerated().map { node, distance in
      switch distance {
      case 0: return .inner
      case 1: return .near
      case 2:
        middles += 1
        return middles.isMultiple(of: 2) ? .further : .middle
      case nil: return .ended
      default:
        // What comes back from nearer states is over, even if it can begin again.
        let isLeft = graph.edges.contains { edge in
          edge.to == node && (distances[edge.from] ?? .max) < distance ?? 0
        }
        return isLeft ? .ended : .outer
      }
    }
  }

  /// For each state, how many calls it is away from the innermost one; nil where there is no way to it.
  private static func distancesToInner(of graph: StateGraph) -> [Int?] {
    let starts = graph.nodes.indices.filter { graph.nodes[$0].isStart }
    let ends = graph.nodes.indices.filter { node in !graph.edges.contains { $0.from == node } }
    let fromStart = distances(in: graph, to: starts, isReversed: true)
    let toEnd = distances(in: graph, to: ends, isReversed: false)
    let depths = graph.nodes.indices.map { min(fromStart[$0] ?? 0, toEnd[$0] ?? .max) }
    guard let deepest = depths.max(), let inner = depths.firstIndex(of: deepest) else { return [] }
    return distances(in: graph, to: [inner], isReversed: false)
  }

  /// For each state, its distance in steps from the nearest of the given ones; nil where there is no path.
  private static func distances(
    in graph: StateGraph, to targets: [Int], isReversed: Bool
  ) -> [Int?] {
    var result = [Int?](repeating: nil, count: graph.nodes.count)
    for target in targets { result[target] = 0 }
    var frontier = targets
    var distance = 0
    while !frontier.isEmpty {
      distance += 1
      var next: [Int] = []
      for edge in graph.edges {
        let (near, far) = isReversed ? (edge.from, edge.to) : (edge.to, edge.from)
        guard result[far] == nil, frontier.contains(near) else { continue }
        result[far] = distance
        next.append(far)
      }
      frontier = next
    }
    return result
  }

  /// The patterns, for the page's definitions. The classes give them their colors.
  static let patterns: Markup = """
    <pattern id="pattern-dots" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="dots-back" width="6" height="6"/>\
    <circle class="dots-dot" cx="3" cy="3" r=".9"/></pattern>
    <pattern id="pattern-stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect class="stripes-back" width="6" height="6"/><path class="stripes-line" d="M0 0v6"/></pattern>
    <pattern id="pattern-gap" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <path class="gap-line" d="M0 0v8"/></pattern>

    """
}
