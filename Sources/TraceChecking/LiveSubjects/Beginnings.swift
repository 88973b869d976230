internal import TraceGrammar
internal import TraceModel

/// A callback that begins a subject, as long as it is open which one.
struct DeferredBeginning {
  var occurrence: Occurrence
  /// The index of its entry in the timeline; nil where it has none.
  var timelineEntry: Int?
}

/// Where wider subjects begin, also in a trace that does not tell them apart.
struct Beginnings {
  /// What a callback that begins a wider subject does in a trace that does not tell such subjects apart.
  enum Effect {
    /// It belongs to the present subject, or names its own.
    case ofCurrent
    /// It starts the next one.
    case ofNext
    /// Only the event after it tells.
    case undecided
  }

  private let tables: CheckingTables
  /// For every kind of subject the callbacks that begin it, as far as the recording shows them.
  private let callbacks: [[Int]]
  /// Whether the callbacks that the recording shows were inferred from what occurs.
  private let isInferred: Bool
  /// The beginning of which only the next event tells what it begins.
  private(set) var waiting: DeferredBeginning?

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    self.tables = tables
    isInferred = compiled.observed?.isInferred ?? false
    callbacks = compiled.grammar.subjects.map { kind in
      kind.beginnings.filter { !(compiled.observed?.isSilent($0) ?? false) }
    }
  }

  /// Lets a beginning wait for the event after it.
  mutating func wait(_ beginning: DeferredBeginning) { waiting = beginning }

  /// The beginning that waits, which then waits no more.
  mutating func takeWaiting() -> DeferredBeginning? {
    defer { waiting = nil }
    return waiting
  }

  /// Notes that a subject began, if the callback is one that begins its kind.
  func note(
    _ subject: SubjectReference, _ occurrence: Occurrence, in subjects: borrowing LiveSubjects
  ) {
    let callback = Int(occurrence.callback)
    let beginnings = callbacks[subject.kind]
    guard beginnings.contains(callback) else { return }
    let record = subjects.directory.record(subject)
    record.pointee.span.began = true
    record.pointee.span.beganAtGaps = subjects.gaps
    if callback == beginnings.last { record.pointee.span.beganSurely = true }
  }

  /// Whether a beginning that does not identify its subject starts the next one of its kind.
  ///
  /// The last of the beginnings starts it when the present one has begun surely, can only be followed by
  /// another, or may have been followed by one in a gap. Of an earlier one only the event after it tells. An echo
  /// begins nothing.
  func effect(of occurrence: Occurrence, in subjects: borrowing LiveSubjects) -> Effect {
    let kind = Int(tables.traits[Int(occurrence.callback)].kind)
    guard let subject = subjects.current(kind) else { return .ofCurrent }
    let record = subjects.directory.record(subject).pointee
    if !record.isUnnamed || subjects.stepper.isEcho(subject, occurrence) { return .ofCurrent }
    let lostSinceBeginning =
      record.span.began ? subjects.gaps != record.span.gapsAtStart : subjects.gaps > 0
    guard
      record.span.beganSurely || lostSinceBeginning || subjects.stepper.isRenewable(subject)
        || isOfNextAfterJoining(subject, occurrence, subjects)
    else { return .ofCurrent }
    return isLast(occurrence) ? .ofNext : .undecided
  }

  /// Whether the recorder may have joined the present subject after its beginning, so that one which comes too late for it is
  /// that of the next. A recorder that is known to record everything is taken to have been there from the start.
  private func isOfNextAfterJoining(
    _ subject: SubjectReference, _ occurrence: Occurrence, _ subjects: borrowing LiveSubjects
  ) -> Bool {
    isInferred && !subjects.isSeenToBegin(subjects.directory.record(subject))
      && subjects.stepper.forbids(occurrence, to: subject)
  }

  /// Whether the callback is the last of those that begin its kind of subject: the one that is sure to come.
  func isLast(_ occurrence: Occurrence) -> Bool {
    callbacks[Int(tables.traits[Int(occurrence.callback)].kind)].last == Int(occurrence.callback)
  }
}
