internal import TraceFindings
internal import TraceGrammar

extension Subcommand {
  /// Lists the grammars that ship with the tool.
  static let grammarList = Subcommand(
    name: "grammar list",
    summary: "list the built-in grammars",
    discussion: [
      "A name from this list can be given to --grammar. Without that option, traces are judged by the first one."
    ],
    examples: [
      "callorder check app.jsonl --grammar UIViewController":
        "Check a recording of view controllers."
    ]
  ) { invocation throws(CommandError) in
    let width = ShippedGrammar.all.map(\.name.count).max() ?? 0
    for shipped in ShippedGrammar.all {
      let grammar = shipped.grammar()
      invocation.write("\(padded(grammar.name, to: width))  \(grammar.version)  \(grammar.text)\n")
    }
    return .success
  }
}
