internal import TraceChecking
internal import TraceSystem

/// A grammar, compiled for recordings that show certain callbacks, with tables that threads take turns using.
final class PreparedGrammar: Sendable {
  let compiled: CompiledGrammar
  private let demandsCompleteLives: Bool
  private let idle = Monitor<[Unshared]>([])

  /// Tables that only one thread may use at a time.
  private struct Unshared: @unchecked Sendable {
    // SAFETY: whoever gives tables back uses them no longer, and a monitor hands them to one thread.
    let tables: CheckingTables
  }

  init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool) {
    self.compiled = compiled
    self.demandsCompleteLives = demandsCompleteLives
  }

  /// Tables for the current thread, until they are given back.
  func takeTables() -> CheckingTables {
    idle.withLock { $0.popLast() }?.tables
      ?? CheckingTables(compiled, demandsCompleteLives: demandsCompleteLives)
  }

  /// Takes back tables, which keep what was built of the automata.
  func giveBack(_ tables: CheckingTables) { idle.withLock { $0.append(Unshared(tables: tables)) } }
}

/// A grammar as recordings need it that show different callbacks, prepared when the first of each comes.
final class PreparedGrammars: Sendable {
  /// How many are kept besides `whole`.
  private static let limit = 64

  /// For recordings that show every callback.
  let whole: PreparedGrammar
  private let demandsCompleteLives: Bool
  private let known = Monitor<[RecordedCallbacks: PreparedGrammar]>([:])

  init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool) {
    whole = PreparedGrammar(compiled, demandsCompleteLives: demandsCompleteLives)
    self.demandsCompleteLives = demandsCompleteLives
  }

  /// The grammar for recordings that show certain callbacks.
  func showing(_ callbacks: RecordedCallbacks) -> PreparedGrammar {
    if let known = known.withLock({ $0[callbacks] }) { return known }
    let grammar = PreparedGrammar(
      whole.compiled.observing(callbacks), demandsCompleteLives: demandsCompleteLives)
    return known.withLock { all in
      if all.count >= Self.limit { all.removeAll() }
      if let known = all[callbacks] { return known }
      all[callbacks] = grammar
      return grammar
    }
  }
}
