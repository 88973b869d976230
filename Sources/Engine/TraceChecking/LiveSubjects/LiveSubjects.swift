internal import TraceGrammar
internal import TraceModel

/// The subjects of a trace, with the lifecycles that run for each.
///
/// Gaps, and changes to a wider subject such as a new process, are applied to a subject when it is next met. Until then
/// they cost nothing.
struct LiveSubjects: ~Copyable {
  let tables: CheckingTables
  var directory: SubjectDirectory
  var stepper: LifecycleStepper
  /// Whether no subject existed before the recording.
  let beginsAtBeginning: Bool
  /// Whether calls may have come that the recording does not show.
  var isObservedInPart: Bool { stepper.compiled.observed != nil }
  /// How many gaps came so far.
  var gaps: UInt32 = 0
  /// The number of the present event, counted from 1.
  var event: UInt32 = 0
  /// Whether the present event identifies the widest subject itself.
  var namesWidest = true
  var endings: EndingRules
  var unnamedCounts: UnnamedCounts

  init(
    _ compiled: CompiledGrammar, _ tables: CheckingTables, limits: MemoryLimits,
    beginsAtBeginning: Bool = false
  ) {
    self.tables = tables
    self.beginsAtBeginning = beginsAtBeginning
    directory = SubjectDirectory(compiled, tables, limits: limits)
    stepper = LifecycleStepper(compiled, tables)
    endings = EndingRules(compiled, tables)
    unnamedCounts = UnnamedCounts(tables)
  }

  /// The present subject of a wider kind; nil if none was met.
  func current(_ kind: SubjectKindID?) -> SubjectReference? {
    guard let kind, let slot = directory.kinds[kind].current else { return nil }
    return SubjectReference(kind: kind, slot: slot)
  }

  /// Makes a subject the present one of its kind. If subjects are identified, the previous one goes on, and may be present
  /// again.
  mutating func switchCurrent(to subject: SubjectReference) {
    let before = current(subject.kind)
    if before == subject { return }
    if let before {
      let parent = tables.kinds[subject.kind].parent
      let lastOfWider = lastEventOfWider(before)
      if lastOfWider > 0, !isUnattributed(parent), let next = current(parent),
        !directory[before].wider.isUnattributed, lastOfWider < directory[next].firstEvent
      {
        // What was lost since the next wider subject began comes after that beginning, if this one is met there.
        if directory[next].span.gapsAtStart > directory[before].gaps {
          directory[before].gaps = directory[next].span.gapsAtStart
          loseEvents(before)
        }
      } else {
        applyGaps(before)
      }
      directory[before].span.lastPresent = event - 1
      directory.makeForgettable(before)
    }
    directory.kinds[subject.kind].forgettable.remove(subject.slot)
    directory.kinds[subject.kind].current = subject.slot
  }

  /// Begins the next subject of a wider kind, in a trace that does not tell such subjects apart.
  @discardableResult
  mutating func startUnnamed(wider kind: SubjectKindID) -> SubjectReference {
    let noName = SubjectDirectory.noName
    let hash = hashName(noName, seed: UInt64(event) &* 0x9E37_79B9_7F4A_7C15 | 1)
    let parent = tables.kinds[kind].parent
    let subject = insert(kind, noName, hash: hash, wider: current(parent)?.slot)
    if !tables.kinds[kind].isSingle {
      directory[subject].isUnnamed = true
      directory.kinds[kind].hadUnnamed = true
    }
    switchCurrent(to: subject)
    return subject
  }

  /// Begins a subject anew that has ended and whose name now stands for another one. What is open about it must be
  /// finished.
  mutating func renew(_ subject: SubjectReference) {
    directory.kinds[subject.kind].store.renew(subject.slot, event: event, gaps: gaps)
    // Its end has put it there.
    directory.kinds[subject.kind].forgettable.remove(subject.slot)
    if let wider = current(tables.kinds[subject.kind].parent) { belong(subject, to: wider.slot) }
    stepper.start(subject, isKnown: true, tombstone: nil)
  }

  /// Forgets the subjects of a kind that have no identity, and what is open about them.
  mutating func dropUnnamed(_ kind: SubjectKindID) {
    for subject in directory.subjects(kind) where directory[subject].isUnnamed {
      stepper.closeSegments(of: subject)
      directory.kinds[kind].remove(subject.slot)
    }
    stepper.finished.removeAll { finished in
      if finished.subject.kind != kind { return false }
      stepper.segments.close(finished.segment)
      return true
    }
    unnamedCounts.forget(kind)
    directory.kinds[kind].unnamed = nil
    stepper.stores[kind].hasStepped = false
  }
}
