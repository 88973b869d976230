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
  /// Whether events without an identity are about one subject, or one for each wider subject, whatever they show.
  package var takesUnnamedAsOne = false
  /// How much is remembered of subjects that have ended.
  package var limits = MemoryLimits()
  /// Whether ordinary calls take the fast lane and step all lifecycles at once; the result is the same without it.
  package var usesFastLane = true
  /// The faults that are excused because a quirk excuses them if everything is recorded, whatever they look like here;
  /// by lifecycle and subject, with the ids of the quirks.
  package var excused: [FaultSubject: String] = [:]
  /// Whether another pass follows if a finding is more than a note. Once there is one, findings that would not be listed
  /// are then not even counted. If every other event is wrong, this saves a tenth of the time of the pass.
  package var isTentative = false
  /// Whether events that repeat others, times included, are the same events.
  package var doubtsTimes = false
  /// The events whose order is not certain, because their times contradict it by little; by number, ascending.
  package var disorder: [ClosedRange<UInt32>] = []
  /// Whose findings are reported.
  package var reported = ReportedSubjects.all

  package init() {}
}

/// Whose findings a pass over a trace reports.
package enum ReportedSubjects: Sendable {
  /// Those of all subjects.
  case all
  /// Those of all subjects. If some are about subjects that show less than others, another pass judges those.
  case allButScopes(RecorderScopes)
  /// Only those of the subjects of one scope.
  case scope(Int, of: RecorderScopes)
  /// Those of the subjects that show everything by the end, as no other pass follows.
  case showingAll

  var scopes: RecorderScopes? {
    switch self {
    case .all, .showingAll: nil
    case .allButScopes(let scopes), .scope(_, of: let scopes): scopes
    }
  }
}

/// The findings of a pass about the subjects of one scope.
package struct ScopeFindings: Sendable {
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
