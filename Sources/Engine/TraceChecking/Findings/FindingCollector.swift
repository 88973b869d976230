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
  /// The text of a state that the grammar declares inconclusive, if every subject of its kind is in one.
  var declared: String?
}

/// The deletion of an event about several subjects, which is one edit for all of them.
private struct Deletion: Hashable {
  var event: Int32
  var rule: RuleID?
  var lifecycle: LifecycleID?
  var quirk: QuirkID?
}

/// Judges a trace by what a recording shows.
final class FindingCollector {
  let store: Store
  let plan: Plan
  let recording: Recording
  /// By rule: the severity that the user chose; nil inside for a rule that is off.
  private let chosen: [RuleID: Severity?]
  private let isUnexpectedOff: Bool
  /// Whether another judgement follows if a finding is more than a note. Calls that a repair inserts may then be ones that
  /// nobody records.
  var isTentative = false
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

  /// Excuses the subjects of which an earlier judgement found only what a quirk explains.
  func excuse(_ judgement: Judgement) {
    let bySubject = Dictionary(grouping: judgement.findings) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    excused = bySubject.compactMapValues { found in
      found.allSatisfy { $0.quirk != nil } ? found[0].quirk : nil
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
    // The events at which the cost of a wider subject rose.
    var roseWider: Set<Int32> = []
    var standIns: [Int32: Finding] = [:]
    var found: [Finding] = []
    var deleted: [Deletion: Int] = [:]
    let quirks = Quirks(
      plan, machines.isWhole ? nil : machines.shown, platform)
    var declared: [Int: (isAll: Bool, text: String?)] = [:]

    for kind in plan.kinds.indices {
      var roseHere: Set<Int32> = []
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
          report(
            index, subject, entries, results, letters, ends[kind], quirks, roseWider, &roseHere,
            &found, &standIns,
            &deleted, runs)
          runs.forget()
        }
        // Whether a lifecycle says that it cannot judge the subject.
        if !mayDeclare { continue }
        if !word.contains(where: { letters.all[Int($0.letter)].fact == Letter.call }) { continue }
        var text: String?
        for (run, machine) in letters.machines.enumerated() where finals[run].states.count == 1 {
          let state = finals[run].states[0]
          if machine.declaration.states[state].isInconclusive {
            let isLeft = machine.declaration.transitions.contains {
              $0.from == state && $0.to != state
            }
            let narrow = plan.kinds.indices.contains {
              plan.kinds[$0].parent == kind && slices.counts[$0] > 0
            }
            if !(isLeft && narrow), !letters.moves(word, beside: run) {
              text = machine.declaration.states[state].text
            }
          }
        }
        let before = declared[kind] ?? (true, nil)
        declared[kind] = (before.isAll && text != nil, before.text ?? text)
      }
      if plan.kinds[kind].isWider { roseWider.formUnion(roseHere) }
    }
    let beside =
      plan.hasRelations
      ? Peers.broken(runs) + Deadlines(plan).broken(runs) : []
    func role(_ firing: Firing) -> UInt32 {
      let word = slices.word(Int(firing.subject))
      let last = word.lastIndex { $0.event <= firing.event && $0.flags & Entry.isOwn != 0 }
      return last.map { self.role(in: word, at: $0) } ?? 0
    }
    for firing in slices.firings + beside {
      let subject = slices.subjects[Int(firing.subject)]
      var finding = self.finding(
        firing.rule, firing.event, Int(firing.subject), subject, firing.states, firing.lifecycle,
        callback: store.events[Int(firing.event)].callback, .event(firing))
      quirks.apply(
        to: &finding, firing.rule, row: store.events[Int(firing.event)].row,
        CallbackID(Int(store.events[Int(firing.event)].callback)), [], role: role(firing), store)
      found.append(finding)
    }
    result.findings = found.filter { counts($0, slices) }
    lead(&result.findings, Array(standIns.values))
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

  /// Whether a finding is one of a rule that is on, about a subject that is told apart from others.
  private func counts(_ finding: Finding, _ slices: Slices) -> Bool {
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
      .severity(in: states, on: platform) {
        observed?.calls.contains($0) ?? true
      } ?? .error
    weights[key] = severity
    return severity
  }

  /// Where a fault is reported: at its first call that breaks a rule as severe as any of them. What follows from two calls in
  /// the wrong order is nothing by itself.
  private func mostSevere(of fault: Fault) -> Fault.Place {
    if fault.places.count == 1 || !fault.deletions.isEmpty && !fault.insertions.isEmpty {
      return fault.places[0]
    }
    let severities = fault.places.map { severity(of: $0.rule ?? plan.unexpected, in: $0.states) }
    return fault.places[severities.firstIndex(of: severities.max() ?? .note) ?? 0]
  }

  private func finding(
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

  private func edits(of fault: Fault, _ entries: [Entry]) -> [Edit] {
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

  /// A life that does not end as it must. It is told at the last call, or where its subject was first met.
  /// - Parameter place: the entry of the last call that may have led there; -1 if it is not known.
  private func incomplete(
    _ index: Int, _ entries: [Entry], _ results: [Run], _ letters: Letters, run: Int,
    after place: Int, _ states: [StateID], _ ground: Finding.Ground, _ subject: Subject
  ) -> Finding {
    let changes = Set(results.flatMap(\.changes))
    func isCall(_ place: Int) -> Bool {
      letters.all[Int(entries[place].letter)].fact == Letter.call
    }
    let last =
      place >= 0 && isCall(place)
      ? place
      : entries.indices.last {
        isCall($0) && (entries[$0].flags & Entry.isOwn != 0 || changes.contains($0))
      }
    return finding(
      plan.incomplete, last.map { entries[$0].event } ?? subject.firstEvent, index, subject, states,
      letters.machines[run].index,
      callback: last.map { letters.all[Int(entries[$0].letter)].callback } ?? Event.none, ground)
  }

  /// The role of who recorded an event: for one about the subject itself, that which was recorded last.
  private func role<Entries: RandomAccessCollection<Entry>>(in entries: Entries, at place: Int)
    -> UInt32 where Entries.Index == Int
  {
    guard let member = plan.roleMember, recording.namesRoles, entries.indices.contains(place)
    else { return 0 }
    let isOwn = entries[place].flags & Entry.isOwn != 0
    for before in stride(from: place, through: isOwn ? entries.startIndex : place, by: -1)
    where !isOwn || entries[before].flags & Entry.isOwn != 0 {
      let role = store.value(member, store.events[Int(entries[before].event)].row)
      if role != 0 { return role }
    }
    return 0
  }

  private func report(
    _ index: Int, _ subject: Subject, _ entries: [Entry], _ results: [Run], _ letters: Letters,
    _ ends: [(rule: RuleID, form: EndForm, run: Int)], _ quirks: Quirks, _ roseWider: Set<Int32>,
    _ roseHere: inout Set<Int32>, _ found: inout [Finding],
    _ standIns: inout [Int32: Finding], _ deleted: inout [Deletion: Int],
    _ runs: Runs
  ) {
    var rose: Set<Int32> = []
    func role(_ entry: Int) -> UInt32 { self.role(in: entries, at: entry) }
    for (run, result) in results.enumerated() {
      let machine = letters.machines[run]
      let before = rose
      for (order, fault) in result.faults.enumerated() {
        if fault.isAtEnd {
          var finding = incomplete(
            index, entries, results, letters, run: run, after: fault.places[0].entry,
            fault.places[0].states,
            .incomplete(run: run, fault: order), subject)
          finding.edits = edits(of: fault, entries)
          found.append(finding)
          continue
        }
        let place = mostSevere(of: fault)
        let entry = entries[place.entry]
        let isSuperseded =
          (before.contains(entry.event) || roseWider.contains(entry.event)) && fault.onlyDeletes
        var finding = finding(
          place.rule ?? plan.unexpected, entry.event, index, subject, place.states, machine.index,
          callback: letters.all[Int(entry.letter)].callback, .edits(run: run, fault: order))
        finding.edits = edits(of: fault, entries)
        if let rule = place.rule ?? plan.unexpected {
          let callback = CallbackID(Int(letters.all[Int(entry.letter)].callback))
          let later = fault.deletions.filter { entries[$0.entry].event > entry.event }.map(
            \.callback)
          let needsMore =
            !isTentative && !fault.insertions.isEmpty
            && fault.deletions.contains { $0.entry == place.entry }
          quirks.apply(
            to: &finding, rule, row: store.events[Int(entry.event)].row, callback, place.states,
            role: role(place.entry), store, later: later, needsMore: needsMore
          ) { lifecycle, states in
            guard let other = letters.machines.firstIndex(where: { $0.index == lifecycle }) else {
              return false
            }
            let possible = letters.machines[other].costs.cheapestStates(
              runs.runner(Int32(index), other).close().vector(before: place.entry))
            return quirks.shown != nil
              ? possible.contains(where: states.contains) : possible.allSatisfy(states.contains)
          }
        }
        if isSuperseded {
          if !counts(finding, runs.slices) { continue }
          // The most severe stands for all; among equals, that of the widest kind of subject, which comes first.
          if standIns[entry.event].map({ $0.severity < finding.severity }) ?? true {
            standIns[entry.event] = finding
          }
          continue
        }
        if entry.flags & Entry.isOfSeveral != 0, fault.onlyDeletes {
          let key = Deletion(
            event: entry.event, rule: finding.rule, lifecycle: finding.lifecycle,
            quirk: finding.quirk)
          if let first = deleted[key] {
            found[first].others.append(Int32(index))
            continue
          }
          deleted[key] = found.count
        }
        found.append(finding)
      }
      rose.formUnion(result.rises.map { entries[$0].event })
    }
    roseHere.formUnion(rose)
    // Advice on a legal step counts if the next step that changes the subject is legal.
    let changes =
      results.contains { !$0.advices.isEmpty }
      ? Set(results.flatMap(\.changes)).filter { entries[$0].flags & Entry.isOwn != 0 }.sorted()
      : []
    for (run, result) in results.enumerated() {
      for advice in result.advices {
        let next = changes.firstIndex(after: { $0 < advice.entry })
        if next < changes.count, case let event = entries[changes[next]].event,
          rose.contains(event) || roseWider.contains(event)
        {
          continue
        }
        let states = letters.machines[run].costs.cheapestStates(result.vector(before: advice.entry))
        var finding = finding(
          advice.rule, entries[advice.entry].event, index, subject, states,
          letters.machines[run].index,
          callback: letters.all[Int(entries[advice.entry].letter)].callback,
          .advice(run: run, entry: advice.entry))
        quirks.apply(
          to: &finding, advice.rule, row: store.events[Int(entries[advice.entry].event)].row,
          CallbackID(Int(letters.all[Int(entries[advice.entry].letter)].callback)), states,
          role: role(advice.entry), store)
        found.append(finding)
      }
    }
    // Lifecycles that no edits end as they must.
    if runs.mustEnd(Int32(index)), plan.incomplete != nil {
      for (run, result) in results.enumerated() {
        let (machine, last) = (letters.machines[run], result.moves.last?.vector ?? result.start)
        if machine.costToEnd(last) < .unreachable { continue }
        let finding = incomplete(
          index, entries, results, letters, run: run, after: result.origin,
          machine.costs.cheapestStates(last),
          .end(run: run, entry: entries.count - 1, origin: result.origin), subject)
        found.append(finding)
      }
    }
    // Ends of lifecycles.
    for end in ends {
      let result = results[end.run]
      for place in result.ends {
        let isCutOff =
          letters.all[Int(entries[place.entry].letter)].isMarked && !runs.mustEnd(Int32(index))
        if end.form.duty != nil, isCutOff { continue }
        let states = letters.machines[end.run].costs.cheapestStates(place.vector)
        guard states.allSatisfy(Set(end.form.states).contains), place.origin >= 0,
          letters.all[Int(entries[place.origin].letter)].fact == Letter.call
        else { continue }
        let origin = entries[place.origin].event
        switch end.form.laterEvents {
        case .none: break
        case .ofSubject:
          let last = entries[..<place.entry].last {
            letters.all[Int($0.letter)].fact == Letter.call && $0.flags & Entry.isOwn != 0
          }
          if (last?.event ?? -1) <= origin { continue }
        case .ofWider:
          // The end of the same call, or of one before it, is no later event.
          let later = (Int(origin) + 1)..<max(Int(origin) + 1, Int(entries[place.entry].event) + 1)
          if !later.contains(where: { store.events[$0].doubt != .end }) { continue }
        }
        var finding = finding(
          end.rule, origin, index, subject, states, letters.machines[end.run].index,
          callback: letters.all[Int(entries[place.origin].letter)].callback,
          .end(run: end.run, entry: place.entry, origin: place.origin))
        quirks.apply(
          to: &finding, end.rule, row: store.events[Int(origin)].row,
          CallbackID(Int(letters.all[Int(entries[place.origin].letter)].callback)), states,
          role: role(place.origin), store)
        found.append(finding)
      }
    }
  }
}
