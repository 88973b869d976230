package import TraceFindings
internal import TraceJSON
internal import TraceReportJSON
package import TraceWriting

/// A format that coverage can be written in; the option is what text looks like.
package typealias CoverageFormat = OutputFormat<CoverageReport, TextTheme>

extension CoverageFormat {
  /// Every format of coverage, in the order of the help.
  package static var all: [CoverageFormat] { [.text, .markdown, .json] }

  /// The numbers, for programs.
  package static var json: CoverageFormat {
    CoverageFormat(
      name: "json", fileExtension: "json", mediaType: "application/json"
    ) { coverage, _ in coverage.json() }
  }
}

/// Which parts of the grammar the traces used, over all of them.
package struct CoverageReport: Sendable, Equatable {
  /// How many of something were used.
  package struct Share: Sendable, Equatable {
    /// How many were used at least once.
    package var used: Int
    /// How many there are.
    package var all: Int

    /// The share in percent; 100 when there is nothing to use.
    package var percent: Double { all == 0 ? 100 : 100 * Double(used) / Double(all) }

    /// The percentage rounded down to a whole number, so that 100 means all.
    package var wholePercent: Int { all == 0 ? 100 : 100 * used / all }
  }

  /// The grammar's name.
  package var grammarName: String
  /// The grammar's version.
  package var grammarVersion: String
  /// The number of traces.
  package var traces: Int
  /// The numbers of all traces together.
  package var coverage: Coverage

  /// Takes the coverage of all traces of a report together.
  package init(_ report: Report) {
    grammarName = report.grammarName
    grammarVersion = report.grammarVersion
    traces = report.traces.count
    coverage = report.coverage
  }

  /// The states that a subject was certainly in.
  package var states: Share {
    Share(
      used: coverage.lifecycles.reduce(0) { $0 + $1.states.count { $0.visits > 0 } },
      all: coverage.lifecycles.reduce(0) { $0 + $1.states.count })
  }

  /// The transitions that were certainly taken.
  package var transitions: Share {
    Share(
      used: coverage.lifecycles.reduce(0) { $0 + $1.transitions.count { $0.visits > 0 } },
      all: coverage.lifecycles.reduce(0) { $0 + $1.transitions.count })
  }

  /// The rules that looked at an event.
  package var rules: Share {
    Share(used: coverage.rules.count { $0.exercised > 0 }, all: coverage.rules.count)
  }

  /// States, transitions and rules together: what `--min-coverage` is compared with.
  package var total: Share {
    Share(
      used: states.used + transitions.used + rules.used,
      all: states.all + transitions.all + rules.all)
  }

  /// The four shares by name, the total last.
  var shares: [(name: String, share: Share)] {
    [("states", states), ("transitions", transitions), ("rules", rules), ("total", total)]
  }
}

extension CoverageReport {
  /// The value of the member `format` of coverage as JSON.
  package static let format = "callorder.coverage/1"

  /// The numbers as a JSON document, with a line feed at the end.
  package func json() -> [UInt8] {
    let summary = shares.map { name, share in
      JSONValue.Member(
        name,
        [
          "used": JSONValue(share.used), "all": JSONValue(share.all),
          "percent": JSONValue(share.wholePercent),
        ])
    }
    let head: [JSONValue.Member] = [
      .init("format", .string(Self.format)),
      .init("grammar", ["name": .string(grammarName), "version": .string(grammarVersion)]),
      .init("traces", JSONValue(traces)), .init("summary", .object(summary)),
    ]
    let value = JSONValue.object(head + (coverage.jsonValue.members ?? []))
    return value.laidOut() + [UInt8(ascii: "\n")]
  }
}
