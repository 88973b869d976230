internal import CallOrderCore
internal import TraceCauses
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading

/// Adding the origin and the likely causes to listed findings.
extension TraceChecker {
  /// Where the events of a trace come from.
  func origins(in trace: ReadTrace) -> EventOrigins {
    let asked = members.single[members.identityCount..<members.firstShown].filter {
      !shownMembers.contains($0) && EventMembers.head(of: $0) == nil
    }
    // Only a log has a text for each event.
    let isLog = trace.report.format != TraceHeader().format
    return EventOrigins(
      trace.store, telling: shownMembers + asked + (isLog ? [EventMembers.logLine] : []))
  }

  /// Adds origins and causes to the findings of a report.
  /// - Parameters:
  ///   - stated: what is stated about the recorder; nil if nothing is.
  func explain(
    _ report: inout TraceReport, _ shown: ShownCallbacks, stated: Records?,
    by origins: EventOrigins
  ) {
    let hidesTexts = report.notes.contains { $0.id == PrivacyNotes.id }
    report.explain(
      RecordingFacts(shown, stated: stated, report.observed, by: plan), wording,
      redaction: { Self.redaction(of: $0, hidesTexts: hidesTexts) },
      origin: { origins[$0] })
  }

  /// A sentence about what the recording hides: the identity of the finding's subject, or texts of a log; nil if nothing.
  private static func redaction(of violation: Violation, hidesTexts: Bool) -> String? {
    if PrivacyNotes.isRedacted(violation.subject) {
      return
        "the recording shows \(violation.subject) in place of the \(violation.subjectKind ?? violation.lifecycle)"
    }
    return hidesTexts ? "the log replaces texts with <private>" : nil
  }
}
