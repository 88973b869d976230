internal import TraceGrammar
internal import TraceModel

/// One fault of a word: edits that belong together.
struct Fault {
  /// Where it shows: an entry, by its index in the word, the rule that the call there breaks, and the states before it, at the
  /// least cost.
  typealias Place = (entry: Int, rule: RuleID?, states: [StateID])
  /// The entries at which it became certain, one for each edit; at the end of a life, the last call that the lifecycle saw
  /// since it was settled (or -1), and the states at the end.
  var places: [Place]
  /// Whether it is only that the life does not end as it must.
  var isAtEnd: Bool
  /// The entries to delete, and what to insert before which entry (or at the end).
  var deletions: [(callback: CallbackID, entry: Int)]
  var insertions: [(callback: CallbackID, entry: Int)]
  /// Whether the only edit is to delete the entry itself.
  var onlyDeletes: Bool
}

/// How one lifecycle of one subject went.
struct Run {
  var faults: [Fault] = []
  /// The entries at which the least cost rose.
  var rises: [Int] = []
  /// The legal entries on which a rule has advice.
  var advices: [(entry: Int, rule: RuleID)] = []
  /// The entries that moved it, with the vectors since.
  var moves: [(entry: Int, vector: VectorID)] = []
  /// The entries that changed anything about it, where some advice waits for that.
  var changes: [Int] = []
  /// For each end of a wider subject, and for the end of the trace: the index of the entry, the vector and what led there.
  var ends: [(entry: Int, vector: VectorID, origin: Int)] = []
  var start: VectorID
  /// What led to the last vector: the entry, or -1.
  var origin = -1
  var steps = 0
  /// Where a fault was not explained yet.
  var unsettled: [ClosedRange<Int>] = []

  /// The vector after all entries that were judged.
  var last: VectorID { moves.last?.vector ?? start }

  /// The vector right before an entry of the word.
  func vector(before entry: Int) -> VectorID {
    let low = moves.firstIndex(after: { $0.entry < entry })
    return low == 0 ? start : moves[low - 1].vector
  }
}

/// Judges one word by one lifecycle, as far as somebody needs it. A question about other subjects is about what was before
/// an event, so it needs their words only up to there: such questions end, even if subjects ask about each other.
final class Runner {
  let explainer: SegmentExplainer
  let word: [Entry]
  /// For an entry that asks about other subjects, and the vector before it (nil while a fault is not settled): its symbol.
  private let symbol: (Int, VectorID?) -> SymbolID?
  private let letters: Letters
  private let number: Int
  private func isCheck(_ entry: Int) -> Bool {
    letters.all[Int(word[entry].letter)].fact == Letter.check
  }
  private func callback(_ entry: Int) -> CallbackID? {
    let letter = letters.all[Int(word[entry].letter)]
    return letter.fact == Letter.call ? CallbackID(Int(letter.callback)) : nil
  }
  // SAFETY: what changes with each entry is changed by `take` and what it calls. Only a question can come back to the same
  // runner meanwhile, and it is asked before anything is changed, so no two accesses overlap. The checks of that were a tenth
  // of the time of a trace with many findings.
  @exclusivity(unchecked) private(set) var run: Run
  /// By entry that asks about other subjects: the symbol that their states made of it; nil for none.
  private(set) var answers: [Int: SymbolID?] = [:]
  /// The next entry.
  private var position = 0
  private var isClosed = false
  @exclusivity(unchecked) private var vector: VectorID
  /// What may need an explanation; nil while the run is settled.
  @exclusivity(unchecked) private var open: Segment?
  /// How often it moved since the last rise.
  @exclusivity(unchecked) private var calm = 0
  /// How often a settled run must move after its last rise before its segment is explained.
  private static let calmBeforeExplaining = 2
  /// Whether the life must end in an accepting state.
  private let endsAccepting: Bool
  /// The segments that were explained, with the number of the first fault of each; nil unless somebody wants to tell of
  /// them.
  private(set) var explained: [(segment: Segment, firstFault: Int)]?

  init(
    _ explainer: SegmentExplainer, _ word: [Entry], isKnown: Bool, endsAccepting: Bool = false,
    keepsSegments: Bool = false, letters: Letters, number: Int,
    symbol: @escaping (Int, VectorID?) -> SymbolID?
  ) {
    (self.explainer, self.word, self.symbol) = (explainer, word, symbol)
    (self.letters, self.number, self.endsAccepting) = (letters, number, endsAccepting)
    vector = isKnown ? explainer.machine.knownStart : explainer.machine.unknownStart
    run = Run(start: vector)
    explained = keepsSegments ? [] : nil
    if !explainer.machine.costs.isSettled(vector) { begin(isUnknown: !isKnown) }
  }

  private var isUnsettled: Bool { open.map { !$0.rises.isEmpty } ?? false }

  /// Whether a fault is not settled before an entry that was reached.
  func isUnsettled(before entry: Int) -> Bool {
    if let open, let rise = open.rises.first, open.entries[rise] < entry { return true }
    return run.unsettled.contains { $0.lowerBound < entry && entry <= $0.upperBound }
  }

  /// Judges the entries before a place.
  func advance(to end: Int) {
    while position < end {
      let entry = position
      take(entry)
      position = entry + 1
    }
  }

  /// Judges the whole word.
  func close() -> Run {
    advance(to: word.count)
    if !isClosed {
      isClosed = true
      let isIncomplete = endsAccepting && !explainer.machine.mayEnd(vector)
      if isIncomplete { begin() }
      if isIncomplete || isUnsettled {
        finish(end: endsAccepting ? explainer.machine.acceptingStates : nil, at: word.count)
      }
    }
    return run
  }

  private func begin(isUnknown: Bool = false) {
    if open != nil { return }
    open = Segment(
      start: vector, origin: run.origin,
      previous: run.origin < 0
        ? nil : callback(run.origin).flatMap { explainer.machine.symbols[$0].id },
      opened: position, isUnknown: isUnknown)
  }

  private func finish(end: [StateID]?, at entry: Int) {
    defer { (open, calm) = (nil, 0) }
    guard var segment = open else { return }
    segment.end = end
    if let rise = segment.rises.first { run.unsettled.append(segment.entries[rise]...entry) }
    explained?.append((segment, run.faults.count))
    for fault in explainer.faults(in: segment) {
      func place(_ entry: Int) -> Int {
        entry < segment.entries.count ? segment.entries[entry] : word.count
      }
      run.faults.append(
        Fault(
          places: fault.rises.isEmpty
            ? [(segment.entries.last { callback($0) != nil } ?? -1, nil, fault.last)]
            : fault.rises.map { (place($0.entry), $0.rule, $0.states) },
          isAtEnd: fault.rises.isEmpty,
          deletions: fault.deletions.map { ($0.callback, place($0.entry)) },
          insertions: fault.insertions.map { ($0.callback, place($0.entry)) },
          onlyDeletes: fault.onlyDeletes))
    }
  }

  private func take(_ entry: Int) {
    let machine = explainer.machine
    // A question about the lifecycle itself is about its present states, unless a fault is not settled.
    let letter = word[entry].letter
    let asks = letters.asks(letter)
    let read = asks ? symbol(entry, isUnsettled ? nil : vector) : letters.symbol(letter, number)
    if asks { answers[entry] = .some(read) }
    guard let symbol = read else {
      if isCheck(entry) { run.ends.append((entry, vector, run.origin)) }
      return
    }
    let isFact = symbol >= machine.automaton.firstFact
    let before = vector
    if !isFact {
      run.steps += 1
      if !machine.advices[symbol].isEmpty {
        let states = machine.costs.cheapestStates(vector)
        for advice in machine.advices[symbol] where states.allSatisfy(advice.states.contains) {
          run.advices.append((entry, advice.rule))
        }
      }
    }
    let step = machine.costs.step(vector, symbol)
    if open == nil, !step.rose, step.isSettled || isFact && step.next == before {
      if step.next != before {
        vector = step.next
        run.origin = entry
        run.moves.append((entry, vector))
        run.changes.append(entry)
      }
      return
    }
    if !isFact, step.isIdle {
      open?.appendIdle(entry, symbol)
      return
    }
    if step.rose || step.next != before { run.changes.append(entry) }
    if step.rose || !step.isSettled { begin() }
    if step.rose {
      open?.rise()
      run.rises.append(entry)
    }
    if step.movesCheapest { run.origin = entry }
    if step.next != before {
      vector = step.next
      run.moves.append((entry, vector))
    }
    guard let count = open?.append(entry, symbol) else { return }
    if step.rose { calm = 0 } else if step.movesCheapest { calm += 1 }
    if !step.isSettled { return }
    if !isUnsettled {
      (open, calm) = (nil, 0)
    } else if calm >= Self.calmBeforeExplaining || count >= (calm > 0 ? 16 : 256) {
      finish(end: machine.costs.cheapestStates(vector), at: entry)
    }
  }
}
