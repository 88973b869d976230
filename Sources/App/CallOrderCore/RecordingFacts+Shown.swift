package import TraceCauses
package import TraceChecking
package import TraceFindings
internal import TraceGrammar
package import TraceModel

extension RecordingFacts {
  /// What a check has learned about a recording.
  /// - Parameters:
  ///   - stated: what is stated about the recorder; nil if nothing is.
  ///   - observed: the callbacks that the recording shows, as its report says.
  ///   - plan: the grammar.
  package init(
    _ shown: ShownCallbacks, stated: Records? = nil, _ observed: ObservedCallbacks? = nil,
    by plan: Plan
  ) {
    let occurring = plan.describe(shown.all, .trace)
    self.init(occurred: Set(occurring.calls + occurring.notifications))
    (occurredByRole, occurredBySubject) = (shown.byRole, shown.bySubject)
    hasOneWindow = shown.hasOneWindow
    statesEverything = stated?.includesAllCalls ?? false
    if case .callbacks = stated, let observed {
      listed = Set(observed.calls + observed.notifications)
      // Calls that "all" stands for are not listed one by one.
      if statesEverything {
        listed.formIntersection(plan.grammar.callbacks.lazy.filter(\.isAction).map(\.name))
      }
    }
  }
}
