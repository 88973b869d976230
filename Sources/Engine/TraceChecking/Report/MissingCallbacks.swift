internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Callbacks that a trace never shows but that findings would need, reported as notes.
struct MissingCallbacks {
  /// The events that depend on one callback, or on one kind of subject beginning unseen.
  private struct Dependents {
    /// By event, as bits.
    private var events: [UInt64] = []
    private(set) var count = 0
    private(set) var first = Int32.max
    /// The callbacks that came without it, and how often.
    private var callbacks: [CallbackID: Int] = [:]
    /// Adds an event, once.
    mutating func add(_ event: Int32, _ callback: CallbackID) {
      let (word, bit) = (Int(event) >> 6, UInt64(1) << UInt64(event & 63))
      if word >= events.count { events += repeatElement(0, count: word + 1 - events.count) }
      if events[word] & bit != 0 { return }
      events[word] |= bit
      count += 1
      first = min(first, event)
      callbacks[callback, default: 0] += 1
    }

    /// What came without it, in words.
    func names(_ grammar: Grammar) -> String {
      let most = callbacks.max { ($0.value, $1.key) < ($1.value, $0.key) }
      let name = most.map { grammar.writtenName($0.key) } ?? ""
      return callbacks.count > 1 ? "\(name) and others" : name
    }

    /// How often it did.
    var often: String { count == 1 ? "once" : "\(count) times" }
  }

  private let summary: Summary
  private let shown: RecordedCallbacks
  /// By the missing callback.
  private var ofCallback: [CallbackID: Dependents] = [:]
  /// By rule: the events that break it unless something came that this recording never shows: an action, although it shows others
  /// that the rule is about, or what would have changed a state that a case asks for. And those callbacks.
  private var ofRule: [RuleID: Dependents] = [:]
  private var unseen: Set<CallbackID> = []
  /// By the kind of wider subject that may have begun unrecorded.
  private var ofKind: [SubjectKindID: Dependents] = [:]

  init(_ summary: Summary, _ shown: RecordedCallbacks) {
    (self.summary, self.shown) = (summary, shown)
    for kind in summary.plan.kinds.indices { add(summary.main, kind, within: nil) }
    for other in summary.outcome.judgements.dropFirst() {
      for (kind, unshown) in other.machines.shown?.unshown ?? [:] {
        add(other, kind.index, within: unshown)
      }
    }
    // Callbacks that a recorder declares to leave out are not noted.
    if isGuessed, summary.plan.hasRelations { addRelations(summary.main) }
  }

  /// Whether nobody states which actions are recorded.
  private var isGuessed: Bool {
    shown.isInferred || summary.store.statements.records?.includesAllCalls ?? false
  }

  /// Adds the steps of a kind's subjects that are legal only because of calls that nobody recorded. Where something is wrong
  /// anyway, the finding tells more.
  /// - Parameter scope: what the subjects do not show; nil for all subjects.
  private mutating func add(_ judgement: Judgement, _ kind: Int, within scope: Set<CallbackID>?) {
    let wider = SubjectKindID(summary.plan.kinds[kind].parent ?? kind)
    var walk = Walk(judgement, kind: kind)
    let scopes = scope.flatMap { _ in summary.outcome.scopes?.about(judgement.slices) }
    var ways: [Step: [CallbackID]] = [:]
    let accused = Set(judgement.findings.lazy.filter { $0.severity != .note }.map(\.index))
    for index in judgement.slices.subjects.indices
    where judgement.slices.subjects[index].kind == kind && !accused.contains(Int32(index)) {
      var relying: [(step: Step, event: Int32)] = []
      walk.take(Int32(index)) { relying.append(($0, $1)) }
      if isGuessed, scope == nil, walk.letters.areAsking { addQuestions(Int32(index), judgement) }
      if relying.isEmpty { continue }
      let course = scopes?.course(Int32(index))
      for (step, event) in relying {
        if let course, course.last(where: { $0.event <= event })?.unshown != scope { continue }
        let way = ways[step] ?? calls(to: step, judgement.machines)
        ways[step] = way
        let callback = CallbackID(Int(summary.store.events[Int(event)].callback))
        if way.isEmpty { ofKind[wider, default: Dependents()].add(event, callback) }
        for missing in way {
          // What is recorded nowhere was noted with all subjects.
          if scope != nil, shown.isSilent(missing) { continue }
          if shown.isSilent(missing), summary.grammar.callbacks[missing].isAction {
            if let rule = rule(against: step, judgement.machines) { add([missing], event, rule) }
          } else {
            ofCallback[missing, default: Dependents()].add(event, callback)
          }
        }
      }
    }
  }

  /// The rule that a step breaks if only recorded calls led to it. An app that records none of the actions that a lifecycle is
  /// about does not have what that is about.
  private func rule(against step: Step, _ machines: Machines) -> RuleID? {
    let machine = machines.all[step.lifecycle]
    let isNamed = machine.declaration.alphabet.contains {
      summary.grammar.callbacks[$0].isAction && !shown.isSilent(summary.grammar.whole($0))
    }
    return isNamed ? machine.rule(step.symbol, in: step.from.kernel.states) : nil
  }

  /// The calls that a step relies on; none for the beginning of another subject.
  private func calls(to step: Step, _ machines: Machines) -> [CallbackID] {
    let machine = machines.all[step.lifecycle]
    let isWanted = { (state: StateID) in
      step.from.states.contains(state) && machine.automaton.allows(step.symbol, in: [state])
    }
    // A call that none of the recorded ones may precede came before all of them.
    let way =
      machine.silentSteps(from: step.from.kernel.states, until: isWanted)
      ?? machine.silentSteps(from: machine.declaration.unknownStart, until: isWanted)
    guard let way, !way.contains(nil) else { return [] }
    return way.compactMap(\.self)
  }

  /// Adds an event that would break a rule if the recording showed some callbacks.
  private mutating func add(_ missing: [CallbackID], _ event: Int32, _ rule: RuleID) {
    if missing.isEmpty || summary.isOff(rule) { return }
    let callback = CallbackID(Int(summary.store.events[Int(event)].callback))
    ofRule[rule, default: Dependents()].add(event, callback)
    unseen.formUnion(missing)
  }

  /// Adds the calls of a subject that would break a rule if nothing had changed the states that their cases ask for.
  private mutating func addQuestions(_ subject: Int32, _ judgement: Judgement) {
    let kind = judgement.slices.subjects[Int(subject)].kind
    for number in judgement.slices.letters[kind].machines.indices {
      for (rule, event, missing) in judgement.runs.unanswered(subject, number) {
        add(missing, event, rule)
      }
    }
  }

  /// Adds what rules on several subjects and on states would have found.
  private mutating func addRelations(_ judgement: Judgement) {
    let (grammar, runs) = (summary.grammar, judgement.runs)
    for firing in Peers.broken(runs, lacking: true) {
      guard let form = grammar.rules[firing.rule].form as? PeerForm else { continue }
      add(Set(form.needed).filter { !shown.calls.contains($0) }.sorted(), firing.event, firing.rule)
    }
    for firing in Deadlines(summary.plan).broken(runs, lacking: true) {
      guard let lifecycle = firing.lifecycle,
        case let kind = grammar.lifecycles[lifecycle].subject.index,
        let number = summary.plan.kinds[kind].lifecycles.firstIndex(of: lifecycle),
        case let runner = runs.runner(firing.subject, number),
        let move = runner.run.moves.last(where: {
          runner.word[$0.entry].event == firing.related
        })
      else { continue }
      let machine = judgement.machines.all[lifecycle]
      let way = machine.silentSteps(from: machine.costs.kernel(move.vector)) {
        !firing.states.contains($0)
      }
      add(way?.compactMap(\.self) ?? [], firing.event, firing.rule)
    }
  }

  /// One note for each missing callback, and for each kind of subject whose beginnings are missing, in the order of the
  /// grammar.
  var notes: [TraceReport.Note] {
    let grammar = summary.grammar
    // A list that the recorder states says itself what is not judged, but not that another subject may have begun, and not
    // that this one may have another delegate.
    let untold = ofCallback.filter { !shown.isSilent($0.key) || shown.isInferred }
    let ofCallbacks = untold.sorted { $0.key < $1.key }.map { callback, dependents in
      let missing = grammar.writtenName(callback)
      let kind = grammar.subjects[grammar.callbacks[callback].subject].name
      var why = "This recording never has \(missing)"
      var remedy = "add \"records\": \"all\""
      if !shown.isSilent(callback) {
        if let delegate = delegateWithout(callback, Int(dependents.first)) {
          why =
            "\(delegate) never records \(missing), and others do. Record it there, or call super"
        } else {
          why += " about this \(kind) before"
          remedy = "record \"role\" or \"delegate\" with each event, or \(remedy)"
        }
      }
      return note(
        dependents,
        "not judged: \(dependents.names(grammar)) without \(missing) (\(dependents.often)). \(why);"
          + " if your recorder does record it, \(remedy)")
    }
    let ofKinds = ofKind.sorted { $0.key < $1.key }.map { kind, dependents in
      let subject = grammar.subjects[kind]
      return note(
        dependents,
        "\(dependents.names(grammar)) is allowed \(dependents.often) only because another \(subject.name) may have begun:"
          + " nothing here shows where one begins. Record \(subject.quotedMembers) with each event, and a fault here"
          + " becomes a finding")
    }
    return ofCallbacks + ofRules + ofKinds
  }

  /// One note for all rules that something may excuse which never occurs.
  private var ofRules: [TraceReport.Note] {
    let grammar = summary.grammar
    guard isGuessed, let first = ofRule.values.min(by: { $0.first < $1.first }) else { return [] }
    func list(_ words: [String]) -> String {
      words.prefix(3).joined(separator: ", ")
        + (words.count > 3 ? " and \(words.count - 3) more" : "")
    }
    let rules = ofRule.sorted { $0.key < $1.key }.map {
      "\(grammar.rules[$0.key].id) (\($0.value.often))"
    }
    let callbacks = unseen.sorted()
    let named = callbacks.first { grammar.callbacks[$0].isAction }.map {
      "[\"all\", \"\(grammar.callbacks[$0].name)\"]"
    }
    var note = note(
      first,
      "not judged: \(list(rules)). This recording never has \(list(callbacks.map(grammar.writtenName)));"
        + " if your recorder does record it, add \"records\": \(named ?? "\"all\"")")
    note.count = ofRule.values.reduce(0) { $0 + $1.count }
    return [note]
  }

  /// The delegate that an event names, if it never gets a call that others get.
  private func delegateWithout(_ callback: CallbackID, _ event: Int) -> String? {
    let (store, plan) = (summary.store, summary.plan)
    let own = store.delegate(store.events[event].row, plan)
    let isShared = store.events.contains {
      $0.callback == UInt16(callback.index) && store.delegate($0.row, plan) == own
    }
    return own == 0 || isShared ? nil : store.string(own)
  }

  private func note(_ dependents: Dependents, _ message: String) -> TraceReport.Note {
    TraceReport.Note(
      id: "depends-on-recording", event: Int(dependents.first) + 1,
      line: Int(summary.store.events[Int(dependents.first)].line), count: dependents.count,
      message: message)
  }
}
