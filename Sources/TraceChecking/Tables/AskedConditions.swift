internal import TraceAutomata
internal import TraceGrammar

/// Which conditions of quirks ask for the states of a kind of subject, as tables.
final class AskedConditions {
  /// A condition on a lifecycle of the kind.
  private struct Asked {
    /// The index among `QuirkQuestions.conditions`.
    var index: Int
    /// The lifecycle, by its number among those of the kind.
    var run: Int
    /// For every state of the lifecycle, whether the condition holds in it.
    var holds: UnsafeMutablePointer<Bool>
  }

  /// For every kind, those about its lifecycles.
  private let asked: UnsafeMutablePointer<UnsafeMutableBufferPointer<Asked>>
  private let kindCount: Int

  init(_ compiled: CompiledGrammar) {
    kindCount = compiled.kinds.count
    asked = .allocate(capacity: max(1, kindCount))
    for (number, kind) in compiled.kinds.enumerated() {
      let found = compiled.quirks.conditions.enumerated().compactMap { index, condition in
        kind.lifecycles.firstIndex(of: condition.lifecycle).map { run in
          let states = compiled.lifecycles[condition.lifecycle].automaton.stateCount
          let holds = UnsafeMutablePointer<Bool>.allocate(capacity: states)
          for state in 0..<states { holds[state] = condition.states.contains(state) }
          return Asked(index: index, run: run, holds: holds)
        }
      }
      let buffer = UnsafeMutableBufferPointer<Asked>.allocate(capacity: found.count)
      _ = buffer.initialize(from: found)
      asked[number] = buffer
    }
  }

  deinit {
    for kind in 0..<kindCount {
      for condition in asked[kind] { condition.holds.deallocate() }
      asked[kind].deallocate()
    }
    asked.deallocate()
  }

  /// The conditions that hold for a subject, by their indices in `QuirkQuestions.conditions`.
  /// - Parameters:
  ///   - runs: its lifecycles.
  ///   - traits: the properties of these lifecycles.
  ///   - isObservedInPart: whether calls may have come unrecorded. It is then enough that a condition may hold, so that
  ///     nothing is reported because of what was not recorded.
  func holding(
    for kind: Int, _ runs: UnsafeMutablePointer<Run>, _ traits: UnsafeMutablePointer<RunTraits>,
    isObservedInPart: Bool
  ) -> [Int] {
    var holding: [Int] = []
    for condition in asked[kind] {
      // Even a run in a certain state may have left it by calls that are not recorded.
      let possible = traits[condition.run].automaton.pointee.cheapestStates(
        runs[condition.run].vector)
      let holds =
        isObservedInPart
        ? possible.contains { condition.holds[$0] } : possible.allSatisfy { condition.holds[$0] }
      if holds { holding.append(condition.index) }
    }
    return holding
  }
}
