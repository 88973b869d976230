internal import CallOrderCore
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading

/// Adding the origin and the likely causes to listed violations.
extension TraceChecker {
  /// The event member that holds the role of its subject.
  private static let roleMember = "role"

  /// Which callbacks a trace shows.
  struct Shown {
    /// The callbacks that occur.
    var callbacks: RecordedCallbacks
    /// By the name of each recorded role, the short names of the callbacks that occur for its subjects.
    var byRole: [String: Set<String>] = [:]
  }

  /// Reads the origins of the events of a report's violations, and of the same calls before them.
  /// - Parameters:
  ///   - source: the bytes of the trace; nil if they cannot be read again.
  ///   - places: where some batches begin.
  func origins(
    of report: TraceReport, from source: (any ByteSource)?,
    at places: BatchPlaces = BatchPlaces(), through batch: inout EventBatch
  ) -> EventOrigins? {
    guard let source else { return nil }
    var events: [Int: EventOrigins.Place] = [:]
    for violation in report.violations {
      if let before = violation.sameCallBefore, let event = before.event, let line = before.line,
        events[event] == nil
      {
        events[event] = EventOrigins.Place(event: event, line: line, tellsOthers: false)
      }
      events[violation.event] = EventOrigins.Place(event: violation.event, line: violation.line)
    }
    return EventOrigins(
      causeMembers, besides: identityMembers, of: Set(events.values), from: source,
      at: places, through: &batch, foreign: foreign)
  }

  /// Adds origins and causes to the violations of a report.
  /// - Parameters:
  ///   - stated: what is stated about the recorder; nil if nothing is.
  ///   - origins: nil if the events cannot be read again.
  func explain(
    _ report: inout TraceReport, _ shown: Shown, stated: Records?, by origins: EventOrigins?
  ) {
    let grammar = grammars.whole.compiled.grammar
    let observed = grammars.whole.compiled.describe(shown.callbacks, .trace)
    var common = CauseFacts(occurred: Set(observed.calls + observed.notifications))
    if stated == .all {
      common.statesEverything = true
    } else if stated != nil, let listed = report.observed {
      common.listed = Set(listed.calls + listed.notifications)
    }
    common.findings = TraceFaults(report.violations, of: grammar, occurred: common.occurred)
    common.eventCount = report.events
    let identities = Set(identitiesToCompare)
    let partial = grammar.callbacksOfParts(unlessAny: common.occurred)
    for index in report.violations.indices {
      var violation = report.violations[index]
      var facts = common
      if let origins {
        facts.origin = origins[violation.event]
        facts.before = violation.sameCallBefore?.event.map { ($0, origins[$0]) }
        let role = Self.role(facts.origin) ?? facts.before.flatMap { Self.role($0.origin) }
        if let role, let shown = shown.byRole[role] { (facts.role, facts.occurred) = (role, shown) }
      }
      facts.redaction = Self.redaction(of: violation, in: report)
      facts.quirk = grammar.text(ofQuirk: violation.quirk)
      violation.expected.removeAll { partial.contains($0) }
      violation.origin = facts.origin
      violation.message = violation.headline(of: grammar)
      violation.origin.members.removeAll { identities.contains($0.name) }
      violation.causes = violation.rankedCauses(of: grammar, by: facts)
      if violation.shouldNotHaveCome { violation.message = violation.headline(of: grammar) }
      report.violations[index] = violation
    }
  }

  private static func role(_ origin: EventOrigin) -> String? {
    origin.members.first { $0.name == roleMember }?.value
  }

  /// A sentence about what the recording hides: the identity of the violation's subject, or texts of a log; nil if nothing.
  private static func redaction(of violation: Violation, in report: TraceReport) -> String? {
    if PrivacyNotes.isRedacted(violation.subject) {
      return
        "the recording shows \(violation.subject) in place of the \(violation.subjectKind ?? violation.lifecycle)"
    }
    return report.notes.contains { $0.id == PrivacyNotes.id }
      ? "the log replaces texts with <private>" : nil
  }

  /// The members that identify the subject of an event.
  private var identityMembers: Set<String> {
    let subjects = grammars.whole.compiled.grammar.subjects
    return Set(
      subjects.flatMap {
        [$0.member, $0.aliasMember, $0.setMember].compactMap(\.self) + $0.joinedMembers
      })
  }

  /// The members that show whether two calls about one subject are really about the same one.
  private var identitiesToCompare: [String] {
    let subjects = grammars.whole.compiled.grammar.subjects
    return subjects.compactMap(\.aliasMember) + subjects.prefix(1).map(\.member)
  }

  /// The members that causes ask for; the ones that are always shown come first.
  private var causeMembers: [String] {
    var members = ["delegate", "caller", Self.roleMember, "thread"]
    members += identitiesToCompare
    for rule in grammars.whole.compiled.grammar.rules {
      for cause in rule.causes {
        for member in cause.evidence.joined().compactMap(\.member)
        where member != "file" && !members.contains(member) { members.append(member) }
      }
    }
    return Array(members.prefix(GrammarLimits.members - 3))
  }
}
