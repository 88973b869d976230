internal import TraceModel

/// What is known of unnamed subjects that are taken to be one, should they be several.
struct UnnamedCrowds {
  /// An unnamed subject, whether it is remembered or not.
  private struct Key: Hashable {
    var kind: Int
    var hash: UInt64
  }

  /// So many are told apart; of others anything may be.
  private static let limit = 1 << 17

  private let tables: CheckingTables
  /// For every lifecycle of a subject's kind, the crowd.
  private var crowds: [Key: [CrowdAutomaton.Crowd]] = [:]

  init(_ tables: CheckingTables) { self.tables = tables }

  /// Begins with one that was not met before.
  mutating func begin(_ kind: Int, hash: UInt64) {
    if crowds.count >= Self.limit { return }
    crowds[Key(kind: kind, hash: hash)] = Array(
      repeating: CrowdAutomaton.nobody, count: tables.kinds[kind].runCount)
  }

  /// Forgets those of a kind.
  mutating func forget(_ kind: Int) { crowds = crowds.filter { $0.key.kind != kind } }

  /// Something happened to all of them.
  mutating func tell(_ kind: Int, hash: UInt64, _ fact: Fact) {
    if crowds.isEmpty { return }
    change(kind, hash) { run, crowd in run.crowd.pointee.tell(crowd, fact) }
  }

  /// A call about others, or about what they belong to, may have concerned any of them.
  mutating func blur(_ kind: Int, hash: UInt64, by occurrence: Occurrence) {
    if crowds.isEmpty { return }
    change(kind, hash) { [tables] run, crowd in
      tables.letters.symbol(run, occurrence).symbol < 0 ? crowd : CrowdAutomaton.anything
    }
  }

  /// Takes note of a call about one of them.
  /// - Returns: whether it is legal for one of several, or for a new one, in every lifecycle that sees it.
  mutating func explain(
    _ kind: Int, hash: UInt64, _ occurrence: Occurrence, isKnown: Bool, mayBeEcho: Bool
  ) -> Bool {
    var isLegal = true
    change(kind, hash) { [tables] run, crowd in
      let symbol = tables.letters.symbol(run, occurrence).symbol
      if symbol < 0 { return crowd }
      let next = run.crowd.pointee.step(crowd, symbol, isKnown: isKnown, mayBeEcho: mayBeEcho)
      if next == nil { isLegal = false }
      return next ?? crowd
    }
    return isLegal
  }

  private mutating func change(
    _ kind: Int, _ hash: UInt64, _ body: (RunTraits, CrowdAutomaton.Crowd) -> CrowdAutomaton.Crowd
  ) {
    guard let index = crowds.index(forKey: Key(kind: kind, hash: hash)) else { return }
    for number in crowds.values[index].indices {
      let run = tables.runs[tables.kinds[kind].firstRun + number]
      crowds.values[index][number] = body(run, crowds.values[index][number])
    }
  }
}
