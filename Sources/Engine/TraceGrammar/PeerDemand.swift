/// A demand of a rule on subjects that an event names side by side, such as an update and the session showing it.
public struct PeerDemand: Sendable, Equatable {
  /// The demand.
  public enum Question: Sendable, Equatable {
    /// The callbacks come with the peer that the last of `after` came with.
    case theSame
    /// The callbacks come at most once with each peer after each of `after`.
    case once
    /// Every peer in one of the states when one of `after` came has one of the callbacks before one of `ends` comes, as
    /// long as it is in one of them.
    case each(lifecycle: LifecycleID, states: [StateID], ends: [CallbackID])
  }

  /// The demand.
  public package(set) var question: Question
  /// The kind of subject that the rule is about.
  public package(set) var subject: SubjectKindID
  /// The kind of the other subject that an event names; both kinds belong to the same wider one.
  public package(set) var peer: SubjectKindID
  /// The callbacks that the rule is on.
  public package(set) var callbacks: [CallbackID]
  /// The callbacks that have to come before.
  public package(set) var after: [CallbackID]
  /// For the form `theSame`: whether what came before counts in the wider subjects that follow, too.
  public package(set) var isAcross = false

  /// Makes a demand.
  package init(
    _ question: Question, subject: SubjectKindID, peer: SubjectKindID, callbacks: [CallbackID],
    after: [CallbackID]
  ) {
    self.question = question
    self.subject = subject
    self.peer = peer
    self.callbacks = callbacks
    self.after = after
  }

  /// All callbacks that it names.
  package var named: [CallbackID] {
    if case .each(_, _, let ends) = question { return callbacks + after + ends }
    return callbacks + after
  }
}
