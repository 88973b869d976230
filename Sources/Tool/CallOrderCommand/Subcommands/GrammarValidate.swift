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
      """,
      """
      Every legal example of a rule has to keep it, and every illegal one to break it. Next to own.lifecycle, recordings in \
      own/conforming have to break nothing, and those in own/violating the rules that they are named after.
      """,
    ],
    operands: [
      Operand(
        placeholder: "FILE", values: .file, isOptional: true, isRepeatable: true,
        summary: "a grammar, or - for standard input")
    ],
    examples: ["callorder grammar validate own.lifecycle": "Check a grammar of your own."]
  ) { invocation throws(CommandError) in
    var status = ExitStatus.success
    let operands = invocation.operands.map(Optional.some)
    for path in operands.isEmpty ? [nil] : operands {
      var source = try GrammarSource(path: path, in: invocation.environment)
      source.tryExamples(path: path, in: invocation.environment)
      invocation.write(source.listing(isColored: invocation.colorsOutput))
      if !source.diagnostics.isEmpty { invocation.write("\n") }
      guard let grammar = source.grammar,
        !source.diagnostics.contains(where: { $0.severity == .error })
      else {
        status = .usage
        continue
      }
      invocation.write(validity(of: grammar, named: source.name))
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
    "\(terminalSafe(name)): \(terminalSafe(grammar.name)) \(terminalSafe(grammar.version)) is valid: \(listed(parts, "and"))\n"
}
