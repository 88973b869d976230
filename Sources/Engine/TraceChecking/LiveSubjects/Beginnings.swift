internal import TraceGrammar
internal import TraceModel

/// A callback that may begin a subject, while it is not known which one it is about.
struct DeferredBeginning {
  var occurrence: Occurrence
  /// The index of its entry in the timeline; nil if it has none.
  var timelineEntry: Int?
}

/// Decides where wider subjects begin, even in a trace that does not tell them apart.
struct Beginnings {
  /// The effect of a callback about a wider subject, in a trace that does not tell such subjects apart.
  enum Effect {
    /// It belongs to the present subject, or identifies its own.
    case ofCurrent
    /// It starts the next one.
    case ofNext
    /// Only the next events show.
    case undecided
  }

  /// How many events wait at most.
  private static let waitingLimit = 16

  private let tables: CheckingTables
  /// For every kind of subject, the callbacks that begin it and that the recording shows.
  private let callbacks: IDArray<SubjectKindID, [CallbackID]>
  /// The events that wait for the next one to show which subject they are about: calls of a launch, and what may come
  /// with them.
  private(set) var waiting: [DeferredBeginning] = []
  /// What notifications about narrow subjects say about the present wider one: the states of its lifecycle with `renew`,
  /// as if they were calls. They prove nothing else about it.
  private var told: (subject: SubjectKey, vector: VectorID)?

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    self.tables = tables
    callbacks = compiled.grammar.subjects.table { kind in
      kind.beginnings.filter { !(compiled.observed?.isSilent($0) ?? false) }
    }
  }

  /// Lets an event wait for those after it.
  mutating func wait(_ beginning: DeferredBeginning) { waiting.append(beginning) }

  /// Removes and returns the events that wait.
  mutating func takeWaiting() -> [DeferredBeginning] {
    defer { waiting.removeAll() }
    return waiting
  }

  /// Notes that a subject began, if the callback shows that.
  func note(
    _ subject: SubjectReference, _ occurrence: Occurrence, in subjects: borrowing LiveSubjects
  ) {
    let callback = occurrence.callback
    let beginnings = callbacks[subject.kind]
    guard beginnings.contains(callback) else { return }
    subjects.directory[subject].span.began = true
    subjects.directory[subject].span.beganAtGaps = subjects.gaps
    if callback == beginnings.last { subjects.directory[subject].span.beganSurely = true }
  }

  /// Notes a notification about a narrow subject within the present wider one.
  mutating func noteNotification(
    _ occurrence: Occurrence, within subject: SubjectReference, in subjects: borrowing LiveSubjects
  ) {
    let record = subjects.directory[subject]
    guard record.isUnnamed, !record.span.began,
      let run = subjects.stepper.renewableRun(of: subject.kind),
      let symbol = run.compiled.symbol(of: occurrence).symbol
    else { return }
    let key = subjects.directory.key(subject)
    let before = told?.subject == key ? told?.vector : nil
    let step = tables.automata[run.lifecycle].step(before ?? run.unknownStart, symbol)
    if !step.rose { told = (key, step.next) }
  }

  /// Whether a callback about a wider subject that it does not identify starts the next one of its kind.
  ///
  /// The last of the callbacks that begin a kind starts the next subject if the present one has certainly begun, does not
  /// allow it, can only be followed by another, or may have been followed by another in a gap. For an earlier one, and
  /// for a call that only a subject before its beginning allows, only the next events decide. An echo begins nothing.
  func effect(of occurrence: Occurrence, in subjects: borrowing LiveSubjects) -> Effect {
    let kind = tables.traits[occurrence.callback].kind
    guard let subject = subjects.current(kind) else { return .ofCurrent }
    let record = subjects.directory[subject]
    if !record.isUnnamed || subjects.stepper.isEcho(subject, occurrence) { return .ofCurrent }
    if !waiting.isEmpty { return .undecided }
    if !tables.traits[occurrence.callback].begins {
      return comesBeforeNext(occurrence, subject, subjects) ? .undecided : .ofCurrent
    }
    let lostSinceBeginning =
      record.span.began ? subjects.gaps != record.span.gapsAtStart : subjects.gaps > 0
    guard
      record.span.beganSurely || lostSinceBeginning || isRenewable(subject, subjects)
        || isOfNextByOrder(subject, occurrence, subjects)
    else { return .ofCurrent }
    return isLast(occurrence) ? .ofNext : .undecided
  }

  /// Whether a beginning that is taken for the present subject's own may be that of the next one as well: the recorder may
  /// have joined late, and only notifications about narrow subjects came before. They say nothing certain about it.
  func mayBeOfNext(_ occurrence: Occurrence, in subjects: borrowing LiveSubjects) -> Bool {
    guard subjects.isObservedInPart, isBeginning(occurrence),
      let subject = subjects.current(tables.traits[occurrence.callback].kind),
      told?.subject == subjects.directory.key(subject),
      !subjects.stepper.isEcho(subject, occurrence)
    else { return false }
    let record = subjects.directory[subject]
    return record.isUnnamed && !record.span.began && !subjects.isSeenToBegin(record)
  }

  private func isRenewable(
    _ subject: SubjectReference, _ subjects: borrowing LiveSubjects
  ) -> Bool {
    if subjects.stepper.isRenewable(subject) { return true }
    guard let told, told.subject == subjects.directory.key(subject),
      let run = subjects.stepper.renewableRun(of: subject.kind)
    else { return false }
    return tables.automata[run.lifecycle].cheapestStates(told.vector)
      .allSatisfy(run.compiled.declaration.renewable.contains)
  }

  /// Whether a beginning that the present subject does not allow belongs to the next one, because the present one began
  /// in the recording, or because the recorder may have joined it later. A recorder that is known to record everything is
  /// assumed to have been there from the start.
  private func isOfNextByOrder(
    _ subject: SubjectReference, _ occurrence: Occurrence, _ subjects: borrowing LiveSubjects
  ) -> Bool {
    let record = subjects.directory[subject]
    return
      (record.span.began || subjects.isObservedInPart && !subjects.isSeenToBegin(record))
      && subjects.stepper.forbids(occurrence, to: subject)
  }

  /// Whether a call that begins nothing, and that the present subject does not allow any more, is one that a subject
  /// gets before it begins.
  private func comesBeforeNext(
    _ occurrence: Occurrence, _ subject: SubjectReference, _ subjects: borrowing LiveSubjects
  ) -> Bool {
    !callbacks[subject.kind].isEmpty && subjects.stepper.isRenewable(subject)
      && subjects.stepper.comesBeforeBeginning(occurrence, subject)
  }

  /// Whether an event waits as well while others do: it begins nothing, and either changes nothing about the present
  /// subject or comes too late for it.
  func joins(_ occurrence: Occurrence, in subjects: borrowing LiveSubjects) -> Bool {
    guard let first = waiting.first, waiting.count < Self.waitingLimit else { return false }
    let traits = tables.traits[occurrence.callback]
    guard traits.kind == tables.traits[first.occurrence.callback].kind, !traits.begins,
      !occurrence.namesWidest, let subject = subjects.current(traits.kind)
    else { return false }
    return subjects.stepper.comesBeforeBeginning(occurrence, subject)
      || subjects.stepper.leavesUnchanged(occurrence, subject)
  }

  /// Whether the callback is the last of those that begin its kind of subject: the one that certainly comes.
  func isLast(_ occurrence: Occurrence) -> Bool {
    callbacks[tables.traits[occurrence.callback].kind].last == occurrence.callback
  }

  /// Whether the callback is one of those that begin its kind of subject.
  func isBeginning(_ occurrence: Occurrence) -> Bool {
    callbacks[tables.traits[occurrence.callback].kind].contains(occurrence.callback)
  }
}
