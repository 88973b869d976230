/// Two sequences aligned side by side, with as few differences as possible.
struct SequenceDifference: Equatable {
  /// One row of the two sequences side by side; indices count from 0.
  enum Row: Equatable {
    /// The same in both.
    case same(base: Int, head: Int)
    /// Only in the first.
    case missing(base: Int)
    /// Only in the second.
    case extra(head: Int)
    /// In both, at different positions; the row is where the second has it.
    case moved(base: Int, head: Int)
  }

  /// The rows in the order of the second sequence; elements that only the first has are where it had them.
  private(set) var rows: [Row]
  /// Whether the number of differences is minimal; false when there were too many for that search.
  let isOptimal: Bool

  /// Aligns two sequences.
  /// - Parameter limit: the number of differences up to which the fewest are searched for; beyond it the whole range that
  ///   differs counts as missing and extra.
  /// - Complexity: O((n + m) · d) time and O(d²) memory for d differences, d at most the limit.
  /// - Source: Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1986.
  init<Element: Hashable>(
    base: [Element], head: [Element], limit: Int = 1_000
  ) {
    let shorter = min(base.count, head.count)
    var start = 0
    while start < shorter, base[start] == head[start] { start += 1 }
    var end = 0
    while end < shorter - start, base[base.count - 1 - end] == head[head.count - 1 - end] {
      end += 1
    }
    let middle = Self.differences(
      base: base[start..<base.count - end], head: head[start..<head.count - end], limit: limit)
    isOptimal = middle != nil
    rows = (0..<start).map { .same(base: $0, head: $0) }
    rows +=
      middle
      ?? (start..<base.count - end).map { .missing(base: $0) }
      + (start..<head.count - end).map { .extra(head: $0) }
    rows += (0..<end).reversed().map { .same(base: base.count - 1 - $0, head: head.count - 1 - $0) }
    joinMoves(base: base, head: head)
  }

  /// The rows of a range with the fewest differences; nil when there are more than the limit.
  private static func differences<Element: Hashable>(
    base: ArraySlice<Element>, head: ArraySlice<Element>, limit: Int
  ) -> [Row]? {
    let (width, height) = (base.count, head.count)
    if width == 0 { return head.indices.map { .extra(head: $0) } }
    if height == 0 { return base.indices.map { .missing(base: $0) } }
    let most = min(limit, width + height)
    // The furthest point of `base` on every diagonal, one array per number of differences, for walking back.
    var history: [[Int]] = []
    var furthest = [Int](repeating: 0, count: 2 * most + 3)
    let zero = most + 1
    for count in 0...most {
      history.append(Array(furthest[(zero - count)...(zero + count)]))
      for diagonal in stride(from: -count, through: count, by: 2) {
        let goesDown =
          diagonal == -count
          || (diagonal != count
            && furthest[zero + diagonal - 1] < furthest[zero + diagonal + 1])
        var x = goesDown ? furthest[zero + diagonal + 1] : furthest[zero + diagonal - 1] + 1
        var y = x - diagonal
        while x < width, y < height, base[base.startIndex + x] == head[head.startIndex + y] {
          x += 1
          y += 1
        }
        furthest[zero + diagonal] = x
        if x >= width, y >= height {
          return walkBack(history, to: (width, height), from: (base.startIndex, head.startIndex))
        }
      }
    }
    return nil
  }

  private static func walkBack(
    _ history: [[Int]], to end: (Int, Int), from start: (base: Int, head: Int)
  ) -> [Row] {
    var (x, y) = end
    var rows: [Row] = []
    for count in stride(from: history.count - 1, through: 1, by: -1) {
      let furthest = history[count]
      let diagonal = x - y
      func reach(_ diagonal: Int) -> Int { furthest[diagonal + count] }
      let goesDown =
        diagonal == -count || (diagonal != count && reach(diagonal - 1) < reach(diagonal + 1))
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let startX = reach(before)
      let startY = startX - before
      while x > (goesDown ? startX : startX + 1), y > (goesDown ? startY + 1 : startY) {
        x -= 1
        y -= 1
        rows.append(.same(base: start.base + x, head: start.head + y))
      }
      rows.append(
        goesDown ? .extra(head: start.head + startY) : .missing(base: start.base + startX))
      (x, y) = (startX, startY)
    }
    while x > 0, y > 0 {
      x -= 1
      y -= 1
      rows.append(.same(base: start.base + x, head: start.head + y))
    }
    return rows.reversed()
  }

  /// Turns an element that is missing in one place and extra in another into one that moved, in order.
  private mutating func joinMoves<Element: Hashable>(base: [Element], head: [Element]) {
    var missing: [Element: [Int]] = [:]
    for case .missing(let index) in rows { missing[base[index], default: []].append(index) }
    var moved: Set<Int> = []
    var used: [Element: Int] = [:]
    for (row, value) in rows.enumerated() {
      guard case .extra(let index) = value, let places = missing[head[index]] else { continue }
      let next = used[head[index], default: 0]
      if next >= places.count { continue }
      used[head[index]] = next + 1
      moved.insert(places[next])
      rows[row] = .moved(base: places[next], head: index)
    }
    rows.removeAll { if case .missing(let index) = $0 { moved.contains(index) } else { false } }
  }
}
