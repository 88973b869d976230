internal import TraceGrammar
internal import TraceModel

/// A step of a lifecycle: a symbol where certain states were possible.
struct Step: Hashable {
  var lifecycle: LifecycleID
  var vector: VectorID
  var symbol: SymbolID
}

/// Takes the words of a kind's subjects through all its lifecycles once more, as they were judged, and counts the steps.
struct Walk {
  let letters: Letters
  private let slices: Slices
  private let runs: Runs
  private let hasDoubts: Bool
  /// By letter: the lifecycles that read it, and as what; nil for one that asks. Most read nothing of a letter.
  private let readings: [[(run: Int, symbol: SymbolID)]?]
  /// By lifecycle, and by vector and symbol: how often the step was taken.
  private var taken: [[UInt32]]
  /// How often each letter was read.
  private(set) var letterCounts: [Int] = []

  init(_ judgement: Judgement, kind: Int) {
    (slices, runs) = (judgement.slices, judgement.runs)
    letters = slices.letters[kind]
    hasDoubts = letters.all.contains { $0.doubt != .none }
    taken = letters.machines.map { _ in [] }
    readings = letters.all.indices.map { [letters] letter in
      let letter = UInt16(letter)
      if letters.asks(letter) { return nil }
      return letters.machines.indices.compactMap { run in
        letters.symbol(letter, run).map { (run, $0) }
      }
    }
  }

  /// The vectors in which a subject begins.
  func start(_ subject: Int32) -> [VectorID] {
    let isKnown = slices.subjects[Int(subject)].isKnown
    return letters.machines.map { isKnown ? $0.knownStart : $0.unknownStart }
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

  /// The lifecycles that read an entry, and as what.
  private func read(_ entry: Entry, at place: Int, of subject: Int32) -> [(
    run: Int, symbol: SymbolID
  )] {
    readings[Int(entry.letter)]
      ?? letters.machines.indices.compactMap { run in
        symbol(entry, at: place, run, of: subject).map { (run, $0) }
      }
  }

  /// Takes the word of a subject.
  /// - Parameter relies: is told each step that is legal only because of calls that nobody recorded, with its event.
  mutating func take(_ subject: Int32, relies: (Step, Int32) -> Void = { _, _ in }) {
    var vectors = start(subject)
    let word = word(subject)
    runs.effort += word.count
    for (place, entry) in word.enumerated() {
      Self.count(Int(entry.letter), in: &letterCounts)
      for (run, symbol) in read(entry, at: place, of: subject) {
        let machine = letters.machines[run]
        let (vector, step) = (vectors[run], machine.costs.step(vectors[run], symbol))
        if !step.rose {
          Self.count(
            vector.index * machine.automaton.symbolCount + symbol.index, in: &taken[run])
        }
        if step.usesSilence {
          relies(Step(lifecycle: machine.index, vector: vector, symbol: symbol), entry.event)
        }
        vectors[run] = step.next
      }
    }
  }

  private static func count<Count: FixedWidthInteger>(_ cell: Int, in counts: inout [Count]) {
    if cell >= counts.count { counts += repeatElement(0, count: cell + 1 - counts.count) }
    counts[cell] += 1
  }

  /// How often each legal step was taken.
  var counts: [Step: Int] {
    var counts: [Step: Int] = [:]
    for (run, machine) in letters.machines.enumerated() {
      let width = machine.automaton.symbolCount
      for (cell, count) in taken[run].enumerated() where count > 0 {
        let (vector, symbol) = (VectorID(cell / width), SymbolID(cell % width))
        counts[Step(lifecycle: machine.index, vector: vector, symbol: symbol)] = Int(count)
      }
    }
    return counts
  }
}
