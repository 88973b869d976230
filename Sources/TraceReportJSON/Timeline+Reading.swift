internal import TraceFindings
internal import TraceJSON
internal import TraceModel

extension Timeline {
  /// Reads a timeline from the columns of a saved report; every index is checked to lie in its table.
  init(_ cursor: JSONCursor) throws(ReportError) {
    let lanes = try cursor.member("lanes").map(Lane.init)
    let callbacks = try cursor.texts("callbacks")
    let kinds = try cursor.member("kinds").map { cell throws(ReportError) in try cell.eventKind() }
    let laneSets = try cursor.member("laneSets").map { set throws(ReportError) in
      try set.map { index throws(ReportError) in try index.index(in: lanes.count) }
    }
    let columns = try cursor.member("columns")
    var entries = try Self.events(columns).map {
      Entry(event: $0, line: 1, callback: "", kind: .delegate)
    }
    try columns.forEachRow("line", of: entries.count) { row, cell throws(ReportError) in
      entries[row].line = try cell.integer(from: 1)
    }
    try columns.forEachRow("callback", of: entries.count) { row, cell throws(ReportError) in
      entries[row].callback = callbacks[try cell.index(in: callbacks.count)]
    }
    try columns.forEachRow("kind", of: entries.count) { row, cell throws(ReportError) in
      entries[row].kind = kinds[try cell.index(in: kinds.count)]
    }
    try columns.forEachRow("lanes", of: entries.count) { row, cell throws(ReportError) in
      entries[row].lanes = laneSets[try cell.index(in: laneSets.count)]
    }
    try columns.forEachValue("process", of: entries.count) { row, cell throws(ReportError) in
      entries[row].processLane = try cell.index(in: lanes.count)
    }
    try columns.forEachValue("time", of: entries.count) { row, cell throws(ReportError) in
      entries[row].time = try cell.number()
    }
    try columns.forEachValue("duration", of: entries.count) { row, cell throws(ReportError) in
      entries[row].duration = try cell.number()
    }
    for pair in try cursor.member("details").elements() {
      let cells = try pair.elements()
      guard cells.count == 2 else { throw pair.error("expected an index and an object") }
      entries[try cells[0].index(in: entries.count)].details = try cells[1].allTexts()
    }
    self.init(
      lanes: lanes, entries: entries, isComplete: try cursor.member("complete").boolean())
  }

  private static func events(_ columns: JSONCursor) throws(ReportError) -> [Int] {
    try columns.member("event").map { cell throws(ReportError) in try cell.integer(from: 1) }
  }
}

extension Timeline.Lane {
  fileprivate init(_ cursor: JSONCursor) throws(ReportError) {
    self.init(
      kind: try cursor.member("kind").text(), subject: try cursor.member("subject").text(),
      role: try cursor.optional("role")?.text(),
      intervals: try cursor.member("intervals").map { row throws(ReportError) in
        let cells = try row.elements()
        guard cells.count == 3 else { throw row.error("expected a state and two events") }
        return Timeline.Interval(
          state: try cells[0].text(), firstEvent: try cells[1].integer(from: 1),
          endEvent: try cells[2].integer(from: 1))
      })
  }
}

extension JSONCursor {
  /// An index, counted from 0, into a table of the given size.
  fileprivate func index(in count: Int) throws(ReportError) -> Int {
    let index = try integer()
    if index >= count { throw error("expected an index below \(count), found \(index)") }
    return index
  }

  /// Calls the closure for every cell of a column.
  fileprivate func forEachRow(
    _ name: String, of count: Int, _ body: (Int, JSONCursor) throws(ReportError) -> Void
  ) throws(ReportError) {
    let column = try member(name)
    let cells = try column.elements()
    if cells.count != count {
      throw column.error("expected \(count) rows as in \"event\", found \(cells.count)")
    }
    for (row, cell) in cells.enumerated() { try body(row, cell) }
  }

  /// Calls the closure for every cell of a column that has a value; a column that is `null` has none.
  fileprivate func forEachValue(
    _ name: String, of count: Int, _ body: (Int, JSONCursor) throws(ReportError) -> Void
  ) throws(ReportError) {
    guard try optional(name) != nil else { return }
    try forEachRow(name, of: count) { row, cell throws(ReportError) in
      if cell.value != .null { try body(row, cell) }
    }
  }
}
