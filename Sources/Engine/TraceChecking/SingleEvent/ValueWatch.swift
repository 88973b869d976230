internal import TraceGrammar
internal import TraceModel

/// Checks the values of members that rules ask for, event by event.
struct ValueWatch {
  /// A rule that the present event breaks, and the value that breaks it, as the event's batch numbers it.
  struct Break: BitwiseCopyable {
    var index: Int
    var value: NameID
  }

  /// A value that was read recently. A recording has few different ones.
  private struct Reading: BitwiseCopyable {
    var name = NameID.none
    var batch: UInt32 = 0
    /// The index among the values that the rule knows; -1 for any other value, -2 for one that names nothing.
    var index = -1
  }

  /// How many characters of a value are shown.
  private static let shownLength = 64
  /// How many values of a member are remembered, by the last bits of their numbers.
  private static let readingCount = 64

  /// The value rules as tables, shared by all traces.
  struct Plan {
    fileprivate let rules: [ValueRule]
    /// For every rule, the index of its member in an event.
    fileprivate let places: [Int]
    /// For every rule, whether it compares values to those that the trace names.
    fileprivate let compares: [Bool]
    /// For every rule and callback, whether a value breaks the rule: first a value that the rule does not know, then
    /// each that it knows. `firstBreaks` has the index of each rule's first cell.
    fileprivate let breaks: [Bool]
    fileprivate let firstBreaks: [Int]

    init(_ rules: [ValueRule]) {
      self.rules = rules
      places = rules.map(\.place)
      compares = rules.map(\.comparesToNamed)
      var breaks: [Bool] = []
      var firstBreaks: [Int] = []
      for rule in rules {
        firstBreaks.append(breaks.count)
        for allowed in rule.allowed {
          breaks.append(rule.comparesToNamed && !allowed.isEmpty)
          breaks += rule.known.indices.map { !allowed.isEmpty && !allowed[$0] }
        }
      }
      (self.breaks, self.firstBreaks) = (breaks, firstBreaks)
    }
  }

  private let plan: Plan
  /// Row major, with one row per rule.
  private var readings: [Reading]
  /// The rules that the present event breaks, until they are forgotten.
  private(set) var broken: [Break] = []
  /// The grammar's rules for which the present event named a known value for the first time in the trace.
  private(set) var newlyNamed: [RuleID] = []
  /// For every rule, whether the trace named a value that it knows.
  private var isNamed: [Bool]

  init(_ plan: Plan) {
    self.plan = plan
    readings = Array(repeating: Reading(), count: plan.rules.count * Self.readingCount)
    isNamed = plan.rules.map { _ in false }
  }

  /// Looks at an event.
  /// - Parameters:
  ///   - callback: the callback that was called; nil for a notification, and for an unknown callback.
  ///   - number: the number of the batch.
  /// - Returns: whether a rule is broken, or a known value came for the first time.
  /// - Complexity: O(rules), and O(bytes · values) for a value that was not read recently.
  mutating func look(
    at event: EventRecord, callback: CallbackID?, in batch: borrowing EventBatch, number: UInt32
  ) -> Bool {
    if plan.places.isEmpty { return false }
    if !newlyNamed.isEmpty { newlyNamed.removeAll() }
    for index in plan.places.indices {
      let name = batch.value(plan.places[index], of: event)
      if name.isNone { continue }
      let cell = index &* Self.readingCount &+ Int(name.rawValue % UInt32(Self.readingCount))
      if name != readings[cell].name || number != readings[cell].batch {
        let bytes = batch.names.bytes(name)
        readings[cell] = Reading(
          name: name, batch: number, index: plan.rules[index].index(of: bytes))
      }
      let value = readings[cell].index
      if value == ValueRule.namesNothing { continue }
      if value >= 0 && plan.compares[index] {
        if !isNamed[index] { nameFirst(index) }
      } else if let callback,
        plan.breaks[
          plan.firstBreaks[index] &+ callback.index &* (plan.rules[index].known.count + 1) &+ value
            &+ 1]
      {
        broken.append(Break(index: index, value: name))
      }
    }
    return !broken.isEmpty || !newlyNamed.isEmpty
  }

  /// Whether the trace has values that a rule looks at, and one to compare them to where the rule does that; nil if it
  /// looks at none.
  func sawValues(for rule: RuleID) -> Bool? {
    guard let index = plan.rules.firstIndex(where: { $0.rule == rule }) else { return nil }
    if plan.compares[index] { return isNamed[index] }
    return readings[index * Self.readingCount..<(index + 1) * Self.readingCount]
      .contains { !$0.name.isNone }
  }

  /// Forgets the rules that the last event breaks. To be called before the next one that is looked at.
  mutating func forget() { broken.removeAll() }

  private mutating func nameFirst(_ index: Int) {
    isNamed[index] = true
    newlyNamed.append(plan.rules[index].rule)
  }

  /// The rule that was broken, and the value that breaks it as text.
  func describe(
    _ broken: Break, in batch: borrowing EventBatch
  ) -> (rule: ValueRule, value: String) {
    let value = batch.names.string(broken.value)
    let isLong = value.count > Self.shownLength
    return (plan.rules[broken.index], isLong ? value.prefix(Self.shownLength) + "…" : value)
  }
}
