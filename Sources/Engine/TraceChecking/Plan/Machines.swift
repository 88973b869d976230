internal import TraceGrammar
internal import TraceModel

/// The lifecycles of a plan, projected to what a recording shows.
final class Machines {
  /// The callbacks that a recording shows; nil for all of them.
  let shown: RecordedCallbacks?
  /// Whether a recording shows everything that UIKit calls, so that what is missing did not happen.
  let isWhole: Bool
  let all: IDArray<LifecycleID, Machine>
  /// By kind, the callbacks that begin it and that the recording shows.
  let beginnings: [[CallbackID]]

  /// Whether every life must end in an accepting state.
  let demandsCompleteLives: Bool

  init(
    _ plan: Plan, showing shown: RecordedCallbacks?, isWhole: Bool? = nil,
    demandingCompleteLives isDemanding: Bool = false
  ) {
    (self.shown, demandsCompleteLives) = (shown, isDemanding)
    self.isWhole = isWhole ?? (shown == nil)
    all = IDArray(
      plan.grammar.lifecycles.indices.map {
        Machine(plan.grammar, plan.conditions, $0, showing: shown, demandingAcceptance: isDemanding)
      })
    beginnings = plan.grammar.subjects.map {
      $0.beginnings.filter { !(shown?.isSilent($0) ?? false) }
    }
  }
}
