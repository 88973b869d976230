package import TraceCauses
package import TraceChecking
package import TraceFindings
package import TraceModel

extension RecordingFacts {
  /// What a check has learned about a recording.
  /// - Parameters:
  ///   - stated: what is stated about the recorder; nil if nothing is.
  ///   - observed: the callbacks that the recording shows, as its report says.
  ///   - whole: the grammar, for recordings that show every callback.
  package init(
    _ shown: ShownCallbacks, stated: Records? = nil, _ observed: ObservedCallbacks? = nil,
    by whole: CompiledGrammar
  ) {
    let occurring = whole.describe(shown.all, .trace)
    self.init(occurred: Set(occurring.calls + occurring.notifications))
    occurredByRole = shown.byRole
    statesEverything = stated == .all
    if let stated, stated != .all, let observed {
      listed = Set(observed.calls + observed.notifications)
    }
  }
}
