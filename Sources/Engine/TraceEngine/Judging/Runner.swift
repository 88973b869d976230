internal import TraceGrammar
internal import TraceModel

/// One fault of a word: edits that belong together.
struct Fault {
  /// The index in the word of the entry at which it became certain.
  var entry: Int
  var rule: RuleID?
  /// The states before that entry at the least cost.
  var states: [StateID]
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

  /// The vector right before an entry of the word.
  func vector(before entry: Int) -> VectorID {
    var (low, high) = (0, moves.count)
    while low < high {
      let middle = (low + high) / 2
      if moves[middle].entry < entry { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? start : moves[low - 1].vector
  }
}

/// Explains faults of words of one lifecycle, and remembers the segments that it has explained.
final class Judge {
  let machine: Machine
  private var known: [[Int32]: [SegmentFault]] = [:]

  init(_ machine: Machine) {
    self.machine = machine
  }

  /// A fault with places among the entries of its segment.
  private struct SegmentFault {
    var rise: Int
    var rule: RuleID?
    var states: [StateID]
    var deletions: [(callback: CallbackID, entry: Int)] = []
    var insertions: [(callback: CallbackID, entry: Int)] = []
    var onlyDeletes: Bool
  }

  /// - Parameter wordEnd: the place behind the last entry of the word.
  func explain(
    _ entries: [Int], _ symbols: [Int16], _ rises: [Int], start: VectorID, origin: Int,
    end: [StateID]?,
    wordEnd: Int, _ callback: (Int) -> CallbackID?, _ run: inout Run
  ) {
    let previous = origin < 0 ? nil : callback(origin).flatMap { machine.symbols[$0].id }
    let read = symbols.map { SymbolID(Int($0)) }
    var key = read.map { Int32($0.index) }
    key +=
      [-1, Int32(start.index), Int32(previous?.index ?? -1)] + (end ?? []).map { Int32($0.index) }
    let faults: [SegmentFault]
    if let known = known[key] {
      faults = known
    } else {
      faults = explain(read, rises, start: start, previous, end)
      known[key] = faults
    }
    for fault in faults {
      func place(_ entry: Int) -> Int { entry < entries.count ? entries[entry] : wordEnd }
      run.faults.append(
        Fault(
          entry: entries[fault.rise], rule: fault.rule, states: fault.states,
          deletions: fault.deletions.map { ($0.callback, place($0.entry)) },
          insertions: fault.insertions.map { ($0.callback, place($0.entry)) },
          onlyDeletes: fault.onlyDeletes))
    }
  }

  private func explain(
    _ word: [SymbolID], _ rises: [Int], start: VectorID, _ previous: SymbolID?, _ end: [StateID]?
  ) -> [SegmentFault] {
    let (alignment, possible) = machine.aligner.explain(
      start: machine.costs.kernel(start), silently: machine.costs.cheapestStates(start), word: word,
      after: previous, end: end)
    var edits = 0
    var faults: [SegmentFault] = []
    for group in EditGroup.groups(of: alignment.moves, word: word, after: previous) {
      guard edits < rises.count else { break }
      let rise = rises[edits]
      edits += group.cost
      var fault = SegmentFault(
        rise: rise, rule: machine.rule(word[rise], in: possible[rise]), states: possible[rise],
        onlyDeletes: false)
      for move in alignment.moves[group.moves] {
        switch move {
        case .match, .silent: break
        case .delete(let position, _):
          fault.deletions.append((machine.alphabet[word[position]], position))
        case .insert(let symbol, let position, _, _):
          fault.insertions.append((machine.alphabet[symbol], position))
        }
      }
      fault.onlyDeletes = group.cost == 1 && fault.deletions.first?.entry == rise
      faults.append(fault)
    }
    return faults
  }
}

/// Judges one word by one lifecycle, as far as somebody needs it. A question about other subjects is about what was before
/// an event, so it needs their words only up to there: such questions end, even if subjects ask about each other.
final class Runner {
  let judge: Judge
  let word: [Entry]
  /// For an entry, and the vector before it (nil while a fault is not settled): its symbol; -1 for none.
  private let symbol: (Int, VectorID?) -> Int16
  private let letters: Letters
  private let number: Int
  private func isCheck(_ entry: Int) -> Bool {
    letters.all[Int(word[entry].letter)].fact == Letter.check
  }
  private func callback(_ entry: Int) -> CallbackID? {
    let letter = letters.all[Int(word[entry].letter)]
    return letter.fact == Letter.call ? CallbackID(Int(letter.callback)) : nil
  }
  private(set) var run: Run
  /// By entry that asks about other subjects: the symbol that their states made of it; -1 for none.
  private(set) var answers: [Int: Int16] = [:]
  /// The next entry.
  private var position = 0
  private var isClosed = false
  private var vector: VectorID
  /// The open segment: its entries and their symbols, its rises as places among these, the vector before, and what led
  /// there; how many of its last entries change nothing, and how often it moved since the last rise.
  private var open: [Int]?
  private var read: [Int16] = []
  private var rises: [Int] = []
  private var segmentStart: VectorID
  private var segmentOrigin = -1
  private var idle = 0
  private var calm = 0
  /// How often a settled run must move after its last rise before its segment is explained.
  private static let calmBeforeExplaining = 2

  init(
    _ judge: Judge, _ word: [Entry], isKnown: Bool, letters: Letters, number: Int,
    symbol: @escaping (Int, VectorID?) -> Int16
  ) {
    (self.judge, self.word, self.symbol) = (judge, word, symbol)
    (self.letters, self.number) = (letters, number)
    vector = isKnown ? judge.machine.knownStart : judge.machine.unknownStart
    run = Run(start: vector)
    segmentStart = vector
    if !judge.machine.costs.isSettled(vector) { begin() }
  }

  private var isUnsettled: Bool { open != nil && !rises.isEmpty }

  /// Whether a fault is not settled before an entry that was reached.
  func isUnsettled(before entry: Int) -> Bool {
    if isUnsettled, let open, open[rises[0]] < entry { return true }
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
      finish(end: nil, at: word.count)
    }
    return run
  }

  private func begin() {
    if open == nil {
      (open, read, rises, segmentStart, segmentOrigin, idle) = ([], [], [], vector, run.origin, 0)
    }
  }

  private func finish(end: [StateID]?, at entry: Int) {
    if let entries = open, !rises.isEmpty {
      run.unsettled.append(entries[rises[0]]...entry)
      judge.explain(
        entries, read, rises, start: segmentStart, origin: segmentOrigin, end: end,
        wordEnd: word.count, callback, &run)
    }
    (open, rises, calm) = (nil, [], 0)
  }

  private func take(_ entry: Int) {
    let machine = judge.machine
    // A question about the lifecycle itself is about its present states, unless a fault is not settled.
    let letter = Int(word[entry].letter)
    let number =
      letters.asks[letter]
      ? symbol(entry, isUnsettled ? nil : vector)
      : letters.symbols[letter * letters.machines.count + self.number]
    if letters.asks[letter] { answers[entry] = number }
    if number < 0 {
      if isCheck(entry) { run.ends.append((entry, vector, run.origin)) }
      return
    }
    let symbol = SymbolID(Int(number))
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
      if open != nil {
        if idle == 4 {
          open!.remove(at: open!.count - idle)
          read.remove(at: read.count - idle)
        } else {
          idle += 1
        }
        open!.append(entry)
        read.append(number)
      }
      return
    }
    if step.rose || step.next != before { run.changes.append(entry) }
    if step.rose || !step.isSettled { begin() }
    if step.rose {
      rises.append(open!.count)
      run.rises.append(entry)
    }
    if step.movesCheapest { run.origin = entry }
    if step.next != before {
      vector = step.next
      run.moves.append((entry, vector))
    }
    guard open != nil else { return }
    open!.append(entry)
    read.append(number)
    idle = 0
    if step.rose { calm = 0 } else if step.movesCheapest { calm += 1 }
    if !step.isSettled { return }
    if rises.isEmpty {
      finish(end: nil, at: entry)
    } else if calm >= Self.calmBeforeExplaining || open!.count >= (calm > 0 ? 16 : 256) {
      finish(end: machine.costs.cheapestStates(vector), at: entry)
    }
  }
}
