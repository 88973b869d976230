/// The calls of both recordings in two columns, each in its own order.
///
/// A call that moved has two rows: where the first recording has it, and where the second has it.
struct SideBySide {
  /// The kind of a row.
  enum Kind: Equatable {
    case same
    /// Only in the first.
    case missing
    /// Only in the second.
    case extra
    /// In the first here, in the second elsewhere.
    case movedAway
    /// In the second here, in the first elsewhere.
    case movedHere
  }

  /// One row of the two columns.
  struct Row: Equatable {
    var kind: Kind
    var call: BehaviorChange.Row
  }

  /// Every row, in the order of both columns.
  let rows: [Row]

  /// Puts the rows of a change into the order of both recordings.
  /// - Complexity: O(rows log moved).
  init(_ change: BehaviorChange) {
    var away = change.rows.filter { $0.mark == .moved }
      .sorted { ($0.baseEvent ?? 0) > ($1.baseEvent ?? 0) }
    var rows: [Row] = []
    for call in change.rows {
      if call.mark == .same || call.mark == .missing, let event = call.baseEvent {
        while let next = away.last, (next.baseEvent ?? 0) < event {
          rows.append(Row(kind: .movedAway, call: next))
          away.removeLast()
        }
      }
      let kind: Kind =
        switch call.mark {
        case .same: .same
        case .missing: .missing
        case .extra: .extra
        case .moved: .movedHere
        }
      rows.append(Row(kind: kind, call: call))
    }
    rows += away.reversed().map { Row(kind: .movedAway, call: $0) }
    self.rows = rows
  }

  /// The ranges worth reading: all rows of a short recording, otherwise those around differences.
  /// - Returns: ranges of `rows`, sorted, and how many differing rows are in none of them.
  func ranges(whole: Int = 40, around: Int = 3, limit: Int = 400) -> (
    shown: [Range<Int>], unshown: Int
  ) {
    if rows.count <= whole { return (rows.isEmpty ? [] : [0..<rows.count], 0) }
    let shown = BehaviorChange.ranges(rows.count, around: around, limit: limit) {
      rows[$0].kind != .same
    }
    let end = shown.last?.upperBound ?? 0
    return (shown, rows[end...].count { $0.kind != .same })
  }
}
