internal import TraceFindings
internal import TraceJSON

/// What a trace visited, by index into a coverage elsewhere in the report.
struct CoverageVisits: Sendable {
  private struct Visits: Sendable {
    var states: [StepVisits] = []
    var transitions: [StepVisits] = []
    var rules: [RuleVisits] = []
    var cases: [CaseVisits] = []
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

  private struct CaseVisits: Sendable, Equatable {
    var index = 0
    var count = 0
  }

  private var visits = Visits()
  private var unmentioned: [CallbackCount] = []

  private init() {}

  init(_ tally: CoverageTally) {
    let legend = tally.legend
    var lifecycle = 0
    var rules: [Int: RuleVisits] = [:]
    for number in tally.numbers {
      let place = number.place
      if place >= legend.firstCasePlace {
        visits.cases.append(
          CaseVisits(index: place - legend.firstCasePlace, count: number.count))
        continue
      }
      if place >= legend.firstRulePlace {
        let (isViolated, index) = (place - legend.firstRulePlace)
          .quotientAndRemainder(dividingBy: legend.blank.rules.count)
        let path = isViolated == 0 ? \RuleVisits.exercised : \RuleVisits.violated
        rules[index, default: RuleVisits(index: index)][keyPath: path] = number.count
        continue
      }
      while place >= legend.firstPlace(afterLifecycle: lifecycle) { lifecycle += 1 }
      let stateCount = legend.blank.lifecycles[lifecycle].states.count
      let index = place - legend.firstPlaces[lifecycle]
      let isState = index < stateCount
      let visit = StepVisits(
        lifecycle: lifecycle, index: isState ? index : index - stateCount, count: number.count)
      if isState { visits.states.append(visit) } else { visits.transitions.append(visit) }
    }
    visits.rules = rules.values.sorted { $0.index < $1.index }
    unmentioned = tally.unmentioned
  }

  /// The numbers at their indices; every index is checked against the legend.
  /// - Parameter cursor: the position of the visits, for messages.
  func tally(legend: CoverageLegend, _ cursor: JSONCursor) throws(ReportError) -> CoverageTally {
    var numbers = [Int](repeating: 0, count: legend.placeCount)
    let (lifecycles, rules) = (legend.blank.lifecycles, legend.blank.rules)
    func check(
      _ index: Int, in count: Int?, _ list: String, _ row: Int, _ what: String
    ) throws(ReportError) {
      if let count, index < count { return }
      throw try cursor.member("visits").member(list).elements()[row]
        .error("the report's coverage has no such \(what)")
    }
    func lifecycle(of visit: StepVisits) -> Coverage.Lifecycle? {
      lifecycles.indices.contains(visit.lifecycle) ? lifecycles[visit.lifecycle] : nil
    }
    for (row, visit) in visits.states.enumerated() {
      let lifecycle = lifecycle(of: visit)
      try check(visit.index, in: lifecycle?.states.count, "states", row, "state")
      numbers[legend.firstPlaces[visit.lifecycle] + visit.index] = visit.count
    }
    for (row, visit) in visits.transitions.enumerated() {
      let lifecycle = lifecycle(of: visit)
      try check(visit.index, in: lifecycle?.transitions.count, "transitions", row, "transition")
      let stateCount = lifecycle?.states.count ?? 0
      numbers[legend.firstPlaces[visit.lifecycle] + stateCount + visit.index] = visit.count
    }
    for (row, visit) in visits.rules.enumerated() {
      try check(visit.index, in: rules.count, "rules", row, "rule")
      numbers[legend.firstRulePlace + visit.index] = visit.exercised
      numbers[legend.firstRulePlace + rules.count + visit.index] = visit.violated
    }
    for (row, visit) in visits.cases.enumerated() {
      try check(visit.index, in: legend.blank.cases.count, "cases", row, "case")
      numbers[legend.firstCasePlace + visit.index] = visit.count
    }
    return CoverageTally(legend, dense: numbers, unmentioned: unmentioned)
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
    .omissible("cases", \.visits.cases, .list(of: cases), blank: [], "The case and its number"),
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
      .required("", \.exercised, .count, "How many events the rule applied to"),
      .required("", \.violated, .count, "How many violations of it there were"),
    ])

  private static let cases = JSONFormat.row(
    "two numbers", blank: CaseVisits(),
    [
      .required("", \.index, .count, "The index of the case"),
      .required("", \.count, .count, "How many events were certainly it"),
    ])
}
