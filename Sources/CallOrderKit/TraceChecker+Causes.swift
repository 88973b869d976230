internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading

/// Saying of listed violations where they come from and why they may have come about.
extension TraceChecker {
  /// What the events of a report's violations, and the same calls before them, say of where they come from.
  /// - Parameter source: the bytes of the trace; nil where they cannot be read again.
  func origins(
    of report: TraceReport, from source: (any ByteSource)?, through batch: inout EventBatch
  ) -> EventOrigins? {
    guard let source else { return nil }
    var events = Set(report.violations.map(\.event))
    events.formUnion(report.violations.compactMap(\.sameCallBefore))
    return EventOrigins(causeMembers, of: events, from: source, through: &batch, foreign: foreign)
  }

  /// Tells origins and causes.
  /// - Parameters:
  ///   - occurred: the callbacks that occur in the trace.
  ///   - origins: nil where the events cannot be read again.
  func explain(_ report: inout TraceReport, occurred: ObservedAlphabet, by origins: EventOrigins?) {
    let grammar = cabinet.strict.compiled.grammar
    let shown = cabinet.strict.compiled.describe(occurred, .trace)
    let occurred = Set(shown.calls + shown.notifications)
    for index in report.violations.indices {
      var violation = report.violations[index]
      var facts = CauseFacts()
      if let origins {
        facts.origin = origins[violation.event]
        facts.before = violation.sameCallBefore.map { ($0, origins[$0]) }
      }
      facts.neverRecorded = violation.repair.insertions.map(\.callback).filter {
        !occurred.contains($0)
      }
      facts.quirk = grammar.text(ofQuirk: violation.quirk)
      violation.origin = facts.origin
      violation.causes = violation.rankedCauses(grammar.causes(of: violation), by: facts)
      report.violations[index] = violation
    }
  }

  /// The members that causes ask for, those that are always told first.
  private var causeMembers: [String] {
    var members = ["delegate", "caller"]
    for rule in cabinet.strict.compiled.grammar.rules {
      for cause in rule.causes {
        for member in cause.evidence.joined().compactMap(\.member)
        where member != "file" && !members.contains(member) { members.append(member) }
      }
    }
    return Array(members.prefix(GrammarLimits.members - 2))
  }
}
