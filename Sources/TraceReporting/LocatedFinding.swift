internal import TraceDiagnostics
internal import TraceFindings
internal import TraceWriting

/// What the formats that know nothing but places in files say about a report.
struct LocatedFinding {
  /// The path as the user gave it.
  var path: String
  /// Counted from 1; nil when the finding is about the whole file.
  var line: Int?
  /// In Unicode scalars, counted from 1; nil when the finding is about the whole line.
  var column: Int?
  var severity: Severity
  /// The rule's id, or the kind of failure or note.
  var code: String
  /// One sentence without a full stop.
  var message: String
  /// The repair in words; empty when there is none.
  var help: String
  /// The callbacks that would have been legal.
  var expected: [String]
  /// The name of the fault across recordings; for a failure one made of what it says.
  var fingerprint: String
  /// Which of the findings with this fingerprint it is, counted from 1 in the order of the report.
  var ordinal: Int

  /// The fingerprint made unique within the report.
  var uniqueFingerprint: String { "\(fingerprint):\(ordinal)" }

  /// The code of a finding about an input that could not be read.
  static let unreadable = "unreadable-input"
}

extension Report {
  /// The inputs that could not be read, then the violations that count against the run, by path and event.
  var locatedFindings: [LocatedFinding] {
    var findings = failures.map { failure in
      LocatedFinding(
        path: failure.path, line: failure.position?.line, column: failure.position?.column,
        severity: .error, code: LocatedFinding.unreadable, message: failure.message, help: "",
        expected: [], fingerprint: LocatedFinding.unreadable + ":" + failure.path, ordinal: 1)
    }
    for trace in traces {
      for violation in trace.violations where violation.suppression == nil {
        findings.append(LocatedFinding(violation, in: trace))
      }
    }
    var seen: [String: Int] = [:]
    for index in findings.indices {
      seen[findings[index].fingerprint, default: 0] += 1
      findings[index].ordinal = seen[findings[index].fingerprint] ?? 1
    }
    return findings
  }
}

extension LocatedFinding {
  fileprivate init(_ violation: Violation, in trace: TraceReport) {
    self.init(
      path: trace.path, line: violation.line, column: nil, severity: violation.severity,
      code: violation.rule, message: violation.message,
      help: violation.repair.inWords(eventCount: trace.events), expected: violation.expected,
      fingerprint: violation.fingerprint, ordinal: 1)
  }
}

/// The path relative to where the run was started, without `./` at its start.
func plainPath(_ path: String) -> String {
  var rest = path[...]
  while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
  return rest.isEmpty ? path : String(rest)
}
