internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The subjects that a call concerns besides those that it is about.
///
/// A call about a wider subject concerns all subjects that belong to it now. A call about another kind of subject
/// concerns those that its event names besides its own.
struct OtherSubjects {
  /// A kind of subject that a callback about another kind concerns.
  struct Concern {
    fileprivate var kind: SubjectKindID
    /// Whether the callback is about a wider subject.
    fileprivate var isWithin: Bool
    /// Whether a subject that was not met yet, or not in this wider one, would change its state.
    fileprivate var movesNewcomers: Bool
  }

  private let tables: CheckingTables
  private let limits: MemoryLimits
  private var stepCount = 0
  /// The subjects that the present event concerns.
  private(set) var subjects: [SubjectReference] = []
  private var reached: ReachedLimits
  var situations: Situations
  var peers: PeerRules
  var states: StateRules
  var spans: CallSpans

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ limits: MemoryLimits) {
    (self.tables, self.limits) = (tables, limits)
    reached = ReachedLimits(limits)
    situations = Situations(compiled, tables, limit: limits.examinedOthers)
    peers = PeerRules(compiled, tables, limit: limits.peers)
    states = StateRules(compiled, tables, limit: limits.deadlines)
    spans = CallSpans(compiled, tables)
  }

  /// The kinds of subjects that each callback of a grammar concerns, by callback.
  static func concerns(_ compiled: CompiledGrammar, _ named: NamedByKind) -> IDArray<
    CallbackID, [Concern]
  > {
    let grammar = compiled.grammar
    let concerns = grammar.callbacks.indices.map { callback in
      let own = grammar.callbacks[callback].subject
      func moves(_ kind: SubjectKindID) -> Bool {
        compiled.kinds[kind].lifecycles.contains {
          grammar.lifecycles[$0].movesNewcomers { grammar.whole($0) == callback }
        }
      }
      return grammar.subjects.indices.filter { named.concerns(callback, $0) }.map { kind in
        let isWithin = grammar.isWithin(kind, own)
        return Concern(
          kind: kind, isWithin: isWithin,
          movesNewcomers: isWithin && moves(kind))
      }
    }
    return IDArray(concerns)
  }

  /// Notes on the limits that were reached.
  var notes: [TraceReport.Note] { reached.notes }

  /// Answers the conditions on states that the cases of an event have, before it takes effect.
  @inline(__always)
  mutating func answer(
    _ occurrence: inout Occurrence, _ event: EventRecord, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) {
    if !tables.traits[occurrence.callback].concerns.contains(.states) { return }
    let wasExhausted = situations.isExhausted
    var outcomes = situations.answered(occurrence, event, wider, in: batch, &live)
    if situations.isExhausted, !wasExhausted { reached.note(.examined, occurrence) }
    spans.answer(&outcomes, occurrence, event, in: batch, live)
    occurrence.outcomes = outcomes
  }

  /// Empties the list of subjects.
  mutating func forget() { subjects.clear() }

  /// Collects in `subjects` whom a call concerns.
  /// - Complexity: O(subjects named), and O(subjects of the kind) if the call is about a wider one.
  mutating func collect(
    _ occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ finder: inout SubjectFinder, _ live: inout LiveSubjects
  ) {
    forget()
    // A notification proves nothing about other subjects.
    if occurrence.kind == .notification { return }
    for concern in tables.plans.concerns[occurrence.callback] {
      if concern.isWithin {
        collectWithin(tables.traits[occurrence.callback].kind, concern, occurrence, &live)
      } else {
        finder.collectNamed(concern.kind, event, in: batch, &live, into: &subjects)
      }
    }
  }

  /// Collects the subjects of a kind that were last met in the present wider one.
  @inline(__always)
  private mutating func collectWithin(
    _ wider: SubjectKindID, _ concern: Concern, _ occurrence: Occurrence,
    _ live: inout LiveSubjects
  ) {
    if concern.movesNewcomers { live.directory.kinds[concern.kind].noteMissed(at: live.event) }
    let isExhausted = stepCount >= limits.stepsOfOthers
    if isExhausted { reached.note(.steps, occurrence) }
    guard !live.isUnattributed(wider), !isExhausted, let current = live.current(wider) else {
      // The subject that it is about may have moved.
      live.directory.kinds[concern.kind].noteAnonymous(at: live.event)
      return
    }
    for subject in live.directory.subjects(concern.kind) {
      stepCount += 1
      guard live.directory.isWithin(subject, current) else { continue }
      live.meet(subject, SubjectSlot(live.directory[subject].wider.slot))
      subjects.append(subject)
    }
  }

  /// The rules on subjects side by side that an event breaks, once it has taken effect.
  mutating func brokenSideBySide(
    _ occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) -> [PeerRules.Broken] {
    let known = peers.forgottenCount
    let broken = peers.broken(by: occurrence, event, in: batch, &live)
    if peers.forgottenCount > known { reached.note(.pairs, occurrence) }
    return broken
  }

  /// Records a subject that an event concerns and may have moved, for rules on states.
  mutating func noteState(
    of subject: SubjectReference, isMoved: Bool, _ occurrence: Occurrence,
    _ live: borrowing LiveSubjects
  ) {
    if !isMoved { return }
    let known = states.droppedCount
    states.note(subject, occurrence, live)
    if states.droppedCount > known { reached.note(.deadlines, occurrence) }
  }
}

extension SubjectDirectory {
  /// Whether a subject was last met within a wider one.
  func isWithin(_ subject: SubjectReference, _ wider: SubjectReference) -> Bool {
    var current = subject
    while current.kind != wider.kind {
      let tie = self[current].wider
      guard let kind = tables.kinds[current.kind].parent, tie.slot >= 0 else { return false }
      let next = SubjectReference(kind: kind, slot: SubjectSlot(tie.slot))
      if self[next].serial != tie.serial || tie.isUnattributed { return false }
      current = next
    }
    return current == wider
  }
}

extension Grammar {
  /// Whether one kind of subject is the other, or belongs to it.
  func isWithin(_ inner: SubjectKindID, _ outer: SubjectKindID) -> Bool {
    var kind: SubjectKindID? = inner
    while let current = kind {
      if current == outer { return true }
      kind = subjects[current].parent
    }
    return false
  }

  /// The callback that a case belongs to; for any other callback, the callback itself.
  func whole(_ callback: CallbackID) -> CallbackID {
    callbacks[callback].refinement?.callback ?? callback
  }
}

extension Lifecycle {
  /// Whether one of some callbacks leads out of a state in which a subject starts, or is when its wider subject begins.
  fileprivate func movesNewcomers(by isCall: (CallbackID) -> Bool) -> Bool {
    transitions.contains {
      isCall($0.callback) && $0.to != $0.from
        && (start.contains($0.from) || onParentBegin.contains($0.from))
    }
  }
}
