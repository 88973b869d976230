internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Tells of the findings of a judgement in words for users.
///
/// Findings are many, and listed ones are few. So judging keeps little of each, and here the word of its subject is judged
/// once more.
final class FindingWords {
  private let runs: Runs
  /// How many calls and edits of a violation are shown. If it has more, the first and the last ones are.
  private let callLimit: Int
  private var stories: [Int32: Story] = [:]

  init(_ judgement: Judgement, callLimit: Int) {
    (runs, self.callLimit) = (judgement.runs, callLimit)
  }

  private var store: Store { runs.store }
  private var plan: Plan { runs.plan }
  private var grammar: Grammar { runs.plan.grammar }

  private func story(_ index: Int32) -> Story {
    if let known = stories[index] { return known }
    let story = Story(index, runs)
    stories[index] = story
    return story
  }

  /// A finding in words, without what others add: further subjects, causes, the origin and the fingerprint.
  func violation(_ finding: Finding) -> Violation {
    let story = story(finding.index)
    var violation = blank(finding, story)
    switch finding.ground {
    case .edits(let run, let fault): explain(&violation, finding, story, run, fault, isAtEnd: false)
    case .incomplete(let run, let fault):
      explain(&violation, finding, story, run, fault, isAtEnd: true)
    case .advice(let run, _):
      violation.cause = .extra
      violation.lifecycle = story.letters.machines[run].declaration.name
      violation.steps = steps(finding, story, until: finding.event - 1)
    case .end(let run, _, _): describeEnd(&violation, finding, story.letters.machines[run])
    case .event(let firing): describe(&violation, firing, finding, story)
    case .own(let run): describeOwn(&violation, finding, story, run)
    }
    violation.subjectKind = grammar.lifecycles.first { $0.name == violation.lifecycle }.flatMap {
      let kind = grammar.subjects[$0.subject].name
      return kind == $0.name ? nil : kind
    }
    return violation
  }

  /// What is the same for all grounds.
  private func blank(_ finding: Finding, _ story: Story) -> Violation {
    let item = store.events[Int(finding.event) - 1]
    let time = store.start(Int(finding.event) - 1)
    let callback =
      finding.callback == Event.none
      ? "" : grammar.callbacks[CallbackID(Int(finding.callback))].name
    let names = stateNames(finding)
    let message =
      finding.rule.map { grammar.rules[$0].message } ?? "{callback} is not allowed in {states}"
    var violation = Violation(
      rule: finding.ruleName(grammar), severity: finding.severity, cause: .extra,
      event: Int(finding.event), line: Int(finding.line), callback: callback,
      spelling: callback.isEmpty ? "" : store.string(store.spelling(item.row.how)), kind: item.kind,
      lifecycle: finding.lifecycle.map { grammar.lifecycles[$0].name }
        ?? grammar.subjects[SubjectKindID(story.subject.kind)].name,
      subject: store.string(finding.subject), process: process(finding),
      time: time.isNaN ? nil : time, states: names,
      message: message.filled(callback: callback, states: names),
      quirk: finding.quirk.map { grammar.quirks[$0].id }, fingerprint: "")
    violation.processKind =
      plan.kinds.isEmpty ? "process" : grammar.subjects[SubjectKindID(plan.widest)].name
    return violation
  }

  private func stateNames(_ finding: Finding) -> [String] {
    guard let lifecycle = finding.lifecycle else { return [] }
    return finding.states.map { grammar.lifecycles[lifecycle].states[$0].name }
  }

  /// The name of the widest subject, if the event names it, or the one in which its subject stays.
  private func process(_ finding: Finding) -> String? {
    guard !plan.kinds.isEmpty, plan.kinds[plan.widest].isWider else { return nil }
    let row = store.events[Int(finding.event) - 1].row
    let name = store.value(plan.kinds[plan.widest].member, row)
    if name != 0 { return store.string(name) }
    if plan.kinds[plan.widest].hasBeginning { return nil }
    var index = finding.index
    while index >= 0, runs.slices.subjects[Int(index)].kind != plan.widest {
      if runs.slices.subjects[Int(index)].isUnattributed { return nil }
      index = runs.slices.subjects[Int(index)].wider
    }
    return index < 0 || runs.slices.subjects[Int(index)].name == 0
      ? nil : store.string(runs.slices.subjects[Int(index)].name)
  }

  // MARK: - By ground

  private func explain(
    _ violation: inout Violation, _ finding: Finding, _ story: Story, _ run: Int, _ fault: Int,
    isAtEnd: Bool
  ) {
    let words = FaultWords(
      runs, story, run: run, fault: fault, at: isAtEnd ? nil : finding.event - 1, limit: callLimit)
    guard let words else { return }
    let expected = story.letters.machines[run].expected(in: finding.states).map {
      grammar.callbacks[$0].name
    }
    violation.expected = expected
    violation.cause = words.cause
    violation.message = words.message(
      finding.rule.map { grammar.rules[$0] }, violation.callback, violation.states, expected)
    violation.repair = words.repair
    violation.steps = words.steps
    violation.related = words.related
    violation.assumption = words.assumption(isUnnamed: finding.isUnnamed)
    if isAtEnd { violation.process = nil }
    if let read = words.read { ask(for: read, &violation, finding.event - 1) }
  }

  /// A call of the platform is not one too many. Where a case of it is wrong only while subjects wait for what the app does, that is
  /// missing, and they are named.
  private func ask(for callback: CallbackID, _ violation: inout Violation, _ event: Int32) {
    guard violation.kind != .action, violation.repair.insertions.isEmpty,
      let offending = violation.steps.firstIndex(where: \.offending)
    else { return }
    for situation in grammar.callbacks[callback].refinement?.situations ?? []
    where !situation.isNegated {
      let lifecycle = grammar.lifecycles[situation.lifecycle]
      let action = lifecycle.transitions.first {
        situation.states.contains($0.from) && !situation.states.contains($0.to)
          && grammar.callbacks[$0.callback].isAction
      }
      let kind = lifecycle.subject.index
      let met = runs.slices.ofKind[kind].prefix {
        runs.slices.subjects[Int($0)].firstEvent < event
      }
      let waiting = met.suffix(Self.callerReach).filter {
        runs.possible($0, situation.lifecycle, at: event)?.allSatisfy(situation.states.contains)
          ?? false
      }
      guard let action, !waiting.isEmpty else { continue }
      let names = waiting.map { store.string(runs.slices.subjects[Int($0)].name) }
      let kindName = grammar.subjects[lifecycle.subject].name
      if names != [""] { violation.message += ": \(kindName) \(names.inWords("and"))" }
      violation.related = waiting.compactMap { came(to: $0, situation.lifecycle, before: event) }
      violation.cause = .missing
      let name = grammar.callbacks[action.callback].name
      violation.repair = Repair(
        insertions: [.init(callback: name, beforeEvent: violation.event)])
      violation.steps.removeSubrange((offending + 1)...)
      for index in violation.steps.indices { violation.steps[index].mark = .match }
      violation.steps.insert(
        .init(mark: .missing, event: nil, line: nil, callback: name, states: []), at: offending)
      return
    }
  }

  /// The event that led a subject where it is.
  private func came(
    to subject: Int32, _ lifecycle: LifecycleID, before event: Int32
  ) -> Violation.Related? {
    let kind = runs.slices.subjects[Int(subject)].kind
    guard let number = plan.kinds[kind].lifecycles.firstIndex(of: lifecycle) else { return nil }
    let runner = runs.runner(subject, number)
    guard let move = runner.run.moves.last(where: { runner.word[$0.entry].event < event })
    else { return nil }
    let came = runner.word[move.entry].event
    return store.related(came, "\(written(came)) came here")
  }

  private func describeEnd(_ violation: inout Violation, _ finding: Finding, _ machine: Machine) {
    violation.cause = .missing
    (violation.spelling, violation.kind) = (violation.callback, .delegate)
    (violation.process, violation.time) = (nil, nil)
    let form = finding.rule.flatMap { grammar.rules[$0].form as? EndForm }
    violation.expected = machine.expected(in: finding.states, leaving: form?.states ?? [])
      .map { grammar.callbacks[$0].name }
    violation.steps = [
      .init(
        mark: .match, event: violation.event, line: violation.line, callback: violation.callback,
        states: violation.states, offending: true)
    ]
  }

  /// A call that the app made itself: it is one too many, and the call in which it was made is told of.
  private func describeOwn(
    _ violation: inout Violation, _ finding: Finding, _ story: Story, _ run: Int
  ) {
    let (machine, event) = (story.letters.machines[run], finding.event - 1)
    let before = story.calls(beforeEvent: event).last.map { story.word[$0].event }
    let isAgain = before.map { store.events[Int($0)].callback == finding.callback } ?? false
    violation.cause =
      finding.states.allSatisfy(machine.endStates.contains)
      ? .afterTheEnd : isAgain ? .repeated : .extra
    violation.expected = machine.expected(in: finding.states).map { grammar.callbacks[$0].name }
    violation.repair.deletions = [.init(event: Int(finding.event), callback: violation.callback)]
    violation.steps = steps(finding, story, until: event)
    violation.steps[violation.steps.count - 1].mark = .unexpected
    if let next = story.call(afterEvent: event) {
      violation.steps.append(row(at: next, of: story))
    }
    let made = (0..<event).suffix(Self.callerReach).last { earlier in
      let item = store.events[Int(earlier)]
      return item.callback != Event.none && item.kind == .delegate
        && isCaller(item, of: event)
    }
    if let made {
      violation.related = [store.related(made, "\(written(made)) makes the call")]
    }
  }

  /// How many events before a call may be the one in which it was made.
  private static let callerReach = 64

  /// Whether an event is of the method that made a call: its class and its name are those of the caller.
  private func isCaller(_ event: Event, of call: Int32) -> Bool {
    guard let caller = plan.caller(store, call), let dot = caller.firstIndex(of: ".") else {
      return false
    }
    let delegate = store.delegate(event.row, plan)
    let type = delegate == 0 ? "" : store.string(delegate)
    return caller[caller.index(after: dot)...] == store.string(store.spelling(event.row.how))
      && (type.isEmpty || type == caller[..<dot] || type.hasSuffix("." + caller[..<dot]))
  }

  private func describe(
    _ violation: inout Violation, _ firing: Firing, _ finding: Finding, _ story: Story
  ) {
    let rule = grammar.rules[firing.rule]
    var related = firing.related
    var relation = "\(related < 0 ? "" : written(related)) came here"
    var detail: String?
    switch rule.form {
    case let form as ContradictionForm: detail = value(form.member, finding)
    case let form as DifferingValueForm: detail = value(form.member, finding)
    case let form as TimeForm where form.isLeast:
      let passed = (firing.seconds * 1_000).rounded() / 1_000
      detail = "only \(passed) s passed, the least is \(form.seconds) s"
    case let form as TimeForm:
      violation.cause = .tooLate
      if form.after.isEmpty {
        detail = "\(duration(firing.seconds)), the limit is \(duration(form.seconds))"
      }
    case let form as StepForm:
      violation.cause = .tooLate
      detail = form.deadline.map { "the limit is \($0) s" }
    case is NotificationAheadForm:
      (violation.cause, violation.process) = (.outOfOrder, nil)
      let notification = story.calls(beforeEvent: finding.event - 1).last {
        store.events[Int(story.word[$0].event)].callback == finding.callback
      }
      if let notification {
        (related, relation) = (story.word[notification].event, "the notification came here")
      }
    case let form as PeerForm where form.question == .ofAlias: violation.cause = .wrongSubject
    case let form as PeerForm where !firing.missing.isEmpty:
      violation.cause = .missing
      let names = firing.missing.map(store.string).sorted().inWords("and")
      detail = "\(grammar.subjects[form.peer].name) \(names) had none"
    default: break
    }
    if let detail { violation.message += ": \(detail)" }
    if related >= 0 { violation.related = [store.related(related, relation)] }
    violation.steps = steps(finding, story, until: finding.event - 1)
  }

  private func written(_ event: Int32) -> String {
    grammar.writtenName(CallbackID(Int(store.events[Int(event)].callback)))
  }

  /// The value of a member, which a rule does not allow, cut after some characters.
  private func value(_ member: String, _ finding: Finding) -> String {
    let place = plan.members.single.firstIndex(of: member) ?? 0
    let value = store.string(store.value(place, store.events[Int(finding.event) - 1].row))
    let shown = value.count > 64 ? value.prefix(64) + "…" : value
    return "its \(member) is \"\(shown)\""
  }

  /// The last calls of the subject before an event, and the event.
  private func steps(_ finding: Finding, _ story: Story, until event: Int32) -> [Violation.Step] {
    var steps = story.calls(beforeEvent: event).map { row(at: $0, of: story) }
    steps.append(store.row(event, name(event)))
    steps[steps.count - 1].offending = true
    return steps
  }

  /// The row of a call of the word, with the state to which it led.
  private func row(at place: Int, of story: Story) -> Violation.Step {
    let states = story.state(after: place).map {
      [story.letters.machines[0].declaration.states[$0].name]
    }
    return store.row(
      story.word[place].event, name(story.word[place].event), states: states ?? [])
  }

  private func name(_ event: Int32) -> String {
    grammar.callbacks[CallbackID(Int(store.events[Int(event)].callback))].name
  }
}
