internal import TraceDiagnostics
public import TraceFindings
package import TraceJSON

/// The report as JSON, `callorder.report/1`: the format from which every other can be rendered later.
///
/// Member order is fixed; a member without a value is `null`. Members are only ever added.
public struct JSONReport: Sendable {
  /// The value of the member `format`.
  public static let format = "callorder.report/1"

  /// Makes the renderer.
  public init() {}

  /// The report as a JSON document, with a line feed at the end.
  public func render(_ report: Report) -> [UInt8] {
    report.jsonValue.laidOut() + [UInt8(ascii: "\n")]
  }
}

extension Report {
  package var jsonValue: JSONValue {
    let legend = traces.first?.coverage.unvisited
    return [
      "format": .string(JSONReport.format),
      "tool": ["name": "callorder", "version": .string(toolVersion)],
      "grammar": ["name": .string(grammarName), "version": .string(grammarVersion)],
      "verdict": .string(verdict.rawValue),
      "summary": summary,
      "traces": .array(traces.map { $0.jsonValue(legend: legend) }),
      "failures": .array(failures.map(\.jsonValue)),
      "rules": .array(rules.map(\.jsonValue)),
      "coverage": legend?.jsonValue ?? .null,
    ]
  }

  private var summary: JSONValue {
    let (all, suppressed) = (counts, suppressedCounts)
    func sum(_ number: (TraceReport) -> Int) -> JSONValue {
      JSONValue(traces.reduce(0) { $0 + number($1) })
    }
    return [
      "traces": JSONValue(traces.count),
      "events": sum(\.events),
      "subjects": sum(\.subjects),
      "violations": JSONValue(all.total),
      "errors": JSONValue(all.errors),
      "warnings": JSONValue(all.warnings),
      "notes": JSONValue(all.notes),
      "suppressed": JSONValue(suppressed.total),
      "unknownCallbacks": sum { $0.unknownCallbacks.reduce(0) { $0 + $1.count } },
      "repairCost": sum(\.repairCost),
      "failures": JSONValue(failures.count),
    ]
  }
}

extension TraceReport {
  /// The members `processes` and `sessions` for a grammar of just these; else one member with the grammar's names.
  private var subjectMembers: [JSONValue.Member] {
    if subjectCounts.map(\.kind) == ["process", "session"] {
      return zip(["processes", "sessions"], subjectCounts).map {
        .init($0, JSONValue($1.count))
      }
    }
    let counts = subjectCounts.map { JSONValue.Member($0.kind, JSONValue($0.count)) }
    return [.init("subjectCounts", .object(counts))]
  }

  func jsonValue(legend: Coverage?) -> JSONValue {
    let head: JSONValue = [
      "path": .string(path),
      "format": .string(format),
      "verdict": .string(verdict.rawValue),
      "reason": JSONValue(reason),
      "events": JSONValue(events),
    ]
    let rest: JSONValue = [
      "subjects": JSONValue(subjects),
      "repairCost": JSONValue(repairCost),
      "metadata": .object(metadata.map { .init($0.name, .string($0.value)) }),
      "counts": counts.jsonValue,
      "suppressedCounts": suppressedCounts.jsonValue,
      "countsByRule": .array(
        countsByRule.map { ["rule": .string($0.rule), "count": JSONValue($0.count)] }),
      "groups": .array(groups.map(\.jsonValue)),
      "violations": .array(violations.map(\.jsonValue)),
      "unlistedViolations": JSONValue(unlistedViolations),
      "unknownCallbacks": .array(
        unknownCallbacks.map { ["name": .string($0.callback), "count": JSONValue($0.count)] }),
      "notes": .array(notes.map(\.jsonValue)),
      "coverage": coverage.jsonValue(legend: legend),
      "timeline": timeline?.jsonValue ?? .null,
    ]
    return .object((head.members ?? []) + subjectMembers + (rest.members ?? []))
  }
}

extension TraceReport.Note {
  fileprivate var jsonValue: JSONValue {
    [
      "id": .string(id), "event": event.map { JSONValue($0) } ?? .null,
      "line": line.map { JSONValue($0) } ?? .null, "count": JSONValue(count),
      "message": .string(message),
    ]
  }
}

extension SeverityCounts {
  fileprivate var jsonValue: JSONValue {
    ["errors": JSONValue(errors), "warnings": JSONValue(warnings), "notes": JSONValue(notes)]
  }
}

extension ViolationGroup {
  fileprivate var jsonValue: JSONValue {
    [
      "fingerprint": .string(fingerprint), "rule": .string(rule),
      "severity": .string(severity.name), "count": JSONValue(count),
      "firstEvent": JSONValue(firstEvent), "suppressed": JSONValue(suppressed),
    ]
  }
}

extension Report.Failure {
  fileprivate var jsonValue: JSONValue {
    [
      "path": .string(path),
      "position": position.map {
        [
          "line": JSONValue($0.line), "column": JSONValue($0.column),
          "offset": JSONValue($0.offset),
        ]
      } ?? .null,
      "message": .string(message),
    ]
  }
}

extension Report.RuleText {
  fileprivate var jsonValue: JSONValue {
    [
      "id": .string(id), "severity": .string(severity.name), "title": .string(title),
      "explanation": .string(explanation), "link": JSONValue(link),
      "facts": .array(facts.map(JSONValue.string)),
    ]
  }
}
