internal import TraceGrammar
internal import TraceModel

/// What was found about a trace.
struct Outcome {
  /// The judgement of all subjects, then one for each group of subjects whose recorders show less. Each has the findings
  /// that count, and only these.
  var judgements: [Judgement]
  /// The callbacks by which the trace was judged, if those are not stated.
  var inferred: RecordedCallbacks?
  /// What the recorders of single subjects show; nil if that does not matter.
  var scopes: Scopes?

  /// The judgement of all subjects.
  var main: Judgement { judgements[0] }
}

/// Judges a stored trace, several times if that is needed.
///
/// The first judgement assumes that the trace shows everything, or what is stated about its recorder. If it finds nothing, that
/// is enough. Otherwise the trace is judged by what it shows: other calls may have come at any time. At last, subjects that are
/// accused, but whose recorders show less than others do, are judged by what these show.
struct Passes {
  let store: Store
  let plan: Plan
  let recording: Recording
  let options: CheckOptions
  /// What is stated about the recorder; nil if nothing is.
  let stated: RecordedCallbacks?
  /// Gives the lifecycles for recordings that show certain callbacks; nil stands for all.
  let machines: (RecordedCallbacks?, _ isWhole: Bool) -> Machines

  var isAll: Bool { store.statements.records?.includesAllCalls ?? false }

  /// - Parameter all: what all traces of the run show, if each is judged by that.
  func outcome(among all: RecordedCallbacks?) -> Outcome {
    let first = firstJudgement()
    if isEnough(first) { return Outcome(judgements: [first], inferred: stated == nil ? all : nil) }
    let excused = stated == nil ? first.excused : [:]
    if isAll { return Outcome(judgements: [judge(by: first.machines, excused)]) }
    return judgedByWhatOccurs(first, excused, among: all)
  }

  /// The judgement that assumes that everything is shown, or what is stated.
  func firstJudgement() -> Judgement {
    judge(by: machines(statedAlone, stated == nil || isAll), doubts: false)
  }

  /// What is stated, without what only occurs; nil for everything.
  private var statedAlone: RecordedCallbacks? {
    guard let stated else { return nil }
    // If the app records no actions, or all of them, this is everything.
    if isAll, !stated.hasOnlyNotifications,
      plan.grammar.callbacks.indices.allSatisfy({ !stated.isSilent($0) })
    {
      return nil
    }
    return isAll ? stated : shown(RecordedCallbacks())
  }

  /// Whether the first judgement found nothing that another one has to confirm. Notes are no accusations, unless they say that
  /// a call is missing or superfluous.
  private func isEnough(_ first: Judgement) -> Bool {
    let isClean = !first.findings.contains {
      $0.severity != .note || $0.quirk == nil && !$0.edits.isEmpty
    }
    if isAll { return isClean || !recording.hasDoubtfulTimes }
    return isClean && (stated.map(recording.shown.isShown) ?? true)
  }

  private func judgedByWhatOccurs(
    _ first: Judgement, _ excused: [FaultSubject: QuirkID], among all: RecordedCallbacks?
  ) -> Outcome {
    var shown = shown(recording.shown)
    if let all, stated == nil {
      shown.calls.formUnion(all.calls)
      shown.notifications.formUnion(all.notifications)
    }
    let machines = self.machines(shown, false)
    let kept =
      recording.hasDoubtfulTimes || stated != nil
      ? nil : first.slices.showing(machines, plan)
    var judgement = judge(kept, by: machines, excused)
    // Subjects whose recorders show less are judged by what those show.
    let scopes = Scopes(
      judgement.runs, shown, stated: stated.map { _ in self.shown(RecordedCallbacks()) })
    let others = judgedByScopes(&judgement, scopes, shown, excused)
    return Outcome(
      judgements: [judgement] + others, inferred: stated == nil ? shown : nil,
      scopes: scopes)
  }

  /// Judges the subjects that are accused, but whose recorders show less, by what these show. Their findings move from the
  /// judgement of all to those of the scopes.
  ///
  /// Each scope has tables of its own, so there are at most as many as `scopeLimit`: the subjects of all others are judged by
  /// what every one of them shows, which accuses nobody without proof.
  private func judgedByScopes(
    _ judgement: inout Judgement, _ scopes: Scopes, _ shown: RecordedCallbacks,
    _ excused: [FaultSubject: QuirkID]
  ) -> [Judgement] {
    struct Scope { var kind: Int, unshown: Set<CallbackID>, subjects: Set<Int32> }
    var found: [Scope] = []
    var places: [Set<CallbackID>: Int] = [:]
    for finding in judgement.findings where finding.severity != .note {
      guard let unshown = scopes.unshown(finding) else { continue }
      let kind = judgement.slices.subjects[Int(finding.index)].kind
      let place = places[unshown] ?? found.count
      places[unshown] = place
      if place == found.count { found.append(Scope(kind: kind, unshown: unshown, subjects: [])) }
      found[place].subjects.insert(finding.index)
    }
    if found.isEmpty { return [] }
    judgement.findings.removeAll { scopes.unshown($0).map { places[$0] != nil } ?? false }
    var judged = found.map { (kind: $0.kind, unshown: $0.unshown, scopes: [$0]) }
    if judged.count > Self.scopeLimit {
      let rest = Dictionary(grouping: found[Self.scopeLimit...], by: \.kind)
      judged =
        judged.prefix(Self.scopeLimit)
        + rest.sorted { $0.key < $1.key }.map { kind, scopes in
          (kind, scopes.reduce(into: []) { $0.formUnion($1.unshown) }, scopes)
        }
    }
    return judged.map { kind, unshown, own in
      var less = shown
      less.unshown = [SubjectKindID(kind): unshown]
      let machines = self.machines(less, false)
      let subjects = own.reduce(into: Set<Int32>()) { $0.formUnion($1.subjects) }
      // Where slices depend on what is shown, the numbers of subjects do, too.
      let same = judgement.slices.showing(machines, plan)
      var again = judge(same, by: machines, only: same == nil ? nil : subjects, excused)
      let its = scopes.about(again.slices)
      again.findings.removeAll { finding in
        its.unshown(finding).map { unshown in !own.contains { $0.unshown == unshown } } ?? true
      }
      return again
    }
  }

  /// How many different scopes are judged, each by tables of its own.
  private static let scopeLimit = 16

  /// - Parameters:
  ///   - slices: those that are known for these lifecycles; nil to make them.
  ///   - doubts: whether repetitions and exchanged lines matter to slices that are made.
  ///   - only: the narrow subjects to judge; nil for all.
  ///   - excused: the subjects of which all is explained.
  func judge(
    _ slices: Slices? = nil, by machines: Machines, doubts: Bool = true, only: Set<Int32>? = nil,
    _ excused: [FaultSubject: QuirkID] = [:]
  ) -> Judgement {
    let slices =
      slices
      ?? Slicer(
        store, plan, machines, recording, doubts: doubts, listing: options.timelineLimit ?? 0
      ).slice()
    let runs = Runs(store, plan, recording, slices, machines)
    return FindingCollector(runs, options, only: only, excused: excused).judgement()
  }

  /// What a recording shows: what occurs, and what is stated.
  func shown(_ occurred: RecordedCallbacks) -> RecordedCallbacks {
    var shown = occurred
    shown.isInferred = stated == nil
    guard let stated else {
      let callbacks = plan.grammar.callbacks
      if occurred.calls.contains(where: { callbacks[$0].isAction }) {
        shown.calls.formUnion(callbacks.indices.filter { callbacks[$0].isPresumedRecorded })
      }
      return shown
    }
    shown.calls.formUnion(stated.calls)
    shown.notifications.formUnion(stated.notifications)
    // Only the last of the callbacks that begin a subject is certain to come: an app may not have the others.
    for kind in occurred.mergedKinds {
      let beginnings = plan.grammar.subjects[kind].beginnings
      guard let last = beginnings.last, shown.isSilent(last),
        beginnings.allSatisfy(occurred.isSilent)
      else { continue }
      shown.calls.subtract(beginnings)
      shown.notifications.subtract(beginnings)
    }
    return shown
  }
}
