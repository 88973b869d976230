internal import TraceChecking
internal import TraceSystem

/// A grammar, compiled for recordings that show certain callbacks, with tables that threads take turns using.
final class SharedGrammar: PreparedGrammar {
  let compiled: CompiledGrammar
  private let idle = Monitor<[Unshared]>([])

  /// Tables that only one thread may use at a time.
  private struct Unshared: @unchecked Sendable {
    // SAFETY: a checker gives tables back when it uses them no longer, and a monitor hands them to one thread.
    let tables: CheckingTables
  }

  init(_ compiled: CompiledGrammar) { self.compiled = compiled }

  /// Starts a checker with tables that an earlier one has given back, or with new ones.
  func start(_ options: CheckOptions) -> RunningChecker {
    let tables =
      idle.withLock { $0.popLast() }?.tables
      ?? CheckingTables(compiled, demandsCompleteLives: options.demandsCompleteLives)
    return RunningChecker(compiled, tables, options) { [self] in
      idle.withLock { $0.append(Unshared(tables: tables)) }
    }
  }
}

/// A grammar as recordings need it that show different callbacks, prepared when the first of each comes.
///
/// All checkers agree on whether lifecycles must be complete.
final class SharedGrammars: Sendable {
  /// How many are kept besides `whole`.
  private static let limit = 64

  /// For recordings that show every callback.
  let whole: SharedGrammar
  private let known = Monitor<[RecordedCallbacks: SharedGrammar]>([:])

  init(_ compiled: CompiledGrammar) { whole = SharedGrammar(compiled) }

  /// The grammar for recordings that show certain callbacks.
  func showing(_ callbacks: RecordedCallbacks) -> SharedGrammar {
    if let known = known.withLock({ $0[callbacks] }) { return known }
    let grammar = SharedGrammar(whole.compiled.observing(callbacks))
    return known.withLock { all in
      if all.count >= Self.limit { all.removeAll() }
      if let known = all[callbacks] { return known }
      all[callbacks] = grammar
      return grammar
    }
  }
}
