public import TraceModel

/// A known deviation of the platform: a violation that matches one becomes a note and names it.
public struct Quirk: Sendable, Equatable {
  /// A condition on the state of the same subject in another lifecycle.
  public struct Condition: Sendable, Equatable {
    /// The lifecycle.
    public package(set) var lifecycle: LifecycleID
    /// States, sorted; all that are possible right before the event have to be among them.
    public package(set) var states: [StateID]
  }

  /// The stable identity, such as `Q-01`; a quirk that excuses several rules occurs once for each.
  public package(set) var id: String
  /// The rule it excuses.
  public package(set) var rule: RuleID
  /// The callbacks it is limited to; empty for any.
  public package(set) var callbacks: [CallbackID] = []
  /// The states of the rule's lifecycle it is limited to; empty for any.
  public package(set) var states: [StateID] = []
  /// A further condition on the subject; nil for none.
  public package(set) var condition: Condition?
  /// The roles of the session it is limited to, as recorded; empty for any.
  public package(set) var roles: [String] = []
  /// The callers, delegates or recorded spellings it is limited to; empty for any.
  public package(set) var callers: [String] = []
  /// Whether a call also fits if the recording names neither its caller nor the delegate.
  public package(set) var allowsUnknownCaller = false
  /// The first version that shows it; empty when not known.
  public package(set) var since: [PlatformVersion] = []
  /// The first version that no longer shows it; empty when there is none.
  public package(set) var until: [PlatformVersion] = []
  /// What happens, in one sentence without a full stop.
  public package(set) var text: String
  /// Who reported it.
  public package(set) var source: String
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a quirk that nothing limits.
  package init(
    id: String, rule: RuleID, text: String, source: String,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    (self.id, self.rule, self.text, self.source, self.range) = (id, rule, text, source, range)
  }
}

extension Quirk {
  /// Whether it excuses only calls that the recording attributes to these callers.
  var demandsCaller: Bool { !callers.isEmpty && !allowsUnknownCaller }

  /// Whether a recorded caller is one of them, or a method of one of these classes.
  package func isMade(by caller: String) -> Bool {
    callers.contains { caller == $0 || caller.hasPrefix($0 + ".") }
  }
}
