public import TraceModel

/// What one run found: the value that every output format renders.
public struct Report: Sendable, Equatable {
  /// An input that could not be checked, or only in part.
  public struct Failure: Sendable, Equatable {
    /// The path as the user gave it; `-` for standard input.
    public var path: String
    /// The position of the fault, when it is in the text of the input.
    public var position: SourcePosition?
    /// What is wrong, in one sentence without a full stop.
    public var message: String

    /// The path with line and column as compilers write it, such as `calls.json:3:14`.
    package var place: String {
      path + (position.map { ":\($0.line):\($0.column)" } ?? "")
    }

    /// The order by path, position and message, so that it does not matter which failure was known first.
    static func precedes(_ left: Failure, _ right: Failure) -> Bool {
      if !left.path.utf8.elementsEqual(right.path.utf8) {
        return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
      }
      let places = [left, right].map { ($0.position?.line ?? 0, $0.position?.column ?? 0) }
      if places[0] != places[1] { return places[0] < places[1] }
      return left.message.utf8.lexicographicallyPrecedes(right.message.utf8)
    }

    /// Makes a failure.
    public init(path: String, position: SourcePosition? = nil, message: String) {
      self.path = path
      self.position = position
      self.message = message
    }
  }

  /// The texts about a rule that was broken.
  public struct RuleText: Sendable, Equatable {
    /// The rule's id.
    public var id: String
    /// The severity the grammar gives it.
    public var severity: Severity
    /// One sentence: what the rule forbids.
    public var title: String
    /// Why it matters and how to fix it, in a few sentences.
    public var explanation: String
    /// The kind of mistake that breaks it, in a few words; empty where the grammar names none.
    public var category: String
    /// Where it is documented; nil when nowhere. Anything but an `https` address becomes nil: a grammar or a saved report
    /// may come from anyone.
    public var link: String? { didSet { link = Self.safe(link) } }
    /// The facts that it is based on, such as `R-25`.
    public var facts: [String]

    /// Makes the text of a rule.
    public init(
      id: String, severity: Severity, title: String, explanation: String, category: String = "",
      link: String? = nil, facts: [String] = []
    ) {
      self.id = id
      self.severity = severity
      self.title = title
      self.explanation = explanation
      self.category = category
      self.link = Self.safe(link)
      self.facts = facts
    }

    private static func safe(_ link: String?) -> String? {
      link.flatMap { $0.isWebAddress ? $0 : nil }
    }
  }

  /// The version of the tool that made the report.
  public var toolVersion: String
  /// The grammar's name.
  public var grammarName: String
  /// The grammar's version.
  public var grammarVersion: String
  /// The file or the name of the grammar, as a command names it to judge or explain by it; nil if it need not.
  package var grammarPath: String?
  /// The traces, sorted by path.
  public var traces: [TraceReport]
  /// Inputs that could not be checked, sorted by path.
  public var failures: [Failure]
  /// The rules that were broken, sorted by id.
  public var rules: [RuleText]
  /// The coverage of all traces that do not have their own; nil if it was not counted.
  package var foldedCoverage: CoverageCounts?

  /// Makes a report; `traces`, `failures` and `rules` are sorted as described.
  public init(
    toolVersion: String, grammarName: String, grammarVersion: String, traces: [TraceReport] = [],
    failures: [Failure] = [], rules: [RuleText] = []
  ) {
    self.toolVersion = toolVersion
    self.grammarName = grammarName
    self.grammarVersion = grammarVersion
    self.traces = traces
    self.failures = failures
    self.rules = rules
    sort()
    // What all traces together used is told, and not what each of them did.
    for index in self.traces.indices where self.traces[index].coverageCounts != nil {
      foldedCoverage.add(self.traces[index].coverageCounts)
      self.traces[index].coverageCounts = nil
    }
  }

  private mutating func sort() {
    // Arrays that are already sorted are kept, since a copy of very many traces is large.
    let isSorted = zip(traces, traces.dropFirst()).allSatisfy {
      !$1.path.utf8.lexicographicallyPrecedes($0.path.utf8)
    }
    if !isSorted { traces.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) } }
    failures.sort(by: Failure.precedes)
    rules.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }

  /// `violating` if any trace is, otherwise `conforming` if any trace is, otherwise `inconclusive`.
  public var verdict: Verdict {
    if traces.contains(where: { $0.verdict == .violating }) { return .violating }
    if traces.contains(where: { $0.verdict == .conforming }) { return .conforming }
    return .inconclusive
  }

  /// The numbers of violations of all traces, exact even when not all are listed.
  public var counts: SeverityCounts {
    traces.reduce(into: SeverityCounts()) { $0 += $1.counts }
  }

  /// The text of the rule with the given id; nil when it was not broken.
  public func rule(_ id: String) -> RuleText? { rules.first { $0.id == id } }

  /// The report of both sets of traces together; the order of the two does not matter.
  ///
  /// The tool's version and the grammar are those of `self`.
  /// - Complexity: O(n log n) in the number of traces.
  public func merged(with other: Report) -> Report {
    var rules = rules
    for rule in other.rules where !rules.contains(where: { $0.id == rule.id }) {
      rules.append(rule)
    }
    var merged = Report(
      toolVersion: toolVersion, grammarName: grammarName, grammarVersion: grammarVersion,
      traces: other.traces.isEmpty ? traces : traces + other.traces,
      failures: failures + other.failures, rules: rules)
    merged.grammarPath = grammarPath
    var coverage = foldedCoverage
    coverage.add(other.foldedCoverage)
    merged.foldedCoverage.add(coverage)
    return merged
  }
}

extension Report {
  /// What an inconclusive verdict says about the whole run.
  package static let inconclusion = "nothing was checked"
}
