internal import TraceGrammar
internal import TraceModel

/// The rules on the time between two calls about one subject.
struct Delays {
  private struct Key: Hashable {
    var rule: RuleID
    var subject: Int32
  }

  private let rules: [(rule: RuleID, form: TimeForm)]
  /// By callback: whether one of the rules is about it.
  private(set) var areAbout: IDArray<CallbackID, Bool>
  /// When the call came since which time passes, and how much had been lost for the subject then.
  private var starts: [Key: (time: Double, losses: UInt32)] = [:]

  init(_ grammar: Grammar) {
    rules = grammar.rules.numbered.compactMap { number, rule in
      (rule.form as? TimeForm).flatMap { $0.after.isEmpty ? nil : (number, $0) }
    }
    areAbout = IDArray(repeating: false, count: grammar.callbacks.count)
    for (_, form) in rules {
      for callback in form.callbacks + form.after { areAbout[callback] = true }
    }
  }

  /// The rules that a call breaks.
  /// - Parameter losses: how often events were lost for the subject, or may have been about it.
  /// - Returns: the rules, and how many seconds passed.
  mutating func broken(
    _ callback: CallbackID, at time: Double, _ subject: Int32, since losses: UInt32
  ) -> [(rule: RuleID, seconds: Double)] {
    var broken: [(rule: RuleID, seconds: Double)] = []
    for (rule, form) in rules {
      let key = Key(rule: rule, subject: subject)
      if form.callbacks.contains(callback), let start = starts[key] {
        let passed = time - start.time
        // A lost call may have been the one in time, but it cannot have come too early.
        let isBroken =
          form.isLeast
          ? passed >= 0 && passed < form.seconds
          : passed > form.seconds && start.losses == losses
        if isBroken { broken.append((rule, passed)) }
        // Of the calls after it, only the first may be late.
        if !form.isLeast { starts[key] = nil }
      }
      if form.after.contains(callback) {
        if !form.isLeast {
          starts[key] = time.isNaN ? nil : (time, losses)
        } else if !time.isNaN {
          starts[key] = (max(time, starts[key]?.time ?? time), losses)
        }
      }
    }
    return broken
  }
}
