internal import TraceGrammar
internal import TraceModel

/// A symbol of a lifecycle where certain states were possible.
struct Step: Hashable {
  var lifecycle: LifecycleID
  var from: Possible
  var symbol: SymbolID
}

/// Some lifecycles of a kind as one automaton, for words that are legal in all of them and have nothing remarkable. It follows
/// the states that are possible, so it needs no costs.
final class LegalWords {
  private let letters: Letters
  /// Their places among the lifecycles of the kind, and the states in which one must not end.
  private let lifecycles: [Int]
  private let ends: [[StateSet]]
  // SAFETY: only the methods below use them, and they call nobody who could use them meanwhile.
  @exclusivity(unchecked) private var states: [[Possible]] = []
  private var numbers: [[Possible]: UInt32] = [:]
  /// By state and letter: the next state; `unbuilt`, or `refused` if the word has to be looked at.
  @exclusivity(unchecked) private var table: [UInt32] = []
  /// By state and letter: the steps that are legal only because of calls that nobody recorded.
  private var relying: [Int: [Step]] = [:]
  private let width: Int
  private static let unbuilt = UInt32.max
  private static let refused = UInt32.max - 1

  /// - Parameter ends: the states in which lifecycles must not end.
  init(
    _ letters: Letters, _ lifecycles: some Sequence<Int>, ends: [(run: Int, states: StateSet)]
  ) {
    (self.letters, self.lifecycles) = (letters, Array(lifecycles))
    self.ends = lifecycles.map { lifecycle in
      ends.lazy.filter { $0.run == lifecycle }.map(\.states)
    }
    width = letters.all.count
    for isKnown in [true, false] {
      add(self.lifecycles.map { letters.machines[$0].start(isKnown: isKnown) })
    }
  }

  private func add(_ possible: [Possible]) {
    numbers[possible] = numbers[possible] ?? UInt32(states.count)
    states.append(possible)
    table.append(contentsOf: repeatElement(Self.unbuilt, count: width))
  }

  /// Where each lifecycle may be after a word; nil if it is not legal, or there is something to say about it.
  func passes(_ word: ArraySlice<Entry>, isKnown: Bool) -> [Possible]? {
    var state: UInt32 = isKnown ? 0 : 1
    // SAFETY: the buffer is only iterated, within the closure.
    return word.withUnsafeBufferPointer { word in
      for entry in word {
        var next = table[Int(state) * width + Int(entry.letter)]
        if next == Self.unbuilt { next = build(state, entry.letter) }
        if next == Self.refused { return nil }
        state = next
      }
      return states[Int(state)]
    }
  }

  private func build(_ state: UInt32, _ letter: UInt16) -> UInt32 {
    let next = next(states[Int(state)], letter)
    if let next, numbers[next.possible] == nil { add(next.possible) }
    let number = next.flatMap { numbers[$0.possible] } ?? Self.refused
    let place = Int(state) * width + Int(letter)
    table[place] = number
    if let next, !next.relying.isEmpty { relying[place] = next.relying }
    return number
  }

  private func next(
    _ before: [Possible], _ number: UInt16
  ) -> (possible: [Possible], relying: [Step])? {
    let letter = letters.all[Int(number)]
    if letter.doubt != .none || letters.asks(number) { return nil }
    if letter.fact == Letter.check {
      let isWrong = zip(before, ends).contains { possible, ends in
        ends.contains(where: possible.states.isSubset)
      }
      return isWrong ? nil : (before, [])
    }
    var (after, relying) = (before, [Step]())
    for (place, lifecycle) in lifecycles.enumerated() {
      guard let symbol = letters.symbol(number, lifecycle) else { continue }
      let machine = letters.machines[lifecycle]
      if letter.fact == Letter.call, !machine.advices[symbol].isEmpty { return nil }
      guard let next = machine.legalStep(before[place], symbol) else { return nil }
      after[place] = next.to
      if next.usesSilence {
        relying.append(Step(lifecycle: machine.index, from: before[place], symbol: symbol))
      }
    }
    return (after, relying)
  }

  // MARK: - What words used

  /// Counts the letters of a word by the states before them; false for a word that does not pass.
  /// - Parameters:
  ///   - counts: by state and letter, how often it came; they are read by `forEachStep`.
  ///   - relies: is told each step that is legal only because of calls that nobody recorded, with its event.
  func count(
    _ word: ArraySlice<Entry>, isKnown: Bool, in counts: inout [Int],
    relies: (Step, Int32) -> Void
  ) -> Bool {
    if passes(word, isKnown: isKnown) == nil { return false }
    counts += repeatElement(0, count: table.count - counts.count)
    var state: UInt32 = isKnown ? 0 : 1
    for entry in word {
      let place = Int(state) * width + Int(entry.letter)
      counts[place] += 1
      if !relying.isEmpty, let steps = relying[place] {
        for step in steps { relies(step, entry.event) }
      }
      state = table[place]
    }
    return true
  }

  /// Calls the closure with each letter that was counted, and the steps that it made.
  func forEachStep(_ counts: [Int], _ body: (_ letter: Int, _ count: Int, _ steps: [Step]) -> Void)
  {
    for (place, count) in counts.enumerated() where count > 0 {
      let steps = zip(lifecycles, states[place / width]).compactMap { lifecycle, from in
        letters.symbol(UInt16(place % width), lifecycle).map {
          Step(lifecycle: letters.machines[lifecycle].index, from: from, symbol: $0)
        }
      }
      body(place % width, count, steps)
    }
  }
}
