internal import TraceGrammar
internal import TraceModel

/// State counts of unnamed subjects that are treated as one, in case they are several.
struct UnnamedCounts {
  /// An unnamed subject, whether it is remembered or not.
  private struct Key: Hashable {
    var kind: SubjectKindID
    var hash: UInt64
  }

  /// How many such subjects are tracked. For others, any call counts as legal.
  private static let limit = 1 << 17

  private let tables: CheckingTables
  /// For each such subject, the counts of the lifecycles of its kind.
  private var counts: [Key: [StateCounts]] = [:]

  init(_ tables: CheckingTables) { self.tables = tables }

  /// Adds a subject that was not met before.
  mutating func begin(_ kind: SubjectKindID, hash: UInt64) {
    if counts.count >= Self.limit { return }
    counts[Key(kind: kind, hash: hash)] = tables.kinds[kind].runs.map {
      StateCounts(stateCount: $0.compiled.automaton.stateCount)
    }
  }

  /// Forgets the subjects of a kind.
  mutating func forget(_ kind: SubjectKindID) { counts = counts.filter { $0.key.kind != kind } }

  /// Applies a fact to all of them.
  mutating func apply(_ fact: Fact, to kind: SubjectKindID, hash: UInt64) {
    if counts.isEmpty { return }
    change(kind, hash) { run, counts in
      counts.apply(run.compiled.symbol(fact), run.targets)
    }
  }

  /// Handles a call about others, or about their wider subject: it may have concerned any of them.
  mutating func blur(_ kind: SubjectKindID, hash: UInt64, by occurrence: Occurrence) {
    if counts.isEmpty { return }
    change(kind, hash) { run, counts in
      if run.compiled.symbol(of: occurrence).symbol != nil { counts.blur() }
    }
  }

  /// Records a call about one of them.
  /// - Returns: whether it may be legal for one of several, or for a new one, in every lifecycle that sees it.
  mutating func step(
    _ kind: SubjectKindID, hash: UInt64, _ occurrence: Occurrence, isKnown: Bool, mayBeEcho: Bool
  ) -> Bool {
    var isLegal = true
    change(kind, hash) { run, counts in
      if let symbol = run.compiled.symbol(of: occurrence).symbol,
        !counts.step(symbol, isKnown: isKnown, mayBeEcho: mayBeEcho, run.targets)
      {
        isLegal = false
      }
    }
    return isLegal
  }

  private mutating func change(
    _ kind: SubjectKindID, _ hash: UInt64, _ body: (RunTraits, inout StateCounts) -> Void
  ) {
    guard let index = counts.index(forKey: Key(kind: kind, hash: hash)) else { return }
    for number in counts.values[index].indices {
      body(tables.kinds[kind].runs[number], &counts.values[index][number])
    }
  }
}
