internal import TraceGrammar
internal import TraceModel

/// The rules on the time between two calls about one subject.
struct Delays {
  private struct Key: Hashable {
    var rule: RuleID
    var subject: Int32
  }

  private let least: [(rule: RuleID, form: MinimumTimeForm)]
  private let within: [(rule: RuleID, form: WithinForm)]
  let callbacks: Set<Int>
  private var starts: [Key: Double] = [:]
  /// How much had been lost for the subject then.
  private var losses: [Key: UInt32] = [:]

  init(_ grammar: Grammar) {
    least = grammar.rules.numbered.compactMap { number, rule in
      (rule.form as? MinimumTimeForm).map { (number, $0) }
    }
    within = grammar.rules.numbered.compactMap { number, rule in
      (rule.form as? WithinForm).map { (number, $0) }
    }
    callbacks = Set(
      least.flatMap { $0.form.callbacks + $0.form.after }.map(\.index)
        + within.flatMap { [$0.form.callback, $0.form.after] }.map(\.index))
  }

  /// The rules that a call breaks.
  /// - Parameter losses: how often events were lost for the subject, or may have been about it.
  /// - Returns: the rules, and how many seconds passed.
  mutating func broken(
    _ callback: CallbackID, at time: Double, _ subject: Int32, since losses: UInt32
  ) -> [(
    rule: RuleID, seconds: Double
  )] {
    var broken: [(rule: RuleID, seconds: Double)] = []
    for (rule, form) in least {
      let key = Key(rule: rule, subject: subject)
      if form.callbacks.contains(callback), let start = starts[key], time - start >= 0,
        time - start < form.seconds
      {
        broken.append((rule, time - start))
      }
      if form.after.contains(callback), !time.isNaN { starts[key] = max(time, starts[key] ?? time) }
    }
    for (rule, form) in within {
      let key = Key(rule: rule, subject: subject)
      if form.callback == callback, let start = starts.removeValue(forKey: key),
        time - start > form.seconds, self.losses[key] == losses
      {
        broken.append((rule, time - start))
      }
      if form.after == callback {
        (starts[key], self.losses[key]) = (time.isNaN ? nil : time, losses)
      }
    }
    return broken
  }
}
