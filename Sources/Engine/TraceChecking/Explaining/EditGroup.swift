/// Edits of one alignment that are one fault: no matched event is between them, or they exchange two calls.
struct EditGroup {
  /// The moves from the first to the last edit.
  var moves: Range<Int>
  /// The number of edits.
  var cost: Int
  /// For an exchange: the indices in the alignment's moves of the edited call and of the matched one, and whether the
  /// edited call was recorded first.
  var exchange: (edited: Int, matched: Int, editedCameFirst: Bool)?

  /// Groups the edits of an alignment, in its order.
  static func groups(of moves: [Alignment.Move], word: [SymbolID]) -> [EditGroup] {
    var groups: [EditGroup] = []
    // The index after the last group and the silent steps that follow it: those separate no edits.
    var end = -1
    for (index, move) in moves.enumerated() {
      switch move {
      case .match: continue
      case .silent:
        if end == index { end += 1 }
        continue
      case .delete, .insert: break
      }
      defer { end = index + 1 }
      if let last = groups.last, end == index, !isDoubledByItself(index, moves, word) {
        groups[groups.count - 1].moves = last.moves.lowerBound..<(index + 1)
        groups[groups.count - 1].cost += 1
      } else if let exchange = exchange(groups.last, index, moves, word) {
        let last = groups.removeLast()
        groups.append(
          EditGroup(moves: last.moves.lowerBound..<(index + 1), cost: 2, exchange: exchange))
      } else {
        groups.append(EditGroup(moves: index..<(index + 1), cost: 1))
      }
    }
    return groups
  }

  /// Whether a deletion after that of another call is of a call that comes twice in a row.
  private static func isDoubledByItself(
    _ index: Int, _ moves: [Alignment.Move], _ word: [SymbolID]
  ) -> Bool {
    guard case .delete(let position, _) = moves[index],
      case .delete(let before, _) = moves[index - 1], word[before] != word[position],
      position + 1 < word.count
    else { return false }
    return word[position + 1] == word[position]
  }

  /// Whether the edit and the group before it move one call over one matched event.
  private static func exchange(
    _ last: EditGroup?, _ index: Int, _ moves: [Alignment.Move], _ word: [SymbolID]
  ) -> (edited: Int, matched: Int, editedCameFirst: Bool)? {
    guard let last, last.cost == 1, last.moves.upperBound == index - 1 else { return nil }
    switch (moves[index - 2], moves[index]) {
    case (.insert(let symbol, _, _, _), .delete(let position, _)) where word[position] == symbol:
      return (index, index - 1, false)
    case (.delete(let position, _), .insert(let symbol, _, _, _)) where word[position] == symbol:
      return (index - 2, index - 1, true)
    default: return nil
    }
  }
}
