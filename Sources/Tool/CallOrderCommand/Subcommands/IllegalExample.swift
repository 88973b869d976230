internal import TraceModel
internal import TraceFindings
internal import TraceGrammar
internal import TraceJSON

/// The smallest trace that breaks a rule of the built-in grammar, with its repair as the checker finds it.
struct IllegalExample {
  private let trace: String
  private let violation: Violation
  /// How callbacks are called where they are implemented, by their short names.
  private let names: [String: String]

  /// Takes the example from the report about it; nil if the rule was not broken there.
  init?(of rule: Rule, in grammar: Grammar, text: String, found report: TraceReport) {
    guard let violation = report.violations.first(where: { $0.rule == rule.id }) else { return nil }
    trace = text
    self.violation = violation
    names = grammar.writtenNames
  }

  /// The recorded calls with the repair marked as in a diff: `+` is missing, `-` is unexpected.
  func text(theme: TextTheme) -> String {
    rows { mark, line in
      switch mark {
      case .match: "    \(line)\n"
      case .missing: "  " + theme.paint("+ \(line)", .added) + "\n"
      case .unexpected: "  " + theme.paint("- \(line)", .removed) + "\n"
      }
    }
  }

  private func rows(_ row: (Violation.Step.Mark, String) -> String) -> String {
    let written = violation.steps.map { names[$0.callback] ?? $0.callback }
    let width = written.map(\.count).max() ?? 0
    return zip(violation.steps, written).map { step, callback in
      let states = step.states.isEmpty ? "" : "  \(statesInWords(step.states))"
      let arrow = step.mark == .unexpected ? "" : states
      let name = arrow.isEmpty ? callback : padded(callback, to: width)
      return row(step.mark, name + arrow)
    }.joined()
  }

  /// What is reported about the example, in one sentence.
  var message: String { terminalSafe(violation.message) + "." }

  /// The example as JSON: the whole trace, what is reported about it, and the calls after the repair.
  var json: JSONValue {
    let repaired = violation.steps.filter { $0.mark != .unexpected }.map {
      JSONValue.string($0.callback)
    }
    return [
      "trace": .string(trace), "message": .string(violation.message),
      "event": JSONValue(violation.event), "repaired": .array(repaired),
    ]
  }
}
