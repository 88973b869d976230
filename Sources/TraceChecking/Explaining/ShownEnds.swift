/// Which of very many things are shown: the first and the last ones.
struct ShownEnds {
  private let total: Int
  private let first: Int
  private let last: Int

  /// - Parameters:
  ///   - total: how many things there are.
  ///   - limit: how many of them are shown.
  init(of total: Int, limit: Int) {
    let shown = min(total, max(0, limit))
    self.total = total
    last = shown / 2
    first = shown - last
  }

  /// How many are not shown.
  var hidden: Int { total - first - last }

  /// Whether the thing with the index is shown.
  func shows(_ index: Int) -> Bool { index < first || index >= total - last }
}
