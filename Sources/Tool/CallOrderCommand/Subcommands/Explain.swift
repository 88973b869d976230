internal import TraceModel
internal import TraceGrammar
internal import TraceJSON
internal import TraceReporting
internal import TraceFindings

extension Subcommand {
  /// Explains a rule.
  static let explain = Subcommand(
    name: "explain",
    summary: "say what an id in a report means, why it matters, and how to fix it",
    discussion: [
      """
      Of a rule, prints what it forbids, why that matters, the usual causes with what to do, the smallest trace that \
      breaks it, and the documentation it is based on. Also explains the ids of quirks, notes and causes. With \
      --format markdown or json it tells more: when exactly the rule fires, and a legal trace.
      """
    ],
    operands: [
      Operand(
        placeholder: "ID", values: .rule, summary: "the id of a rule, a quirk, a note or a cause")
    ],
    examples: [
      Example(
        line: "callorder explain discard-before-disconnect",
        text: "Explain a rule that a report names.")
    ]
  ) { invocation throws(CommandError) in
    let grammar = try GrammarSource.load(path: invocation.settings.input.grammar, for: invocation)
    let id = invocation.operands.first ?? ""
    let width = min(invocation.environment.terminalWidth ?? 80, 100)
    let theme: TextTheme = invocation.colorsOutput ? .color : .plain
    // Reports also print the ids of quirks, notes and causes.
    let isRule = grammar.rules.contains { $0.id == id }
    if !isRule, let quirk = QuirkExplanation(of: id, in: grammar) {
      switch invocation.settings.output.format {
      case "json": invocation.write(quirk.json)
      case "markdown": invocation.write(quirk.markdown)
      default: invocation.write(quirk.text(theme: theme, width: width))
      }
      return .success
    }
    if !isRule, let note = NoteExplanation.named(id) {
      switch invocation.settings.output.format {
      case "json":
        let members: JSONValue = [
          "id": .string(note.id), "meaning": .string(note.meaning), "action": .string(note.action),
        ]
        invocation.write(members.laidOut())
      case "markdown": invocation.write(note.markdown)
      default: invocation.write(note.text(theme: theme, width: width))
      }
      return .success
    }
    let rule = try grammar.rule(
      withID: id, besides: grammar.quirks.map(\.id) + NoteExplanation.all.map(\.id))
    let isBuiltIn = invocation.settings.input.grammar == nil
    let page = ExplanationPage(
      rule: rule, grammar: grammar,
      examples: isBuiltIn ? RuleExamples(for: rule, in: grammar) : RuleExamples(),
      width: width)
    switch invocation.settings.output.format {
    case "json": invocation.write(page.json)
    case "markdown": invocation.write(page.markdown)
    default:
      invocation.write(page.text(theme: theme))
    }
    return .success
  }
}
