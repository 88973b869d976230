/// Ends of things in the order in which they began, to find those that began before a place and have not ended yet.
struct EndTree<Value: Comparable> {
  private let count: Int
  /// A binary tree: each node has the last end below it. Node 1 is the root, and the second half are the leaves.
  private let nodes: [Value]

  /// - Parameter least: a value that no end is less than.
  /// - Complexity: O(count).
  init(_ ends: [Value], least: Value) {
    count = ends.count
    var leaves = 1
    while leaves < count { leaves *= 2 }
    var nodes = Array(repeating: least, count: leaves) + ends
    nodes += Array(repeating: least, count: 2 * leaves - nodes.count)
    for node in (1..<leaves).reversed() { nodes[node] = max(nodes[2 * node], nodes[2 * node + 1]) }
    self.nodes = nodes
  }

  /// The places of those among the first ones that end at a value or later: the last ones first, and at most as many as wanted.
  /// - Complexity: O(result × log count).
  func places(among first: Int, endingFrom value: Value, atMost limit: Int) -> [Int] {
    var found: [Int] = []
    add(below: 1, 0..<nodes.count / 2, first, value, limit, &found)
    return found
  }

  private func add(
    below node: Int, _ places: Range<Int>, _ first: Int, _ value: Value, _ limit: Int,
    _ found: inout [Int]
  ) {
    if places.lowerBound >= min(first, count) || nodes[node] < value || found.count == limit {
      return
    }
    if places.count == 1 { return found.append(places.lowerBound) }
    let middle = (places.lowerBound + places.upperBound) / 2
    add(below: 2 * node + 1, middle..<places.upperBound, first, value, limit, &found)
    add(below: 2 * node, places.lowerBound..<middle, first, value, limit, &found)
  }
}
