internal import TraceGrammar
internal import TraceModel

/// One edit of a repair.
struct Edit {
  var callback: CallbackID
  /// The number of the event to delete, or before which to insert.
  var event: Int32
  var isInsertion: Bool
}

/// A finding, as it is counted. Its words are made only if it is listed.
struct Finding {
  /// How it was found. Entries are places in the word of its subject as `Runs.words` has it, and a run is the place of a
  /// lifecycle among those of its kind.
  enum Ground {
    /// The edits of a lifecycle, by the number of the fault in `Run.faults`.
    case edits(run: Int, fault: Int)
    /// The same where a life must end otherwise; it is reported at the last call.
    case incomplete(run: Int, fault: Int)
    /// Advice on a legal step.
    case advice(run: Int, entry: Int)
    /// A lifecycle ended in a state in which it must not: at an entry, in a state to which another led.
    case end(run: Int, entry: Int, origin: Int)
    /// An event breaks a rule by itself.
    case event(Firing)
    /// The app itself made a call where the platform could not have made it.
    case own(run: Int)
  }

  /// nil for a call that no rule names.
  var rule: RuleID?
  var lifecycle: LifecycleID?
  var severity: Severity
  /// The number of the event, counted from 1, and its line.
  var event: Int32
  var line: UInt32
  /// The callback that it is reported at, which is no case of one.
  var callback: UInt16
  /// The name of the subject, and the subject; whether it has no identity.
  var subject: UInt32
  var index: Int32
  var isUnnamed = false
  /// The states in which the subject may have been.
  var states: [StateID] = []
  var edits: [Edit] = []
  var quirk: QuirkID?
  /// Further subjects for which the same edit repairs the same fault.
  var others: [Int32] = []
  let ground: Ground

  /// Whether the repair deletes the call that it is reported at.
  var isTooMany: Bool { edits.contains { !$0.isInsertion && $0.event == event } }

  func ruleName(_ grammar: Grammar) -> String {
    if let rule { return grammar.rules[rule].id }
    if case .incomplete = ground { return "incomplete-lifecycle" }
    return "unexpected-callback"
  }
}

/// A lifecycle of a subject, for what holds of all its faults.
struct FaultSubject: Hashable {
  var lifecycle: LifecycleID?
  var subject: UInt32
}

/// What one pass over the slices has found.
struct Judgement {
  var findings: [Finding] = []
  let slices: Slices
  /// The lifecycles by which it judges.
  let machines: Machines
  /// How they went, for those who ask.
  let runs: Runs
  var hasStepped: [Bool]
  /// The events whose times break a rule, if times say nothing about the app.
  var heldUp: [Int32] = []
  /// The text of a state that the grammar declares inconclusive, if every subject of its kind is in one.
  var declared: String?
}

/// Judges a trace by what a recording shows.
final class FindingCollector {
  let store: Store
  let plan: Plan
  let recording: Recording
  /// By rule: the severity that the user chose; nil inside for a rule that is off.
  private let chosen: [RuleID: Severity?]
  private let isUnexpectedOff: Bool
  private var observed: RecordedCallbacks?
  private var excused: [FaultSubject: QuirkID] = [:]
  private var platform: PlatformVersion? { store.statements.platform }

  init(_ store: Store, _ plan: Plan, _ recording: Recording, _ options: CheckOptions) {
    (self.store, self.plan, self.recording) = (store, plan, recording)
    chosen = plan.grammar.rules.numbered.reduce(into: [:]) { chosen, rule in
      if let severity = options.severities[rule.1.id] { chosen[rule.0] = .some(severity) }
    }
    isUnexpectedOff = options.severities["unexpected-callback"].map { $0 == nil } ?? false
  }

  /// Excuses the subjects of which an earlier judgement found only what a quirk explains, besides calls that nobody records.
  func excuse(_ judgement: Judgement) {
    func isUnrecorded(_ edit: Edit) -> Bool {
      edit.isInsertion && recording.shown.isSilent(edit.callback)
    }
    let bySubject = Dictionary(grouping: judgement.findings) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    excused = bySubject.compactMapValues { found in
      let told = found.filter { $0.edits.isEmpty || !$0.edits.allSatisfy(isUnrecorded) }
      return told.allSatisfy { $0.quirk != nil } ? told.first?.quirk : nil
    }
  }

  private var holding: [RuleID: Bool] = [:]
  private struct Weighed: Hashable { var rule: RuleID?, states: [StateID] }
  private var weights: [Weighed: Severity] = [:]
  func holds(_ rule: RuleID) -> Bool {
    if let known = holding[rule] { return known }
    let value = findOut(rule)
    holding[rule] = value
    return value
  }
  private func findOut(_ rule: RuleID) -> Bool {
    if case .some(.none) = chosen[rule] { return false }
    let declared = plan.grammar.rules[rule]
    func came(_ callback: CallbackID) -> Bool { !recording.shown.isSilent(callback) }
    if declared.form is DifferingValueForm, !recording.values.named.contains(rule) { return false }
    // What the platform does not have is not missed there.
    let isMissed =
      declared.absent.isEmpty
      || declared.absent.contains { plan.grammar.callbacks[$0].since.isInForce(on: platform) }
    return (declared.required.map(came) ?? true) && isMissed
      && !declared.absent.contains(where: came)
  }

  lazy var ends: [[(rule: RuleID, form: EndForm, run: Int)]] = {
    var ends: [[(rule: RuleID, form: EndForm, run: Int)]] = plan.kinds.map { _ in [] }
    for (number, rule) in plan.grammar.rules.numbered {
      guard let form = rule.form as? EndForm else { continue }
      let kind = plan.grammar.lifecycles[form.endedLifecycle].subject.index
      if let run = plan.kinds[kind].lifecycles.firstIndex(of: form.endedLifecycle) {
        ends[kind].append((number, form, run))
      }
    }
    return ends
  }()

  /// - Parameter only: the narrow subjects to judge; nil for all.
  func judge(_ slices: Slices, _ machines: Machines, only: Set<Int32>? = nil) -> Judgement {
    observed = machines.shown
    weights = [:]
    let runs = Runs(store, plan, recording, slices, machines)
    var result = Judgement(
      slices: slices, machines: machines, runs: runs, hasStepped: plan.kinds.map { _ in false })
    let ends = self.ends
    func legalWords(_ kind: Int, _ lifecycles: some Sequence<Int>) -> LegalWords {
      LegalWords(
        slices.letters[kind], lifecycles,
        ends: ends[kind].map { ($0.run, StateSet($0.form.states)) })
    }
    let ofAll = plan.kinds.indices.map { legalWords($0, slices.letters[$0].machines.indices) }
    let ofEach = plan.kinds.indices.map { kind in
      slices.letters[kind].machines.indices.map { legalWords(kind, [$0]) }
    }
    var found = Found()
    let quirks = Quirks(
      plan, machines.isWhole ? nil : machines.shown, platform)
    var declared: [Int: (isAll: Bool, text: String?)] = [:]

    for kind in plan.kinds.indices {
      found.roseHere = []
      let mayDeclare =
        plan.kinds[kind].isWider
        && slices.letters[kind].machines.contains {
          $0.declaration.states.contains(where: \.isInconclusive)
        }
      for index in slices.subjects.indices
      where slices.subjects[index].kind == kind
        && (only.map { plan.kinds[kind].isWider || $0.contains(Int32(index)) } ?? true)
      {
        let subject = slices.subjects[index]
        let word = slices.word(index)
        let letters = slices.letters[kind]
        let count = letters.machines.count
        if count == 0 { continue }
        var finals: [StateSet]
        let mustEnd = runs.mustEnd(Int32(index))
        func endsWell(_ run: Int, _ states: StateSet) -> Bool {
          !mustEnd || letters.machines[run].mayEnd(in: states)
        }
        if let sets = ofAll[kind].passes(word, isKnown: subject.isKnown),
          !mustEnd || sets.indices.allSatisfy({ endsWell($0, sets[$0]) })
        {
          finals = sets
          if !result.hasStepped[kind] {
            result.hasStepped[kind] = letters.hasCall(word)
          }
        } else {
          let isPlain =
            !plan.hasRelations && !word.contains { letters.all[Int($0.letter)].doubt != .none }
          var results: [Run] = []
          finals = []
          for run in 0..<count {
            if isPlain, let final = ofEach[kind][run].passes(word, isKnown: subject.isKnown)?.first,
              endsWell(run, final)
            {
              results.append(.legal)
              finals.append(final)
            } else {
              let own = runs.runner(Int32(index), run).close()
              results.append(own)
              finals.append(
                StateSet(
                  letters.machines[run].costs.cheapestStates(own.moves.last?.vector ?? own.start)))
            }
          }
          // Whether advice counts depends on what changed by the others, even where those are legal.
          if results.contains(where: { !$0.advices.isEmpty }) {
            results = (0..<count).map { runs.runner(Int32(index), $0).close() }
          }
          let entries = runs.words[Int32(index)] ?? Array(word)
          if !result.hasStepped[kind] {
            result.hasStepped[kind] =
              results.contains { $0.steps > 0 } || isPlain && letters.hasCall(word)
          }
          add(
            Judged(index, subject, entries, results, letters, quirks, runs), ends[kind], to: &found)
          runs.forget()
        }
        if !mayDeclare { continue }
        if !word.contains(where: { letters.all[Int($0.letter)].fact == Letter.call }) { continue }
        let text = declaration(kind, word, finals, slices)
        let before = declared[kind] ?? (true, nil)
        declared[kind] = (before.isAll && text != nil, before.text ?? text)
      }
      if plan.kinds[kind].isWider { found.roseWider.formUnion(found.roseHere) }
    }
    let beside =
      plan.hasRelations
      ? Peers.broken(runs) + Deadlines(plan).broken(runs) : []
    found.findings += (slices.firings + beside).map { event($0, slices, quirks) }
    found.findings += judgeOwn(runs, quirks)
    if store.statements.isHeldUp {
      func isAboutTime(_ finding: Finding) -> Bool {
        finding.rule.map { plan.grammar.rules[$0].form.isAboutTime } ?? false
      }
      result.heldUp = found.findings.filter(isAboutTime).map { $0.event - 1 }
      found.findings.removeAll(where: isAboutTime)
    }
    result.findings = found.findings.filter { counts($0, slices) }
    lead(&result.findings, found.standIns.sorted { $0.key < $1.key }.map(\.value))
    for index in result.findings.indices {
      let finding = result.findings[index]
      if finding.quirk == nil,
        let quirk = excused[FaultSubject(lifecycle: finding.lifecycle, subject: finding.subject)]
      {
        result.findings[index].quirk = quirk
        result.findings[index].severity = .note
      }
    }
    result.declared = plan.kinds.indices.first {
      plan.kinds[$0].isWider && declared[$0]?.isAll ?? false
    }.flatMap { declared[$0]?.text }
    return result
  }

  /// What a lifecycle says about a subject that it cannot judge; nil if none does.
  private func declaration(
    _ kind: Int, _ word: ArraySlice<Entry>, _ finals: [StateSet], _ slices: Slices
  ) -> String? {
    let letters = slices.letters[kind]
    var text: String?
    for (run, machine) in letters.machines.enumerated() where finals[run].states.count == 1 {
      let state = finals[run].states[0]
      if !machine.declaration.states[state].isInconclusive { continue }
      let isLeft = machine.declaration.transitions.contains { $0.from == state && $0.to != state }
      let narrow = plan.kinds.indices.contains {
        plan.kinds[$0].parent == kind && slices.counts[$0] > 0
      }
      // Another lifecycle may have judged what this one does not see.
      if !(isLeft && narrow), !letters.moves(word, beside: run) {
        text = machine.declaration.states[state].text
      }
    }
    return text
  }

  /// Whether a finding is one of a rule that is on, about a subject that is told apart from others.
  func counts(_ finding: Finding, _ slices: Slices) -> Bool {
    !(finding.isUnnamed && slices.several.contains(slices.subjects[Int(finding.index)].kind))
      && (finding.rule.map(holds) ?? !isUnexpectedOff)
  }

  /// Of the findings about one event that the same deletion repairs, the most severe leads, and the others are not told. What
  /// only is a quirk of the platform explains all of them.
  /// - Parameter standIns: for each such event at most one finding that is not among the others.
  private func lead(_ findings: inout [Finding], _ standIns: [Finding]) {
    if standIns.isEmpty { return }
    let events = Set(standIns.map(\.event))
    var leading: [Int32: (severity: Severity, isQuirk: Bool)] = [:]
    for finding in findings where events.contains(finding.event) {
      guard case .edits = finding.ground else { continue }
      let known = leading[finding.event]
      leading[finding.event] = (
        max(known?.severity ?? .note, finding.severity),
        known?.isQuirk ?? false || finding.quirk != nil
      )
    }
    var led: Set<Int32> = []
    for other in standIns {
      if let known = leading[other.event] {
        if known.isQuirk || other.severity <= known.severity { continue }
        led.insert(other.event)
      }
      findings.append(other)
    }
    findings.removeAll { finding in
      guard led.contains(finding.event), finding.edits.count == 1, !finding.edits[0].isInsertion,
        finding.edits[0].event == finding.event
      else { return false }
      return !standIns.contains {
        $0.event == finding.event && $0.index == finding.index && $0.lifecycle == finding.lifecycle
      }
    }
  }

  private func severity(of rule: RuleID?, in states: [StateID]) -> Severity {
    let key = Weighed(rule: rule, states: states)
    let severity =
      weights[key] ?? rule.flatMap { chosen[$0] ?? nil } ?? rule.map { plan.grammar.rules[$0] }?
      .severity(in: states, builtWith: store.statements.sdk) {
        observed?.calls.contains($0) ?? true
      } ?? .error
    weights[key] = severity
    return severity
  }

  /// Where a fault is reported: at its first call that breaks a rule as severe as any of them. What follows from two calls in
  /// the wrong order is nothing by itself.
  func mostSevere(of fault: Fault) -> Fault.Place {
    if fault.places.count == 1 || !fault.deletions.isEmpty && !fault.insertions.isEmpty {
      return fault.places[0]
    }
    let severities = fault.places.map { severity(of: $0.rule ?? plan.unexpected, in: $0.states) }
    return fault.places[severities.firstIndex(of: severities.max() ?? .note) ?? 0]
  }

  func finding(
    _ rule: RuleID?, _ event: Int32, _ index: Int, _ subject: Subject, _ states: [StateID],
    _ lifecycle: LifecycleID?, callback: UInt16, _ ground: Finding.Ground
  ) -> Finding {
    let severity = severity(of: rule, in: states)
    let record = event < store.events.count ? store.events[Int(event)] : nil
    return Finding(
      rule: rule, lifecycle: lifecycle,
      severity: severity,
      event: event + 1, line: record?.line ?? 0, callback: callback, subject: subject.name,
      index: Int32(index), isUnnamed: subject.isUnnamed && !plan.kinds[subject.kind].isWider,
      states: states, ground: ground)
  }

  func edits(of fault: Fault, _ entries: [Entry]) -> [Edit] {
    func number(_ place: Int) -> Int32 {
      place < entries.count ? entries[place].event + 1 : Int32(store.events.count + 1)
    }
    return fault.insertions.map {
      Edit(callback: $0.callback, event: number($0.entry), isInsertion: true)
    }
      + fault.deletions.map {
        Edit(callback: $0.callback, event: number($0.entry), isInsertion: false)
      }
  }
}
