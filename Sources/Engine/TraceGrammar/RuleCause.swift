public import TraceModel

extension Rule {
  /// A reason why a rule is usually broken, and what to do about it.
  public struct Cause: Sendable, Equatable {
    /// Evidence in a trace that supports a cause.
    public enum Evidence: Sendable, Equatable {
      /// The event has the member.
      case recorded(member: String)
      /// The call came before with another value of the member.
      case differs(member: String)
      /// The call came before with the same value of the member.
      case repeats(member: String)
      /// The member has one of the values; `*` at the end of a value stands for anything.
      case matches(member: String, values: [String])
      /// A call that the repair inserts occurs nowhere in the trace.
      case neverRecorded
      /// The callback occurs nowhere in the trace, or never about a subject of the same role. If it does occur, the cause
      /// is ruled out.
      case unrecorded(callback: String)
      /// The recording hides texts, perhaps including the subject's identity.
      case redacted

      /// The member that it looks at; nil for none.
      public var member: String? {
        switch self {
        case .recorded(let member), .differs(let member), .repeats(let member),
          .matches(let member, _):
          member
        case .neverRecorded, .unrecorded, .redacted: nil
        }
      }
    }

    /// Which mechanism it is, so that a trace can be searched for its traces; `other` where the grammar names none.
    public package(set) var id: CauseID
    /// The reason, with the placeholder `{callback}`, without a full stop.
    public package(set) var text: String
    /// What to do, in one or two sentences with the same placeholder.
    public package(set) var action: String
    /// The evidence: everything in one of the lists has to be shown; empty where a trace can show none.
    public package(set) var evidence: [[Evidence]]

    /// Makes a cause.
    package init(
      id: CauseID = .other, text: String, action: String, evidence: [[Evidence]] = []
    ) {
      self.id = id
      self.text = text
      self.action = action
      self.evidence = evidence
    }
  }
}
