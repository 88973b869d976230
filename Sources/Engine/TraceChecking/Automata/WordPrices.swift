/// The prices of all states before each symbol of a word and after its last.
struct WordPrices {
  /// The prices of being in a state at one position.
  struct Cell {
    /// The price if the last move was not an edit.
    var clean = Price.unreachable
    /// The price if the last move was an edit, so that another edit belongs to the same fault.
    var edited = Price.unreachable

    var best: Price { min(clean, edited) }

    /// The price if an edit follows.
    var beforeEdit: Price { min(clean + .newFault, edited) }
  }

  let symbolCount: Int
  private let stateCount: Int
  /// Row major, with one row per position: the prices without insertions since the symbol before.
  private var reachedCells: ContiguousArray<Cell>
  /// The same, including insertions after the symbol before.
  private var leftCells: ContiguousArray<Cell>

  init(symbolCount: Int, stateCount: Int) {
    (self.symbolCount, self.stateCount) = (symbolCount, stateCount)
    reachedCells = ContiguousArray(repeating: Cell(), count: (symbolCount + 1) * stateCount)
    leftCells = reachedCells
  }

  /// The price of a state right after the symbol before the position.
  func reached(_ position: Int, _ state: StateID) -> Cell {
    reachedCells[position * stateCount + state.index]
  }

  /// The price of a state right before the symbol at the position.
  func left(_ position: Int, _ state: StateID) -> Cell {
    leftCells[position * stateCount + state.index]
  }

  /// Lowers the price of a state right after the symbol before the position.
  mutating func reach(_ position: Int, _ state: StateID, clean price: Price) {
    let cell = position * stateCount + state.index
    reachedCells[cell].clean = min(reachedCells[cell].clean, price)
  }

  mutating func reach(_ position: Int, _ state: StateID, edited price: Price) {
    reachedCells[position * stateCount + state.index].edited = price
  }

  /// Computes the prices with insertions from those without.
  mutating func leave(_ position: Int, by ways: InsertionWays) {
    let row = position * stateCount
    for to in StateID.all(stateCount) {
      var cell = reachedCells[row + to.index]
      for from in StateID.all(stateCount) where from != to {
        let price = ways.price(from, to)
        if price >= .unreachable { continue }
        let source = reachedCells[row + from.index]
        if price.isFreeOfEdits {
          cell.clean = min(cell.clean, source.clean + price)
          cell.edited = min(cell.edited, source.edited + price)
        } else {
          cell.edited = min(cell.edited, source.beforeEdit + price.ahead(of: position))
        }
      }
      leftCells[row + to.index] = cell
    }
  }
}
