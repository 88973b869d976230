/// A number of edits. `unreachable` is larger than any sum that occurs, and adding to it does not change it.
package typealias Cost = Int32

extension Cost {
  /// The cost of something that no edits achieve.
  package static let unreachable: Cost = 1 << 24

  /// The sum, at most `unreachable`.
  package func adding(_ other: Cost) -> Cost { Swift.min(self + other, .unreachable) }
}

/// A square table of costs from state to state.
package struct CostMatrix: Sendable, Equatable {
  /// The number of rows, and of columns.
  package let size: Int
  /// Row major: the cost from `row` to `column` is at `row * size + column`.
  package private(set) var cells: [Cost]

  /// Creates a table of one cost, with 0 from each state to itself.
  package init(size: Int, repeating cost: Cost) {
    self.size = size
    cells = [Cost](repeating: cost, count: size * size)
    for state in StateID.all(size) { self[state, state] = 0 }
  }

  /// Creates a table of these costs, row by row.
  init(size: Int, cells: [Cost]) {
    precondition(cells.count == size * size, "a table that is not square")
    (self.size, self.cells) = (size, cells)
  }

  /// The cost from the state of the row to the state of the column.
  package subscript(row: StateID, column: StateID) -> Cost {
    get { cells[row.index * size + column.index] }
    set { cells[row.index * size + column.index] = newValue }
  }

  /// Lowers every cost to the cost of the cheapest detour.
  /// - Complexity: O(size³).
  /// - Source: Floyd, "Algorithm 97: Shortest path", 1962.
  package mutating func closeUnderDetours() {
    for middle in StateID.all(size) {
      for row in StateID.all(size) where self[row, middle] < .unreachable {
        for column in StateID.all(size) {
          let detour = self[row, middle].adding(self[middle, column])
          if detour < self[row, column] { self[row, column] = detour }
        }
      }
    }
  }
}

extension Automaton {
  /// For each pair of states, the least number of recorded calls to insert to get from one to the other.
  /// - Complexity: O(states³ + edges).
  package func insertionDistances() -> CostMatrix {
    var distances = CostMatrix(size: stateCount, repeating: .unreachable)
    for symbol in calls {
      let price: Cost = isSilent[symbol] ? 0 : 1
      for edge in edges[symbol] where edge.from != edge.to {
        distances[edge.from, edge.to] = min(distances[edge.from, edge.to], price)
      }
    }
    for step in freeSteps { distances[step.from, step.to] = 0 }
    distances.closeUnderDetours()
    return distances
  }

  /// For each state, the least number of calls to insert to get to an accepting one.
  package func distancesToAccepting(_ distances: CostMatrix) -> IDArray<StateID, Cost> {
    IDArray(
      states.map { state in
        states.lazy.filter { isAccepting[$0] }.map { distances[state, $0] }.min() ?? .unreachable
      })
  }
}
