internal import TraceGrammar

/// Which conditions of quirks ask for the states of a kind of subject, as tables.
struct AskedConditions {
  /// A condition on a lifecycle of the kind.
  private struct Asked: BitwiseCopyable {
    /// The index among `QuirkQuestions.conditions`.
    var index: Int
    /// The lifecycle, by its number among those of the kind.
    var run: Int
    /// The states of the lifecycle in which the condition holds.
    var states: StateSet
  }

  /// For every kind, those about its lifecycles.
  private let asked: IDArray<SubjectKindID, [Asked]>

  init(_ compiled: CompiledGrammar) {
    asked = compiled.kinds.table { kind in
      compiled.quirks.conditions.enumerated().compactMap { index, condition in
        kind.lifecycles.firstIndex(of: condition.lifecycle).map { run in
          Asked(index: index, run: run, states: StateSet(Array(condition.states)))
        }
      }
    }
  }

  /// The conditions that hold for a subject, by their indices in `QuirkQuestions.conditions`.
  /// - Parameters:
  ///   - runs: its lifecycles.
  ///   - isObservedInPart: whether calls may have come unrecorded. It is then enough that a condition may hold, so that
  ///     nothing is reported because of what was not recorded.
  func holding(
    for kind: SubjectKindID, _ runs: ArraySlice<Run>, _ tables: CheckingTables,
    isObservedInPart: Bool
  ) -> [Int] {
    var holding: [Int] = []
    for condition in asked[kind] {
      // Even a run in a certain state may have left it by calls that are not recorded.
      let lifecycle = tables.kinds[kind].runs[condition.run].lifecycle
      let possible = tables.automata[lifecycle].cheapestStates(
        runs[runs.startIndex + condition.run].vector)
      let holds =
        isObservedInPart
        ? possible.contains(where: condition.states.contains)
        : possible.allSatisfy(condition.states.contains)
      if holds { holding.append(condition.index) }
    }
    return holding
  }
}
