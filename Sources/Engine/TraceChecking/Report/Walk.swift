internal import TraceGrammar
internal import TraceModel

/// Takes the words of a kind's subjects through all its lifecycles once more, as they were judged, and counts the steps.
struct Walk {
  let letters: Letters
  private let slices: Slices
  private let runs: Runs
  private let hasDoubts: Bool
  private let legal: LegalWords
  /// What words used that are legal, as `LegalWords` counts it.
  private var legalCounts: [Int] = []
  /// For other words: by lifecycle, and by vector and symbol, how often the step was taken; and how often each letter was read.
  private var taken: [[Int]]
  private var otherLetters: [Int]

  init(_ judgement: Judgement, kind: Int) {
    (slices, runs) = (judgement.slices, judgement.runs)
    (letters, legal) = (slices.letters[kind], judgement.legal[kind])
    hasDoubts = letters.all.contains { $0.doubt != .none }
    taken = letters.machines.map { _ in [] }
    otherLetters = letters.all.map { _ in 0 }
  }

  /// The word of a subject, as it was judged.
  func word(_ subject: Int32) -> ArraySlice<Entry> {
    if !runs.words.isEmpty, let known = runs.words[subject] { return known[...] }
    return hasDoubts ? runs.resolveDoubts(subject).word[...] : slices.word(Int(subject))
  }

  /// The symbol that a lifecycle read an entry as; nil for none.
  /// - Parameter place: where the entry is in its word.
  func symbol(_ entry: Entry, at place: Int, _ run: Int, of subject: Int32) -> SymbolID? {
    if !letters.asks(entry.letter) { return letters.symbol(entry.letter, run) }
    let runner = runs.runner(subject, run)
    _ = runner.close()
    return runner.answers[place] ?? nil
  }

  /// Takes the word of a subject.
  /// - Parameter relies: is told each step that is legal only because of calls that nobody recorded, with its event.
  mutating func take(_ subject: Int32, relies: (Step, Int32) -> Void = { _, _ in }) {
    let record = slices.subjects[Int(subject)]
    runs.effort += slices.word(Int(subject)).count
    if legal.count(
      slices.word(Int(subject)), isKnown: record.isKnown, in: &legalCounts, relies: relies)
    {
      return
    }
    let word = word(subject)
    for entry in word { otherLetters[Int(entry.letter)] += 1 }
    for (run, machine) in letters.machines.enumerated() {
      var vector = record.isKnown ? machine.knownStart : machine.unknownStart
      for (place, entry) in word.enumerated() {
        guard let symbol = symbol(entry, at: place, run, of: subject) else { continue }
        let step = machine.costs.step(vector, symbol)
        if !step.rose {
          let cell = vector.index * machine.automaton.symbolCount + symbol.index
          if cell >= taken[run].count {
            taken[run] += repeatElement(0, count: cell + 1 - taken[run].count)
          }
          taken[run][cell] += 1
        }
        if step.usesSilence {
          relies(
            Step(lifecycle: machine.index, from: machine.possible(vector), symbol: symbol),
            entry.event)
        }
        vector = step.next
      }
    }
  }

  // MARK: - What was counted

  /// How often each legal step was taken.
  var counts: [Step: Int] {
    var counts: [Step: Int] = [:]
    legal.forEachStep(legalCounts) { _, count, steps in
      for step in steps { counts[step, default: 0] += count }
    }
    for (run, machine) in letters.machines.enumerated() {
      let width = machine.automaton.symbolCount
      for (cell, count) in taken[run].enumerated() where count > 0 {
        let step = Step(
          lifecycle: machine.index, from: machine.possible(VectorID(cell / width)),
          symbol: SymbolID(cell % width))
        counts[step, default: 0] += count
      }
    }
    return counts
  }

  /// How often each letter was read.
  var letterCounts: [Int] {
    var counts = otherLetters
    legal.forEachStep(legalCounts) { letter, count, _ in counts[letter] += count }
    return counts
  }
}

extension Machine {
  /// Where a subject may be by the cheapest explanation.
  fileprivate func possible(_ vector: VectorID) -> Possible {
    Possible(
      states: StateSet(costs.cheapestStates(vector)), kernel: StateSet(costs.kernel(vector)))
  }
}
