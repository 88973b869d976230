internal import TraceGrammar

/// What every callback is to every lifecycle, as tables.
final class LetterTables: @unchecked Sendable {
  /// For every lifecycle and callback, row major, the symbol, or -1.
  let symbols: UnsafeMutablePointer<Int16>
  /// For every lifecycle the letters of callbacks that it names cases of.
  private let letters: [[Int: CallbackLetters]]

  init(_ compiled: CompiledGrammar) {
    let callbackCount = compiled.grammar.callbacks.count
    symbols = .allocate(capacity: max(1, compiled.lifecycles.count * callbackCount))
    for (number, lifecycle) in compiled.lifecycles.enumerated() {
      for callback in 0..<callbackCount {
        symbols[number * callbackCount + callback] = lifecycle.symbols[callback]
      }
    }
    letters = compiled.lifecycles.map(\.letters.ofCallback)
  }

  deinit { symbols.deallocate() }

  /// The symbol of an event for a lifecycle, or -1; and the letters that it stands for, 0 where there is one only.
  func symbol(
    _ run: RunTraits, _ occurrence: Occurrence
  ) -> (symbol: Int, letters: UInt8) {
    let callback = Int(occurrence.callback)
    guard let known = letters[run.lifecycle][callback] else {
      return (Int(run.symbols[callback]), 0)
    }
    let possible = known.possible(occurrence.outcomes)
    return (known.symbol(possible), possible)
  }
}
