/// What was asked of each subject and not answered yet, by the value that tells answers apart.
///
/// Nothing is held against anyone unless all that was asked is known: from where certainly nothing was open, every
/// question told its value, and nothing happened to the subject that no event tells of.
struct AnswerTracker {
  /// What a subject has to have in common with itself, for nothing to have happened to it unseen.
  struct Certainty: Equatable {
    var gaps: UInt32
    var anonymousEvents: UInt32
    var parentSerial: UInt32
    /// How often it came to another wider subject, and how often to one that was not seen to begin.
    var moves: UInt32
    var unseenMoves: UInt32
  }

  private struct Key: Hashable {
    var rule: Int
    var subject: SubjectKey
  }

  private struct Questions {
    var certainty: Certainty
    /// How often each value was asked for and not answered; 0 for one that was answered.
    var open: [UInt64: Int] = [:]
  }

  /// Values of one subject that are told apart; of more none is.
  private static let valueLimit = 64

  private let rules: [AnswerRule]
  private var questions: [Key: Questions] = [:]

  init(_ compiled: CompiledGrammar) { rules = compiled.forms.answers }

  /// Whether a callback asks or answers what a rule about the lifecycle is on.
  func asks(_ callback: Int, lifecycle: Int) -> Bool {
    rules.contains {
      $0.lifecycle == lifecycle && (callback == $0.question || $0.answers.contains(callback))
    }
  }

  /// Takes note of a call before it takes effect.
  /// - Parameters:
  ///   - value: the hash of the value that tells answers apart; 0 where the event has none.
  ///   - states: the states of the lifecycle that the subject may be in.
  ///   - certainty: nil where something may have happened to the subject just now.
  /// - Returns: the rules that it breaks by answering nothing.
  mutating func unasked(
    _ callback: Int, value: UInt64, lifecycle: Int, in states: [Int], of subject: SubjectKey,
    _ certainty: Certainty?
  ) -> [Int] {
    var broken: [Int] = []
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
    _ rule: AnswerRule, _ key: Key, _ value: UInt64, _ states: [Int], _ certainty: Certainty?
  ) {
    if let certainty, rule.openStates.isDisjoint(with: states) {
      questions[key] = Questions(certainty: certainty)
    }
    guard var asked = questions[key] else { return }
    asked.open[value, default: 0] += 1
    let isKnown = value != 0 && asked.certainty == certainty && asked.open.count <= Self.valueLimit
    questions[key] = isKnown ? asked : nil
  }

  /// Drops what is known of a subject that is forgotten.
  mutating func forget(_ subject: SubjectKey) {
    if questions.isEmpty { return }
    for rule in rules { questions.removeValue(forKey: Key(rule: rule.rule, subject: subject)) }
  }
}
