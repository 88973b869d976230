internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// Everything known about the rules of a run, from the report and, if there is one, the grammar.
struct RuleFacts {
  /// The outcome of a rule.
  enum Outcome {
    case broken
    case kept
    /// No event was one that it applies to, no recording could show a breach, or it was switched off.
    case notChecked
  }

  /// One rule.
  struct Entry {
    var id: String
    var severity: Severity
    var title: String
    var explanation: String
    var fix: String
    var link: String?
    /// How many events the rule applied to.
    var exercised: Int
    /// How many findings of it there are.
    var violated: Int

    var outcome: Outcome {
      violated > 0 ? .broken : exercised > 0 ? .kept : .notChecked
    }
  }

  /// Broken rules first, each part in the order of the grammar, or by id without a grammar.
  let entries: [Entry]
  private let index: [String: Int]

  init(report: Report, grammar: Grammar?, coverage: Coverage) {
    let violated = Dictionary(
      report.traces.flatMap { $0.countsByRule.map { ($0.rule, $0.count) } }, uniquingKeysWith: +)
    let exercised = Dictionary(coverage.rules.map { ($0.id, $0.exercised) }, uniquingKeysWith: +)
    var entries: [Entry] = []
    var known: Set<String> = []
    for rule in grammar?.rules ?? [] where known.insert(rule.id).inserted {
      entries.append(
        Entry(
          id: rule.id, severity: rule.severity, title: rule.title, explanation: rule.explanation,
          fix: rule.fix, link: rule.link, exercised: exercised[rule.id] ?? 0,
          violated: violated[rule.id] ?? 0))
    }
    for rule in report.rules where known.insert(rule.id).inserted {
      entries.append(
        Entry(
          id: rule.id, severity: rule.severity, title: rule.title, explanation: rule.explanation,
          fix: "", link: rule.link, exercised: exercised[rule.id] ?? 0,
          violated: violated[rule.id] ?? 0))
    }
    for id in violated.keys.sorted() where known.insert(id).inserted {
      entries.append(
        Entry(
          id: id, severity: .error, title: "", explanation: "", fix: "", link: nil,
          exercised: exercised[id] ?? 0, violated: violated[id] ?? 0))
    }
    let ordered =
      entries.filter { $0.outcome == .broken } + entries.filter { $0.outcome == .kept }
      + entries.filter { $0.outcome == .notChecked }
    self.entries = ordered
    index = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.id, $0) })
  }

  /// The rule with the given id; nil when nothing is known about it.
  subscript(id: String) -> Entry? { index[id].map { entries[$0] } }

  /// The identity of a rule's place in the page; rule ids are kebab case, anything else gets a number.
  func anchor(_ id: String) -> String {
    let isPlain =
      !id.isEmpty && id.utf8.count < 80
      && id.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
      }
    return isPlain ? "rule-\(id)" : "rule-\(shortDigits(of: id, count: 8))"
  }
}
