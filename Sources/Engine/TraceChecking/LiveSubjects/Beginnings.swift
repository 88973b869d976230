internal import TraceGrammar
internal import TraceModel

/// A callback that begins a subject, while it is not known which one.
struct DeferredBeginning {
  var occurrence: Occurrence
  /// The index of its entry in the timeline; nil if it has none.
  var timelineEntry: Int?
}

/// Decides where wider subjects begin, even in a trace that does not tell them apart.
struct Beginnings {
  /// The effect of a callback that begins a wider subject, in a trace that does not tell such subjects apart.
  enum Effect {
    /// It belongs to the present subject, or identifies its own.
    case ofCurrent
    /// It starts the next one.
    case ofNext
    /// Only the next event shows.
    case undecided
  }

  private let tables: CheckingTables
  /// For every kind of subject, the callbacks that begin it and that the recording shows.
  private let callbacks: IDArray<SubjectKindID, [CallbackID]>
  /// Whether the callbacks that the recording shows were inferred from what occurs.
  private let isInferred: Bool
  /// The beginning that waits for the next event to show which subject it begins.
  private(set) var waiting: DeferredBeginning?

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    self.tables = tables
    isInferred = compiled.observed?.isInferred ?? false
    callbacks = compiled.grammar.subjects.table { kind in
      kind.beginnings.filter { !(compiled.observed?.isSilent($0) ?? false) }
    }
  }

  /// Lets a beginning wait for the event after it.
  mutating func wait(_ beginning: DeferredBeginning) { waiting = beginning }

  /// Removes and returns the beginning that waits.
  mutating func takeWaiting() -> DeferredBeginning? {
    defer { waiting = nil }
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

  /// Whether a beginning that does not identify its subject starts the next one of its kind.
  ///
  /// The last of the callbacks that begin a kind starts the next subject if the present one has certainly begun, can
  /// only be followed by another, or may have been followed by another in a gap. For an earlier one, only the next
  /// event decides. An echo begins nothing.
  func effect(of occurrence: Occurrence, in subjects: borrowing LiveSubjects) -> Effect {
    let kind = tables.traits[occurrence.callback].kind
    guard let subject = subjects.current(kind) else { return .ofCurrent }
    let record = subjects.directory[subject]
    if !record.isUnnamed || subjects.stepper.isEcho(subject, occurrence) { return .ofCurrent }
    let lostSinceBeginning =
      record.span.began ? subjects.gaps != record.span.gapsAtStart : subjects.gaps > 0
    guard
      record.span.beganSurely || lostSinceBeginning || subjects.stepper.isRenewable(subject)
        || isOfNextAfterJoining(subject, occurrence, subjects)
    else { return .ofCurrent }
    return isLast(occurrence) ? .ofNext : .undecided
  }

  /// Whether the recorder may have joined the present subject after its beginning, so that a beginning that comes too
  /// late for it belongs to the next one. A recorder that is known to record everything is assumed to have been there
  /// from the start.
  private func isOfNextAfterJoining(
    _ subject: SubjectReference, _ occurrence: Occurrence, _ subjects: borrowing LiveSubjects
  ) -> Bool {
    isInferred && !subjects.isSeenToBegin(subjects.directory[subject])
      && subjects.stepper.forbids(occurrence, to: subject)
  }

  /// Whether the callback is the last of those that begin its kind of subject: the one that certainly comes.
  func isLast(_ occurrence: Occurrence) -> Bool {
    callbacks[tables.traits[occurrence.callback].kind].last == occurrence.callback
  }
}
