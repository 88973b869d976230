/// A reason why a rule may have been broken, and what to do about it.
public struct PossibleCause: Sendable, Equatable {
  /// The reason, in one sentence without a full stop.
  public var text: String
  /// What to do in the app or its recorder, in one or two sentences.
  public var action: String
  /// The evidence in the trace, without a full stop; nil where there is none.
  public var evidence: String?

  /// Makes a cause.
  public init(text: String, action: String, evidence: String? = nil) {
    self.text = text
    self.action = action
    self.evidence = evidence
  }
}

extension Violation {
  /// The cause that the trace has evidence for, if there is exactly one.
  public var likelyCause: PossibleCause? {
    causes.count { $0.evidence != nil } == 1 ? causes.first : nil
  }
}
