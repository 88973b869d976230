internal import TraceGrammar
internal import TraceModel

/// All lifecycles of a kind as one automaton, for words that are legal and have nothing remarkable. It follows the states that
/// are possible, so it needs no costs.
final class Product {
  private let letters: Letters
  private let width: Int
  private let ends: [(run: Int, states: StateSet)]
  private var states: [[StateSet]] = []
  private var numbers: [[StateSet]: UInt32] = [:]
  /// By state and letter: the next state; `unbuilt`, or `refused` if the word has to be looked at.
  private var table: [UInt32] = []
  private static let unbuilt = UInt32.max
  private static let refused = UInt32.max - 1
  private let starts: (known: UInt32, unknown: UInt32)

  /// - Parameter ends: the states in which lifecycles must not end.
  init(_ letters: Letters, ends: [(run: Int, states: StateSet)]) {
    (self.letters, self.ends) = (letters, ends)
    width = max(256, letters.all.count)
    starts = (0, 1)
    for isKnown in [true, false] { add(letters.machines.map { $0.start(isKnown: isKnown) }) }
  }

  private func add(_ sets: [StateSet]) {
    numbers[sets] = numbers[sets] ?? UInt32(states.count)
    states.append(sets)
    table.append(contentsOf: repeatElement(Self.unbuilt, count: width))
  }

  /// By lifecycle, the states that are possible after a word; nil if it is not legal, or there is something to say about it.
  func passes(_ word: ArraySlice<Entry>, isKnown: Bool) -> [StateSet]? {
    var state = isKnown ? starts.known : starts.unknown
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
    let next = next(states[Int(state)], Int(letter))
    if let next, numbers[next] == nil { add(next) }
    let number = next.flatMap { numbers[$0] } ?? Self.refused
    table[Int(state) * width + Int(letter)] = number
    return number
  }

  private func next(_ sets: [StateSet], _ letter: Int) -> [StateSet]? {
    if letters.all[letter].fact == Letter.check {
      return ends.contains { sets[$0.run].isSubset(of: $0.states) } ? nil : sets
    }
    if letters.isRemarkable[letter] { return nil }
    var sets = sets
    for run in sets.indices {
      let symbol = letters.symbols[letter * sets.count + run]
      if symbol < 0 { continue }
      guard let next = letters.machines[run].legalStep(sets[run], SymbolID(Int(symbol))) else {
        return nil
      }
      sets[run] = next
    }
    return sets
  }
}

/// One lifecycle as an automaton, for words that are legal there, with nothing to say about them.
final class Single {
  private let letters: Letters
  private let run: Int
  private let ends: [StateSet]
  private var states: [StateSet]
  private var numbers: [StateSet: Int32]
  /// By state and letter: the next state and 1; 0 if not built yet, negative if the word has to be looked at.
  private var table: [Int32] = []
  private let width: Int

  init(_ letters: Letters, _ run: Int, ends: [StateSet]) {
    (self.letters, self.run, self.ends) = (letters, run, ends)
    width = max(256, letters.all.count)
    states = [true, false].map { letters.machines[run].start(isKnown: $0) }
    numbers = [states[1]: 1]
    numbers[states[0]] = 0
  }

  /// The states that are possible after a word.
  func passes(_ word: ArraySlice<Entry>, isKnown: Bool) -> StateSet? {
    var state = isKnown ? 0 : 1
    // SAFETY: the buffer is only iterated, within the closure.
    return word.withUnsafeBufferPointer { word in
      for entry in word {
        let cell = state * width + Int(entry.letter)
        var next: Int32 = cell < table.count ? table[cell] : 0
        if next == 0 { next = build(state, Int(entry.letter)) }
        if next < 0 { return nil }
        state = Int(next) - 1
      }
      return states[state]
    }
  }

  private func build(_ state: Int, _ letter: Int) -> Int32 {
    let cell = state * width + letter
    while table.count <= cell { table += repeatElement(0, count: width * 16) }
    var number: Int32 = -1
    if let next = next(states[state], letter) {
      number = numbers[next] ?? Int32(states.count)
      if Int(number) == states.count {
        states.append(next)
        numbers[next] = number
      }
      number += 1
    }
    table[cell] = number
    return number
  }

  private func next(_ states: StateSet, _ number: Int) -> StateSet? {
    let letter = letters.all[number]
    if letter.doubt != .none || letters.asks[number] { return nil }
    if letter.fact == Letter.check {
      return ends.contains(where: states.isSubset) ? nil : states
    }
    let symbol = letters.symbols[number * letters.machines.count + run]
    if symbol < 0 { return states }
    let machine = letters.machines[run]
    if letter.fact == Letter.call, !machine.advices[SymbolID(Int(symbol))].isEmpty { return nil }
    return machine.legalStep(states, SymbolID(Int(symbol)))
  }
}
