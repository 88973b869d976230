internal import TraceFindings
internal import TraceGrammar

extension WithinForm: TimedForm {
  var late: [CallbackID] { [callback] }
  var early: [CallbackID] { [after] }
  var countsOnce: Bool { true }

  /// If the time of the last such call is not known, nothing is late after it.
  func start(at time: Double, after known: Double?) -> Double? { time.isNaN ? nil : time }

  func firing(of rule: RuleID, after seconds: Double) -> Firing? {
    seconds > self.seconds ? Firing(rule: rule, cause: .tooLate) : nil
  }
}
