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
  /// Why it may have happened, in a sentence with its heading; empty where that is not known.
  var cause = ""
  /// What to change; where no cause is known, the smallest change to the trace, or the calls that were expected.
  var change = ""
  /// The name of the fault across recordings; for a failure one made of what it says.
  var fingerprint: String
  /// Which of the findings with this fingerprint it is, counted from 1 in the order of the report.
  var ordinal = 1
  /// How many wrong calls it stands for, and in how many traces.
  var count = 1, traces = 1

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

  /// How many more wrong calls it stands for; empty if there are none.
  var others: String {
    if count == 1 { return "" }
    let place = traces > 1 ? " in \(counted(traces, "trace"))" : ""
    return "and \(grouped(count - 1)) more like it\(place)"
  }

  /// The code of a finding about an input that could not be read.
  static let unreadable = "unreadable-input"
}

extension Report {
  /// The inputs that could not be read.
  private var locatedFailures: [LocatedFinding] {
    failures.map { failure in
      LocatedFinding(
        trace: .init(
          path: failure.path, line: failure.position?.line, column: failure.position?.column),
        severity: .error, code: LocatedFinding.unreadable, message: failure.message,
        fingerprint: LocatedFinding.unreadable + ":" + failure.path)
    }
  }

  /// The inputs that could not be read, then the findings that count against the run, by path and event.
  /// - Parameter names: the names of callbacks where they are implemented, by short name.
  func locatedFindings(_ names: [String: String]) -> [LocatedFinding] {
    locatedFailures
      + traces.flatMap { trace in
        trace.violations.filter { $0.suppression == nil }.map {
          LocatedFinding($0, $0.message, $0.causes, in: trace, names)
        }
      }
  }

  /// The inputs that could not be read, then the faults that count against the run, each at its first finding.
  /// - Parameter names: the names of callbacks where they are implemented, by short name.
  func locatedFaults(_ names: [String: String]) -> [LocatedFinding] {
    var seen: [String: Int] = [:]
    return locatedFailures
      + faultsInForce.map { fault in
        let located = fault.findings.lazy.filter { self[$0].severity == fault.severity }.map {
          place in
          LocatedFinding(
            self[place], fault.message, fault.causes, in: self.traces[place.trace], names)
        }
        // A code host shows only places that it knows.
        var finding =
          located.first { $0.hostPlace != nil }
          ?? LocatedFinding(fault.first, fault.message, fault.causes, in: fault.trace, names)
        seen[finding.fingerprint, default: 0] += 1
        finding.ordinal = seen[finding.fingerprint] ?? 1
        (finding.count, finding.traces) = (fault.callCount, fault.occurrences.count)
        return finding
      }
  }
}

extension LocatedFinding {
  fileprivate init(
    _ violation: Violation, _ message: String, _ causes: [PossibleCause], in trace: TraceReport,
    _ names: [String: String]
  ) {
    self.init(
      trace: .init(path: trace.path, line: violation.line), source: violation.sourcePlace,
      severity: violation.severity, code: violation.rule, message: message,
      callback: names.written(violation.callback), fingerprint: violation.fingerprint)
    if let likely = causes.first {
      cause = "\(causes.heading.capitalizedFirst): \(likely.text)."
      change = likely.action
    } else {
      let help = violation.repair.inWords(eventCount: trace.events, names.written)
      let expected = violation.expectedInWords(names.written)
      if !help.isEmpty {
        change = "Smallest change to the trace: \(help)."
      } else if !expected.isEmpty {
        change = "Expected: \(expected)."
      }
    }
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
