internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// Everything known about the rules of a run, from the report and, if there is one, the grammar.
struct RuleFacts {
  enum Outcome {
    case broken
    case kept
    /// No event was one that it applies to, no recording could show a breach, or it was switched off.
    case notChecked
  }

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
    func add(
      _ id: String, _ severity: Severity, _ title: String = "", _ explanation: String = "",
      fix: String = "", link: String? = nil
    ) {
      guard known.insert(id).inserted else { return }
      entries.append(
        Entry(
          id: id, severity: severity, title: title, explanation: explanation, fix: fix, link: link,
          exercised: exercised[id] ?? 0, violated: violated[id] ?? 0))
    }
    for rule in grammar?.rules ?? [] {
      add(rule.id, rule.severity, rule.title, rule.explanation, fix: rule.fix, link: rule.link)
    }
    for rule in report.rules {
      add(rule.id, rule.severity, rule.title, rule.explanation, link: rule.link)
    }
    for id in violated.keys.sorted() { add(id, .error) }
    let ordered = [Outcome.broken, .kept, .notChecked].flatMap { outcome in
      entries.filter { $0.outcome == outcome }
    }
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
