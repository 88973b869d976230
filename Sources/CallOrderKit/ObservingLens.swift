internal import TraceChecking
internal import TraceSystem

/// A grammar, compiled for recordings of one alphabet, with tables that threads take turns using.
final class ObservingLens: Sendable {
  let compiled: CompiledGrammar
  private let demandsCompleteLives: Bool
  private let idle = Monitor<[Unshared]>([])

  /// Tables that only one thread may use at a time.
  private struct Unshared: @unchecked Sendable {
    let tables: CheckingTables
  }

  init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool) {
    self.compiled = compiled
    self.demandsCompleteLives = demandsCompleteLives
  }

  /// Lends tables to the current thread.
  func withTables<Result, Failure>(
    _ body: (CheckingTables) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let unshared =
      idle.withLock { $0.popLast() }
      ?? Unshared(
        tables: CheckingTables(compiled, demandsCompleteLives: demandsCompleteLives))
    defer { idle.withLock { $0.append(unshared) } }
    return try body(unshared.tables)
  }
}

/// The lenses of a run, created on demand.
final class LensCabinet: Sendable {
  /// How many lenses are kept besides `strict`.
  private static let limit = 64

  /// For recordings that show every callback.
  let strict: ObservingLens
  private let demandsCompleteLives: Bool
  private let lenses = Monitor<[ObservedAlphabet: ObservingLens]>([:])

  init(_ compiled: CompiledGrammar, demandsCompleteLives: Bool) {
    strict = ObservingLens(compiled, demandsCompleteLives: demandsCompleteLives)
    self.demandsCompleteLives = demandsCompleteLives
  }

  /// The lens for recordings that show certain callbacks.
  func lens(_ alphabet: ObservedAlphabet) -> ObservingLens {
    if let known = lenses.withLock({ $0[alphabet] }) { return known }
    let lens = ObservingLens(
      strict.compiled.observing(alphabet), demandsCompleteLives: demandsCompleteLives)
    return lenses.withLock { lenses in
      if lenses.count >= Self.limit { lenses.removeAll() }
      if let known = lenses[alphabet] { return known }
      lenses[alphabet] = lens
      return lens
    }
  }
}
