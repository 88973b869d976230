internal import TraceGrammar

/// How each lifecycle sees each callback, as tables.
final class LetterTables: @unchecked Sendable {
  /// For every lifecycle and callback, row major, the symbol, or none.
  private let symbols: UnsafeMutablePointer<MaybeSymbol>
  private let callbackCount: Int
  /// For every lifecycle and callback, row major, the index in `letters` if the lifecycle names cases of the callback,
  /// or -1.
  private let places: UnsafeMutablePointer<Int16>
  private let letters: [CallbackLetters]
  /// The same, to be used without counting references.
  private let unmanaged: UnsafeMutablePointer<Unmanaged<CallbackLetters>>
  /// Which lifecycles of a kind see a callback.
  let seenRuns: SeenRuns

  init(_ compiled: CompiledGrammar) {
    callbackCount = compiled.grammar.callbacks.count
    let size = max(1, compiled.lifecycles.count * callbackCount)
    symbols = .allocate(capacity: size)
    places = .allocate(capacity: size)
    places.initialize(repeating: -1, count: size)
    var letters: [CallbackLetters] = []
    for (number, lifecycle) in compiled.lifecycles.numbered {
      for callback in lifecycle.symbols.indices {
        let cell = number.index * callbackCount + callback.index
        (symbols + cell).initialize(to: lifecycle.symbols[callback])
        guard let known = lifecycle.letters.ofCallback[callback] else { continue }
        places[cell] = Int16(letters.count)
        letters.append(known)
      }
    }
    self.letters = letters
    unmanaged = .allocate(capacity: max(1, letters.count))
    for (index, known) in letters.enumerated() { unmanaged[index] = .passUnretained(known) }
    seenRuns = SeenRuns(compiled) { [callbackCount, symbols, places] lifecycle, callback in
      let cell = lifecycle.index * callbackCount + callback.index
      return !symbols[cell].isNone || places[cell] >= 0
    }
  }

  deinit {
    symbols.deallocate()
    places.deallocate()
    unmanaged.deallocate()
  }

  /// For every callback its symbol in a lifecycle, or none.
  func symbols(of lifecycle: LifecycleID) -> IDPointer<CallbackID, MaybeSymbol> {
    IDPointer(symbols + lifecycle.index * callbackCount)
  }

  /// The symbol of an event for a lifecycle, or nil; and the letters that it may be, as bits, or 0 if the lifecycle
  /// names no cases of the callback.
  func symbol(
    _ run: RunTraits, _ occurrence: Occurrence
  ) -> (symbol: SymbolID?, letters: UInt8) {
    let callback = occurrence.callback
    let place = Int(places[run.lifecycle.index &* callbackCount &+ callback.index])
    if place < 0 { return (run.symbols[callback].id, 0) }
    return unmanaged[place]._withUnsafeGuaranteedRef { known in
      let possible = known.possible(occurrence.outcomes)
      return (known.symbol(possible).id, possible)
    }
  }
}
