internal import TraceModel
internal import TraceGrammar
internal import TraceFindings

extension Subcommand {
  /// Explains a rule.
  static let explain = Subcommand(
    name: "explain",
    summary: "say what a rule forbids, why, and how to fix it",
    discussion: [
      """
      Prints what the rule forbids, why that matters, how to fix it, the usual causes, the smallest trace that \
      breaks it with its repair, and the documentation it is based on.
      """
    ],
    operands: [
      Operand(placeholder: "RULE", values: .rule, summary: "the id of a rule")
    ],
    examples: [
      Example(
        line: "callorder explain discard-before-disconnect",
        text: "Explain a rule that a report names.")
    ]
  ) { invocation throws(CommandError) in
    let grammar = try GrammarSource.load(path: invocation.settings.input.grammar, for: invocation)
    let id = invocation.operands.first ?? ""
    let rule = try grammar.rule(withID: id)
    let isBuiltIn = invocation.settings.input.grammar == nil
    let page = ExplanationPage(
      rule: rule, grammar: grammar,
      examples: isBuiltIn ? RuleExamples(for: rule, in: grammar) : RuleExamples(),
      width: min(invocation.environment.terminalWidth ?? 80, 100))
    switch invocation.settings.output.format {
    case "json": invocation.write(page.json)
    case "markdown": invocation.write(page.markdown)
    default:
      invocation.write(
        page.text(theme: invocation.colorsOutput ? .color : .plain))
    }
    return .success
  }
}
