internal import CallOrderCore
internal import TraceCauses
internal import TraceChecking
internal import TraceFindings
internal import TraceGrammar
internal import TraceModel
internal import TraceReading
internal import TraceSystem

/// Checks traces; may be used by several threads at once. A `TraceJudge` for each of them judges.
final class TraceChecker: Sendable {
  struct Failed: Error {
    var failure: Report.Failure
  }

  /// What the check of one trace has found.
  struct Checked {
    var report: TraceReport
    /// The short names of the callbacks that occur, whatever is stated.
    var occurring: [String]
    /// The names that the grammar does not know: those that occur, and those that the trace says it records.
    var unknown: [String]
  }

  let plan: Plan
  let options: CheckOptions
  let reading: ReadingOptions
  /// What texts about findings ask of the grammar. Only a finding asks for it: it takes a third of the time to start.
  var wording: Wording {
    known.withLock { known in
      let wording = known ?? Wording(plan.grammar)
      known = wording
      return wording
    }
  }
  /// The members of events that are read: those that the grammar asks for, and those that reports show.
  let members: EventMembers
  /// The members that causes ask for; the ones that are always shown come first.
  let shownMembers: [String]
  private let known = Monitor<Wording?>(nil)
  private let idle = Monitor<[Unshared]>([])

  /// A judge that only one thread may use at a time.
  private struct Unshared: @unchecked Sendable {
    // SAFETY: a thread gives it back when it uses it no longer, and a monitor hands it to one thread.
    let judge: TraceJudge
  }

  init(_ plan: Plan, _ options: CheckOptions, _ reading: ReadingOptions) {
    (self.plan, self.options, self.reading) = (plan, options, reading)
    shownMembers =
      ["delegate", "caller", "through", "role", "thread"] + plan.grammar.identitiesToCompare
    members = plan.members.showing(
      ["file", "sourceLine"] + shownMembers + [EventMembers.logLine])
  }

  /// The grammar as it was made.
  var grammar: Grammar { plan.grammar }

  /// The report of one trace, with the origins of its listed findings, or the failure that prevented it.
  /// - Parameters:
  ///   - all: what all traces of the run show, if each is judged by that; nil if each is judged by what it shows itself.
  ///   - told: which traces list their events individually, if the options ask for events at all.
  func check(
    _ opened: OpenedTrace, among all: RecordedCallbacks? = nil,
    tellingEvents told: ToldEvents = .ofAll
  ) -> Result<Checked, Failed> {
    do throws(TraceError) {
      let trace = try ReadTrace(opened, members, foreign)
      return .success(checked(trace, among: all, tellingEvents: told))
    } catch {
      let failure = Report.Failure(
        path: opened.path, position: error.position, message: error.message)
      return .failure(Failed(failure: failure))
    }
  }

  /// The result for a trace that was read.
  func checked(
    _ trace: ReadTrace, among all: RecordedCallbacks? = nil,
    tellingEvents told: ToldEvents = .ofAll
  ) -> Checked {
    var withoutEvents = options
    withoutEvents.timeline = .none
    var judged = judge(trace, told == .ofAll ? options : withoutEvents, among: all)
    if told == .ofViolating, options.timelineLimit != nil, judged.report.verdict == .violating {
      judged = judge(trace, options, among: all)
    }
    var report = judged.report
    askAgain(about: &report, trace, isUntold: judged.isUntold)
    if !report.violations.isEmpty {
      explain(&report, judged.shown, stated: judged.stated, by: origins(in: trace))
    }
    let seen = plan.describe(judged.shown.all, .trace)
    var unknown = report.unknownCallbacks.map(\.callback)
    if case .callbacks(let spellings) = judged.stated {
      unknown += spellings.filter { plan.meaning(of: $0) == nil }
    }
    return Checked(
      report: report, occurring: seen.calls + seen.notifications, unknown: unknown)
  }

  /// What a trace shows, for a run in which all traces are assumed to show the same callbacks.
  /// - Returns: nil for a trace that cannot be read, or that states what it shows.
  func occurred(_ opened: OpenedTrace) -> RecordedCallbacks? {
    guard let trace = try? ReadTrace(opened, members, foreign), trace.statements.records == nil
    else { return nil }
    return withJudge { $0.occurred(trace.store, trace.statements) }
  }

  /// Judges a trace.
  func judge(
    _ trace: ReadTrace, _ options: CheckOptions, among all: RecordedCallbacks? = nil
  ) -> TraceJudge.Judged {
    withJudge {
      $0.judge(trace.store, trace.statements, trace.report, among: all, options)
    }
  }

  func withJudge<Outcome>(_ body: (TraceJudge) -> Outcome) -> Outcome {
    let judge = idle.withLock { $0.popLast() }?.judge ?? TraceJudge(plan)
    defer { idle.withLock { $0.append(Unshared(judge: judge)) } }
    return body(judge)
  }

  /// How other formats are read.
  var foreign: ForeignOptions {
    var foreign = ForeignOptions(
      vocabulary: plan.vocabulary, messagePatterns: reading.messagePatterns)
    foreign.messageWords = reading.messageWords.map { ($0.words, $0.callback) }
    foreign.readsFromEnd = reading.readsFromEnd
    return foreign
  }
}

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

extension Plan {
  /// The callbacks of the grammar, as the readers of foreign formats look them up.
  fileprivate var vocabulary: CallbackVocabulary {
    CallbackVocabulary {
      let near = NearSpellings(self.grammar)
      return CallbackVocabulary.Names(
        of: self.grammar.callbacks.filter { $0.refinement == nil }.map {
          ($0.name, $0.swift + $0.objectiveC + $0.otherSpellings)
        },
        actions: self.grammar.actions.union(
          self.grammar.caller == "UIKit" ? Grammar.actionsOfPractices : []),
        isMisspelt: { near.nearest(to: $0) != nil })
    } meaning: { spelling in
      self.meaning(of: spelling).map {
        CallbackVocabulary.Meaning(callback: $0.callback, isNotification: $0.isNotification)
      }
    }
  }
}

extension Grammar {
  fileprivate static let actionsOfPractices = ShippedGrammar.practices.grammar().actions
  /// The names of what an app does itself.
  fileprivate var actions: Set<String> { Set(callbacks.lazy.filter(\.isAction).map(\.name)) }
}
