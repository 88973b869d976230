internal import TraceDiagnostics
internal import TraceDiagrams
internal import TraceFindings
internal import TraceGrammar

extension Subcommand {
  /// Draws a grammar.
  static let grammarGraph = Subcommand(
    name: "grammar graph",
    summary: "draw the lifecycles as state diagrams",
    examples: [
      Example(
        line: "callorder grammar graph --lifecycle session -o session.svg",
        text: "Draw the life of a scene session."),
      Example(
        line: "callorder grammar graph --format mermaid",
        text: "Write the diagrams for a page that renders Mermaid."),
    ]
  ) { invocation throws(CommandError) in
    let arguments = invocation.arguments
    let grammar = try GrammarSource.load(path: arguments.grammar, for: invocation)
    let names = grammar.lifecycles.map(\.name)
    if let lifecycle = arguments.lifecycle, !names.contains(lifecycle) {
      throw .usage(wrongChoice("the grammar \(grammar.name)", lifecycle, among: names))
    }
    let format = GraphFormat(rawValue: arguments.format ?? "svg") ?? .svg
    var coverage: Coverage?
    if let path = arguments.coverageReport {
      coverage = try Report(saved: path, in: invocation.environment).coverage
    }
    return try invocation.deliver(
      grammar.graph(
        format: format, lifecycles: arguments.lifecycle.map { [$0] }, coverage: coverage))
  }
}
