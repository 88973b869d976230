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
    /// Whether the missing callback is recorded for other subjects, and nothing says whether it would be for this one.
    var isOfUnknownRecorder = false
    /// Whether the missing callback came about the subject before, and whether it comes later.
    var cameBefore = false
    var comesLater = false

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
    if shown.isInferred, summary.plan.hasRelations { addRelations(summary.main) }
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
      if relying.isEmpty { continue }
      let course = scopes?.course(Int32(index))
      var own: (callbacks: [CallbackID: ClosedRange<Int32>], firstRecorded: Int32)?
      for (step, event) in relying {
        if let course, course.last(where: { $0.event <= event })?.unshown != scope { continue }
        let way = ways[step] ?? calls(to: step, judgement.machines)
        ways[step] = way
        let callback = CallbackID(Int(summary.store.events[Int(event)].callback))
        if way.isEmpty { ofKind[wider, default: Dependents()].add(event, callback) }
        for missing in way {
          let isSilent = shown.isSilent(missing)
          // What is recorded nowhere was noted with all subjects.
          if scope != nil, isSilent { continue }
          ofCallback[missing, default: Dependents()].add(event, callback)
          if isSilent { continue }
          let known = own ?? self.own(Int32(index), judgement)
          own = known
          if known.firstRecorded > event { ofCallback[missing]?.isOfUnknownRecorder = true }
          if let own = known.callbacks[summary.grammar.whole(missing)] {
            if own.lowerBound < event { ofCallback[missing]?.cameBefore = true }
            if own.upperBound > event { ofCallback[missing]?.comesLater = true }
          }
        }
      }
    }
  }

  /// The calls that a step relies on; none for the beginning of another subject.
  private func calls(to step: Step, _ machines: Machines) -> [CallbackID] {
    let machine = machines.all[step.lifecycle]
    let possible = machine.costs.cheapestStates(step.vector)
    let isWanted = { (state: StateID) in
      possible.contains(state) && machine.automaton.allows(step.symbol, in: [state])
    }
    // A call that none of the recorded ones may precede came before all of them.
    let way =
      machine.silentSteps(from: machine.costs.kernel(step.vector), until: isWanted)
      ?? machine.silentSteps(from: machine.costs.kernel(machine.unknownStart), until: isWanted)
    guard let way, !way.contains(nil) else { return [] }
    return way.compactMap(\.self)
  }

  /// The callbacks that come about a subject, from when until when, and the first event about it that names a role or a
  /// delegate.
  private func own(
    _ subject: Int32, _ judgement: Judgement
  ) -> (callbacks: [CallbackID: ClosedRange<Int32>], firstRecorded: Int32) {
    let letters = judgement.slices.letters[judgement.slices.subjects[Int(subject)].kind].all
    var own: (callbacks: [CallbackID: ClosedRange<Int32>], firstRecorded: Int32) = ([:], .max)
    for entry in judgement.slices.word(Int(subject)) where entry.flags & Entry.isOwn != 0 {
      let callback = CallbackID(Int(letters[Int(entry.letter)].callback))
      let first = own.callbacks[callback]?.lowerBound ?? entry.event
      own.callbacks[callback] = first...entry.event
      let row = summary.store.events[Int(entry.event)].row
      let isRecorded =
        summary.recording.delegate(row) != 0
        || summary.plan.roleMember.map { summary.store.value($0, row) != 0 } ?? false
      if isRecorded { own.firstRecorded = min(own.firstRecorded, entry.event) }
    }
    return own
  }

  /// Adds an event that would break a rule if the recording showed some callbacks.
  private mutating func add(_ missing: [CallbackID], _ event: Int32) {
    let callback = CallbackID(Int(summary.store.events[Int(event)].callback))
    for missing in missing { ofCallback[missing, default: Dependents()].add(event, callback) }
  }

  /// Adds what rules on several subjects and on states would have found.
  private mutating func addRelations(_ judgement: Judgement) {
    let (grammar, runs) = (summary.grammar, judgement.runs)
    for firing in Peers.broken(runs, lacking: true)
    where !summary.isOff(firing.rule) {
      guard let form = grammar.rules[firing.rule].form as? PeerForm else { continue }
      add(Set(form.needed).filter { !shown.calls.contains($0) }.sorted(), firing.event)
    }
    for firing in Deadlines(summary.plan).broken(runs, lacking: true)
    where !summary.isOff(firing.rule) {
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
      add(way?.compactMap(\.self) ?? [], firing.event)
    }
  }

  /// One note for each missing callback, and for each kind of subject whose beginnings are missing, in the order of the
  /// grammar.
  var notes: [TraceReport.Note] {
    let grammar = summary.grammar
    // A list that the recorder states says itself what is not judged, but not that another subject may have begun, and not
    // that this one may have another delegate. An action that never occurs is one that the app does not have.
    let untold = ofCallback.filter { callback, _ in
      !shown.isSilent(callback) || shown.isInferred && !grammar.callbacks[callback].isAction
    }
    let ofCallbacks = untold.sorted { $0.key < $1.key }.map { callback, dependents in
      let missing = grammar.writtenName(callback)
      let kind = grammar.subjects[grammar.callbacks[callback].subject].name
      var why = "this recording never has \(missing)"
      var remedy = "add \"records\": \"all\""
      if !shown.isSilent(callback) {
        if let delegate = delegateWithout(callback, Int(dependents.first)) {
          why = "\(delegate) never records \(missing), as others do: record it there, or call super"
        } else {
          why += " about a \(kind) of this role or delegate"
        }
        if dependents.isOfUnknownRecorder {
          why = "this recording never has \(missing) about this \(kind)"
          remedy = "record \"role\" or \"delegate\" with each event, or \(remedy)"
        }
        if dependents.cameBefore {
          why = "this recording may lack a further \(missing) about this \(kind)"
        } else if dependents.comesLater {
          why = "this recording had no \(missing) about this \(kind) until then"
        }
      }
      return note(
        dependents,
        "not judged: \(dependents.names(grammar)) without \(missing) (\(dependents.often)), because \(why);"
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
    return ofCallbacks + ofKinds
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

extension Machine {
  /// A shortest sequence of silent steps that leads to a wanted state; nil if there is none. Each step is the callback that
  /// nobody recorded, or nil if another subject began without one.
  /// - Complexity: O(steps).
  fileprivate func silentSteps(
    from start: [StateID], until isWanted: (StateID) -> Bool
  ) -> [CallbackID?]? {
    var ways: [StateID: [CallbackID?]] = [:]
    for state in start { ways[state] = [] }
    var open = start[...]
    while let state = open.popFirst() {
      let way = ways[state] ?? []
      if isWanted(state) { return way }
      var next: [(state: StateID, callback: CallbackID?)] = []
      for step in automaton.freeSteps where step.from == state { next.append((step.to, nil)) }
      for step in declaration.transitions
      where step.from == state && automaton.isSilent[symbols[step.callback].known] {
        next.append((step.to, step.callback))
      }
      for (state, callback) in next where ways[state] == nil {
        ways[state] = way + [callback]
        open.append(state)
      }
    }
    return nil
  }
}
