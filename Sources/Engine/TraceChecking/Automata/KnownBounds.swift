/// Bounds of domination that were computed in advance, each with the automaton that it is for.
///
/// An automaton is compared as a whole, so a bound is right for any grammar that has the same automaton, and no other
/// gets it. The bytes of an entry are:
///
/// * the number of bytes of the automaton, in two bytes, the lower one first;
/// * the automaton, as `bytes(of:)` says; its first byte is the number of states;
/// * the bounds, row by row, a byte each, with 255 for none: first those of words that may end anywhere, then those of
///   words that must end in an accepting state.
///
/// `DominationTableTests` write the table. Entries that are cut off are ignored.
package struct KnownBounds: @unchecked Sendable {
  private static let unreachable = UInt8.max
  /// Never written, and never freed.
  private let table: UnsafeRawBufferPointer

  /// Uses a table, which has to stay where it is.
  package init(_ table: UnsafeRawBufferPointer) { self.table = table }

  /// The bounds of an automaton; nil if they are not in the table.
  /// - Complexity: O(entries + size of the automaton).
  package func bounds(of automaton: Automaton, demandingAcceptance: Bool) -> CostMatrix? {
    guard let wanted = Self.bytes(of: automaton) else { return nil }
    let cellCount = automaton.stateCount * automaton.stateCount
    var unread = table[...]
    while unread.count > 2 {
      let count = Int(unread.removeFirst()) | Int(unread.removeFirst()) << 8
      guard count > 0, let stateCount = unread.first.map(Int.init),
        unread.count >= count + 2 * stateCount * stateCount
      else { return nil }
      if count == wanted.count, unread.prefix(count).elementsEqual(wanted) {
        let cells = unread.dropFirst(count + (demandingAcceptance ? cellCount : 0))
        return CostMatrix(
          size: automaton.stateCount,
          cells: cells.prefix(cellCount).map { $0 == Self.unreachable ? .unreachable : Cost($0) })
      }
      unread.removeFirst(count + 2 * stateCount * stateCount)
    }
    return nil
  }

  /// The entry of an automaton, computed anew; nil if it is too large for the table, or has steps that go unrecorded.
  package static func entry(of automaton: Automaton) -> [UInt8]? {
    guard let bytes = bytes(of: automaton) else { return nil }
    let cells = [false, true].flatMap {
      automaton.dominationBounds(demandingAcceptance: $0).cells.map {
        $0 >= .unreachable ? unreachable : UInt8($0)
      }
    }
    return [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)] + bytes + cells
  }

  /// Everything that the bounds depend on: the number of states, those that accept, and for calls and then for facts
  /// the steps of each symbol, as two states each, with a 255 after the last.
  private static func bytes(of automaton: Automaton) -> [UInt8]? {
    guard automaton.isFullyObserved, automaton.stateCount < Int(UInt8.max) else { return nil }
    var bytes = [UInt8(automaton.stateCount)]
    for isAccepting in automaton.isAccepting { bytes.append(isAccepting ? 1 : 0) }
    for symbol in automaton.symbols {
      if symbol == automaton.firstFact { bytes.append(.max) }
      for edge in automaton.edges[symbol] {
        bytes.append(UInt8(edge.from.index))
        bytes.append(UInt8(edge.to.index))
      }
      bytes.append(.max)
    }
    return bytes.count <= Int(UInt16.max) ? bytes : nil
  }
}
