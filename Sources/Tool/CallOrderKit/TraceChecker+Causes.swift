internal import CallOrderCore
internal import TraceCauses
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading

/// Adding the origin and the likely causes to listed findings.
extension TraceChecker {
  /// Reads the origins of the events of a report's findings, and of the same calls before them.
  /// - Returns: nil if the trace cannot be read again.
  func origins(of report: TraceReport, in trace: ReadTrace) -> EventOrigins? {
    guard !trace.opened.isCut, let source = try? trace.opened.begin() else { return nil }
    var events: [Int: EventOrigins.Place] = [:]
    for violation in report.violations {
      if let event = violation.sameCallBefore?.event,
        events[event] == nil
      {
        events[event] = EventOrigins.Place(event: event, tellsOthers: false)
      }
      events[violation.event] = EventOrigins.Place(event: violation.event)
    }
    return EventOrigins(
      causeMembers, besides: identityMembers, of: Set(events.values), from: source,
      at: trace.opened.places, foreign: foreign)
  }

  /// Adds origins and causes to the findings of a report.
  /// - Parameters:
  ///   - stated: what is stated about the recorder; nil if nothing is.
  ///   - origins: nil if the events cannot be read again.
  func explain(
    _ report: inout TraceReport, _ shown: ShownCallbacks, stated: Records?,
    by origins: EventOrigins?
  ) {
    let hidesTexts = report.notes.contains { $0.id == PrivacyNotes.id }
    report.explain(
      RecordingFacts(shown, stated: stated, report.observed, by: plan), wording,
      redaction: { Self.redaction(of: $0, hidesTexts: hidesTexts) },
      origin: origins.map { origins in { origins[$0] } })
  }

  /// A sentence about what the recording hides: the identity of the finding's subject, or texts of a log; nil if nothing.
  private static func redaction(of violation: Violation, hidesTexts: Bool) -> String? {
    if PrivacyNotes.isRedacted(violation.subject) {
      return
        "the recording shows \(violation.subject) in place of the \(violation.subjectKind ?? violation.lifecycle)"
    }
    return hidesTexts ? "the log replaces texts with <private>" : nil
  }

  /// The members that identify the subject of an event.
  private var identityMembers: Set<String> {
    Set(
      grammar.subjects.flatMap {
        [$0.member, $0.aliasMember, $0.setMember].compactMap(\.self) + $0.joinedMembers
      })
  }

  /// The members that causes ask for; the ones that are always shown come first.
  private var causeMembers: [String] {
    ["delegate", "caller", "through", "role", "thread"] + grammar.identitiesToCompare
  }
}
