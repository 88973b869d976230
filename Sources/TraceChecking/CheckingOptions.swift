package import TraceDiagnostics
package import TraceGrammar

/// How one trace is to be checked.
package struct CheckingOptions: Sendable {
  /// When a finding is told.
  package enum Telling: Sendable {
    /// Once it is certain whatever follows, and its repair is known.
    case onceCertain
    /// By the event that broke the rule already, with the cheapest repair of what came so far.
    case atOnce
  }

  /// Severities that replace those of the grammar, by rule id; nil switches a rule off.
  package var severities: [String: Severity?] = [:]
  /// Whether every subject has to end in an accepting state.
  package var demandsCompleteLives = false
  /// How many violations are listed; all of them are counted.
  package var violationLimit = 1_000
  /// How many calls and edits of a violation are shown: the first and the last ones, where it has more.
  package var callLimit = 20
  /// Up to how many events a timeline lists all of them; nil for no timeline.
  package var timelineLimit: Int?
  /// Whether the report says which parts of the grammar the trace used.
  package var countsCoverage = true
  /// The OS version to judge by; nil when unknown.
  package var platform: PlatformVersion?
  /// When findings are told, all of them, by `Checker.takeCertain()`; nil where nobody takes them.
  package var telling: Telling?
  /// Whether the recording begins at the beginning, so that nothing lived before it.
  package var beginsAtBeginning = false
  /// How much is remembered of subjects that are over.
  package var limits = MemoryLimits()
  /// Whether ordinary calls are checked the short way; the result is the same without it.
  package var usesShortcut = true

  /// What an earlier look at the same trace came to.
  package var earlier = EarlierLook()

  package init() {}
}

/// What a look at a trace as if it showed everything tells the next one.
package struct EarlierLook: Sendable {
  /// Faults that a quirk excuses when everything is recorded, by lifecycle and subject: with less recorded they are
  /// excused as well, whatever they look like then.
  package var excused: [FaultSubject: String] = [:]
  /// Whether no other look follows, so that it cannot be judged by less what is found about a subject whose role or
  /// delegates do not show all that others do.
  package var isOnlyLook = false
  /// Whose findings this look tells; nil for everybody's.
  package var scopes: RecorderScopes?
  /// What looks of the same sort found about others.
  package var found: FoundBefore?

  package init() {}
}

/// What looks at a trace found that each tell of other subjects.
package struct FoundBefore: Sendable {
  var findings: FindingCollector
  var missing: MissingCallbacks
}

/// What a fault is about.
package struct FaultSubject: Hashable, Sendable {
  package var lifecycle: String
  package var subject: String

  package init(lifecycle: String, subject: String) {
    (self.lifecycle, self.subject) = (lifecycle, subject)
  }
}
