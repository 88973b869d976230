package import TraceFindings
package import TraceModel
package import TraceGrammar
internal import TraceJSON
internal import TracePages

/// A format that coverage can be written in, in the order of the help.
package enum CoverageFormat: String, Sendable, CaseIterable {
  case text, json
}

/// Which parts of the grammar the traces used, over all of them.
package struct CoverageReport: Sendable, Equatable {
  /// A step from one state to another, by any of these calls.
  package struct Step: Sendable, Equatable {
    /// The names of the two states.
    package var from: String
    package var to: String
    /// The short names of the callbacks.
    package var callbacks: [String]
    /// How many events took it.
    package var visits: Int

    /// The steps to other states; calls with the same effect are one step.
    static func steps(_ graph: StateGraph) -> [Step] {
      graph.edges.map { edge in
        Step(
          from: graph.nodes[edge.from].name, to: graph.nodes[edge.to].name,
          callbacks: edge.callbacks, visits: edge.visits ?? 0)
      }
    }
  }

  /// A feature that only some programs have, such as CarPlay.
  package struct Part: Sendable, Equatable {
    /// Its name in the grammar.
    package var name: String
    /// How many steps lead into its states, out of them or from one to another.
    package var steps: Int
  }

  /// How many elements of one kind were used.
  package struct Share: Sendable, Equatable {
    /// How many were used at least once.
    package var used: Int
    /// How many there are.
    package var all: Int

    /// The share in percent; 0 when there is nothing to use.
    package var percent: Double { all == 0 ? 0 : 100 * Double(used) / Double(all) }

    /// The percentage rounded down to a whole number, so that 100 means all.
    package var wholePercent: Int { all == 0 ? 0 : 100 * used / all }
  }

  /// The grammar's name.
  package var grammarName: String
  /// The grammar's version.
  package var grammarVersion: String
  /// The number of traces.
  package var traces: Int
  /// The numbers of all traces together.
  package var coverage: Coverage
  /// The name of the leading lifecycle, which is shown first.
  package var leading: String
  /// The steps of it that change its state, that the recordings could show, and that count.
  package var leadingSteps: [Step]
  /// Features that only some programs have and that no trace shows; their steps are not among the leading ones.
  package var unseenParts: [Part]
  /// The scenarios that the recordings could show.
  package var scenarios: [ScenarioCoverage]
  /// The callbacks that occur, as far as the traces show.
  let recorded: ShownCallbacks

  /// Takes the coverage of all traces of a report together.
  /// - Parameter grammar: the grammar of the check; nil where it is not known, so that there are no scenarios.
  package init(_ report: Report, by grammar: Grammar? = nil) {
    grammarName = report.grammarName
    grammarVersion = report.grammarVersion
    traces = report.traces.count
    let coverage = report.coverage
    let shown = ShownCallbacks(report, grammar)
    recorded = ShownCallbacks(report, grammar, isStated: false)
    // By name: where traces were judged by two grammars, the sum has the lifecycles of both.
    let name = grammar.flatMap { grammar in
      grammar.leadingLifecycle.map { grammar.lifecycles[$0].name }
    }
    let first = coverage.lifecycles.first { name == nil || $0.name == name }
    self.coverage = coverage
    leading = first?.name ?? ""
    var shownSteps = first
    shownSteps?.transitions.removeAll { !shown.contains($0.callback) }
    let steps = shownSteps.map { Step.steps(StateGraph(of: $0)) } ?? []
    let visited = Set((first?.states ?? []).filter { $0.visits > 0 }.map(\.name))
    let lifecycle = grammar?.lifecycles.first { $0.name == first?.name }
    let unseen = lifecycle?.unseenParts(visited: visited) ?? [:]
    leadingSteps = steps.filter { unseen[$0.from] == nil && unseen[$0.to] == nil }
    unseenParts = Set(unseen.values).sorted().map { part in
      Part(name: part, steps: steps.count { unseen[$0.from] == part || unseen[$0.to] == part })
    }.filter { $0.steps > 0 }
    scenarios = grammar.map { ScenarioCoverage.all(of: $0, report, coverage, shown) } ?? []
  }

  /// The steps that change the state in the leading lifecycle; `--min-coverage` is compared with them.
  package var steps: Share {
    Share(used: leadingSteps.count { $0.visits > 0 }, all: leadingSteps.count)
  }
}

extension CoverageReport {
  /// The coverage in a format; as JSON, it is a document of its own.
  /// - Parameter theme: the style of text.
  package func rendered(as format: CoverageFormat, theme: TextTheme) -> [UInt8] {
    switch format {
    case .text: text(theme: theme)
    case .json: json()
    }
  }

  /// The value of the member `format` of coverage as JSON.
  package static let format = "callorder.coverage/1"

  /// The numbers as a JSON document, with a line feed at the end.
  package func json() -> [UInt8] {
    let steps: JSONValue = [
      "used": JSONValue(steps.used), "all": JSONValue(steps.all),
      "percent": JSONValue(steps.wholePercent),
    ]
    let head: [JSONValue.Member] = [
      .init("format", .string(Self.format)),
      .init("grammar", ["name": .string(grammarName), "version": .string(grammarVersion)]),
      .init("traces", JSONValue(traces)), .init("lifecycle", .string(leading)),
      .init("summary", ["steps": steps]),
      .init(
        "notCounted",
        .array(unseenParts.map { ["part": .string($0.name), "steps": JSONValue($0.steps)] })),
      .init(
        "scenarios",
        .array(
          scenarios.map { scenario in
            [
              "id": .string(scenario.id), "title": .string(scenario.title),
              "exercised": .boolean(scenario.isExercised), "do": .string(scenario.action),
            ]
          })),
    ]
    let value = JSONValue.object(head + (coverage.jsonValue.members ?? []))
    return value.laidOut()
  }
}
