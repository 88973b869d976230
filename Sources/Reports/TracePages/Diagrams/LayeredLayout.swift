/// A drawing of a directed graph from top to bottom: every vertex in a layer, and edges to later vertices pointing down.
///
/// An edge that spans several layers gets a bend in each layer between; an edge with a label gets a place of the
/// label's size in its middle layer, so that labels never cover each other or a vertex. Meant for graphs of a dozen
/// vertices whose order is a good one already, as that of a grammar's states is.
///
/// - Complexity: O(rounds × (places + edges)).
/// - Source: Sugiyama, Tagawa, Toda, "Methods for visual understanding of hierarchical system structures", 1981, with
///   one sweep; labels as places in the middle layer as in Gansner et al., "A technique for drawing directed graphs", 1993.
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

  /// Lays out a graph.
  init(vertices sizes: [Size], arcs: [Arc], spacing: Spacing = Spacing()) {
    guard !sizes.isEmpty else { return }
    let layers = LayeredPlaces(sizes, arcs)
    let columns = layers.columns(gap: spacing.horizontal)
    place(layers, columns: columns, arcs: arcs, sizes: sizes, spacing: spacing)
  }

  private mutating func place(
    _ layers: LayeredPlaces, columns: [Double], arcs: [Arc], sizes: [Size], spacing: Spacing
  ) {
    var heights = [Double](repeating: 0, count: layers.rows.count)
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
    _ layers: LayeredPlaces, points: [Point], arcs: [Arc], sizes: [Size]
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
    return routes
  }
}

/// The vertices, bends and labels of a drawing, each in a layer.
private struct LayeredPlaces {
  /// For every place, its layer, counted from 0 at the top. The vertices are the first places.
  private(set) var layer: [Int]
  /// The sizes of the places.
  private(set) var places: [LayeredLayout.Size]
  /// Whether the arc points up and is followed from its end to its beginning.
  let isReversed: [Bool]
  /// For every arc, its places from the upper to the lower vertex, both included.
  private(set) var chains: [[Int]] = []
  /// For every arc, the place of its label.
  private(set) var labelPlaces: [Int?] = []
  /// For every layer, its places from left to right.
  private(set) var rows: [[Int]] = []
  /// For every place, its neighbors in the layers above and below.
  private var above: [[Int]] = []
  private var below: [[Int]] = []

  init(_ sizes: [LayeredLayout.Size], _ arcs: [LayeredLayout.Arc]) {
    places = sizes
    layer = Self.layers(of: sizes.count, arcs)
    let layers = layer
    isReversed = arcs.map { layers[$0.from] > layers[$0.to] }
    for (arc, isReversed) in zip(arcs, isReversed) { addChain(arc, isReversed) }
    above = [[Int]](repeating: [], count: places.count)
    below = above
    for chain in chains {
      for (upper, lower) in zip(chain, chain.dropFirst()) {
        below[upper].append(lower)
        above[lower].append(upper)
      }
    }
    rows = Array(repeating: [], count: (layer.max() ?? 0) + 1)
    for place in places.indices { rows[layer[place]].append(place) }
    for index in rows.indices.dropFirst() { sort(row: index) }
  }

  /// Puts every vertex as high as the arcs between it and earlier vertices allow, in whichever direction these are.
  private static func layers(of count: Int, _ arcs: [LayeredLayout.Arc]) -> [Int] {
    var layer = [Int](repeating: 0, count: count)
    // Labels need a layer of their own between two vertices.
    let step = arcs.contains { $0.label != nil } ? 2 : 1
    for vertex in 0..<count {
      for arc in arcs where arc.from != arc.to && max(arc.from, arc.to) == vertex {
        layer[vertex] = max(layer[vertex], layer[min(arc.from, arc.to)] + step)
      }
    }
    return layer
  }

  /// Adds a place for every bend of an arc, and for its label.
  private mutating func addChain(_ arc: LayeredLayout.Arc, _ isReversed: Bool) {
    labelPlaces.append(nil)
    guard arc.from != arc.to else { return chains.append([]) }
    let (upper, lower) = isReversed ? (arc.to, arc.from) : (arc.from, arc.to)
    let middle = (layer[upper] + layer[lower]) / 2
    var chain = [upper]
    for between in (layer[upper] + 1)..<max(layer[upper] + 1, layer[lower]) {
      chain.append(places.count)
      layer.append(between)
      let label = between == middle ? arc.label : nil
      if label != nil { labelPlaces[labelPlaces.count - 1] = places.count }
      places.append(label ?? LayeredLayout.Size(width: 4, height: 0))
    }
    chains.append(chain + [lower])
  }

  /// Sorts a row by the mean place of the neighbors above.
  private mutating func sort(row index: Int) {
    let position = Dictionary(uniqueKeysWithValues: zip(rows[index - 1], 0...))
    let keyed = rows[index].enumerated().map { offset, place in
      let known = above[place].compactMap { position[$0] }
      let mean =
        known.isEmpty ? Double(offset) : Double(known.reduce(0, +)) / Double(known.count)
      return (place: place, mean: mean, offset: offset)
    }
    rows[index] = keyed.sorted { ($0.mean, $0.offset) < ($1.mean, $1.offset) }.map(\.place)
  }

  /// The middle of every place, in pixels; the smallest may be negative. Each row moves toward its neighbors in turn, in order
  /// and never too close.
  func columns(gap: Double) -> [Double] {
    var x = [Double](repeating: 0, count: places.count)
    let bends = Set(chains.flatMap { $0.dropFirst().dropLast() })
    for round in 0..<8 {
      for row in round.isMultiple(of: 2) ? rows : rows.reversed() {
        let wishes = row.map { place in
          let neighbors = above[place] + below[place]
          // Bends pull hardest, so that long edges are straight.
          let weights = neighbors.map { bends.contains($0) && bends.contains(place) ? 6.0 : 1.0 }
          let total = weights.reduce(0, +)
          return total == 0
            ? x[place] : zip(neighbors, weights).reduce(0) { $0 + x[$1.0] * $1.1 } / total
        }
        let distances = zip(row, row.dropFirst()).map {
          (places[$0].width + places[$1].width) / 2 + gap
        }
        // What is too close moves to the right in one, to the left in the other; the mean keeps the distances, too.
        var (right, left) = (wishes, wishes)
        for (index, distance) in distances.enumerated() {
          right[index + 1] = max(right[index + 1], right[index] + distance)
        }
        for (index, distance) in distances.enumerated().reversed() {
          left[index] = min(left[index], left[index + 1] - distance)
        }
        for (index, place) in row.enumerated() { x[place] = (left[index] + right[index]) / 2 }
      }
    }
    return x
  }
}
