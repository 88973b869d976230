/// The order of the places within each layer, chosen so that few edges cross.
struct LayerOrdering {
  /// For every layer, its places from left to right.
  private(set) var layers: [[Int]]
  /// For every place, its neighbors in the layer above and below.
  let above: [[Int]]
  let below: [[Int]]

  /// Starts with the order in which the places were made.
  init(assignment: LayerAssignment) {
    layers = Array(repeating: [], count: assignment.layerCount)
    var above = [[Int]](repeating: [], count: assignment.places.count)
    var below = above
    for place in assignment.places.indices { layers[assignment.layer[place]].append(place) }
    for chain in assignment.chains {
      for (upper, lower) in zip(chain, chain.dropFirst()) {
        below[upper].append(lower)
        above[lower].append(upper)
      }
    }
    self.above = above
    self.below = below
  }

  /// Sweeps down and up, sorting each layer by the mean position of its neighbors, and keeps the best order.
  mutating func reduceCrossings() {
    var best = layers
    var bestCrossings = crossings
    for sweep in 0..<24 where bestCrossings > 0 {
      let isDownward = sweep.isMultiple(of: 2)
      let indices =
        isDownward ? Array(1..<layers.count) : Array((0..<(layers.count - 1)).reversed())
      for index in indices {
        sort(layer: index, by: isDownward ? above : below, fixed: index + (isDownward ? -1 : 1))
      }
      exchangeNeighbors()
      let now = crossings
      if now < bestCrossings {
        best = layers
        bestCrossings = now
      }
    }
    layers = best
  }

  private mutating func sort(layer index: Int, by neighbors: [[Int]], fixed: Int) {
    guard layers.indices.contains(fixed) else { return }
    let position = positions(of: fixed)
    let keyed = layers[index].enumerated().map { offset, place in
      let known = neighbors[place].compactMap { position[$0] }
      let mean =
        known.isEmpty ? Double(offset) : Double(known.reduce(0, +)) / Double(known.count)
      return (place: place, mean: mean, offset: offset)
    }
    layers[index] = keyed.sorted { ($0.mean, $0.offset) < ($1.mean, $1.offset) }.map(\.place)
  }

  /// Exchanges two neighbors wherever that alone removes crossings.
  private mutating func exchangeNeighbors() {
    for index in layers.indices where layers[index].count > 1 {
      for left in 0..<(layers[index].count - 1) {
        let before = crossings(around: index)
        layers[index].swapAt(left, left + 1)
        if crossings(around: index) >= before { layers[index].swapAt(left, left + 1) }
      }
    }
  }

  private func positions(of layer: Int) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: layers[layer].enumerated().map { ($1, $0) })
  }

  /// The number of crossings of the whole drawing.
  var crossings: Int { (1..<max(1, layers.count)).reduce(0) { $0 + crossings(below: $1 - 1) } }

  private func crossings(around layer: Int) -> Int {
    crossings(below: layer - 1) + crossings(below: layer)
  }

  private func crossings(below upper: Int) -> Int {
    guard upper >= 0, upper + 1 < layers.count else { return 0 }
    let position = positions(of: upper + 1)
    let ends = layers[upper].flatMap { place in
      below[place].compactMap { position[$0] }.sorted()
    }
    var count = 0
    for (index, end) in ends.enumerated() {
      count += ends[(index + 1)...].reduce(0) { $0 + ($1 < end ? 1 : 0) }
    }
    return count
  }
}

/// The horizontal position of each place: near its neighbors, in order, and never too close.
struct LayerColumns {
  /// The middle of every place, in pixels; the smallest may be negative.
  private(set) var positions: [Double]

  /// Moves every layer toward its neighbors in turn; bends pull hardest, so that long edges are straight.
  init(ordering: LayerOrdering, assignment: LayerAssignment, gap: Double) {
    positions = [Double](repeating: 0, count: assignment.places.count)
    let vertexCount =
      assignment.places.count - assignment.chains.reduce(0) { $0 + max(0, $1.count - 2) }
    for layer in ordering.layers {
      var x = 0.0
      for place in layer {
        positions[place] = x + assignment.places[place].width / 2
        x += assignment.places[place].width + gap
      }
    }
    for round in 0..<40 {
      let order = round.isMultiple(of: 2) ? Array(ordering.layers) : ordering.layers.reversed()
      for layer in order {
        let wishes = layer.map { place -> (at: Double, weight: Double) in
          let neighbors = ordering.above[place] + ordering.below[place]
          let weights = neighbors.map { neighbor in
            neighbor >= vertexCount && place >= vertexCount ? 6.0 : 1.0
          }
          let total = weights.reduce(0, +)
          guard total > 0 else { return (positions[place], 0.1) }
          let sum = zip(neighbors, weights).reduce(0) { $0 + positions[$1.0] * $1.1 }
          return (sum / total, total)
        }
        settle(layer, wishes: wishes, sizes: assignment.places, gap: gap)
      }
    }
  }

  /// Gives a layer the places nearest to its wishes, by least squares, that keep order and distance.
  ///
  /// - Source: pool adjacent violators, Ayer et al., "An empirical distribution function for sampling with
  ///   incomplete information", 1955.
  private mutating func settle(
    _ layer: [Int], wishes: [(at: Double, weight: Double)], sizes: [LayeredLayout.Size],
    gap: Double
  ) {
    var offsets: [Double] = []
    var offset = 0.0
    for (index, place) in layer.enumerated() {
      if index > 0 { offset += (sizes[layer[index - 1]].width + sizes[place].width) / 2 + gap }
      offsets.append(offset)
    }
    var blocks: [(mean: Double, weight: Double, count: Int)] = []
    for index in layer.indices {
      var block = (mean: wishes[index].at - offsets[index], weight: wishes[index].weight, count: 1)
      while let last = blocks.last, last.mean > block.mean {
        let weight = last.weight + block.weight
        let mean = (last.mean * last.weight + block.mean * block.weight) / weight
        block = (mean, weight, last.count + block.count)
        blocks.removeLast()
      }
      blocks.append(block)
    }
    var index = 0
    for block in blocks {
      for _ in 0..<block.count {
        positions[layer[index]] = block.mean + offsets[index]
        index += 1
      }
    }
  }
}
