internal import TraceModel
internal import TraceFindings
internal import TraceJSON

extension ReportComparison {
  /// The value of the member `format` of a comparison as JSON.
  package static let format = "callorder.comparison/1"

  /// The comparison as a JSON document, with a line feed at the end.
  package func json() -> [UInt8] {
    let value: JSONValue = [
      "format": .string(Self.format),
      "tool": ["name": "callorder", "version": .string(head.toolVersion)],
      "grammars": ["base": .string(grammars[0]), "head": .string(grammars[1])],
      "isEmpty": .boolean(isEmpty),
      "summary": [
        "new": JSONValue(newViolations), "gone": JSONValue(goneViolations),
        "fixed": JSONValue(fixedViolations),
        "unchanged": JSONValue(unchangedViolations), "comparedTraces": JSONValue(comparedTraces),
        "changedTraces": JSONValue(behaviors.count),
      ],
      "faults": .array(faults.map { $0.jsonValue(names) }),
      "behaviors": .array(behaviors.map(\.jsonValue)),
      "onlyInBase": .array(onlyInBase.map(JSONValue.string)),
      "onlyInHead": .array(onlyInHead.map(JSONValue.string)),
      "uncomparedTraces": .array(uncomparedTraces.map(JSONValue.string)),
      "failures": [
        "base": .array(base.failures.map(\.comparedValue)),
        "head": .array(head.failures.map(\.comparedValue)),
      ],
    ]
    return value.laidOut()
  }
}

extension ReportComparison.Fault {
  fileprivate func jsonValue(_ names: [String: String]) -> JSONValue {
    [
      "fingerprint": .string(fingerprint), "rule": .string(rule), "fate": .string(fate.rawValue),
      "severity": .string(severity.name), "summary": .string(summary), "base": JSONValue(base),
      "head": JSONValue(head), "suppressed": JSONValue(suppressed),
      "place": place.map {
        ["path": .string($0.path), "line": JSONValue($0.line), "event": JSONValue($0.event)]
      } ?? .null,
      "before": JSONValue(before?.words(names.written)),
    ]
  }
}

extension Report.Failure {
  fileprivate var comparedValue: JSONValue {
    [
      "path": .string(path), "line": position.map { JSONValue($0.line) } ?? .null,
      "column": position.map { JSONValue($0.column) } ?? .null, "message": .string(message),
    ]
  }
}

extension BehaviorChange {
  /// Rows that are the same in both are omitted.
  fileprivate var jsonValue: JSONValue {
    [
      "basePath": .string(basePath),
      "headPath": .string(headPath),
      "isOptimal": .boolean(isOptimal),
      "same": JSONValue(count(.same)),
      "differences": .array(rows.filter { $0.mark != .same }.map(\.jsonValue)),
    ]
  }
}

extension BehaviorChange.Row {
  fileprivate var jsonValue: JSONValue {
    [
      "mark": .string(mark.rawValue), "callback": .string(callback), "subject": .string(subject),
      "baseEvent": baseEvent.map { JSONValue($0) } ?? .null,
      "headEvent": headEvent.map { JSONValue($0) } ?? .null,
    ]
  }
}
