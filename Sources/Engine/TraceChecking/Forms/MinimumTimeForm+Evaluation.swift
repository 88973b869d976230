internal import TraceFindings
internal import TraceGrammar

extension MinimumTimeForm: TimedForm {
  var late: [CallbackID] { callbacks }
  var early: [CallbackID] { after }
  var countsOnce: Bool { false }

  /// Any such call counts, so one without a time leaves the one before as it was.
  func start(at time: Double, after known: Double?) -> Double? {
    time.isNaN ? known : max(time, known ?? time)
  }

  func firing(of rule: RuleID, after seconds: Double) -> Firing? {
    // Times that run backwards say nothing.
    guard seconds >= 0, seconds < self.seconds else { return nil }
    var firing = Firing(rule: rule, cause: .extra)
    let passed = (seconds * 1_000).rounded() / 1_000
    firing.detail = "only \(passed) s passed, the least is \(self.seconds) s"
    return firing
  }
}
