internal import TraceGrammar
internal import TraceModel

/// The lifecycles of a plan, projected to what a recording shows.
final class Machines {
  let shown: RecordedCallbacks?
  let all: IDArray<LifecycleID, Machine>
  /// By kind, the callbacks that begin it and that the recording shows.
  let beginnings: [[CallbackID]]

  init(_ plan: Plan, showing shown: RecordedCallbacks?) {
    self.shown = shown
    all = IDArray(plan.grammar.lifecycles.indices.map { Machine(plan.grammar, $0, showing: shown) })
    beginnings = plan.grammar.subjects.map {
      $0.beginnings.filter { !(shown?.isSilent($0) ?? false) }
    }
  }
}
