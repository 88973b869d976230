internal import TraceFindings
internal import TraceJSON

/// Coverage in a report of many traces: what could be visited stands once, in the report's member `coverage`, with
/// numbers of zero; each trace says by index (from 0) what it did visit, and how often.
extension Coverage {
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

  /// The visits by index into the legend; everything in full where the legend is another grammar's.
  func jsonValue(legend: Coverage?) -> JSONValue {
    guard let legend, unvisited == legend else { return jsonValue }
    var states: [JSONValue] = []
    var transitions: [JSONValue] = []
    for (number, lifecycle) in lifecycles.enumerated() {
      states += Self.visits(number, lifecycle.states.map(\.visits))
      transitions += Self.visits(number, lifecycle.transitions.map(\.visits))
    }
    let rules = rules.enumerated().filter { $0.element.exercised + $0.element.violated > 0 }.map {
      JSONValue.array([
        JSONValue($0.offset), JSONValue($0.element.exercised), JSONValue($0.element.violated),
      ])
    }
    return [
      "visits": [
        "states": .array(states), "transitions": .array(transitions), "rules": .array(rules),
      ],
      "unmentioned": .array(
        unmentioned.map { ["callback": .string($0.callback), "count": JSONValue($0.count)] }),
    ]
  }

  /// Triples of lifecycle, index and number, where the number is not zero.
  private static func visits(_ lifecycle: Int, _ numbers: [Int]) -> [JSONValue] {
    numbers.enumerated().filter { $0.element > 0 }.map {
      .array([JSONValue(lifecycle), JSONValue($0.offset), JSONValue($0.element)])
    }
  }

  /// Reads what `jsonValue(legend:)` wrote.
  init(_ cursor: JSONCursor, legend: Coverage?) throws(ReportError) {
    guard let legend, let visits = try cursor.optional("visits") else {
      try self.init(cursor)
      return
    }
    self = legend
    for triple in try visits.member("states").elements() {
      let (place, number, count) = try triple.triple()
      guard lifecycles.indices.contains(place), lifecycles[place].states.indices.contains(number)
      else { throw triple.error("the report's coverage has no such state") }
      lifecycles[place].states[number].visits = count
    }
    for triple in try visits.member("transitions").elements() {
      let (place, number, count) = try triple.triple()
      guard lifecycles.indices.contains(place),
        lifecycles[place].transitions.indices.contains(number)
      else { throw triple.error("the report's coverage has no such transition") }
      lifecycles[place].transitions[number].visits = count
    }
    for triple in try visits.member("rules").elements() {
      let (rule, exercised, violated) = try triple.triple()
      guard rules.indices.contains(rule) else {
        throw triple.error("the report's coverage has no such rule")
      }
      rules[rule].exercised = exercised
      rules[rule].violated = violated
    }
    unmentioned = try cursor.callbackCounts("unmentioned", named: "callback")
  }
}

extension JSONCursor {
  /// Three numbers that are not negative.
  fileprivate func triple() throws(ReportError) -> (Int, Int, Int) {
    let elements = try elements()
    guard elements.count == 3 else { throw error("expected three numbers") }
    return (try elements[0].integer(), try elements[1].integer(), try elements[2].integer())
  }
}
