package import TraceFindings
internal import TraceGrammar

extension TraceReport {
  /// Adds headlines, origins and likely causes to the violations.
  /// - Parameters:
  ///   - facts: what the recording shows and states; the findings are added.
  ///   - redaction: says what the recording hides about a violation; nil if nothing.
  ///   - origin: says where an event, counted from 1, comes from; nil if the events cannot be read again.
  package mutating func explain(
    _ facts: RecordingFacts, _ wording: Wording,
    redaction: (Violation) -> String? = { _ in nil }, origin: ((Int) -> EventOrigin)?
  ) {
    if violations.isEmpty { return }
    var recording = facts
    recording.eventCount = events
    recording.learn(from: violations, wording)
    let identities = Set(wording.grammar.identitiesToCompare)
    let partial = wording.grammar.callbacksOfParts(unlessAny: recording.occurred)
    for index in violations.indices {
      var violation = violations[index]
      violation.expected.removeAll { partial.contains($0) }
      if let origin { violation.origin = origin(violation.event) }
      violation.message = wording.headline(of: violation)
      CauseFacts(
        violation, wording, in: recording, redaction: redaction(violation),
        origin: origin ?? { _ in EventOrigin() }
      ).explain(&violation)
      violation.origin.members.removeAll { identities.contains($0.name) }
      violations[index] = violation
    }
  }
}
