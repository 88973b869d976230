import Testing
@testable import TraceChecking

@Suite("Edits of one fault") struct EditGroupTests {
  /// Groups of a repair written as `.` for a matched symbol, `-` for a deleted one and `+n` for the insertion of `n`.
  private func groups(_ moves: String, word: [SymbolID]) -> [String] {
    var position = 0
    var list: [Alignment.Move] = []
    for sign in moves.split(separator: " ") {
      switch sign {
      case ".": list.append(.match(position: position, from: 0, to: 0))
      case "-": list.append(.delete(position: position, state: 0))
      default:
        list.append(
          .insert(symbol: SymbolID(Int(sign.dropFirst()) ?? 0), position: position, from: 0, to: 0))
        continue
      }
      position += 1
    }
    return EditGroup.groups(of: list, word: word).map { group in
      let exchange = group.exchange.map { " \($0.edited)x\($0.matched)\($0.editedCameFirst)" }
      return "\(group.moves.lowerBound)-\(group.moves.upperBound):\(group.cost)\(exchange ?? "")"
    }
  }

  @Test("are what is missing at one place, or one call that came several times")
  func neighbors() {
    #expect(groups("", word: []) == [])
    #expect(groups(". .", word: [1, 2]) == [])
    #expect(groups("- . -", word: [1, 2, 3]) == ["0-1:1", "2-3:1"])
    #expect(groups(". - - - . +7 +8", word: [1, 2, 2, 2, 4]) == ["1-4:3", "5-7:2"])
  }

  @Test("are not different slips next to each other")
  func differentSlips() {
    #expect(groups(". - - .", word: [1, 1, 2, 3]) == ["1-2:1", "2-3:1"])
    #expect(groups(". - - - .", word: [1, 2, 2, 3, 4]) == ["1-3:2", "3-4:1"])
    #expect(groups(". - +7 +8 .", word: [1, 2, 3]) == ["1-2:1", "2-4:2"])
    #expect(groups(". +7 - .", word: [1, 2, 3]) == ["1-2:1", "2-3:1"])
  }

  @Test("are two calls in the wrong order, whichever of them is moved")
  func exchanges() {
    #expect(groups("- . +1", word: [1, 2]) == ["0-3:2 0x1true"])
    #expect(groups("+2 . -", word: [1, 2]) == ["0-3:2 2x1false"])
    // A different call, two events in between, or a longer fault on one side are not an exchange.
    #expect(groups("- . +3", word: [1, 2]) == ["0-1:1", "2-3:1"])
    #expect(groups("- . . +1", word: [1, 2, 3]) == ["0-1:1", "3-4:1"])
    #expect(groups("- - . +2", word: [2, 2, 3]) == ["0-2:2", "3-4:1"])
    #expect(groups("+3 . -", word: [1, 2]) == ["0-1:1", "2-3:1"])
  }
}
