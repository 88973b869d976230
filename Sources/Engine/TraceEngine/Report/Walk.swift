internal import TraceGrammar
internal import TraceModel

/// A step of a lifecycle: a symbol where certain states were possible.
struct Step: Hashable {
  var lifecycle: LifecycleID
  var vector: VectorID
  var symbol: SymbolID
}

/// Takes the words of a kind's subjects through all its lifecycles once more, as they were judged, and counts the steps.
///
/// All lifecycles together are one automaton. A step that was taken before is one look into its table.
final class Walk {
  private struct Cell {
    /// The state after it, or one of the others. The highest bit says that a lifecycle allows it only because of calls that
    /// nobody recorded.
    var next = Cell.unbuilt
    var count: UInt32 = 0
    static let unbuilt = UInt32.max
    /// Lifecycles have to be asked each time.
    static let asks = UInt32.max - 1
    static let relies: UInt32 = 1 << 31
  }

  private static let width = 256
  /// Further states have no row in the table.
  private static let stateLimit = 1_024

  let letters: Letters
  private let judgement: Judgement
  private let hasDoubts: Bool
  private var states: [[VectorID]] = []
  private var numbers: [[VectorID]: Int] = [:]
  private var table: [Cell] = []
  /// The legal steps that are in no row of the table.
  private var others: [Step: Int] = [:]
  /// By letter: how often it was read without a row of the table.
  private var otherLetters: [Int: Int] = [:]

  init(_ judgement: Judgement, kind: Int) {
    self.judgement = judgement
    letters = judgement.slices.letters[kind]
    hasDoubts = letters.all.contains { $0.doubt != .none }
  }

  /// The word of a subject, as it was judged.
  func word(_ subject: Int32) -> ArraySlice<Entry> {
    if let known = judgement.runs.words[subject] { return known[...] }
    return hasDoubts
      ? judgement.runs.resolveDoubts(subject).word[...] : judgement.slices.word(Int(subject))
  }

  /// The vectors in which a subject begins.
  func start(_ subject: Int32) -> [VectorID] {
    let isKnown = judgement.slices.subjects[Int(subject)].isKnown
    return letters.machines.map { isKnown ? $0.knownStart : $0.unknownStart }
  }

  /// The symbol that a lifecycle read an entry as; nil for none.
  /// - Parameter place: where the entry is in its word.
  func symbol(_ entry: Entry, at place: Int, _ run: Int, of subject: Int32) -> SymbolID? {
    let letter = Int(entry.letter)
    let plain = letters.symbols[letter * letters.machines.count + run]
    let read =
      letters.asks[letter] ? judgement.runs.runner(subject, run).closed.answers[place] : plain
    guard let read, read >= 0 else { return nil }
    return SymbolID(Int(read))
  }

  /// Takes the word of a subject.
  /// - Parameter relies: is told each step that is legal only because of calls that nobody recorded, with its event.
  func take(_ subject: Int32, relies: (Step, Int32) -> Void) {
    let word = word(subject)
    var state = number(of: start(subject))
    for (place, entry) in word.enumerated() {
      let cell = state &* Self.width &+ Int(entry.letter)
      guard state < Self.stateLimit, entry.letter < Self.width, isBuilt(cell, state, entry) else {
        state = ask(state, entry, at: place, subject, relies)
        continue
      }
      table[cell].count &+= 1
      let next = table[cell].next
      if next & Cell.relies != 0 {
        for (run, machine) in letters.machines.enumerated() {
          if let step = step(states[state][run], entry, run), step.isReliant {
            relies(
              Step(lifecycle: machine.index, vector: states[state][run], symbol: step.symbol),
              entry.event)
          }
        }
      }
      state = Int(next & ~Cell.relies)
    }
  }

  /// How often a letter was read.
  func count(ofLetter letter: Int) -> Int {
    if letter >= Self.width { return otherLetters[letter] ?? 0 }
    return stride(from: letter, to: table.count, by: Self.width)
      .reduce(otherLetters[letter] ?? 0) { $0 + Int(table[$1].count) }
  }

  /// How often each legal step of a call was taken.
  var counts: [Step: Int] {
    var counts = others
    for (cell, found) in table.enumerated() where found.count > 0 {
      let (state, letter) = (cell / Self.width, cell % Self.width)
      if letters.all[letter].fact != Letter.call { continue }
      for (run, machine) in letters.machines.enumerated() {
        let vector = states[state][run]
        let entry = Entry(event: 0, letter: UInt16(letter))
        guard let step = step(vector, entry, run), step.isLegal else { continue }
        counts[
          Step(lifecycle: machine.index, vector: vector, symbol: step.symbol), default: 0] += Int(
            found.count)
      }
    }
    return counts
  }

  private func step(
    _ vector: VectorID, _ entry: Entry, _ run: Int
  ) -> (symbol: SymbolID, next: VectorID, isLegal: Bool, isReliant: Bool)? {
    let symbol = letters.symbols[Int(entry.letter) * letters.machines.count + run]
    if symbol < 0 { return nil }
    return step(vector, SymbolID(Int(symbol)), run)
  }

  private func step(
    _ vector: VectorID, _ symbol: SymbolID, _ run: Int
  ) -> (symbol: SymbolID, next: VectorID, isLegal: Bool, isReliant: Bool) {
    let step = letters.machines[run].costs.step(vector, symbol)
    return (symbol, step.next, !step.rose, step.usesSilence)
  }

  /// Whether a cell has a next state, which it gets if it is new.
  @inline(__always)
  private func isBuilt(_ cell: Int, _ state: Int, _ entry: Entry) -> Bool {
    if table[cell].next == Cell.unbuilt { build(cell, state, entry) }
    return table[cell].next != Cell.asks
  }

  private func build(_ cell: Int, _ state: Int, _ entry: Entry) {
    table[cell].next = Cell.asks
    if letters.asks[Int(entry.letter)] { return }
    var vectors = states[state]
    var isReliant = false
    for run in vectors.indices {
      guard let step = step(vectors[run], entry, run) else { continue }
      vectors[run] = step.next
      if step.isReliant { isReliant = true }
    }
    let next = number(of: vectors)
    if next == Self.stateLimit { return }
    table[cell].next = UInt32(next) | (isReliant ? Cell.relies : 0)
  }

  /// Takes a step for which there is no cell.
  private func ask(
    _ state: Int, _ entry: Entry, at place: Int, _ subject: Int32, _ relies: (Step, Int32) -> Void
  ) -> Int {
    var vectors = states[state]
    otherLetters[Int(entry.letter), default: 0] += 1
    let isCall = letters.all[Int(entry.letter)].fact == Letter.call
    for (run, machine) in letters.machines.enumerated() {
      guard let symbol = symbol(entry, at: place, run, of: subject) else { continue }
      let taken = step(vectors[run], symbol, run)
      let key = Step(lifecycle: machine.index, vector: vectors[run], symbol: symbol)
      if isCall, taken.isLegal { others[key, default: 0] += 1 }
      if taken.isReliant { relies(key, entry.event) }
      vectors[run] = taken.next
    }
    return number(of: vectors)
  }

  /// The number of a state. If there are too many, it is that of the last one, which stands for any.
  private func number(of vectors: [VectorID]) -> Int {
    if let known = numbers[vectors] { return known }
    let number = numbers.count
    if number < Self.stateLimit {
      numbers[vectors] = number
      states.append(vectors)
      table.append(contentsOf: repeatElement(Cell(), count: Self.width))
      return number
    }
    if states.count == number { states.append(vectors) } else { states[number] = vectors }
    return number
  }
}

extension Runner {
  /// The same, with its whole word judged.
  var closed: Runner {
    _ = close()
    return self
  }
}
