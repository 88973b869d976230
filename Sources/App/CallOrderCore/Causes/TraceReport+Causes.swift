package import TraceChecking
package import TraceFindings
package import TraceGrammar
package import TraceModel

extension TraceReport {
  /// The event member that holds the role of its subject.
  package static let roleMember = "role"

  /// Adds headlines, origins and likely causes to the violations.
  /// - Parameters:
  ///   - shown: the callbacks that the trace shows.
  ///   - stated: what is stated about the recorder; nil if nothing is.
  ///   - whole: the grammar, for recordings that show every callback.
  ///   - redaction: says what the recording hides about a violation; nil if nothing.
  ///   - origin: says where an event, counted from 1, comes from; nil if the events cannot be read again.
  package mutating func explain(
    _ shown: ShownCallbacks, stated: Records?, by whole: CompiledGrammar,
    redaction: (Violation) -> String? = { _ in nil }, origin: ((Int) -> EventOrigin)?
  ) {
    let grammar = whole.grammar
    let occurring = whole.describe(shown.all, .trace)
    var common = CauseFacts(occurred: Set(occurring.calls + occurring.notifications))
    if stated == .all {
      common.statesEverything = true
    } else if stated != nil, let listed = observed {
      common.listed = Set(listed.calls + listed.notifications)
    }
    common.findings = TraceFaults(violations, of: grammar, occurred: common.occurred)
    common.eventCount = events
    let identities = Set(grammar.identitiesToCompare)
    let partial = grammar.callbacksOfParts(unlessAny: common.occurred)
    for index in violations.indices {
      var violation = violations[index]
      var facts = common
      if let origin {
        facts.origin = origin(violation.event)
        facts.before = violation.sameCallBefore?.event.map { ($0, origin($0)) }
        let role = Self.role(facts.origin) ?? facts.before.flatMap { Self.role($0.origin) }
        if let role, let shown = shown.byRole[role] { (facts.role, facts.occurred) = (role, shown) }
      }
      facts.redaction = redaction(violation)
      facts.quirk = grammar.text(ofQuirk: violation.quirk)
      violation.expected.removeAll { partial.contains($0) }
      violation.origin = facts.origin
      violation.message = violation.headline(of: grammar)
      violation.origin.members.removeAll { identities.contains($0.name) }
      violation.causes = violation.rankedCauses(of: grammar, by: facts)
      if violation.shouldNotHaveCome { violation.message = violation.headline(of: grammar) }
      violations[index] = violation
    }
  }

  private static func role(_ origin: EventOrigin) -> String? {
    origin.members.first { $0.name == roleMember }?.value
  }
}

extension Grammar {
  /// The members that show whether two calls about one subject are really about the same one.
  package var identitiesToCompare: [String] {
    subjects.compactMap(\.aliasMember) + subjects.prefix(1).map(\.member)
  }
}
