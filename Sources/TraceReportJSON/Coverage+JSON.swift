package import TraceFindings
package import TraceJSON

extension Coverage {
  /// The numbers as they stand in a JSON report and in a coverage report.
  package var jsonValue: JSONValue {
    [
      "lifecycles": .array(lifecycles.map(\.jsonValue)),
      "rules": .array(
        rules.map {
          [
            "id": .string($0.id), "exercised": JSONValue($0.exercised),
            "violated": JSONValue($0.violated),
          ]
        }),
      "unmentioned": .array(
        unmentioned.map { ["callback": .string($0.callback), "count": JSONValue($0.count)] }),
    ]
  }
}

extension Coverage.Lifecycle {
  fileprivate var jsonValue: JSONValue {
    [
      "name": .string(name),
      "states": .array(
        states.map { ["name": .string($0.name), "visits": JSONValue($0.visits)] }),
      "transitions": .array(
        transitions.map {
          [
            "from": .string($0.from), "callback": .string($0.callback), "to": .string($0.to),
            "visits": JSONValue($0.visits),
          ]
        }),
    ]
  }
}
