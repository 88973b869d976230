package import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension Wording {
  /// What happened, in one sentence that is enough to act: the method's own name, the state, and the call that is missing or
  /// came again.
  package func headline(of violation: Violation) -> String {
    let call = violation.callback.isEmpty ? "the recording" : name(violation.callback)
    if violation.cause == .repeated, let echo = violation.echo, echo.gap ?? 0 <= 1 {
      let isNext = echo.event == violation.event - 1
      let apart = echo.gap.map { ", \(duration($0)) apart" } ?? (isNext ? " in a row" : "")
      return "\(call) \(violation.verb) twice\(apart)"
    }
    let template =
      rules[violation.rule]?.message ?? "{callback} {came} at the wrong time ({states})"
    let caller = violation.kind == .delegate ? violation.origin["caller"] : nil
    let came =
      caller.flatMap { grammar.isOwn($0) ? "\(violation.verb) by \($0)" : nil } ?? violation.verb
    var text = template.filled("{callback}", with: call).filled("{came}", with: came)
      .filled("{states}", with: conditionInWords(violation.states))
      .filled("{expected}", with: listed(violation.expected.map(name), "or"))
    if let detail = violation.message.afterColon, template.afterColon == nil {
      let words = detail.split(separator: " ").map { name(String($0)) }
      text += ": " + words.joined(separator: " ")
    } else if violation.cause == .missing {
      text += missingCalls(of: violation, besides: text)
    } else if violation.repair.insertions.isEmpty, violation.repair.deletions.count == 1,
      let wrong = violation.steps.first(where: { $0.mark == .unexpected && !$0.offending }),
      let event = wrong.event, event < violation.event, let line = wrong.line
    {
      let name = name(wrong.callback)
      text += text.start(of: name) == nil ? ": \(name) at line \(line)" : " (line \(line))"
    }
    return text
  }

  /// That the missing call is the next one; nil if it is not.
  func missingCallComesLater(_ violation: Violation) -> String? {
    violation.missingCallAfter.map { next in
      let gap = violation.gap(since: next).map { " \(duration(-$0))" } ?? ""
      return "\(name(next.callback)) came only\(gap) later"
    }
  }

  /// The calls that the repair inserts, as far as a text does not name them.
  private func missingCalls(of violation: Violation, besides text: String) -> String {
    let names = violation.missing.map(name)
    guard let first = names.first, text.start(of: first) == nil else { return "" }
    if let late = missingCallComesLater(violation) { return "; " + late }
    if names.count == 1 { return "; \(first) is missing" }
    return names.count == 2
      ? "; \(listed(names, "and")) are missing"
      : "; \(first) and \(names.count - 1) more calls are missing"
  }
}

extension Violation {
  fileprivate var verb: String {
    switch kind {
    case .delegate: "was called"
    case .notification: "was posted"
    case .action, .gap: "came"
    }
  }
}
