/// Compares each value of a member with the one before, rule by rule.
///
/// Values are compared if the values of the members before it are equal, such as the versions of one app; launches that
/// differ in the members after it are combined.
struct VersionComparison {
  /// The launches of one value.
  private struct Side {
    var value: String
    var sums = LaunchSums()
    var cells: [String: FleetCounter.Cell] = [:]

    func sums(of rule: String) -> LaunchSums { sums + (cells[rule]?.sums ?? LaunchSums()) }

    mutating func add(_ group: FleetCounter.Group) {
      sums = sums + group.sums
      for (rule, cell) in group.cells {
        var known = cells[rule] ?? FleetCounter.Cell()
        known.sums = known.sums + cell.sums
        known.examples += cell.examples
        known.examples.keepFirst()
        cells[rule] = known
      }
    }
  }

  /// Two values that follow each other.
  private struct Step {
    var within: [String?]
    var before: Side
    var after: Side
  }

  private let steps: [Step]

  /// - Parameter index: the index of the member in the groups' values; traces without it are not compared.
  init(_ groups: [[String?]: FleetCounter.Group], comparing index: Int) {
    var sides: [[String?]: [String: Side]] = [:]
    for (values, group) in groups {
      guard let value = values[index] else { continue }
      sides[Array(values[..<index]), default: [:]][value, default: Side(value: value)].add(group)
    }
    steps = sides.sorted { precedesByValues($0.key, $1.key) }.flatMap { within, sides in
      let ordered = sides.values.sorted { precedesAsVersion($0.value, $1.value) }
      return zip(ordered, ordered.dropFirst()).map {
        Step(within: within, before: $0, after: $1)
      }
    }
  }

  /// The changes that are reported, and the number of tests that they come from.
  ///
  /// A rule that neither side breaks cannot have changed, and is not tested.
  var changes: (told: [FleetStatistics.Change], tests: Int) {
    var found: [FleetStatistics.Change] = []
    for step in steps {
      let rules = Set(step.before.cells.keys).union(step.after.cells.keys)
      for rule in rules.sorted() { found.append(Self.change(of: rule, step)) }
    }
    let adjusted = adjustedForFalseDiscovery(found.map(\.probability))
    for (index, probability) in adjusted.enumerated() { found[index].adjusted = probability }
    let told = found.filter { $0.adjusted <= FleetStatistics.falseDiscoveryRate }
    return (told.sorted(by: Self.precedes), found.count)
  }

  private static func change(of rule: String, _ step: Step) -> FleetStatistics.Change {
    let (before, after) = (step.before.sums(of: rule), step.after.sums(of: rule))
    let effect = (before + after).designEffect
    let (first, second) = (before.effective(by: effect), after.effective(by: effect))
    var change = FleetStatistics.Change(
      rule: rule, within: step.within, from: step.before.value, to: step.after.value,
      before: before.share, after: after.share,
      probability: probabilityOfDifference(
        (first.affected, first.launches), (second.affected, second.launches)))
    let side = change.isRegression ? step.after : step.before
    change.examples = side.cells[rule]?.examples ?? []
    return change
  }

  /// Regressions before improvements, then the newest value, then the least likely by chance.
  private static func precedes(
    _ left: FleetStatistics.Change, _ right: FleetStatistics.Change
  ) -> Bool {
    if left.isRegression != right.isRegression { return left.isRegression }
    if left.to != right.to { return precedesAsVersion(right.to, left.to) }
    if left.adjusted != right.adjusted { return left.adjusted < right.adjusted }
    if left.within != right.within { return precedesByValues(left.within, right.within) }
    return left.rule < right.rule
  }
}
