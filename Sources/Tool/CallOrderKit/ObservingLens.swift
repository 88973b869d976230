internal import TraceChecking
internal import TraceFindings
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
    let unshared = take()
    defer { idle.withLock { $0.append(unshared) } }
    return try body(unshared.tables)
  }

  private func take() -> Unshared {
    idle.withLock { $0.popLast() }
      ?? Unshared(tables: CheckingTables(compiled, demandsCompleteLives: demandsCompleteLives))
  }
}

/// What follows from what the recorder or the user states.
struct RecordsStatement: Sendable {
  let lens: ObservingLens
  /// The callbacks in the form of a report.
  let observed: ObservedCallbacks
  /// Notes on callbacks that the grammar does not know.
  let notes: [TraceReport.Note]
}

/// The lenses of a run, created on demand.
final class LensCabinet: Sendable {
  /// How many lenses are kept besides `strict`, and how many statements.
  private static let limit = 64

  /// For recordings that show every callback.
  let strict: ObservingLens
  private let demandsCompleteLives: Bool
  private let lenses = Monitor<[ObservedAlphabet: ObservingLens]>([:])
  /// The recordings of a fleet mostly state the same.
  private let statements = Monitor<[StatedRecords: RecordsStatement]>([:])

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

  /// The lens for recordings that state what they show, and what reports say about that.
  func statement(_ stated: StatedRecords) -> RecordsStatement {
    if let known = statements.withLock({ $0[stated] }) { return known }
    let grammar = strict.compiled
    let records =
      switch stated {
      case .all: grammar.all
      case .callbacks(let spellings): grammar.recorded(spellings)
      }
    let statement = RecordsStatement(
      lens: stated == .all ? strict : lens(records.alphabet),
      observed: grammar.describe(records.alphabet, .stated), notes: grammar.notes(on: records))
    if stated.isLong { return statement }
    statements.withLock { statements in
      if statements.count >= Self.limit { statements.removeAll() }
      statements[stated] = statement
    }
    return statement
  }
}
