internal import TraceFindings
package import TraceJSON

extension Coverage {
  /// The numbers in the form of a coverage report.
  package var jsonValue: JSONValue { Self.format.write(self) }

  static let format = JSONFormat.object(
    "coverage", "Which parts of the grammar were used", blank: Self(),
    [
      .added("lifecycles", \.lifecycles, .list(of: Lifecycle.format), "In the grammar's order"),
      .added("rules", \.rules, .list(of: Rule.format), "In the grammar's order"),
      .omissible(
        "cases", \.cases, .list(of: .callbackCount(named: "callback")), blank: [],
        "How many events were certainly the cases that scenarios name, in the grammar's order"),
      .unmentioned(\.unmentioned),
    ])
}

extension CoverageCounts {
  /// Coverage in a report of many traces: the names are written once, in the report's member `coverage`; each trace
  /// says by index what it visited, and how often.
  static func format(_ names: Coverage?) -> JSONFormat<CoverageCounts> {
    let (visits, whole) = (CoverageVisits.format, Coverage.format)
    return JSONFormat(
      ["anyOf": [visits.schema, whole.schema]], definitions: visits.definitions + whole.definitions,
      write: { counts in
        let coverage = counts.coverage
        return counts.names == names
          ? visits.write(CoverageVisits(coverage)) : whole.write(coverage)
      }
    ) { cursor throws(ReportError) in
      guard let names, try cursor.optional("visits") != nil else {
        return CoverageCounts(try whole.read(cursor))
      }
      return CoverageCounts(try visits.read(cursor).coverage(of: names, cursor), names: names)
    }
  }
}

/// What a trace visited, by index into a coverage elsewhere in the report.
private struct CoverageVisits: Sendable {
  var states: [[Int]] = []
  var transitions: [[Int]] = []
  var rules: [[Int]] = []
  var cases: [[Int]] = []
  var unmentioned: [CallbackCount] = []

  init() {}

  init(_ coverage: Coverage) {
    for (lifecycle, numbers) in coverage.lifecycles.enumerated() {
      for (index, state) in numbers.states.enumerated() where state.visits > 0 {
        states.append([lifecycle, index, state.visits])
      }
      for (index, step) in numbers.transitions.enumerated() where step.visits > 0 {
        transitions.append([lifecycle, index, step.visits])
      }
    }
    for (index, rule) in coverage.rules.enumerated() where rule.exercised + rule.violated > 0 {
      rules.append([index, rule.exercised, rule.violated])
    }
    for (index, each) in coverage.cases.enumerated() where each.count > 0 {
      cases.append([index, each.count])
    }
    unmentioned = coverage.unmentioned
  }

  /// The numbers with their names; every index is checked.
  /// - Parameter cursor: the position of the visits, for messages.
  func coverage(of names: Coverage, _ cursor: JSONCursor) throws(ReportError) -> Coverage {
    var coverage = names
    func check(_ isThere: Bool, _ list: String, _ row: Int, _ what: String) throws(ReportError) {
      if isThere { return }
      throw try cursor.member("visits").member(list).elements()[row]
        .error("the report's coverage has no such \(what)")
    }
    let lifecycles = names.lifecycles
    for (row, visit) in states.enumerated() {
      let isThere = visit[0] < lifecycles.count && visit[1] < lifecycles[visit[0]].states.count
      try check(isThere, "states", row, "state")
      coverage.lifecycles[visit[0]].states[visit[1]].visits = visit[2]
    }
    for (row, visit) in transitions.enumerated() {
      let isThere = visit[0] < lifecycles.count && visit[1] < lifecycles[visit[0]].transitions.count
      try check(isThere, "transitions", row, "transition")
      coverage.lifecycles[visit[0]].transitions[visit[1]].visits = visit[2]
    }
    for (row, visit) in rules.enumerated() {
      try check(visit[0] < names.rules.count, "rules", row, "rule")
      coverage.rules[visit[0]].exercised = visit[1]
      coverage.rules[visit[0]].violated = visit[2]
    }
    for (row, visit) in cases.enumerated() {
      try check(visit[0] < names.cases.count, "cases", row, "case")
      coverage.cases[visit[0]].count = visit[1]
    }
    coverage.unmentioned = unmentioned
    return coverage
  }

  static let format = JSONFormat.object(
    "visits", "What a trace visited of the report's coverage", blank: Self(),
    [
      .group(
        "visits", "By index, counted from 0", isRequired: true,
        [
          .required(
            "states", \.states, .list(of: steps), "The lifecycle, the state and the number"),
          .required(
            "transitions", \.transitions, .list(of: steps),
            "The lifecycle, the transition and the number"),
          .required("rules", \.rules, .list(of: rules), "The rule and its two numbers"),
          .omissible("cases", \.cases, .list(of: cases), blank: [], "The case and its number"),
        ]),
      .unmentioned(\.unmentioned),
    ])

  private static let steps = JSONFormat.numbers(
    "The index of the lifecycle", "The index in the lifecycle", "How often it was visited")
  private static let rules = JSONFormat.numbers(
    "The index of the rule", "How many events the rule applied to",
    "How many findings of it there were")
  private static let cases = JSONFormat.numbers(
    "The index of the case", "How many events were certainly it")
}

extension JSONFormat where Value == [Int] {
  /// An array of numbers from 0, each with its meaning.
  fileprivate static func numbers(_ meanings: String...) -> Self {
    Self(
      [
        "type": "array",
        "prefixItems": .array(
          meanings.map {
            let number = JSONFormat<Int>.count.schema.members ?? []
            return .object([.init("description", .string($0 + "."))] + number)
          }),
        "minItems": JSONValue(meanings.count), "maxItems": JSONValue(meanings.count),
      ], write: { .array($0.map { JSONValue($0) }) }
    ) { cursor throws(ReportError) in
      let numbers = try cursor.map(JSONFormat<Int>.count.read)
      guard numbers.count == meanings.count else {
        throw cursor.error("expected \(meanings.count) numbers")
      }
      return numbers
    }
  }
}

extension JSONField {
  static func unmentioned(_ path: any WritableKeyPath<Owner, [CallbackCount]> & Sendable) -> Self {
    .added(
      "unmentioned", path, .list(of: .callbackCount(named: "callback")),
      "Known callbacks that occurred but that neither a transition nor a rule mentions")
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
      .required("visits", \.visits, .count, "How many events certainly left a subject in it"),
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
      .required("exercised", \.exercised, .count, "How many events the rule applied to"),
      .required("violated", \.violated, .count, "How many findings of it there were"),
    ])
}
