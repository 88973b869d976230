internal import TraceGrammar

/// The questions about each subject that were not answered yet, by the value that matches answers to them.
///
/// A rule counts as broken only if all questions are known: they were counted from a state in which certainly none was
/// open, each had a value, and nothing unrecorded happened to the subject.
struct AnswerTracker {
  /// Numbers that stay the same as long as nothing unrecorded happens to a subject.
  struct Certainty: Equatable {
    var gaps: UInt32
    var anonymousEvents: UInt32
    var parentSerial: UInt32
    /// How often it moved to another wider subject, and how often to one that was not seen to begin.
    var moves: UInt32
    var unseenMoves: UInt32
  }

  private struct Key: Hashable {
    var rule: RuleID
    var subject: SubjectKey
  }

  private struct Questions {
    var certainty: Certainty
    /// How often each value was asked for and not answered; 0 for one that was answered.
    var open: [UInt64: Int] = [:]
  }

  /// How many values of one subject are tracked. With more, none is.
  private static let valueLimit = 64

  private let rules: [AnswerRule]
  private var questions: [Key: Questions] = [:]

  init(_ compiled: CompiledGrammar) { rules = compiled.forms.answers }

  /// Whether a callback is a question or an answer of a rule about the lifecycle.
  func asks(_ callback: CallbackID, lifecycle: LifecycleID) -> Bool {
    rules.contains {
      $0.lifecycle == lifecycle && (callback == $0.question || $0.answers.contains(callback))
    }
  }

  /// Records a call before it takes effect.
  /// - Parameters:
  ///   - value: the hash of the value that matches answers to questions; 0 if the event has none.
  ///   - states: the states of the lifecycle that the subject may be in.
  ///   - certainty: nil if something unrecorded may just have happened to the subject.
  /// - Returns: the rules that the call breaks because it answers no question.
  mutating func unasked(
    _ callback: CallbackID, value: UInt64, lifecycle: LifecycleID, in states: [StateID],
    of subject: SubjectKey,
    _ certainty: Certainty?
  ) -> [RuleID] {
    var broken: [RuleID] = []
    for rule in rules where rule.lifecycle == lifecycle {
      let key = Key(rule: rule.rule, subject: subject)
      if callback == rule.question {
        ask(rule, key, value, states, certainty)
      } else if rule.answers.contains(callback), var asked = questions[key] {
        if asked.certainty != certainty {
          questions[key] = nil
        } else if value != 0, !rule.openStates.isDisjoint(with: states) {
          let count = asked.open[value] ?? 0
          if count == 0 {
            broken.append(rule.rule)
          } else {
            asked.open[value] = count - 1
            questions[key] = asked
          }
        }
      }
    }
    return broken
  }

  private mutating func ask(
    _ rule: AnswerRule, _ key: Key, _ value: UInt64, _ states: [StateID], _ certainty: Certainty?
  ) {
    if let certainty, rule.openStates.isDisjoint(with: states) {
      questions[key] = Questions(certainty: certainty)
    }
    guard var asked = questions[key] else { return }
    asked.open[value, default: 0] += 1
    let isKnown = value != 0 && asked.certainty == certainty && asked.open.count <= Self.valueLimit
    questions[key] = isKnown ? asked : nil
  }

  /// Drops what is known of a subject that is being forgotten.
  mutating func forget(_ subject: SubjectKey) {
    if questions.isEmpty { return }
    for rule in rules { questions.removeValue(forKey: Key(rule: rule.rule, subject: subject)) }
  }
}
