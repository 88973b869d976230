internal import TraceFindings
package import TraceJSON

extension Coverage {
  /// The numbers as they stand in a coverage report.
  package var jsonValue: JSONValue { Self.format.write(self) }

  static let format = JSONFormat.object(
    "coverage", "Which parts of the grammar were used", blank: Self(),
    [
      .added("lifecycles", \.lifecycles, .list(of: Lifecycle.format), "In the grammar's order"),
      .added("rules", \.rules, .list(of: Rule.format), "In the grammar's order"),
      .unmentioned(\.unmentioned),
    ])

  /// Coverage in a report of many traces: what could be visited stands once, in the report's member `coverage`,
  /// with numbers of zero; each trace says by index what it did visit, and how often.
  static func format(legend: Coverage?) -> JSONFormat<Coverage> {
    let visits = CoverageVisits.format
    return JSONFormat(
      ["anyOf": [visits.schema, format.schema]],
      definitions: visits.definitions + format.definitions,
      write: { coverage in
        guard let legend, coverage.unvisited == legend else { return format.write(coverage) }
        return visits.write(CoverageVisits(coverage))
      }
    ) { cursor throws(ReportError) in
      guard let legend, try cursor.optional("visits") != nil else { return try format.read(cursor) }
      return try visits.read(cursor).coverage(legend: legend, cursor)
    }
  }

  /// The same coverage without any visit.
  var unvisited: Coverage {
    var legend = self
    for lifecycle in legend.lifecycles.indices {
      for state in legend.lifecycles[lifecycle].states.indices {
        legend.lifecycles[lifecycle].states[state].visits = 0
      }
      for transition in legend.lifecycles[lifecycle].transitions.indices {
        legend.lifecycles[lifecycle].transitions[transition].visits = 0
      }
    }
    for rule in legend.rules.indices {
      legend.rules[rule].exercised = 0
      legend.rules[rule].violated = 0
    }
    legend.unmentioned = []
    return legend
  }
}

extension JSONField {
  static func unmentioned(_ path: any WritableKeyPath<Owner, [CallbackCount]> & Sendable) -> Self {
    .added(
      "unmentioned", path, .list(of: .callbackCount(named: "callback")),
      "Known callbacks that came and that neither a transition nor a rule mentions")
  }
}

extension Coverage.Lifecycle {
  fileprivate static let format = JSONFormat.object(
    "lifecycleCoverage", "One lifecycle's numbers",
    blank: Self(name: "", states: [], transitions: []),
    [
      .required("name", \.name, .text, "The lifecycle's name"),
      .required("states", \.states, .list(of: Coverage.State.format), "In the grammar's order"),
      .required(
        "transitions", \.transitions, .list(of: Coverage.Transition.format),
        "In the grammar's order"),
    ])
}

extension Coverage.State {
  fileprivate static let format = JSONFormat.object(
    "stateCoverage", "One state's number", blank: Self(name: "", visits: 0),
    [
      .required("name", \.name, .text, "The state's name"),
      .required("visits", \.visits, .count, "How many events left a subject certainly in it"),
    ])
}

extension Coverage.Transition {
  fileprivate static let format = JSONFormat.object(
    "transitionCoverage", "One transition's number",
    blank: Self(from: "", callback: "", to: "", visits: 0),
    [
      .required("from", \.from, .text, "The state it leaves"),
      .required("callback", \.callback, .text, "The callback that takes it"),
      .required("to", \.to, .text, "The state it enters"),
      .required("visits", \.visits, .count, "How many events took it, where that was certain"),
    ])
}

extension Coverage.Rule {
  fileprivate static let format = JSONFormat.object(
    "ruleCoverage", "One rule's numbers", blank: Self(id: "", exercised: 0, violated: 0),
    [
      .required("id", \.id, .text, "The rule's id"),
      .required("exercised", \.exercised, .count, "How many events the rule looked at"),
      .required("violated", \.violated, .count, "How many violations of it there were"),
    ])
}
