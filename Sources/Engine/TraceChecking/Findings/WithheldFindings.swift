import TraceModel
import TraceFindings
internal import TraceGrammar

/// Findings of a look that no other look follows. They hold if their subject shows everything that the look judges by.
///
/// Whatever its role or its delegates never show would have to count as not recorded, and that takes another look.
struct WithheldFindings {
  /// Findings with the same key are reported or dropped together.
  private struct Key: Hashable {
    var about: RecordedSubject
    /// The rule, if the rest of the trace decides whether it applies.
    var rule: RuleID?
    var isUnnamed: Bool

    func precedes(_ other: Key) -> Bool {
      if about != other.about { return about.precedes(other.about) }
      return (rule?.index ?? -1, isUnnamed ? 1 : 0) < (
        other.rule?.index ?? -1, other.isUnnamed ? 1 : 0
      )
    }
  }

  /// How many sets of findings are kept. Findings about further recorders are dropped.
  private static let limit = 32

  private let listLimit: Int
  private var findings: [Key: FindingCollector] = [:]

  /// - Parameter listLimit: how many violations are listed.
  init(listLimit: Int) { self.listLimit = listLimit }

  /// Whether findings of a severity are withheld; notes accuse nobody.
  static func withholds(_ severity: Severity) -> Bool { severity != .note }

  /// Counts a violation.
  /// - Parameter rule: the rule, if the rest of the trace decides whether it applies.
  mutating func add(
    _ violation: Violation, about: RecordedSubject, waitingFor rule: RuleID?, isUnnamed: Bool
  ) {
    change(Key(about: about, rule: rule, isUnnamed: isUnnamed)) { $0.add(violation) }
  }

  /// Adds the count of violations that are not to be listed.
  mutating func count(_ finding: BriefFinding, about: RecordedSubject) {
    change(Key(about: about, isUnnamed: false)) { $0.count(finding) }
  }

  private mutating func change(_ key: Key, _ body: (inout FindingCollector) -> Void) {
    if findings[key] == nil, findings.count >= Self.limit { return }
    body(&findings[key, default: FindingCollector(limit: listLimit)])
  }

  /// Whether a violation at the event would still be listed.
  func wouldList(event: Int, _ severity: Severity, about: RecordedSubject) -> Bool {
    findings[Key(about: about, isUnnamed: false)]?.wouldList(event: event, severity) ?? true
  }

  /// Drops the findings about subjects without identity.
  mutating func dropUnnamed() { findings = findings.filter { !$0.key.isUnnamed } }

  /// The listed violations that hold if a rule applies.
  func violations(waitingFor rule: RuleID) -> [(violation: Violation, about: RecordedSubject?)] {
    findings.filter { $0.key.rule == rule && !$0.key.isUnnamed }
      .sorted { $0.key.precedes($1.key) }.flatMap { key, found in
        var found = found
        return found.violations().map { ($0, key.about) }
      }
  }

  /// The findings that hold, in a fixed order.
  func holding(
    _ holds: (RecordedSubject) -> Bool
  ) -> [(rule: RuleID?, isUnnamed: Bool, findings: FindingCollector)] {
    findings.filter { holds($0.key.about) }.sorted { $0.key.precedes($1.key) }
      .map { ($0.key.rule, $0.key.isUnnamed, $0.value) }
  }
}
