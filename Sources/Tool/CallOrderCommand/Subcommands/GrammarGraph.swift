internal import TraceModel
internal import TracePages
internal import TraceFindings
internal import TraceGrammar

extension Subcommand {
  /// Draws a grammar.
  static let grammarGraph = Subcommand(
    name: "grammar graph",
    summary: "draw the lifecycles as state diagrams",
    examples: [
      "callorder grammar graph --lifecycle session -o session.svg":
        "Draw the lifecycle of a scene session.",
      "callorder grammar graph --format mermaid":
        "Write the diagrams for a page that renders Mermaid.",
    ]
  ) { invocation throws(CommandError) in
    let output = invocation.settings.output
    try OutputGuard(for: invocation).check(
      output.output(as: "the diagram"),
      against: output.coverageReport.map { [.init(role: "the saved report", path: $0)] } ?? [],
      readsStandardInput: output.coverageReport == "-")
    let grammar = try GrammarSource.load(path: invocation.settings.input.grammar, for: invocation)
    let names = grammar.lifecycles.map(\.name)
    if let lifecycle = output.lifecycle, !names.contains(lifecycle) {
      throw .usage(wrongChoice("option '--lifecycle'", lifecycle, among: names))
    }
    var coverage: Coverage?
    if let path = output.coverageReport {
      coverage = try Report(saved: path, in: invocation.environment).coverage
    }
    return try invocation.deliver(
      grammar.graph(
        format: output.graphFormat, lifecycles: output.lifecycle.map { [$0] }, coverage: coverage))
  }
}
