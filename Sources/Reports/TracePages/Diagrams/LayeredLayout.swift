/// A drawing of a directed graph from top to bottom: every vertex in a layer, most edges pointing down.
///
/// An edge that spans several layers gets a bend in each layer between; an edge with a label gets a place of the
/// label's size in its middle layer, so that labels never cover each other or a vertex. Meant for graphs of some
/// dozens of vertices.
///
/// - Complexity: O(sweeps × places²) for the crossings, which dominate.
/// - Source: Sugiyama, Tagawa, Toda, "Methods for visual understanding of hierarchical system structures", 1981;
///   labels as places in the middle layer as in Gansner et al., "A technique for drawing directed graphs", 1993.
struct LayeredLayout {
  /// A width and a height in pixels.
  struct Size: Equatable {
    var width: Double
    var height: Double
  }

  /// A place in pixels; y grows downward.
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// A connection to be drawn.
  struct Arc {
    var from: Int
    var to: Int
    /// The room for its label; nil when it has none.
    var label: Size?
  }

  /// The minimum distances, in pixels.
  struct Spacing {
    var horizontal = 24.0
    var vertical = 22.0
  }

  /// The middle of every vertex.
  private(set) var vertices: [Point] = []
  /// For every arc, the points it goes through from its beginning to its end.
  private(set) var routes: [[Point]] = []
  /// For every arc, the middle of its label; nil when it has none.
  private(set) var labels: [Point?] = []
  /// The size of the whole, from 0.
  private(set) var size = Size(width: 0, height: 0)

  /// Lays out a graph; the first vertices are taken as the upper end where the graph leaves a choice.
  /// - Parameter layer: the layer of every vertex, from 0 at the top; nil to put each as high as its arcs allow.
  init(
    vertices sizes: [Size], arcs: [Arc], layer: [Int]? = nil, spacing: Spacing = Spacing()
  ) {
    guard !sizes.isEmpty else { return }
    var layers =
      layer.map { LayerAssignment(layer: $0, arcs: arcs) }
      ?? LayerAssignment(vertexCount: sizes.count, arcs: arcs)
    layers.insertPlaces(sizes: sizes, arcs: arcs)
    var ordering = LayerOrdering(assignment: layers)
    ordering.reduceCrossings()
    let columns = LayerColumns(
      ordering: ordering, assignment: layers, gap: spacing.horizontal
    ).positions
    place(layers, columns: columns, arcs: arcs, sizes: sizes, spacing: spacing)
  }

  private mutating func place(
    _ layers: LayerAssignment, columns: [Double], arcs: [Arc], sizes: [Size], spacing: Spacing
  ) {
    var heights = [Double](repeating: 0, count: layers.layerCount)
    for (index, place) in layers.places.enumerated() {
      heights[layers.layer[index]] = max(heights[layers.layer[index]], place.height)
    }
    var tops: [Double] = []
    var y = 0.0
    for height in heights {
      tops.append(y)
      y += height + spacing.vertical
    }
    let left = layers.places.indices.map { columns[$0] - layers.places[$0].width / 2 }.min() ?? 0
    let points = layers.places.indices.map { index in
      Point(
        x: columns[index] - left,
        y: tops[layers.layer[index]] + heights[layers.layer[index]] / 2)
    }
    let right = layers.places.indices.map { points[$0].x + layers.places[$0].width / 2 }.max() ?? 0
    size = Size(width: right, height: y - spacing.vertical)
    vertices = Array(points[..<sizes.count])
    labels = layers.labelPlaces.map { $0.map { points[$0] } }
    routes = makeRoutes(layers, points: points, arcs: arcs, sizes: sizes)
  }

  /// Joins the places of every arc, with the ends spread along the sides of its vertices.
  private func makeRoutes(
    _ layers: LayerAssignment, points: [Point], arcs: [Arc], sizes: [Size]
  ) -> [[Point]] {
    var ports: [Int: [(arc: Int, below: Bool, toward: Double)]] = [:]
    for index in arcs.indices {
      let chain = layers.chains[index]
      guard let first = chain.first, let last = chain.last, chain.count > 1,
        layers.layer[first] != layers.layer[last]
      else { continue }
      ports[first, default: []].append((index, true, points[chain[1]].x))
      ports[last, default: []].append((index, false, points[chain[chain.count - 2]].x))
    }
    var routes = layers.chains.map { chain in chain.map { points[$0] } }
    for (vertex, ends) in ports {
      for below in [true, false] {
        let side = ends.filter { $0.below == below }.sorted {
          ($0.toward, $0.arc) < ($1.toward, $1.arc)
        }
        let room = sizes[vertex].width * 0.7
        let step = side.count > 1 ? min(18, room / Double(side.count - 1)) : 0
        for (position, end) in side.enumerated() {
          let shift = (Double(position) - Double(side.count - 1) / 2) * step
          let x = points[vertex].x + shift
          let half = sizes[vertex].height / 2
          let point = Point(x: x, y: points[vertex].y + (below ? half : -half))
          let last = routes[end.arc].count - 1
          routes[end.arc][below ? 0 : last] = point
        }
      }
    }
    for index in arcs.indices where layers.isReversed[index] { routes[index].reverse() }
    for (index, arc) in arcs.enumerated()
    where arc.from != arc.to && layers.layer[arc.from] == layers.layer[arc.to] {
      routes[index] = Self.flatRoute(arc, layers, points: points, sizes: sizes)
    }
    return routes
  }

  /// An arc within a layer: straight to the neighbor, otherwise below the places between the two.
  private static func flatRoute(
    _ arc: Arc, _ layers: LayerAssignment, points: [Point], sizes: [Size]
  ) -> [Point] {
    let (from, to) = (points[arc.from], points[arc.to])
    let between = min(from.x, to.x)...max(from.x, to.x)
    let isNeighbor = points.indices.allSatisfy { place in
      place == arc.from || place == arc.to || layers.layer[place] != layers.layer[arc.from]
        || !between.contains(points[place].x)
    }
    if isNeighbor {
      let side = from.x < to.x ? 1.0 : -1.0
      return [
        Point(x: from.x + side * sizes[arc.from].width / 2, y: from.y),
        Point(x: to.x - side * sizes[arc.to].width / 2, y: to.y),
      ]
    }
    let base = from.y + sizes[arc.from].height / 2
    return [
      Point(x: from.x, y: base), Point(x: (from.x + to.x) / 2, y: base + 14),
      Point(x: to.x, y: to.y + sizes[arc.to].height / 2),
    ]
  }
}

/// The layer of every vertex and every bend.
struct LayerAssignment {
  /// Whether the arc points up and is followed from its end to its beginning.
  private(set) var isReversed: [Bool]
  /// For every place, its layer, counted from 0 at the top. The vertices are the first places.
  private(set) var layer: [Int]
  /// The sizes of the places.
  private(set) var places: [LayeredLayout.Size] = []
  /// For every arc, its places from the upper to the lower vertex, both included.
  private(set) var chains: [[Int]] = []
  /// For every arc, the place of its label.
  private(set) var labelPlaces: [Int?] = []

  var layerCount: Int { (layer.max() ?? 0) + 1 }

  /// Turns arcs that close a cycle, and puts every vertex as high as its arcs allow.
  init(vertexCount: Int, arcs: [LayeredLayout.Arc]) {
    isReversed = Self.arcsThatCloseCycles(vertexCount: vertexCount, arcs: arcs)
    layer = [Int](repeating: 0, count: vertexCount)
    // Labels need a layer of their own between two vertices.
    let step = arcs.contains { $0.label != nil } ? 2 : 1
    for _ in 0..<vertexCount {
      for (index, arc) in arcs.enumerated() where arc.from != arc.to {
        let (upper, lower) = isReversed[index] ? (arc.to, arc.from) : (arc.from, arc.to)
        layer[lower] = max(layer[lower], layer[upper] + step)
      }
    }
  }

  /// Takes the layers as they are given.
  init(layer: [Int], arcs: [LayeredLayout.Arc]) {
    self.layer = layer
    isReversed = arcs.map { layer[$0.from] > layer[$0.to] }
  }

  /// Marks the arcs that lead back to a vertex on the path of a depth-first walk.
  private static func arcsThatCloseCycles(
    vertexCount: Int, arcs: [LayeredLayout.Arc]
  ) -> [Bool] {
    enum Mark { case unseen, onPath, done }
    var marks = [Mark](repeating: .unseen, count: vertexCount)
    var reversed = [Bool](repeating: false, count: arcs.count)
    let outgoing = (0..<vertexCount).map { vertex in
      arcs.indices.filter { arcs[$0].from == vertex }
    }
    for root in 0..<vertexCount where marks[root] == .unseen {
      var path = [(vertex: root, next: 0)]
      marks[root] = .onPath
      while let top = path.last {
        guard top.next < outgoing[top.vertex].count else {
          marks[top.vertex] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let arc = outgoing[top.vertex][top.next]
        switch marks[arcs[arc].to] {
        case .unseen:
          marks[arcs[arc].to] = .onPath
          path.append((arcs[arc].to, 0))
        case .onPath: reversed[arc] = true
        case .done: break
        }
      }
    }
    return reversed
  }

  /// Adds a place for every bend and every label.
  mutating func insertPlaces(sizes: [LayeredLayout.Size], arcs: [LayeredLayout.Arc]) {
    places = sizes
    for (index, arc) in arcs.enumerated() {
      guard arc.from != arc.to else {
        chains.append([])
        labelPlaces.append(nil)
        continue
      }
      let (upper, lower) = isReversed[index] ? (arc.to, arc.from) : (arc.from, arc.to)
      let middle = (layer[upper] + layer[lower]) / 2
      var chain = [upper]
      var labelPlace: Int?
      for between in (layer[upper] + 1)..<max(layer[upper] + 1, layer[lower]) {
        chain.append(places.count)
        layer.append(between)
        if between == middle, let label = arc.label {
          labelPlace = places.count
          places.append(label)
        } else {
          places.append(LayeredLayout.Size(width: 4, height: 0))
        }
      }
      chains.append(chain + [lower])
      labelPlaces.append(labelPlace)
    }
  }
}
