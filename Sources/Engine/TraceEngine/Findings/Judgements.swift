internal import TraceGrammar
internal import TraceModel

/// What was found about a trace.
struct Outcome {
  var verdict: String
  /// All findings, by event.
  var findings: [Finding] {
    judgements.flatMap(\.findings).sorted { ($0.event, $0.index) < ($1.event, $1.index) }
  }
  /// The judgement of all subjects, then one for each group of subjects whose recorders show less. Each has the findings
  /// that count, and only these.
  var judgements: [Judgement]
}

/// Judges a trace: first as if it showed everything, or what it states; if something is found, by what it shows.
func check(
  _ store: Store, _ plan: Plan, _ whole: Machines, _ recording: Recording
) -> Outcome {
  let grammar = plan.grammar
  func pass(_ machines: Machines, doubts: Bool) -> Slices {
    Slicer(
      store, plan, machines, recording, isComplete: store.statements.isComplete,
      hasOneWindow: store.statements.hasOneWindow, doubts: doubts
    ).slice()
  }
  func outcome(_ judgement: Judgement, _ others: [Judgement] = []) -> Outcome {
    let judgements = [judgement] + others
    let isViolating = judgements.contains { $0.findings.contains { $0.severity != .note } }
    return Outcome(
      verdict: isViolating
        ? "violating" : judgement.inconclusive == nil ? "conforming" : "inconclusive",
      judgements: judgements)
  }
  // What is stated about the recorder.
  var stated: RecordedCallbacks?
  var isAll = false
  switch store.statements.records {
  case .all: isAll = true
  case .callbacks(let spellings): stated = plan.recorded(spellings)
  case .trace, .run: break
  }
  let checking = Checking(store, plan, recording, platform: store.statements.platform)
  checking.isTentative = stated == nil && !isAll
  func shown(_ occurred: RecordedCallbacks, inferred: Bool) -> RecordedCallbacks {
    var shown = occurred
    shown.isInferred = inferred
    guard let stated else { return shown }
    shown.calls.formUnion(stated.calls)
    shown.notifications.formUnion(stated.notifications)
    for kind in occurred.mergedKinds {
      let beginnings = grammar.subjects[kind].beginnings
      guard let last = beginnings.last, shown.isSilent(last),
        beginnings.allSatisfy(occurred.isSilent)
      else { continue }
      shown.calls.subtract(beginnings)
      shown.notifications.subtract(beginnings)
    }
    return shown
  }
  var first: Judgement
  if stated != nil, !isAll {
    let machines = Machines(plan, showing: shown(RecordedCallbacks(), inferred: false))
    first = checking.judge(pass(machines, doubts: false), machines)
  } else {
    first = checking.judge(pass(whole, doubts: false), whole)
  }
  let isClean = !first.findings.contains {
    $0.severity != .note || $0.quirk == nil && !$0.edits.isEmpty
  }
  if isAll, isClean || !recording.hasDoubtfulTimes { return outcome(first) }
  if isClean, stated.map({ recording.shown.isShown(by: $0) }) ?? true { return outcome(first) }
  if stated == nil, !isAll {
    let bySubject = Dictionary(grouping: first.findings) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    checking.excused = bySubject.compactMapValues { found in
      found.allSatisfy { $0.quirk != nil } ? found[0].quirk : nil
    }
  }
  checking.isTentative = false
  let shown1 = shown(recording.shown, inferred: stated == nil)
  let machines = isAll ? whole : Machines(plan, showing: shown1)
  let kept =
    recording.hasDoubtfulTimes || isAll || stated != nil
    ? nil : first.slices.showing(machines, instead: whole, plan)
  var second = checking.judge(kept ?? pass(machines, doubts: true), machines)
  if isAll { return outcome(second) }
  // Subjects whose recorders show less are judged by what those show.
  let scopes = Scopes(plan, store, recording, second.slices, machines, shown1, stated: stated)
  var accused: [Set<CallbackID>: Int] = [:]
  for finding in second.findings where finding.severity != .note {
    if let scope = scopes.unshown(finding) {
      accused[scope] = second.slices.subjects[Int(finding.index)].kind
    }
  }
  var others: [Judgement] = []
  if !accused.isEmpty {
    second.findings.removeAll { scopes.unshown($0).map { accused[$0] != nil } ?? false }
    for (scope, kind) in accused {
      var less = shown1
      less.unshown = [SubjectKindID(kind): scope]
      let machines = Machines(plan, showing: less)
      var again = checking.judge(pass(machines, doubts: true), machines)
      again.findings.removeAll { scopes.unshown($0) != scope }
      others.append(again)
    }
  }
  return outcome(second, others)
}
