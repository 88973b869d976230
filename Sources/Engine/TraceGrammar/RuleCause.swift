public import TraceModel

extension Rule {
  /// A reason why a rule is usually broken, and what to do about it.
  public struct Cause: Sendable, Equatable {
    /// Which mechanism it is, so that a trace can be searched for its traces; `other` where the grammar names none.
    public package(set) var id: CauseID
    /// The reason, with the placeholder `{callback}`, without a full stop.
    public package(set) var text: String
    /// What to do, in one or two sentences with the same placeholder.
    public package(set) var action: String

    /// Makes a cause.
    package init(id: CauseID = .other, text: String, action: String) {
      self.id = id
      self.text = text
      self.action = action
    }
  }
}
