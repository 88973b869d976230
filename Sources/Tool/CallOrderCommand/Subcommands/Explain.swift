internal import TraceModel
internal import TraceGrammar
internal import TraceFindings

extension Subcommand {
  /// Explains a rule.
  static let explain = Subcommand(
    name: "explain",
    summary: "say what an id in a report means, why it matters, and how to fix it",
    discussion: [
      """
      Of a rule, prints what it forbids, why that matters, the usual causes with what to do, an order of calls that keeps \
      it and one that breaks it, and the documentation it is based on. Also explains the ids of quirks, notes and causes. \
      With --format json it tells when exactly the rule fires.
      """
    ],
    operands: [
      Operand(
        placeholder: "ID", values: .rule, summary: "the id of a rule, a quirk, a note or a cause")
    ],
    examples: [
      "callorder explain discard-before-disconnect": "Explain a rule that a report names."
    ]
  ) { invocation throws(CommandError) in
    var grammar = try GrammarSource.load(path: invocation.settings.input.grammar, for: invocation)
    let id = invocation.operands.first ?? ""
    let shipped = ShippedGrammar.all.lazy.map { $0.grammar() }
    if !grammar.explained.contains(id), NoteExplanation.named(id) == nil,
      let other = shipped.first(where: { $0.explained.contains(id) })
    {
      grammar = other
    }
    let width = min(invocation.environment.terminalWidth ?? 80, 100)
    // Reports also print the ids of quirks, notes and causes.
    let isRule = grammar.rules.contains { $0.id == id }
    let page: any Explanation
    if !isRule, let quirk = QuirkExplanation(of: id, in: grammar) {
      page = quirk
    } else if !isRule, let note = NoteExplanation.named(id) {
      page = note
    } else {
      let rule = try grammar.rule(
        withID: id,
        besides: grammar.explained + shipped.flatMap(\.explained) + NoteExplanation.all.map(\.id))
      page = ExplanationPage(rule: rule, grammar: grammar)
    }
    if invocation.settings.output.format == "json" {
      invocation.write(page.json)
    } else {
      invocation.write(page.text(theme: invocation.theme, width: width))
    }
    return .success
  }
}

extension Grammar {
  /// The ids of its rules and quirks.
  fileprivate var explained: [String] { rules.map(\.id) + quirks.map(\.id) }
}

/// All that is known about an id that a report prints.
protocol Explanation {
  /// The page for a terminal.
  /// - Parameter width: the columns that sentences are broken to.
  func text(theme: TextTheme, width: Int) -> String
  /// The page as JSON.
  var json: [UInt8] { get }
}
