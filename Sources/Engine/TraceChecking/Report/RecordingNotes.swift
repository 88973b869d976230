internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Oddities of the recording itself: each kind once, with its first event and how often it occurred.
extension Summary {
  /// The notes about the recording, but those on reading it, and `unknownRecords`, which follow.
  /// - Parameter repairCost: the sum of the costs of all repairs.
  func notes(repairCost: Int) -> [TraceReport.Note] {
    var notes = oddities + ownCalls + leftBefore + several
    if let shown = main.machines.shown {
      notes += MissingCallbacks(self, shown).notes
      if repairCost > 0, shown.isInferred { notes += notTold }
    }
    if let note = unknown.note { notes.append(note) }
    return notes
  }

  /// The events of the findings.
  private var accused: Set<Int32> {
    Set(outcome.judgements.flatMap(\.findings).map { $0.event - 1 })
  }

  private var oddities: [TraceReport.Note] {
    var (backwards, lost, unclear) = (Tally(), Tally(), Tally())
    var (otherKind, repeated, disordered) = (Tally(), Tally(), Tally())
    var heldUp = Tally()
    let isAction = plan.traits.map(\.isAction)
    var last = -Double.infinity
    for (index, event) in store.events.enumerated() {
      let number = Int32(truncatingIfNeeded: index)
      if event.time < last { backwards.add(number) }
      if !event.time.isNaN { last = event.time }
      if event.kind == .gap {
        if store.spelling(event.row.how) == 0 { lost.add(number) } else { unclear.add(number) }
      } else if isCall(event) {
        if isAction[Int(event.callback)] != (event.kind == .action) { otherKind.add(number) }
      } else if main.slices.doubts {
        if event.doubt == .repeated { repeated.add(number) }
        if event.doubt == .disordered, event.callback != Event.none { disordered.add(number) }
      }
    }
    for event in main.heldUp { heldUp.add(event) }
    for (event, doubt) in refused {
      if doubt == .endAlone { unclear.add(event) } else { repeated.add(event) }
    }
    let left = main.slices.leftOpen
    let found = accused
    var unidentified = Tally()
    for (event, kind) in left.unidentified where !found.contains(event) {
      unidentified.add(event, about: kind)
    }
    var unowned = left.unowned
    if let early = eventsBeforeOwner {
      unowned.add(early.first, count: early.count, about: plan.widest)
    }
    func name(_ tally: Tally) -> String {
      tally.count == 0 ? "" : grammar.subjects[SubjectKindID(tally.kind)].name
    }
    func counted(_ tally: Tally, _ one: String, _ many: String) -> String {
      tally.count == 1 ? "1 \(one)" : "\(tally.count) \(many)"
    }
    func events(_ tally: Tally) -> String { counted(tally, "event", "events") }
    return [
      note(
        "time-goes-backwards", backwards,
        "\(events(backwards)) earlier than the one before; the order in the file counts"),
      note(
        "subject-missing", unidentified,
        "\(events(unidentified)) without the identity that others have; they are not checked"
          + (name(unidentified) == "session"
            ? "; if the app has one window, say so with --one-window, or \"windows\": 1" : "")),
      note(
        "held-up", heldUp,
        "\(events(heldUp)) would break a rule on times; the debugger that made the recording held up the app, so none counts"
      ),
      note("events-lost", lost, "events were lost at \(counted(lost, "place", "places"))"),
      note(
        "unclear-call", unclear,
        "\(counted(unclear, "line", "lines")) may report a call; whatever it may have changed is treated as unknown"
      ),
      note(
        "owner-missing", unowned,
        "\(events(unowned)) without the \(name(unowned)) that others name: each may be about any of them, so hardly anything"
          + " about it is checked; record the \(name(unowned)) with every event"),
      note(
        "ended-missing", left.ended,
        "\(counted(left.ended, "call ends", "calls end")) a \(name(left.ended)) and"
          + (left.ended.count == 1
            ? " names none; it is not checked" : " name none; they are not checked")),
      note(
        "other-kind", otherKind,
        "\(events(otherKind)) recorded as an action where the grammar has a callback, or the reverse; not checked"
      ),
      note(
        "repeated-event", repeated,
        "\(events(repeated)) with the time and content of an earlier one; each counts once"),
      note(
        "order-uncertain", disordered,
        "\(events(disordered)) in another order than their times, which differ by milliseconds; nothing is concluded from either order"
      ),
    ].compactMap(\.self)
  }

  /// The calls that the app made itself where the platform could have made them: once for each caller and callback.
  private var ownCalls: [TraceReport.Note] {
    if main.slices.ownEvents.isEmpty { return [] }
    let found = accused
    var notes: [TraceReport.Note] = []
    var places: [[String]: Int] = [:]
    var further = 0
    for event in main.slices.ownEvents
    where !found.contains(event) && !plan.isPassedOn(store, event) {
      let item = store.events[Int(event)]
      guard let caller = plan.caller(store, event) else { continue }
      let name = grammar.writtenName(CallbackID(Int(item.callback)))
      if let place = places[[caller, name]] {
        notes[place].count += 1
      } else if notes.count < Self.ownCallLimit {
        places[[caller, name]] = notes.count
        notes.append(
          TraceReport.Note(
            id: "own-call", event: Int(event) + 1, line: Int(item.line),
            message:
              "\(caller) calls \(name), which counts as no call of \(grammar.caller ?? "")"))
      } else {
        further += 1
      }
    }
    if further > 0 {
      notes.append(
        TraceReport.Note(
          id: "own-call", count: further, message: "other callers make more calls themselves"))
    }
    return notes
  }

  /// How many callers and callbacks are noted.
  private static let ownCallLimit = 20

  /// Notes whom a rule expects something of that left before it came. It may still come once they are back.
  private var leftBefore: [TraceReport.Note] {
    let left = Peers.left(main.runs).filter { !isOff($0.rule) }
    guard let first = left.min(by: { $0.event < $1.event }),
      let form = grammar.rules[first.rule].form as? PeerForm
    else { return [] }
    let names = Set(left.lazy.filter { $0.rule == first.rule }.flatMap(\.missing))
      .map(store.string).sorted()
    let call = listed(form.callbacks.map(grammar.writtenName), "or")
    let kind = grammar.subjects[form.peer].name
    let some = listed(names.prefix(5) + (names.count > 5 ? ["\(names.count - 5) more"] : []), "and")
    return [
      TraceReport.Note(
        id: "left-before", event: Int(first.event) + 1,
        line: Int(store.events[Int(first.event)].line), count: left.count,
        message:
          "\(names.count == 1 ? kind : SubjectCount.plural(of: kind)) \(some) left before \(call) came;"
          + " it may still come later, so nothing is concluded")
    ]
  }

  private func note(_ id: String, _ tally: Tally, _ message: String) -> TraceReport.Note? {
    if tally.count == 0 { return nil }
    return TraceReport.Note(
      id: id, event: Int(tally.first) + 1, line: Int(store.events[Int(tally.first)].line),
      count: tally.count, message: message)
  }

  /// Whether an event counts as a call or a notification of its callback, in its place.
  func isCall(_ event: Event) -> Bool {
    if event.callback == Event.none || event.kind == .gap { return false }
    // What may be a repetition counts where it is legal.
    return event.doubt == .perhapsRepeated || main.slices.counts(event)
  }

  /// The events before the first one that names a widest subject; nil if that is the first of all, or if there is none.
  private var eventsBeforeOwner: (first: Int32, count: Int)? {
    guard !plan.kinds.isEmpty, plan.kinds[plan.widest].isWider else { return nil }
    var first: Int?
    for (index, event) in store.events.enumerated() where isCall(event) {
      if store.value(plan.kinds[plan.widest].member, event.row) != 0 {
        return first.map { (Int32($0), index - $0) }
      }
      if first == nil, plan.roots[plan.traits[Int(event.callback)].kind] == plan.widest {
        first = index
      }
    }
    return nil
  }

  /// The events that count only where they are legal, and were not, for each of their subjects.
  private var refused: [(event: Int32, doubt: Doubt)] {
    let slices = main.slices
    let isDoubtful = slices.letters.map { $0.all.contains { $0.doubt != .none } }
    return slices.subjects.indices.filter { isDoubtful[slices.subjects[$0].kind] }
      .flatMap { subject in
        main.runs.resolveDoubts(Int32(subject)).refused.map { entry in
          let letters = slices.letters[slices.subjects[subject].kind]
          return (entry.event, letters.all[Int(entry.letter)].doubt)
        }
      }
  }

  // MARK: - Subjects that are not told apart

  static let severalNote = "subjects-not-told-apart"

  /// Notes that subjects of a kind without identity turned out to be several.
  var several: [TraceReport.Note] {
    main.slices.leftOpen.several.map { event, kind in
      let subject = grammar.subjects[SubjectKindID(kind)]
      return TraceReport.Note(
        id: Self.severalNote, event: Int(event) + 1, line: Int(store.events[Int(event)].line),
        message:
          "there seem to be several \(SubjectCount.plural(of: subject.name)), and nothing tells them apart; record \(subject.quotedMembers)"
          + " with each event to have them checked")
    }
  }

  /// Notes that findings may be wrong because the trace does not tell several wider subjects apart. Each recorded
  /// beginning is taken to begin the next one, but the recorder may have joined others late.
  private var notTold: [TraceReport.Note] {
    grammar.subjects.numbered.compactMap { kind, subject in
      let own = main.slices.subjects.lazy.filter { $0.kind == kind.index }
      guard plan.kinds[kind.index].isWider, own.contains(where: \.isUnnamed),
        own.allSatisfy(\.isUnnamed)
      else { return nil }
      return TraceReport.Note(
        id: Self.severalNote,
        message:
          "nothing tells the \(SubjectCount.plural(of: subject.name)) apart; if the recorder started late in one, a finding may not be"
          + " a finding: record \(subject.quotedMembers) with each event")
    }
  }
}
