internal import TraceModel
internal import TraceFindings

/// A finding for formats that only know places in files.
struct LocatedFinding {
  /// A place in a file.
  struct Place: Equatable {
    /// The path as recorded, or as the user gave it.
    var path: String
    /// Counted from 1; nil for the whole file.
    var line: Int?
    /// In Unicode scalars, counted from 1; nil for the whole line.
    var column: Int?

    /// Whether it is below the folder where the run was started, so that a code host may know the file.
    var isInside: Bool { path != "-" && isInsideFolder(path) }

    /// The place as compilers write it, such as `SceneDelegate.swift:42`.
    var inWords: String {
      plainPath(path) + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
    }
  }

  /// Where it is in the trace.
  var trace: Place
  /// Where the app recorded the event; nil where that is not recorded.
  var source: Place?
  var severity: Severity
  /// The rule's id, or the kind of failure or note.
  var code: String
  /// One sentence without a full stop.
  var message: String
  /// The callback as it is called where it is implemented; empty for a failure.
  var callback = ""
  /// Why it may have happened and what to do; empty where that is not known.
  var advice = ""
  /// The smallest change to the trace in words; empty when there is none.
  var help: String
  /// The callbacks that would have been legal.
  var expected: String
  /// The name of the fault across recordings; for a failure one made of what it says.
  var fingerprint: String
  /// Which of the findings with this fingerprint it is, counted from 1 in the order of the report.
  var ordinal: Int

  /// The fingerprint made unique within the report.
  var uniqueFingerprint: String { "\(fingerprint):\(ordinal)" }

  /// The place to open: in the source if it is recorded, otherwise in the trace.
  var place: Place { source ?? trace }

  /// The place to show on a code host, which only knows files of the repository; nil where neither place is one.
  var hostPlace: Place? { [source, trace].compactMap(\.self).first(where: \.isInside) }

  /// The place in the trace, in parentheses after a space, if another place is shown.
  func traceRemark(beside shown: Place?) -> String {
    shown == trace ? "" : " (\(trace.inWords))"
  }

  /// The message, with the callback where it does not name it: `didBecomeActive` is named by `sceneDidBecomeActive`.
  var messageWithCallback: String {
    let isNamed = callback.isEmpty || message.lowercased().contains(callback.lowercased())
    return isNamed ? message : "\(callback): \(message)"
  }

  /// The advice, or otherwise the smallest change to the trace, to follow a message on its line.
  var inBrief: String {
    if !advice.isEmpty { return ". " + advice }
    return help.isEmpty ? "" : "; smallest change to the trace: " + help
  }

  /// The code of a finding about an input that could not be read.
  static let unreadable = "unreadable-input"
}

extension Report {
  /// The inputs that could not be read, then the violations that count against the run, by path and event.
  /// - Parameter names: the names of callbacks where they are implemented, by short name.
  func locatedFindings(_ names: [String: String]) -> [LocatedFinding] {
    var findings = failures.map { failure in
      LocatedFinding(
        trace: .init(
          path: failure.path, line: failure.position?.line, column: failure.position?.column),
        severity: .error, code: LocatedFinding.unreadable, message: failure.message, help: "",
        expected: "", fingerprint: LocatedFinding.unreadable + ":" + failure.path, ordinal: 1)
    }
    for trace in traces {
      for violation in trace.violations where violation.suppression == nil {
        findings.append(LocatedFinding(violation, in: trace, names))
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
  fileprivate init(_ violation: Violation, in trace: TraceReport, _ names: [String: String]) {
    self.init(
      trace: .init(path: trace.path, line: violation.line), source: violation.sourcePlace,
      severity: violation.severity, code: violation.rule, message: violation.message,
      callback: names.written(violation.callback), advice: violation.advice,
      help: violation.repair.inWords(eventCount: trace.events, names.written),
      expected: violation.expectedInWords(names.written),
      fingerprint: violation.fingerprint, ordinal: 1)
  }
}

extension Violation {
  /// Where the app recorded the event; nil where that is not recorded.
  var sourcePlace: LocatedFinding.Place? {
    origin.file.map { .init(path: $0, line: origin.line) }
  }
}

/// Whether a path, by its text, leads to something below the folder that it starts from.
func isInsideFolder(_ path: String) -> Bool {
  !path.utf8.starts(with: "/".utf8) && !path.split(separator: "/").contains("..")
}
