package import TraceModel

/// What a check concludes about a trace or a run.
public enum Verdict: String, Sendable, CaseIterable {
  /// At least one error or warning.
  case violating
  /// Something was checked, and no error or warning found.
  case conforming
  /// Nothing in the trace was checkable.
  case inconclusive
}

/// What a trace means for its run, by the severity that fails a run.
package enum Outcome: String, Sendable, CaseIterable {
  /// A violation that counts is at least that severe.
  case failing
  /// Nothing in the trace was checkable.
  case inconclusive
  /// Everything else, whatever less severe violations there are.
  case passing

  /// What its traces do, after their number: `12 fail`.
  package var word: String {
    switch self {
    case .failing: "fail"
    case .inconclusive: "not judged"
    case .passing: "in order"
    }
  }
}

extension TraceReport {
  /// What the trace means for its run.
  package func outcome(failingFrom severity: Severity) -> Outcome {
    if countsInForce.reach(severity) { return .failing }
    return verdict == .inconclusive ? .inconclusive : .passing
  }
}

extension SeverityCounts {
  /// Whether any violation is at least as severe.
  package func reach(_ severity: Severity) -> Bool {
    Severity.allCases.contains { $0 >= severity && self[$0] > 0 }
  }
}

extension TextTheme.Role {
  /// The role of a verdict's word.
  package init(_ verdict: Verdict) {
    switch verdict {
    case .violating: self = .error
    case .conforming: self = .success
    case .inconclusive: self = .note
    }
  }
}
