internal import TraceModel
internal import TraceGrammar
internal import TraceFindings

extension Subcommand {
  /// Checks grammars themselves.
  static let grammarValidate = Subcommand(
    name: "grammar validate",
    summary: "check a grammar for mistakes",
    discussion: [
      """
      Reports mistakes in a lifecycle grammar: unknown names, states that nothing reaches, rules that can \
      never apply, two rules for one step. Without FILE, the built-in grammar is checked.
      """
    ],
    operands: [
      Operand(
        placeholder: "FILE", values: .file, isOptional: true, isRepeatable: true,
        summary: "a grammar, or - for standard input")
    ],
    examples: [
      "callorder grammar validate own.lifecycle --witnesses":
        "Check a grammar, and see the shortest trace that breaks and that keeps each rule."
    ]
  ) { invocation throws(CommandError) in
    var status = ExitStatus.success
    let operands = invocation.operands.map(Optional.some)
    for path in operands.isEmpty ? [nil] : operands {
      let source = try GrammarSource(path: path, in: invocation.environment)
      invocation.write(source.listing(isColored: invocation.colorsOutput))
      if !source.diagnostics.isEmpty { invocation.write("\n") }
      guard let grammar = source.grammar else {
        status = .usage
        continue
      }
      invocation.write(validity(of: grammar, named: source.name))
      if invocation.settings.output.showsWitnesses { invocation.write(witnesses(of: grammar)) }
    }
    return status
  }
}

private func validity(of grammar: Grammar, named name: String) -> String {
  let parts = [
    counted(grammar.callbacks.count, "callback"), counted(grammar.lifecycles.count, "lifecycle"),
    counted(grammar.rules.count, "rule"), counted(grammar.quirks.count, "quirk"),
  ]
  return
    "\(terminalSafe(name)): \(terminalSafe(grammar.name)) \(terminalSafe(grammar.version)) is valid: \(inWords(parts))\n"
}

/// For every rule, the shortest words that break and that keep it.
private func witnesses(of grammar: Grammar) -> String {
  grammar.witnesses().map { witness in
    func line(_ title: String, _ word: RuleWitness.Word?) -> String {
      let missing = witness.isExhaustive ? "none exists" : "none was found"
      return "  \(title)  \(word.map { terminalSafe($0.description) } ?? missing)\n"
    }
    return "\n\(terminalSafe(witness.rule))\n" + line("broken by", witness.breaking)
      + line("kept by  ", witness.keeping)
  }.joined()
}
