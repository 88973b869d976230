internal import TraceGrammar

/// A form on the time between a call and the last of some others about the same subject.
protocol TimedForm: EvaluatedForm {
  /// The callbacks that the rule is on, and those whose time is remembered.
  var late: [CallbackID] { get }
  var early: [CallbackID] { get }
  /// The time to remember after one of `early`, in seconds; nil for none.
  /// - Parameters:
  ///   - time: when it came; NaN if that is not known.
  ///   - known: what was remembered before.
  func start(at time: Double, after known: Double?) -> Double?
  /// Whether what is remembered counts for one of `late` only.
  var countsOnce: Bool { get }
  /// The finding for one of `late` so many seconds after what is remembered; nil if it keeps the rule.
  /// - Parameter seconds: NaN if the time of the call is not known.
  func firing(of rule: RuleID, after seconds: Double) -> Firing?
}

extension TimedForm {
  func enlist(_ rule: RuleID, in forms: inout RuleForms, of grammar: Grammar) {
    forms.timed.append((rule, self))
  }
}

/// When the calls came that rules on the time between two calls remember.
struct TimedCalls {
  private struct Key: Hashable {
    var rule: RuleID
    var subject: SubjectKey
  }

  /// In seconds.
  private var starts: [Key: Double] = [:]

  /// The rules that an event breaks.
  mutating func firings(
    at occurrence: Occurrence, of subject: SubjectKey, _ rules: RuleForms.Timed
  ) -> [Firing] {
    var firings: [Firing] = []
    for (rule, form) in rules {
      let key = Key(rule: rule, subject: subject)
      if form.late.contains(occurrence.callback), let start = starts[key] {
        if let firing = form.firing(of: rule, after: occurrence.time - start) {
          firings.append(firing)
        }
        if form.countsOnce { starts[key] = nil }
      }
      if form.early.contains(occurrence.callback) {
        starts[key] = form.start(at: occurrence.time, after: starts[key])
      }
    }
    return firings
  }

  /// Drops what is known of a subject that is being forgotten.
  mutating func forget(_ subject: SubjectKey, _ rules: RuleForms.Timed) {
    if starts.isEmpty { return }
    for (rule, _) in rules { starts[Key(rule: rule, subject: subject)] = nil }
  }
}
