extension Subcommand {
  /// Prints a grammar's text.
  static let grammarShow = Subcommand(
    name: "grammar show",
    summary: "print the text of the grammar",
    discussion: [
      "A built-in grammar is an ordinary text in the lifecycle notation, and the best starting point for your own."
    ],
    examples: [
      "callorder grammar show > own.lifecycle": "Start a grammar from UIKit's."
    ]
  ) { invocation throws(CommandError) in
    let source = try GrammarSource(
      path: invocation.settings.input.grammar, in: invocation.environment)
    invocation.write(source.text)
    return .success
  }
}
