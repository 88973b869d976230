internal import TraceGrammar
internal import TraceModel

/// All lifecycles of a kind as one automaton, for words without anything remarkable.
final class Product {
  let letters: Letters
  private let width: Int
  private let runs: Int
  private var states: [[VectorID]] = []
  private var numbers: [[VectorID]: UInt32] = [:]
  private var table: [UInt32] = []
  private static let unbuilt = UInt32.max
  /// What the first lifecycle, in whose table a bad end is looked up, needs: by state, whether a rule on ends may fire.
  private(set) var mayEndBadly: [Bool] = []
  let ends: [(run: Int, states: StateSet)]

  init(_ letters: Letters, ends: [(run: Int, states: StateSet)]) {
    (self.letters, self.ends) = (letters, ends)
    width = max(256, letters.all.count)
    runs = letters.machines.count
  }

  func start(isKnown: Bool) -> UInt32 {
    number(of: letters.machines.map { isKnown ? $0.knownStart : $0.unknownStart })
  }

  func vectors(_ state: UInt32) -> [VectorID] { states[Int(state)] }

  private func number(of vectors: [VectorID]) -> UInt32 {
    if let known = numbers[vectors] { return known }
    let number = UInt32(states.count)
    states.append(vectors)
    numbers[vectors] = number
    mayEndBadly.append(
      ends.contains { end in
        letters.machines[end.run].costs.cheapestStates(vectors[end.run]).allSatisfy(
          end.states.contains)
      })
    table.append(contentsOf: repeatElement(Self.unbuilt, count: width))
    return number
  }

  /// Whether a word is legal, with nothing to say about it; and the state after it.
  func passes(_ word: ArraySlice<Entry>, isKnown: Bool) -> UInt32? {
    var state = start(isKnown: isKnown)
    // SAFETY: the buffer is only iterated, within the closure.
    return word.withUnsafeBufferPointer { word in
      for entry in word {
        let next = table[Int(state) * width + Int(entry.letter)]
        if next >> 31 == 0 {
          state = next
          continue
        }
        guard let built = build(state, entry.letter) else { return nil }
        state = built
      }
      return state
    }
  }

  private static let refused = UInt32.max - 1

  private func build(_ state: UInt32, _ letter: UInt16) -> UInt32? {
    let cell = Int(state) * width + Int(letter)
    if table[cell] == Self.refused { return nil }
    if letters.all[Int(letter)].fact == Letter.check, !mayEndBadly[Int(state)] {
      table[cell] = state
      return state
    }
    var vectors = states[Int(state)]
    var isRefused = letters.isRemarkable[Int(letter)]
    for run in 0..<runs {
      let symbol = letters.symbols[Int(letter) * runs + run]
      if symbol < 0 { continue }
      let step = letters.machines[run].costs.step(vectors[run], SymbolID(Int(symbol)))
      if step.rose { isRefused = true }
      vectors[run] = step.next
    }
    if isRefused {
      table[cell] = Self.refused
      return nil
    }
    let next = number(of: vectors)
    table[cell] = next
    return next
  }
}

/// One lifecycle as an automaton, for words that are legal there, with nothing to say about them.
final class Single {
  private let letters: Letters
  private let run: Int
  private let machine: Machine
  private let ends: [StateSet]
  private var table: [Int32] = []
  private static let width = 256

  init(_ letters: Letters, _ run: Int, ends: [StateSet]) {
    (self.letters, self.run, self.ends) = (letters, run, ends)
    machine = letters.machines[run]
  }

  /// The vector after a word.
  func passes(_ word: ArraySlice<Entry>, isKnown: Bool) -> VectorID? {
    var vector = isKnown ? machine.knownStart : machine.unknownStart
    // SAFETY: the buffer is only iterated, within the closure.
    return word.withUnsafeBufferPointer { word in
      for entry in word {
        let cell = vector.index * Self.width + Int(entry.letter)
        var next: Int32 = cell < table.count ? table[cell] : 0
        if next == 0 { next = build(vector, Int(entry.letter)) }
        if next < 0 { return nil }
        vector = VectorID(Int(next) - 1)
      }
      return vector
    }
  }

  private func build(_ vector: VectorID, _ letter: Int) -> Int32 {
    if letter >= Self.width { return -1 }
    let cell = vector.index * Self.width + letter
    while table.count <= cell { table += repeatElement(0, count: Self.width * 16) }
    table[cell] = next(vector, letter)
    return table[cell]
  }

  private func next(_ vector: VectorID, _ number: Int) -> Int32 {
    let letter = letters.all[number]
    if letter.doubt != .none || letters.asks[number] { return -1 }
    if letter.fact == Letter.check {
      let states = machine.costs.cheapestStates(vector)
      return ends.contains { states.allSatisfy($0.contains) } ? -1 : Int32(vector.index + 1)
    }
    let symbol = letters.symbols[number * letters.machines.count + run]
    if symbol < 0 { return Int32(vector.index + 1) }
    if letter.fact == Letter.call {
      if !machine.advices[SymbolID(Int(symbol))].isEmpty { return -1 }
    }
    let step = machine.costs.step(vector, SymbolID(Int(symbol)))
    return step.rose ? -1 : Int32(step.next.index + 1)
  }
}
