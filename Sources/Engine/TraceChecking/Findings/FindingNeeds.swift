internal import TraceGrammar

/// What the rest of a trace has to show for a finding to count. A finding that needs nothing counts whatever follows.
struct FindingNeeds: Hashable {
  /// What has to be known about the recorder of its subject.
  enum Recorder: Hashable {
    case nothing
    /// That no finding but notes is about a subject of this scope. Otherwise another pass judges these subjects.
    case noAccusation(scope: Int)
    /// That this one has shown everything by the end.
    case showsAll(RecordedSubject)
  }

  /// The rule, if it applies only if some callback comes, or never comes, anywhere in the trace.
  var rule: RuleID?
  /// Whether no event may ever identify a subject of its kind.
  var isUnnamed = false
  var recorder = Recorder.nothing

  /// An order that depends on nothing but the needs.
  func precedes(_ other: FindingNeeds) -> Bool {
    func order(_ needs: FindingNeeds) -> (Int, Int, Int) {
      let scope = if case .noAccusation(let scope) = needs.recorder { scope } else { -1 }
      return (needs.isUnnamed ? 1 : 0, needs.rule?.index ?? -1, scope)
    }
    if case .showsAll(let left) = recorder, case .showsAll(let right) = other.recorder,
      left != right
    {
      return left.precedes(right)
    }
    return order(self) < order(other)
  }
}
