package import TraceFindings
internal import TraceGrammar
package import TraceModel

/// Judges traces by one grammar. It keeps what it has built of automata for the next trace, so one thread may use it at a time.
package final class TraceJudge {
  /// How many projections of the lifecycles are kept.
  private static let limit = 64
  /// How many further subjects a violation names.
  private static let otherSubjectLimit = 16

  /// The grammar.
  package let plan: Plan
  private struct Projection: Hashable {
    var shown: RecordedCallbacks?
    var isWhole: Bool
    /// Whether lifecycles must end in accepting states.
    var isDemanding: Bool
  }
  private var projections: [Projection: Machines] = [:]

  /// The id of the note on subjects that cannot be told apart.
  package static var severalNote: String { Summary.severalNote }

  /// Creates a judge.
  package init(_ plan: Plan) { self.plan = plan }

  /// What the check of a trace has found.
  package struct Judged {
    /// The report, with what the one that was given says.
    package var report: TraceReport
    /// The callbacks that occur.
    package var shown: ShownCallbacks
    /// What is stated about the recorder; nil if nothing is.
    package var stated: Records?
    /// Whether nothing was checked because subjects cannot be told apart.
    package var isUntold: Bool
  }

  /// Judges a trace.
  /// - Parameters:
  ///   - report: what the reader knows: the path, the format, metadata, and notes on reading.
  ///   - all: what all traces of the run show, if each is judged by that; nil if each is judged by what it shows itself.
  ///   - options: how it is judged.
  /// - Complexity: expected O(events), plus the time to find repairs for violations.
  package func judge(
    _ trace: TraceStore, _ statements: Statements, _ report: TraceReport,
    among all: RecordedCallbacks? = nil, _ options: CheckOptions
  ) -> Judged {
    let passes = passes(trace, statements, options)
    let outcome = passes.outcome(among: all)
    let summary = Summary(passes, outcome)
    var report = self.report(summary, report)
    let shown = passes.recording.shown
    if let stated = passes.stated {
      report.observed = plan.describe(passes.isAll ? stated : passes.shown(shown), .stated)
    } else {
      report.observed = plan.describe(outcome.inferred ?? shown, all == nil ? .trace : .run)
    }
    report.notes += summary.unknownRecords.map { [$0] } ?? []
    var shownHere = ShownCallbacks(shown)
    shownHere.hasOneWindow = passes.store.statements.hasOneWindow
    if !report.violations.isEmpty {
      shownHere.byRole = summary.shownByRole
      shownHere.bySubject = summary.shown(about: Set(report.violations.map(\.subject)))
    }
    return Judged(
      report: report, shown: shownHere,
      stated: passes.stated == nil ? nil : passes.store.statements.records,
      isUntold: report.verdict == .inconclusive && outcome.main.declared == nil
        && !summary.several.isEmpty)
  }

  /// The report on what was found.
  /// - Parameter report: what the reader knows; its notes come last.
  func report(_ summary: Summary, _ report: TraceReport) -> TraceReport {
    let (options, outcome) = (summary.options, summary.outcome)
    let findings = ListedFindings(outcome.judgements, plan, limit: options.violationLimit)
    var report = report
    report.events = summary.eventCount
    report.subjectCounts = summary.subjectCounts
    report.counts = findings.counts
    report.countsByRule = findings.countsByRule
    report.repairCost = findings.repairCost
    report.groups = findings.groups
    report.violations = violations(findings, summary)
    report.unlistedViolations = findings.counts.total - report.violations.count
    report.unknownCallbacks = summary.unknown.counts
    report.notes = summary.notes(repairCost: findings.repairCost) + report.notes
    if options.coverage {
      report.coverageCounts = summary.coverage(findings.countsByRule)
    }
    (report.verdict, report.reason) = summary.verdict(findings.counts)
    if options.timelineLimit != nil {
      report.timeline = summary.timeline()
      report.overview = summary.overview(
        outcome.judgements.lazy.flatMap(\.findings).map { ($0.event, $0.severity) })
    }
    return report
  }

  /// The listed findings in words.
  private func violations(
    _ findings: ListedFindings, _ summary: Summary
  ) -> [Violation] {
    let judgements = summary.outcome.judgements
    let words = judgements.map { FindingWords($0, callLimit: summary.options.callLimit) }
    return findings.listed.map { place, finding, fingerprint in
      var violation = words[place].violation(finding)
      let subjects = judgements[place].slices.subjects
      violation.otherSubjects = finding.others.prefix(Self.otherSubjectLimit).map {
        summary.store.string(subjects[Int($0)].name)
      }
      violation.fingerprint = fingerprint
      return violation
    }
  }

  /// All that is known about a trace before it is judged.
  func passes(_ trace: TraceStore, _ statements: Statements, _ options: CheckOptions) -> Passes {
    var store = Store(trace, plan, statements.completed(by: options))
    let recording = Recording(&store, plan)
    return Passes(
      store: store, plan: plan, recording: recording, options: options,
      stated: plan.stated(store.statements.records, recording.shown)
    ) { [self] in
      machines(Projection(shown: $0, isWhole: $1, isDemanding: options.demandsCompleteLives))
    }
  }

  /// The callbacks that occur in a trace.
  package func occurred(_ trace: TraceStore, _ statements: Statements) -> RecordedCallbacks {
    passes(trace, statements, CheckOptions()).recording.shown
  }

  /// How many of a trace's events are distributed in the ordinary way when it is first judged. Most traces should be fast, so
  /// almost all of their events have to be ordinary.
  package func ordinaryCount(_ trace: TraceStore, _ statements: Statements) -> Int {
    let passes = passes(trace, statements, CheckOptions())
    return passes.store.events.count - passes.firstJudgement().slices.takenSingly
  }

  /// How much work it is to judge a trace and to report on it: how many entries are made, read and asked for.
  package func effort(_ trace: TraceStore, _ statements: Statements) -> Int {
    var options = CheckOptions()
    options.timeline = .upTo(100_000)
    let passes = passes(trace, statements, options)
    let outcome = passes.outcome(among: nil)
    _ = report(Summary(passes, outcome), TraceReport(path: "", format: ""))
    return outcome.judgements.reduce(0) {
      $0 + $1.slices.entries.count + $1.slices.effort + $1.runs.effort + $1.runs.spans.effort
    }
  }

  private func machines(_ projection: Projection) -> Machines {
    if let known = projections[projection] { return known }
    if projections.count >= Self.limit { projections.removeAll() }
    let new = Machines(
      plan, showing: projection.shown, isWhole: projection.isWhole,
      demandingCompleteLives: projection.isDemanding)
    projections[projection] = new
    return new
  }
}

/// The callbacks that a trace shows.
package struct ShownCallbacks {
  /// Those that occur.
  package var all: RecordedCallbacks
  /// By the name of each recorded role, the short names of those that occur for its subjects; empty if nobody asks.
  package var byRole: [String: Set<String>] = [:]
  /// The same by the identity of each subject that a listed finding is about.
  package var bySubject: [String: Set<String>] = [:]
  /// Whether it is stated that the app has one window.
  package var hasOneWindow = false

  package init(_ all: RecordedCallbacks) { self.all = all }
}
