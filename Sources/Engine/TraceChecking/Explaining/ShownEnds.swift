/// Which items of a long list are shown: the first and the last ones.
struct ShownEnds {
  private let total: Int
  private let first: Int
  private let last: Int

  /// - Parameters:
  ///   - total: the number of items.
  ///   - limit: the number of items to show.
  init(of total: Int, limit: Int) {
    let shown = min(total, max(0, limit))
    self.total = total
    last = shown / 2
    first = shown - last
  }

  /// How many items are not shown.
  var hidden: Int { total - first - last }

  /// Whether the item with the index is shown.
  func shows(_ index: Int) -> Bool { index < first || index >= total - last }
}
