package import TraceModel
package import TraceGrammar

/// How to check one trace.
package struct CheckingOptions: Sendable {
  /// When findings are reported during the check.
  package enum Telling: Sendable {
    /// Once they hold whatever follows, and their repairs are known.
    case onceCertain
    /// At the event that broke the rule, with the cheapest repair of the events so far.
    case atOnce
  }

  /// Severities that replace those of the grammar, by rule id; nil switches a rule off.
  package var severities: [String: Severity?] = [:]
  /// Whether every subject must end in an accepting state.
  package var demandsCompleteLives = false
  /// The maximum number of violations to list; all of them are counted.
  package var violationLimit = 1_000
  /// How many calls and how many edits of a violation are shown. If it has more, the first and the last ones are shown.
  package var callLimit = 20
  /// How many events the timeline lists, from the first one on; nil for no timeline.
  package var timelineLimit: Int?
  /// Whether the report says which parts of the grammar the trace used.
  package var countsCoverage = true
  /// The OS version to judge by; nil if unknown.
  package var platform: PlatformVersion?
  /// When findings can be taken with `Checker.takeCertain()`; nil if nobody takes them before the end.
  package var telling: Telling?
  /// Whether the recording starts at the very beginning, so that no subject existed before it.
  package var beginsAtBeginning = false
  /// How much is remembered of subjects that have ended.
  package var limits = MemoryLimits()
  /// Whether ordinary calls take a shortcut; the result is the same without it.
  package var usesShortcut = true

  /// The results of earlier looks at the same trace.
  package var earlier = EarlierLook()

  package init() {}
}

/// The results of earlier looks at a trace that the next one needs.
///
/// A look is one pass over the trace. The first look judges as if the recording showed everything; later looks judge
/// by fewer callbacks.
package struct EarlierLook: Sendable {
  /// Faults that a quirk excuses if everything is recorded, by lifecycle and subject, with the ids of the quirks. A
  /// look that judges by fewer callbacks excuses them as well, whatever they look like then.
  package var excused: [FaultSubject: String] = [:]
  /// Whether no other look follows. If a subject's role or delegates do not show all that others do, its findings then
  /// cannot be judged again by fewer callbacks.
  package var isOnlyLook = false
  /// The subjects whose findings this look reports; nil for all.
  package var scopes: RecorderScopes?
  /// The findings of looks of the same sort about other subjects.
  package var found: FoundBefore?

  package init() {}
}

/// The findings of several looks, each of which reports other subjects.
package struct FoundBefore: Sendable {
  var findings: FindingCollector
  var missing: MissingCallbacks
}

/// The subject of a fault: the names of a lifecycle and of a subject.
package struct FaultSubject: Hashable, Sendable {
  package var lifecycle: String
  package var subject: String

  package init(lifecycle: String, subject: String) {
    (self.lifecycle, self.subject) = (lifecycle, subject)
  }
}
