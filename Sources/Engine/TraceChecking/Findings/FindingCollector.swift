internal import TraceGrammar
internal import TraceModel

/// Judges a trace once, by the slices and the lifecycles of `Runs`.
final class FindingCollector {
  let runs: Runs
  let quirks: Quirks
  /// The narrow subjects to judge; nil for all.
  private let only: Set<Int32>?
  /// The subjects of which all is explained.
  private let excused: [FaultSubject: QuirkID]
  /// By rule: the severity that the user chose; nil inside for a rule that is off.
  private let chosen: [RuleID: Severity?]
  private let isUnexpectedOff: Bool
  // What was found out about rules, as each finding asks.
  private var holding: [RuleID: Bool] = [:]
  private struct Weighed: Hashable { var rule: RuleID?, states: [StateID] }
  private var weights: [Weighed: Severity] = [:]
  /// How words of narrow subjects went that are not long: the same mistake comes in many sessions.
  private struct Word: Hashable { var kind: Int, letters: [UInt16], isKnown: Bool, mustEnd: Bool }
  private var courses: [Word: Course] = [:]
  private static let courseLimit = (words: 4_096, entries: 64)

  /// How a word went: by lifecycle, and where it ended by those in which there is nothing to find, which have no result; and
  /// whether one of them saw a call.
  private struct Course { var results: [Run?], finals: [StateSet?], hasStepped: Bool }

  /// - Parameters:
  ///   - only: the narrow subjects to judge; nil for all.
  ///   - excused: the subjects of which an earlier judgement found only what a quirk explains.
  init(
    _ runs: Runs, _ options: CheckOptions, only: Set<Int32>? = nil,
    excused: [FaultSubject: QuirkID] = [:]
  ) {
    (self.runs, self.only, self.excused) = (runs, only, excused)
    quirks = Quirks(runs.plan, runs.store, runs.machines)
    chosen = runs.plan.grammar.rules.numbered.reduce(into: [:]) { chosen, rule in
      if let severity = options.severities[rule.1.id] { chosen[rule.0] = .some(severity) }
    }
    isUnexpectedOff = options.severities["unexpected-callback"].map { $0 == nil } ?? false
  }

  var store: Store { runs.store }
  var plan: Plan { runs.plan }
  var slices: Slices { runs.slices }

  func judgement() -> Judgement {
    var result = Judgement(
      runs: runs,
      legal: plan.kinds.indices.map { legalWords($0, slices.letters[$0].machines.indices) },
      hasStepped: plan.kinds.map { _ in false })
    var found = Found()
    for kind in plan.kinds.indices where !slices.letters[kind].machines.isEmpty {
      let declared = judge(kind, result.legal[kind], &found, hasStepped: &result.hasStepped[kind])
      result.declared = result.declared ?? declared
      if plan.kinds[kind].isWider { found.roseWider.formUnion(found.roseHere) }
      found.roseHere = []
    }
    let beside = plan.hasRelations ? Peers.broken(runs) + Deadlines(plan).broken(runs) : []
    found.findings += (SingleEvents.broken(runs) + beside).map(event) + ownCalls()
    if store.statements.isHeldUp {
      func isAboutTime(_ finding: Finding) -> Bool {
        finding.rule.map { plan.grammar.rules[$0].form.isAboutTime } ?? false
      }
      result.heldUp = found.findings.filter(isAboutTime).map { $0.event - 1 }
      found.findings.removeAll(where: isAboutTime)
    }
    // A filter would copy them all, with everything that they hold.
    found.findings.removeAll { !counts($0) }
    swap(&result.findings, &found.findings)
    lead(&result.findings, found.standIns.sorted { $0.key < $1.key }.map(\.value))
    for index in result.findings.indices
    where !excused.isEmpty && result.findings[index].quirk == nil {
      let finding = result.findings[index]
      let subject = FaultSubject(lifecycle: finding.lifecycle, subject: finding.subject)
      guard let quirk = excused[subject] else { continue }
      (result.findings[index].quirk, result.findings[index].severity) = (quirk, .note)
    }
    return result
  }

  /// Judges the subjects of a kind.
  /// - Parameters:
  ///   - legal: the words in which there is nothing to find.
  ///   - hasStepped: set if one of them had a call that a lifecycle sees.
  /// - Returns: the text of a state that the grammar declares inconclusive, if all of them are in one.
  private func judge(
    _ kind: Int, _ legal: LegalWords, _ found: inout Found, hasStepped: inout Bool
  ) -> String? {
    let letters = slices.letters[kind]
    let legalInOne = letters.machines.indices.map { legalWords(kind, [$0]) }
    let mayDeclare =
      plan.kinds[kind].isWider
      && letters.machines.contains { $0.declaration.states.contains(where: \.isInconclusive) }
    var (declared, isAll) = (String?.none, true)
    for index in slices.subjects.indices
    where slices.subjects[index].kind == kind
      && (only.map { plan.kinds[kind].isWider || $0.contains(Int32(index)) } ?? true)
    {
      let word = slices.word(index)
      var finals: [StateSet] = []
      if let last = legal.passes(word, isKnown: slices.subjects[index].isKnown),
        !runs.mustEnd(Int32(index))
          || zip(letters.machines, last).allSatisfy({ $0.mayEnd(in: $1.states) })
      {
        if mayDeclare { finals = last.map(\.states) }
        hasStepped = hasStepped || letters.hasCall(word)
      } else {
        let course = course(of: index, legalInOne)
        hasStepped = hasStepped || course.hasStepped
        let judged = Judged(
          index: index, subject: slices.subjects[index],
          entries: runs.words[Int32(index)] ?? Array(word), results: course.results,
          letters: letters)
        add(judged, plan.ends[kind], to: &found)
        if mayDeclare {
          finals = letters.machines.enumerated().compactMap { lifecycle, machine in
            course.finals[lifecycle]
              ?? course.results[lifecycle].map { StateSet(machine.costs.cheapestStates($0.last)) }
          }
        }
        runs.forget()
      }
      guard mayDeclare,
        word.contains(where: { letters.all[Int($0.letter)].fact == Letter.call })
      else { continue }
      let text = declaration(kind, word, finals)
      isAll = isAll && text != nil
      declared = declared ?? text
    }
    return isAll ? declared : nil
  }

  /// How the word of a subject goes that is not legal in all its lifecycles.
  /// - Parameter legalInOne: by lifecycle, the words that are legal in it.
  private func course(of index: Int, _ legalInOne: [LegalWords]) -> Course {
    let (word, subject) = (slices.word(index), slices.subjects[index])
    let (letters, mustEnd) = (slices.letters[subject.kind], runs.mustEnd(Int32(index)))
    let isPlain =
      !plan.hasRelations && !word.contains { letters.all[Int($0.letter)].doubt != .none }
    let isKept =
      isPlain && !plan.kinds[subject.kind].isWider && word.count <= Self.courseLimit.entries
    let equal = Word(
      kind: subject.kind, letters: isKept ? word.map(\.letter) : [], isKnown: subject.isKnown,
      mustEnd: mustEnd)
    if isKept, let known = courses[equal] { return known }
    let finals = zip(letters.machines, legalInOne).map { machine, words -> StateSet? in
      guard isPlain, let last = words.passes(word, isKnown: subject.isKnown)?.first,
        !mustEnd || machine.mayEnd(in: last.states)
      else { return nil }
      return last.states
    }
    let results = results(index, isLegal: finals.map { $0 != nil })
    let course = Course(
      results: results, finals: finals,
      hasStepped: isPlain && letters.hasCall(word) || results.contains { $0?.steps ?? 0 > 0 })
    if isKept, courses.count < Self.courseLimit.words { courses[equal] = course }
    return course
  }

  /// How the lifecycles of a subject went.
  /// - Parameter isLegal: those by which its word is legal, so that there is nothing to tell of it.
  private func results(_ index: Int, isLegal: [Bool]) -> [Run?] {
    func run(_ lifecycle: Int) -> Run { runs.runner(Int32(index), lifecycle).close() }
    let indices = isLegal.indices
    var results = indices.map { isLegal[$0] ? nil : run($0) }
    if results.contains(where: { !($0?.faults.isEmpty ?? true) }) {
      for other in quirks.asked[slices.subjects[index].kind] { results[other] = run(other) }
    }
    // Whether advice counts depends on what changed by the others, even where those are legal.
    if results.contains(where: { !($0?.advices.isEmpty ?? true) }) { results = indices.map(run) }
    return results
  }

  /// What a lifecycle says about a subject that it cannot judge; nil if none does.
  private func declaration(_ kind: Int, _ word: ArraySlice<Entry>, _ finals: [StateSet]) -> String?
  {
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

  private func legalWords(_ kind: Int, _ lifecycles: some Sequence<Int>) -> LegalWords {
    LegalWords(
      slices.letters[kind], lifecycles,
      ends: plan.ends[kind].map { ($0.run, StateSet($0.form.states)) })
  }

  // MARK: - What counts

  /// Whether a finding is one of a rule that is on, about a subject that is told apart from others.
  func counts(_ finding: Finding) -> Bool {
    !(finding.isUnnamed && slices.several.contains(slices.subjects[Int(finding.index)].kind))
      && (finding.rule.map(holds) ?? !isUnexpectedOff)
  }

  private func holds(_ rule: RuleID) -> Bool {
    if let known = holding[rule] { return known }
    let value = findOut(rule)
    holding[rule] = value
    return value
  }

  private func findOut(_ rule: RuleID) -> Bool {
    if case .some(.none) = chosen[rule] { return false }
    let (declared, recording) = (plan.grammar.rules[rule], runs.recording)
    if declared.form is DifferingValueForm, !recording.values.named.contains(rule) { return false }
    return recording.meets(declared, plan.grammar, on: store.statements.platform)
  }

  /// Of the findings about one event that the same deletion repairs, the most severe leads, and the others are not told. If it is
  /// a quirk of the platform to make just this call, that explains all of them.
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
        known?.isQuirk ?? false || finding.quirk != nil && finding.isOnlyTooMany
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
      guard led.contains(finding.event), finding.isOnlyTooMany else { return false }
      return !standIns.contains {
        $0.event == finding.event && $0.index == finding.index && $0.lifecycle == finding.lifecycle
      }
    }
  }

  // MARK: - Findings

  private func severity(of rule: RuleID?, in states: [StateID]) -> Severity {
    let key = Weighed(rule: rule, states: states)
    if let known = weights[key] { return known }
    let severity =
      rule.flatMap { chosen[$0] ?? nil } ?? rule.map { plan.grammar.rules[$0] }?
      .severity(in: states, builtWith: store.statements.sdk) {
        runs.machines.shown?.calls.contains($0) ?? true
      } ?? .error
    weights[key] = severity
    return severity
  }

  /// Which call of a fault is the first that breaks a rule as severe as any of them.
  func mostSevere(_ places: [Fault.Place]) -> Int {
    let severities = places.map { severity(of: $0.rule ?? plan.unexpected, in: $0.states) }
    return severities.firstIndex(of: severities.max() ?? .note) ?? 0
  }

  /// A finding about an event, as no quirk explains it.
  func finding(
    _ rule: RuleID?, at event: Int32, about index: Int, _ lifecycle: LifecycleID?,
    in states: [StateID], _ ground: Finding.Ground
  ) -> Finding {
    let record = event < store.events.count ? store.events[Int(event)] : nil
    let subject = slices.subjects[index]
    return Finding(
      rule: rule, lifecycle: lifecycle, severity: severity(of: rule, in: states), event: event + 1,
      line: record?.line ?? 0, callback: record?.callback ?? Event.none, subject: subject.name,
      index: Int32(index), isUnnamed: subject.isUnnamed && !plan.kinds[subject.kind].isWider,
      states: states, ground: ground)
  }
}
