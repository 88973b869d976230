internal import TraceModel
internal import TraceFindings

/// A trace as a suite of tests: a case for each rule it exercised, at least one.
struct RuleSuite {
  /// The outcome of a case.
  enum Outcome {
    /// Nothing at or above the failing severity.
    case passed
    /// The listed violations at or above the failing severity, and how many there are in all.
    case failed([Violation], count: Int)
    /// Nothing to check, or every violation is suppressed; with the reason.
    case skipped(String)
    /// The input could not be read.
    case unreadable(String)
  }

  /// One rule in one trace.
  struct Case {
    /// The rule's id, unique in the suite.
    var name: String
    var outcome: Outcome
  }

  /// The trace's path.
  var path: String
  /// The number of events of the trace; 0 when it could not be read.
  var eventCount: Int
  var cases: [Case]
  /// Violations below the failing severity, which fail no case.
  var remarks: [Violation]
}

extension Report {
  /// The traces and unreadable inputs as suites, by path; at least one suite.
  func ruleSuites(failingFrom severity: Severity) -> [RuleSuite] {
    var suites = traces.map { $0.ruleSuite(failingFrom: severity) }
    for failure in failures {
      let place = failure.position.map { "line \($0.line), column \($0.column): " } ?? ""
      let message = place + failure.message
      if let index = suites.firstIndex(where: { $0.path == failure.path }) {
        suites[index].addUnreadable(message)
      } else {
        suites.append(
          RuleSuite(
            path: failure.path, eventCount: 0,
            cases: [.init(name: LocatedFinding.unreadable, outcome: .unreadable(message))],
            remarks: []))
      }
    }
    suites.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    if suites.isEmpty {
      suites = [
        RuleSuite(
          path: "callorder", eventCount: 0,
          cases: [.init(name: "traces", outcome: .skipped("no trace was given"))], remarks: [])
      ]
    }
    return suites
  }
}

extension RuleSuite {
  fileprivate mutating func addUnreadable(_ message: String) {
    let name = LocatedFinding.unreadable
    if let index = cases.firstIndex(where: { $0.name == name }) {
      if case .unreadable(let before) = cases[index].outcome {
        cases[index].outcome = .unreadable(before + "; " + message)
      }
    } else {
      cases.append(.init(name: name, outcome: .unreadable(message)))
    }
  }
}

extension TraceReport {
  fileprivate func ruleSuite(failingFrom severity: Severity) -> RuleSuite {
    var names = coverage.rules.filter { $0.exercised + $0.violated > 0 }.map(\.id)
    names += countsByRule.map(\.rule).filter { !names.contains($0) }
    var cases = names.map { name in
      RuleSuite.Case(name: name, outcome: outcome(of: name, failingFrom: severity))
    }
    if cases.isEmpty {
      let outcome =
        verdict == .inconclusive
        ? RuleSuite.Outcome.skipped(reason ?? "nothing was checkable") : .passed
      cases = [.init(name: "lifecycles", outcome: outcome)]
    }
    return RuleSuite(
      path: path, eventCount: events, cases: cases,
      remarks: violations.filter { $0.severity < severity && $0.suppression == nil })
  }

  private func outcome(of rule: String, failingFrom severity: Severity) -> RuleSuite.Outcome {
    let failing = groups.filter { $0.rule == rule && $0.severity >= severity }
    let count = failing.reduce(0) { $0 + $1.count - $1.suppressed }
    if count > 0 {
      let listed = violations.filter {
        $0.rule == rule && $0.severity >= severity && $0.suppression == nil
      }
      return .failed(listed, count: count)
    }
    guard let known = violations.first(where: { $0.rule == rule && $0.suppression != nil }),
      let suppression = known.suppression
    else { return .passed }
    let reason = suppression.reason.map { ": " + $0 } ?? ""
    return .skipped("suppressed by the \(suppression.source.rawValue)\(reason)")
  }
}
