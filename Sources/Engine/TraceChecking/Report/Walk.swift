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
struct Walk {
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
  /// Further states have no row in the table; they share the last number.
  private static let stateLimit = 1_024

  let letters: Letters
  private let slices: Slices
  private let runs: Runs
  private let hasDoubts: Bool
  private var states: [[VectorID]] = []
  private var numbers: [[VectorID]: Int] = [:]
  private var table: [Cell] = []
  /// The legal steps that are in no row of the table, and how often each letter was read there.
  private var others: [Step: Int] = [:]
  private var otherLetters: [Int: Int] = [:]

  init(_ judgement: Judgement, kind: Int) {
    (slices, runs) = (judgement.slices, judgement.runs)
    letters = slices.letters[kind]
    hasDoubts = letters.all.contains { $0.doubt != .none }
    for isKnown in [false, true] { _ = number(of: start(isKnown: isKnown)) }
  }

  private func start(isKnown: Bool) -> [VectorID] {
    letters.machines.map { isKnown ? $0.knownStart : $0.unknownStart }
  }

  /// The vectors in which a subject begins.
  func start(_ subject: Int32) -> [VectorID] {
    start(isKnown: slices.subjects[Int(subject)].isKnown)
  }

  /// The word of a subject, as it was judged.
  func word(_ subject: Int32) -> ArraySlice<Entry> {
    if !runs.words.isEmpty, let known = runs.words[subject] { return known[...] }
    return hasDoubts ? runs.resolveDoubts(subject).word[...] : slices.word(Int(subject))
  }

  /// The symbol that a lifecycle read an entry as; nil for none.
  /// - Parameter place: where the entry is in its word.
  func symbol(_ entry: Entry, at place: Int, _ run: Int, of subject: Int32) -> SymbolID? {
    if !letters.asks[Int(entry.letter)] { return letters.symbol(entry.letter, run) }
    let runner = runs.runner(subject, run)
    _ = runner.close()
    return runner.answers[place] ?? nil
  }

  /// Takes the word of a subject.
  /// - Parameter relies: is told each step that is legal only because of calls that nobody recorded, with its event.
  mutating func take(_ subject: Int32, relies: (Step, Int32) -> Void = { _, _ in }) {
    let known = number(of: start(subject))
    // SAFETY: the buffer is only read, within the closure.
    word(subject).withUnsafeBufferPointer { word in
      var state = known
      for place in word.indices {
        let entry = word[place]
        let cell = state &* Self.width &+ Int(entry.letter)
        guard state < Self.stateLimit, entry.letter < Self.width, isBuilt(cell, state, entry.letter)
        else {
          state = ask(state, entry, at: place, subject, relies)
          continue
        }
        table[cell].count &+= 1
        let next = table[cell].next
        if next & Cell.relies != 0 { tell(state, entry, relies) }
        state = Int(next & ~Cell.relies)
      }
    }
  }

  /// Whether a cell has a next state, which it gets if it is new.
  @inline(__always)
  private mutating func isBuilt(_ cell: Int, _ state: Int, _ letter: UInt16) -> Bool {
    if table[cell].next == Cell.unbuilt { table[cell].next = next(state, letter) }
    return table[cell].next != Cell.asks
  }

  private mutating func next(_ state: Int, _ letter: UInt16) -> UInt32 {
    if letters.asks[Int(letter)] { return Cell.asks }
    var vectors = states[state]
    var relies: UInt32 = 0
    for (run, machine) in letters.machines.enumerated() {
      guard let symbol = letters.symbol(letter, run) else { continue }
      let step = machine.costs.step(vectors[run], symbol)
      vectors[run] = step.next
      if step.usesSilence { relies = Cell.relies }
    }
    let next = number(of: vectors)
    return next == Self.stateLimit ? Cell.asks : UInt32(next) | relies
  }

  /// Tells which lifecycles rely on calls that nobody recorded.
  private func tell(_ state: Int, _ entry: Entry, _ relies: (Step, Int32) -> Void) {
    for (run, machine) in letters.machines.enumerated() {
      let vector = states[state][run]
      guard let symbol = letters.symbol(entry.letter, run),
        machine.costs.step(vector, symbol).usesSilence
      else { continue }
      relies(Step(lifecycle: machine.index, vector: vector, symbol: symbol), entry.event)
    }
  }

  /// Takes a step for which there is no cell.
  private mutating func ask(
    _ state: Int, _ entry: Entry, at place: Int, _ subject: Int32, _ relies: (Step, Int32) -> Void
  ) -> Int {
    var vectors = states[state]
    otherLetters[Int(entry.letter), default: 0] += 1
    for (run, machine) in letters.machines.enumerated() {
      guard let symbol = symbol(entry, at: place, run, of: subject) else { continue }
      let step = machine.costs.step(vectors[run], symbol)
      let key = Step(lifecycle: machine.index, vector: vectors[run], symbol: symbol)
      if !step.rose { others[key, default: 0] += 1 }
      if step.usesSilence { relies(key, entry.event) }
      vectors[run] = step.next
    }
    return number(of: vectors)
  }

  private mutating func number(of vectors: [VectorID]) -> Int {
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

  // MARK: - What was counted

  /// How often each legal step was taken.
  var counts: [Step: Int] {
    var counts = others
    for (cell, found) in table.enumerated() where found.count > 0 {
      for (run, machine) in letters.machines.enumerated() {
        let vector = states[cell / Self.width][run]
        guard let symbol = letters.symbol(UInt16(cell % Self.width), run),
          !machine.costs.step(vector, symbol).rose
        else { continue }
        let step = Step(lifecycle: machine.index, vector: vector, symbol: symbol)
        counts[step, default: 0] += Int(found.count)
      }
    }
    return counts
  }

  /// How often each letter was read.
  var letterCounts: [Int: Int] {
    var counts = otherLetters
    for (cell, found) in table.enumerated() where found.count > 0 {
      counts[cell % Self.width, default: 0] += Int(found.count)
    }
    return counts
  }
}
