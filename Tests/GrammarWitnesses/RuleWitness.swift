/// The proof that a rule can fire and can be kept: the shortest word that breaks it and the shortest that keeps it.
///
/// A word is the calls of one subject, as one lifecycle sees them. Nothing shorter breaks or keeps the rule;
/// among words of one length the one whose callbacks come first in the grammar is taken.
package struct RuleWitness: Sendable, Equatable {
  /// One step of a word.
  package enum Step: Sendable, Equatable {
    /// A delegate call or an action, by the callback's name.
    case call(String)
    /// A call that takes this many seconds.
    case lastingCall(String, seconds: Double)
    /// A call whose event has a member with a value.
    case valuedCall(String, member: String, value: String)
    /// The notification posted with a callback, by the callback's name.
    case notification(String)
    /// This many seconds pass.
    case pause(seconds: Double)
    /// A new wider subject begins, by the subject's name; it has no event about the subject itself.
    case beginning(String)
    /// The subject, or the trace, ends.
    case end

    /// The step in words, such as `didBecomeActive` or `(process begins)`.
    package var description: String {
      switch self {
      case .call(let name): name
      case .lastingCall(let name, let seconds): "\(name) (takes \(seconds.shortText) s)"
      case .valuedCall(let name, let member, let value): "\(name) (\(member) \"\(value)\")"
      case .notification(let name): "\(name) (notification)"
      case .pause(let seconds): "(\(seconds.shortText) s pass)"
      case .beginning(let subject): "(\(subject) begins)"
      case .end: "(end)"
      }
    }
  }

  /// The events of one subject, with the states in which they begin.
  package struct Word: Sendable, Equatable {
    /// The name of the lifecycle that the word is about; nil where the rule is about none.
    package var lifecycle: String?
    /// The names of the states the subject may be in before the first step; empty without a lifecycle.
    package var start: [String]
    /// Whether that is because the beginning of the wider subject is recorded, rather than not.
    package var isStartKnown: Bool
    /// The steps, in order. What breaks a rule is the last step, or the last but for a call that the rule
    /// requires the trace to hold somewhere.
    package var steps: [Step]

    /// Makes a word.
    package init(
      lifecycle: String? = nil, start: [String] = [], isStartKnown: Bool = true, steps: [Step]
    ) {
      self.lifecycle = lifecycle
      self.start = start
      self.isStartKnown = isStartKnown
      self.steps = steps
    }

    /// The word on one line, such as `new, archived: willConnect, didDiscard`.
    package var description: String {
      let steps = steps.map(\.description).joined(separator: ", ")
      return start.isEmpty ? steps : "\(start.joined(separator: " or ")): \(steps)"
    }
  }

  /// The rule's id.
  package var rule: String
  /// The shortest word that breaks the rule; nil when none was found.
  package var breaking: Word?
  /// The shortest word that has one of the rule's callbacks and keeps the rule; nil when none was found.
  package var keeping: Word?
  /// Whether the search was complete; a word that is missing then does not exist.
  package var isExhaustive: Bool

  /// Makes a witness.
  package init(rule: String, breaking: Word?, keeping: Word?, isExhaustive: Bool = true) {
    self.rule = rule
    self.breaking = breaking
    self.keeping = keeping
    self.isExhaustive = isExhaustive
  }
}

extension Double {
  /// `2` instead of `2.0`.
  fileprivate var shortText: String {
    let text = description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
