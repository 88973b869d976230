internal import TraceGrammar
internal import TraceModel

/// The entries of one lifecycle of a subject since it was last settled: a cheapest repair is found for all of them at once.
struct Segment {
  /// Where in the word its entries are, and how the lifecycle reads them.
  private(set) var entries: [Int] = []
  private(set) var symbols: [Int16] = []
  /// The entries at which the least cost rose, as indices of `entries`.
  private(set) var rises: [Int] = []
  /// The vector before the first entry, and what led to it: the place of the entry, or -1.
  let start: VectorID
  let origin: Int
  /// The call that led to it; nil for a fact or nothing.
  let previous: SymbolID?
  /// Where in the word it began.
  let opened: Int
  /// Whether it began with the word, and other events may have been before that.
  let isUnknown: Bool
  /// The states in which it must end; nil for any.
  var end: [StateID]?
  /// How many of the last entries change nothing, whatever the repair.
  private var idle = 0
  /// Of calls that change nothing, only as many are kept as are shown before a fault.
  static let shownBefore = 4

  init(start: VectorID, origin: Int, previous: SymbolID?, opened: Int, isUnknown: Bool) {
    (self.start, self.origin, self.previous) = (start, origin, previous)
    (self.opened, self.isUnknown) = (opened, isUnknown)
  }

  /// Notes that the least cost rises at the next entry.
  mutating func rise() { rises.append(entries.count) }

  /// Adds an entry; how many there are then.
  mutating func append(_ entry: Int, _ symbol: SymbolID) -> Int {
    entries.append(entry)
    symbols.append(Int16(symbol.index))
    idle = 0
    return entries.count
  }

  /// Adds a call that changes nothing. If there are too many in a row, the oldest is dropped.
  mutating func appendIdle(_ entry: Int, _ symbol: SymbolID) {
    let before = idle
    if before == Self.shownBefore {
      entries.remove(at: entries.count - before)
      symbols.remove(at: symbols.count - before)
    }
    _ = append(entry, symbol)
    idle = min(before + 1, Self.shownBefore)
  }

  /// Its entries as the lifecycle reads them.
  var word: [SymbolID] { symbols.map { SymbolID(Int($0)) } }

  /// All that decides how it is explained.
  fileprivate var shape: [Int32] {
    symbols.map(Int32.init) + [-1, Int32(start.index), Int32(previous?.index ?? -1)]
      + (end ?? []).map { Int32($0.index) }
  }
}

/// A cheapest repair of a segment.
struct Explanation {
  let word: [SymbolID]
  let alignment: Alignment
  /// The cheapest states before each entry, and after the last.
  let possible: [[StateID]]
  /// The edits, as faults in their order.
  let groups: [EditGroup]
}

/// Explains faults of words of one lifecycle, and remembers the segments that it has explained.
final class SegmentExplainer {
  let machine: Machine
  private var known: [[Int32]: [SegmentFault]] = [:]
  private var explanations: [[Int32]: Explanation] = [:]

  init(_ machine: Machine) {
    self.machine = machine
  }

  /// A fault with places among the entries of its segment.
  struct SegmentFault {
    /// The entries at which the least cost rose, one for each edit, with the rule and the states there; none at the end of a
    /// life that must end otherwise.
    var rises: [(entry: Int, rule: RuleID?, states: [StateID])]
    /// The states after the word.
    var last: [StateID]
    var deletions: [(callback: CallbackID, entry: Int)] = []
    var insertions: [(callback: CallbackID, entry: Int)] = []
    var onlyDeletes = false
  }

  func faults(in segment: Segment) -> [SegmentFault] {
    let shape = segment.shape
    if let known = known[shape] { return known }
    let faults = faults(explain(segment), segment.rises)
    known[shape] = faults
    return faults
  }

  /// How a segment is explained, for those who tell of its faults.
  func explanation(of segment: Segment) -> Explanation {
    let shape = segment.shape
    if let known = explanations[shape] { return known }
    let explanation = explain(segment)
    explanations[shape] = explanation
    return explanation
  }

  private func explain(_ segment: Segment) -> Explanation {
    let word = segment.word
    let (alignment, possible) = machine.aligner.explain(
      start: machine.costs.kernel(segment.start),
      silently: machine.costs.cheapestStates(segment.start), word: word, after: segment.previous,
      end: segment.end)
    return Explanation(
      word: word, alignment: alignment, possible: possible,
      groups: EditGroup.groups(of: alignment.moves, word: word))
  }

  private func faults(_ explained: Explanation, _ rises: [Int]) -> [SegmentFault] {
    var edits = 0
    return explained.groups.map { group in
      let own = rises[min(edits, rises.count)..<min(edits + group.cost, rises.count)]
      edits += group.cost
      var fault = SegmentFault(
        rises: own.map { rise in
          let states = explained.possible[rise]
          return (rise, machine.rule(explained.word[rise], in: states), states)
        }, last: explained.possible[explained.word.count])
      for move in explained.alignment.moves[group.moves] {
        switch move {
        case .match, .silent: break
        case .delete(let position, _):
          fault.deletions.append((machine.alphabet[explained.word[position]], position))
        case .insert(let symbol, let position, _, _):
          fault.insertions.append((machine.alphabet[symbol], position))
        }
      }
      fault.onlyDeletes =
        group.cost == 1 && !own.isEmpty && fault.deletions.first?.entry == own.first
      return fault
    }
  }
}
