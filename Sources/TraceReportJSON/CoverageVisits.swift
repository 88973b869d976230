internal import TraceFindings
internal import TraceJSON

/// What a trace visited of a coverage that stands elsewhere in the report, by index, where it did.
struct CoverageVisits: Sendable {
  private struct Visits: Sendable {
    var states: [StepVisits] = []
    var transitions: [StepVisits] = []
    var rules: [RuleVisits] = []
  }

  private struct StepVisits: Sendable {
    var lifecycle = 0
    var index = 0
    var count = 0
  }

  private struct RuleVisits: Sendable {
    var index = 0
    var exercised = 0
    var violated = 0
  }

  private var visits = Visits()
  private var unmentioned: [CallbackCount] = []

  private init() {}

  init(_ coverage: Coverage) {
    for (number, lifecycle) in coverage.lifecycles.enumerated() {
      visits.states += Self.visits(number, lifecycle.states.map(\.visits))
      visits.transitions += Self.visits(number, lifecycle.transitions.map(\.visits))
    }
    visits.rules = coverage.rules.enumerated().compactMap { index, rule in
      rule.exercised + rule.violated == 0
        ? nil : RuleVisits(index: index, exercised: rule.exercised, violated: rule.violated)
    }
    unmentioned = coverage.unmentioned
  }

  private static func visits(_ lifecycle: Int, _ numbers: [Int]) -> [StepVisits] {
    numbers.enumerated().compactMap {
      $0.element == 0 ? nil : StepVisits(lifecycle: lifecycle, index: $0.offset, count: $0.element)
    }
  }

  /// The coverage with its names; every index is checked to be one of the legend.
  /// - Parameter cursor: where the visits stand, for messages.
  func coverage(legend: Coverage, _ cursor: JSONCursor) throws(ReportError) -> Coverage {
    var coverage = legend
    func check(
      _ isThere: Bool, _ list: String, _ row: Int, _ what: String
    ) throws(ReportError) {
      if isThere { return }
      throw try cursor.member("visits").member(list).elements()[row]
        .error("the report's coverage has no such \(what)")
    }
    let lifecycles = coverage.lifecycles
    for (row, visit) in visits.states.enumerated() {
      try check(
        lifecycles.indices.contains(visit.lifecycle)
          && lifecycles[visit.lifecycle].states.indices.contains(visit.index),
        "states", row, "state")
      coverage.lifecycles[visit.lifecycle].states[visit.index].visits = visit.count
    }
    for (row, visit) in visits.transitions.enumerated() {
      try check(
        lifecycles.indices.contains(visit.lifecycle)
          && lifecycles[visit.lifecycle].transitions.indices.contains(visit.index),
        "transitions", row, "transition")
      coverage.lifecycles[visit.lifecycle].transitions[visit.index].visits = visit.count
    }
    for (row, visit) in visits.rules.enumerated() {
      try check(coverage.rules.indices.contains(visit.index), "rules", row, "rule")
      coverage.rules[visit.index].exercised = visit.exercised
      coverage.rules[visit.index].violated = visit.violated
    }
    coverage.unmentioned = unmentioned
    return coverage
  }

  // MARK: Format

  static let format = JSONFormat.object(
    "visits", "What a trace visited of the report's coverage", blank: Self(),
    [
      .group("visits", "By index, counted from 0", isRequired: true, lists),
      .unmentioned(\.unmentioned),
    ])

  private static let lists: [JSONField<Self>] = [
    .required(
      "states", \.visits.states, .list(of: steps), "The lifecycle, the state and the number"),
    .required(
      "transitions", \.visits.transitions, .list(of: steps),
      "The lifecycle, the transition and the number"),
    .required(
      "rules", \.visits.rules, .list(of: rules), "The rule and its two numbers"),
  ]

  private static let steps = JSONFormat.row(
    "three numbers", blank: StepVisits(),
    [
      .required("", \.lifecycle, .count, "The index of the lifecycle"),
      .required("", \.index, .count, "The index in the lifecycle"),
      .required("", \.count, .count, "How often it was visited"),
    ])

  private static let rules = JSONFormat.row(
    "three numbers", blank: RuleVisits(),
    [
      .required("", \.index, .count, "The index of the rule"),
      .required("", \.exercised, .count, "How many events the rule looked at"),
      .required("", \.violated, .count, "How many violations of it there were"),
    ])
}
