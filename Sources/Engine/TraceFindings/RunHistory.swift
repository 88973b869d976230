public import TraceModel

/// How the findings of a run compare with those of earlier runs.
public struct RunHistory: Sendable, Equatable {
  /// How many runs are listed, including the current one; if there are more, the last ones.
  public static let runLimit = 50
  /// How many findings are listed individually.
  public static let findingLimit = 1_000
  /// How many traces are listed individually.
  public static let traceLimit = 1_000

  /// One run.
  public struct Run: Sendable, Equatable {
    /// The name of the run, such as the name of its report.
    public var name: String
    /// How many traces it checked.
    public var traces: Int
    /// How many of them had an error or a warning.
    public var failing: Int
    /// The violations that counted against it.
    public var counts: SeverityCounts

    /// Makes a run.
    public init(name: String, traces: Int, failing: Int, counts: SeverityCounts) {
      (self.name, self.traces, self.failing, self.counts) = (name, traces, failing, counts)
    }
  }

  /// How many violations a rule or a trace had, run by run.
  public struct Trend: Sendable, Equatable {
    /// The rule's id, or the trace's path.
    public var name: String
    /// The violations that counted, for each run; nil where the run had no such trace.
    public var counts: [Int?]

    /// Makes a trend.
    public init(name: String, counts: [Int?]) { (self.name, self.counts) = (name, counts) }
  }

  /// What became of a fault.
  public enum Fate: String, Sendable, CaseIterable {
    /// No earlier run had it.
    case new
    /// The previous run had it, and this one does not.
    case fixed
    /// It came and went, or went and came back.
    case flaky
  }

  /// A fault that not every run had.
  public struct Finding: Sendable, Equatable {
    /// What became of it.
    public var fate: Fate
    /// The trace's path.
    public var trace: String
    /// The rule that is broken.
    public var rule: String
    /// The severity in force when it was seen last.
    public var severity: Severity
    /// The fault's name across recordings.
    public var fingerprint: String
    /// For each run whether it had it; nil where the run had no such trace.
    public var seen: [Bool?]

    /// Makes a finding.
    public init(
      fate: Fate, trace: String, rule: String, severity: Severity, fingerprint: String,
      seen: [Bool?]
    ) {
      (self.fate, self.trace, self.rule) = (fate, trace, rule)
      (self.severity, self.fingerprint, self.seen) = (severity, fingerprint, seen)
    }
  }

  /// The runs, the oldest first and the current one last.
  public var runs: [Run]
  /// By rule, those that the current run breaks most first.
  public var rules: [Trend]
  /// Traces of the current run in which any run found something, those with most findings first.
  public var traces: [Trend]
  /// New, fixed and flaky faults, in this order, the most severe first, up to the limit.
  public var findings: [Finding]
  /// How many faults are new, listed or not.
  public var newCount: Int
  /// How many are fixed, listed or not.
  public var fixedCount: Int
  /// How many are flaky, listed or not.
  public var flakyCount: Int

  /// Makes a history of its parts.
  public init(
    runs: [Run] = [], rules: [Trend] = [], traces: [Trend] = [], findings: [Finding] = [],
    newCount: Int = 0, fixedCount: Int = 0, flakyCount: Int = 0
  ) {
    (self.runs, self.rules, self.traces, self.findings) = (runs, rules, traces, findings)
    (self.newCount, self.fixedCount, self.flakyCount) = (newCount, fixedCount, flakyCount)
  }
}

/// Builds a history from one report after the other, without keeping the reports.
public struct RunHistoryBuilder: Sendable {
  private struct Fault: Hashable {
    var trace: String
    var fingerprint: String
  }

  private struct Known {
    var rule: String
    var severity: Severity
    var runs: Set<Int>
  }

  private var runs: [RunHistory.Run] = []
  private var rules: [String: [Int: Int]] = [:]
  private var traces: [String: [Int: Int]] = [:]
  private var faults: [Fault: Known] = [:]
  private var pairing = TracePairing()

  /// Makes a builder without runs.
  public init() {}

  /// Adds a run that came after all others; the last one added is the current run.
  /// - Complexity: O(kinds of fault of all traces).
  public mutating func add(_ report: Report, named name: String) {
    let run = runs.count
    var all = SeverityCounts()
    let keys = pairing.keys(of: report.traces)
    for (trace, key) in zip(report.traces, keys) {
      var sum = 0
      for group in trace.groups where group.count > group.suppressed {
        let count = group.count - group.suppressed
        sum += count
        all[group.severity] += count
        rules[group.rule, default: [:]][run, default: 0] += count
        let fault = Fault(trace: key, fingerprint: group.fingerprint)
        var known = faults[fault] ?? Known(rule: group.rule, severity: group.severity, runs: [])
        known.rule = group.rule
        known.severity =
          known.runs.contains(run) ? max(known.severity, group.severity) : group.severity
        known.runs.insert(run)
        faults[fault] = known
      }
      traces[key, default: [:]][run] = sum
    }
    runs.append(
      RunHistory.Run(
        name: name, traces: report.traces.count,
        failing: report.traces.count { $0.verdict == .violating }, counts: all))
  }

  /// The history of the runs that were added.
  /// - Complexity: O(faults × runs).
  public var history: RunHistory {
    let all = runs.indices
    let present = runs.count - 1
    var history = RunHistory(runs: runs)
    history.rules =
      rules.map { name, counts in
        RunHistory.Trend(name: name, counts: all.map { counts[$0] ?? 0 })
      }.sortedByLast
    history.traces = Array(
      traces.filter { $0.value[present] != nil && $0.value.values.contains { $0 > 0 } }
        .map { name, counts in
          RunHistory.Trend(name: pairing.path(of: name), counts: all.map { counts[$0] })
        }
        .sortedByLast.prefix(RunHistory.traceLimit))
    var findings: [RunHistory.Finding] = []
    for (fault, known) in faults {
      guard let judged = traces[fault.trace], judged[present] != nil else { continue }
      let seen = all.map { judged[$0] == nil ? nil : known.runs.contains($0) }
      guard let fate = Self.fate(seen.compactMap(\.self)) else { continue }
      findings.append(
        RunHistory.Finding(
          fate: fate, trace: pairing.path(of: fault.trace), rule: known.rule,
          severity: known.severity,
          fingerprint: fault.fingerprint, seen: seen))
    }
    func count(_ fate: RunHistory.Fate) -> Int { findings.count { $0.fate == fate } }
    (history.newCount, history.fixedCount, history.flakyCount) = (
      count(.new), count(.fixed), count(.flaky)
    )
    findings.sort { $0.precedes($1) }
    history.findings = Array(findings.prefix(RunHistory.findingLimit))
    return history
  }

  /// What became of a fault, by the runs that had its trace, the current one last; nil where nothing changed lately.
  private static func fate(_ seen: [Bool]) -> RunHistory.Fate? {
    guard let last = seen.last else { return nil }
    let changes = zip(seen, seen.dropFirst()).count { $0 != $1 }
    if changes >= 2 { return .flaky }
    if last { return seen.dropLast().contains(true) ? nil : .new }
    return seen.dropLast().last == true ? .fixed : nil
  }
}

extension [RunHistory.Trend] {
  /// By the number of the current run, then by the sum of all, then by name.
  fileprivate var sortedByLast: Self {
    func key(_ trend: RunHistory.Trend) -> (Int, Int) {
      ((trend.counts.last ?? nil) ?? 0, trend.counts.reduce(0) { $0 + ($1 ?? 0) })
    }
    return sorted {
      let (left, right) = (key($0), key($1))
      return left == right ? $0.name < $1.name : left > right
    }
  }
}

extension RunHistory.Finding {
  fileprivate func precedes(_ other: Self) -> Bool {
    if fate != other.fate {
      let order = RunHistory.Fate.allCases
      return (order.firstIndex(of: fate) ?? 0) < (order.firstIndex(of: other.fate) ?? 0)
    }
    if severity != other.severity { return severity > other.severity }
    return (trace, rule, fingerprint) < (other.trace, other.rule, other.fingerprint)
  }
}
