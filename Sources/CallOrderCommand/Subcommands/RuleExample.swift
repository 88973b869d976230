internal import CallOrderKit
internal import TraceFindings
internal import TraceGrammar
internal import TraceJSON
internal import TraceReading
internal import TraceReporting

/// The smallest trace that breaks a rule of the built-in grammar, with its repair as the checker finds it.
struct RuleExample {
  private let trace: String
  private let violation: Violation

  /// The example of a rule; nil where there is none.
  init?(for rule: Rule, in grammar: Grammar) {
    guard let text = Self.texts[rule.id] else { return nil }
    var options = CheckOptions()
    options.demandsCompleteLives = rule.form == .incomplete
    let input = TraceInput(path: rule.id) { () throws(ByteSourceError) in
      MemorySource(Array(text.utf8))
    }
    let report = checkTraces([input], against: grammar, options: options)
    let violations = report.traces.flatMap(\.violations)
    guard let violation = violations.first(where: { $0.rule == rule.id }) else { return nil }
    trace = text
    self.violation = violation
  }

  /// The recorded calls with the repair marked as in a diff: `+` is missing, `-` is too many.
  func illegalText(theme: TextTheme) -> String {
    rows { mark, line in
      switch mark {
      case .match: "    \(line)\n"
      case .missing: "  " + theme.paint("+ \(line)", .added) + "\n"
      case .unexpected: "  " + theme.paint("- \(line)", .removed) + "\n"
      }
    }
  }

  /// The calls after the repair.
  var legalText: String {
    rows { mark, line in mark == .unexpected ? "" : "    \(line)\n" }
  }

  private func rows(_ row: (Violation.Step.Mark, String) -> String) -> String {
    violation.steps.map { step in
      let states = step.states.isEmpty ? "" : "  \(step.states.joined(separator: " or "))"
      let arrow = step.mark == .unexpected ? "" : states
      let width = violation.steps.map(\.callback.count).max() ?? 0
      let name = arrow.isEmpty ? step.callback : padded(step.callback, to: width)
      return row(step.mark, name + arrow)
    }.joined()
  }

  /// The example as JSON: the whole trace, what is reported about it, and the calls after the repair.
  var json: JSONValue {
    let legal = violation.steps.filter { $0.mark != .unexpected }.map {
      JSONValue.string($0.callback)
    }
    return [
      "trace": .string(trace), "message": .string(violation.message),
      "event": JSONValue(violation.event), "legal": .array(legal),
    ]
  }
}
