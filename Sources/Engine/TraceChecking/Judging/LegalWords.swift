internal import TraceGrammar
internal import TraceModel

/// Some lifecycles of a kind as one automaton, for words that are legal in all of them and have nothing remarkable. It follows
/// the states that are possible, so it needs no costs.
final class LegalWords {
  private let letters: Letters
  /// Their places among the lifecycles of the kind, and the states in which one must not end.
  private let lifecycles: [Int]
  private let ends: [[StateSet]]
  private var states: [[StateSet]] = []
  private var numbers: [[StateSet]: UInt32] = [:]
  /// By state and letter: the next state; `unbuilt`, or `refused` if the word has to be looked at.
  private var table: [UInt32] = []
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

  private func add(_ sets: [StateSet]) {
    numbers[sets] = numbers[sets] ?? UInt32(states.count)
    states.append(sets)
    table.append(contentsOf: repeatElement(Self.unbuilt, count: width))
  }

  /// By lifecycle, the states that are possible after a word; nil if it is not legal, or there is something to say about it.
  func passes(_ word: ArraySlice<Entry>, isKnown: Bool) -> [StateSet]? {
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
    if let next, numbers[next] == nil { add(next) }
    let number = next.flatMap { numbers[$0] } ?? Self.refused
    table[Int(state) * width + Int(letter)] = number
    return number
  }

  private func next(_ sets: [StateSet], _ number: UInt16) -> [StateSet]? {
    let letter = letters.all[Int(number)]
    if letter.doubt != .none || letters.asks(number) { return nil }
    if letter.fact == Letter.check {
      let isWrong = zip(sets, ends).contains { set, ends in ends.contains(where: set.isSubset) }
      return isWrong ? nil : sets
    }
    var sets = sets
    for (place, lifecycle) in lifecycles.enumerated() {
      guard let symbol = letters.symbol(number, lifecycle) else { continue }
      let machine = letters.machines[lifecycle]
      if letter.fact == Letter.call, !machine.advices[symbol].isEmpty { return nil }
      guard let next = machine.legalStep(sets[place], symbol) else { return nil }
      sets[place] = next
    }
    return sets
  }
}
