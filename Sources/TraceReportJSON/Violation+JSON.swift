internal import TraceDiagnostics
package import TraceFindings
package import TraceJSON
internal import TraceModel

extension Violation {
  /// The violation as it stands in a JSON report, and with its path before it in JSON Lines.
  package var jsonValue: JSONValue {
    [
      "rule": .string(rule),
      "severity": .string(severity.name),
      "cause": .string(cause.rawValue),
      "event": JSONValue(event),
      "line": JSONValue(line),
      "callback": .string(callback),
      "spelling": .string(spelling),
      "kind": .string(kind.name),
      "lifecycle": .string(lifecycle),
      "subject": .string(subject),
      "process": JSONValue(process),
      "time": JSONValue(time),
      "states": .array(states.map(JSONValue.string)),
      "expected": .array(expected.map(JSONValue.string)),
      "message": .string(message),
      "assumption": JSONValue(assumption),
      "repair": repair.jsonValue,
      "related": .array(related.map(\.jsonValue)),
      "steps": .array(steps.map(\.jsonValue)),
      "quirk": JSONValue(quirk),
      "fingerprint": .string(fingerprint),
      "suppression": suppression?.jsonValue ?? .null,
    ]
  }
}

extension JSONValue {
  /// The number as a real, or `null` where there is none.
  init(_ number: Double?) { self = number.map(JSONValue.real) ?? .null }
}

extension Repair {
  fileprivate var jsonValue: JSONValue {
    [
      "cost": JSONValue(cost),
      "insert": .array(
        insertions.map {
          ["callback": .string($0.callback), "beforeEvent": JSONValue($0.beforeEvent)]
        }),
      "delete": .array(
        deletions.map { ["event": JSONValue($0.event), "callback": .string($0.callback)] }),
    ]
  }
}

extension Violation.Related {
  fileprivate var jsonValue: JSONValue {
    ["event": JSONValue(event), "line": JSONValue(line), "message": .string(message)]
  }
}

extension Violation.Step {
  fileprivate var jsonValue: JSONValue {
    [
      "mark": .string(mark.rawValue),
      "event": event.map { JSONValue($0) } ?? .null,
      "line": line.map { JSONValue($0) } ?? .null,
      "callback": .string(callback),
      "states": .array(states.map(JSONValue.string)),
      "time": JSONValue(time),
      "offending": .boolean(offending),
    ]
  }
}

extension Suppression {
  fileprivate var jsonValue: JSONValue {
    ["source": .string(source.rawValue), "reason": JSONValue(reason)]
  }
}
