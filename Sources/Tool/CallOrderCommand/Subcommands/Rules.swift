internal import TraceModel
internal import TraceGrammar
internal import TraceJSON
internal import TraceReporting
internal import TraceFindings

extension Subcommand {
  /// Lists the rules.
  static let rules = Subcommand(
    name: "rules",
    summary: "list the rules of a grammar",
    discussion: [
      "The ids are stable: they can be given to --rule, 'explain' and the configuration."
    ],
    examples: [
      "callorder rules --format json": "Print all rules with their full texts."
    ]
  ) { invocation throws(CommandError) in
    let grammar = try GrammarSource.load(path: invocation.settings.input.grammar, for: invocation)
    switch invocation.settings.output.format {
    case "json":
      let rules = JSONValue.array(grammar.rules.map { $0.json(in: grammar) })
      let document: JSONValue = [
        "format": "callorder.rules/1",
        "grammar": ["name": .string(grammar.name), "version": .string(grammar.version)],
        "rules": rules,
      ]
      invocation.write(document.laidOut())
    case "markdown":
      invocation.write(markdownTable(of: grammar))
    default:
      invocation.write(
        textTable(of: grammar, theme: invocation.theme))
    }
    return .success
  }
}

private func textTable(of grammar: Grammar, theme: TextTheme) -> String {
  let width = grammar.rules.map(\.id.count).max() ?? 0
  return grammar.rules.map { rule in
    let severity = theme.paint(padded(rule.severity.name, to: 7), .init(rule.severity))
    return "\(padded(terminalSafe(rule.id), to: width))  \(severity)  \(terminalSafe(rule.title))\n"
  }.joined()
}

private func markdownTable(of grammar: Grammar) -> String {
  var text =
    "| rule | severity | demands | confidence | source |\n|---|---|---|---|---|\n"
  for rule in grammar.rules {
    let link = rule.link.map { "<\($0)>" } ?? ""
    let cells = [
      "`\(rule.id)`", rule.severity.name, Markdown.text(rule.title),
      Markdown.text(rule.confidence ?? ""), link,
    ]
    text += "| " + cells.joined(separator: " | ") + " |\n"
  }
  return text
}
