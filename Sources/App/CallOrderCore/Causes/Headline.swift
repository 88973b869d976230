package import TraceFindings
package import TraceGrammar
internal import TraceModel

extension Violation {
  /// What happened, in one sentence that is enough to act: the method's own name, the state, and the call that is missing or
  /// came again.
  package func headline(of grammar: Grammar) -> String {
    let name = callback.isEmpty ? "the recording" : grammar.writtenName(callback)
    if cause == .repeated, let echo, echo.gap ?? 0 <= 1 {
      let gap = echo.gap.map { "\(duration($0)) after the first" } ?? "directly after the first"
      return "\(name) \(verb) again, \(gap)"
    }
    let rule = grammar.rules.first { $0.id == self.rule }
    let caller = otherCaller(in: grammar)
    let came = caller.map { "\(self.verb) by \($0)" } ?? verb
    let template = rule?.message ?? "{callback} {came} where no legal order has it ({states})"
    var text = template.filled("{callback}", with: name).filled("{came}", with: came)
      .filled("{states}", with: statesInWords(states))
      .filled("{expected}", with: listed(expected.map(grammar.writtenName), "or"))
    if let detail = message.afterColon, template.afterColon == nil {
      let words = detail.split(separator: " ").map { grammar.writtenName(String($0)) }
      text += ": " + words.joined(separator: " ")
    } else if cause == .missing, !shouldNotHaveCome {
      text += missingCalls(besides: text, of: grammar)
    }
    return text
  }

  /// Who made the call, if that is recorded and is not who should make it.
  func otherCaller(in grammar: Grammar) -> String? {
    guard kind == .delegate, let owner = grammar.caller,
      let caller = CauseEvidence.member("caller", of: origin), !caller.hasPrefix(owner)
    else { return nil }
    return caller
  }

  private var verb: String {
    switch kind {
    case .delegate: "was called"
    case .notification: "was posted"
    case .action, .gap: "came"
    }
  }

  /// The calls that the repair inserts, as far as a text does not name them.
  private func missingCalls(besides text: String, of grammar: Grammar) -> String {
    var names: [String] = []
    for name in repair.insertions.map({ grammar.writtenName($0.callback) })
    where !names.contains(name) { names.append(name) }
    guard let first = names.first, !text.mentions(first) else { return "" }
    if let next = missingCallAfter {
      let gap = time.flatMap { now in next.time.map { " \(duration($0 - now))" } } ?? ""
      return "; \(first) came only\(gap) later"
    }
    if names.count == 1 { return "; \(first) is missing" }
    return names.count == 2
      ? "; \(listed(names, "and")) are missing"
      : "; \(first) and \(names.count - 1) more calls are missing"
  }
}
