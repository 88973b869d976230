internal import TraceGrammar
internal import TraceModel

/// Subjects that hear of calls about others: of those that name them, and of those about what they live in.
///
/// A call about a wider subject is about all that live in it now. A call about another kind of subject concerns
/// those that its event names beside its own.
struct Hearing {
  /// A kind of subject that hears of a callback about another kind.
  private struct Hearer {
    var kind: Int
    /// Whether the callback is about what subjects of the kind live in.
    var isWithin: Bool
    /// Whether a subject that was not met yet would not be in a state to start in afterwards.
    var movesStart: Bool
  }

  /// How many subjects of a trace are told of calls about what they live in; those after them may have heard, or not.
  private static let limit = 10_000_000

  private let tables: CheckingTables
  /// By callback.
  private let hearers: [[Hearer]]
  private var toldCount = 0
  /// The subjects that heard of the present event.
  private(set) var heard: [SubjectReference] = []

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    self.tables = tables
    let grammar = compiled.grammar
    hearers = grammar.callbacks.indices.map { callback in
      grammar.subjects.indices.filter { grammar.hears(callback, $0) }.map { kind in
        let isWithin = grammar.isWithin(kind, grammar.callbacks[callback].subject)
        return Hearer(
          kind: kind, isWithin: isWithin,
          movesStart: isWithin
            && compiled.kinds[kind].lifecycles.contains { lifecycle in
              grammar.lifecycles[lifecycle].movesStart(by: callback, in: grammar)
            })
      }
    }
  }

  /// Nobody hears of the present event.
  mutating func forget() {
    if !heard.isEmpty { heard.removeAll(keepingCapacity: true) }
  }

  /// Collects in `heard` who hears of a call.
  /// - Complexity: O(subjects named), and O(subjects of the kind) where the call is about what they live in.
  mutating func collect(
    _ occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ finder: inout SubjectFinder, _ live: inout LiveSubjects
  ) {
    heard.removeAll(keepingCapacity: true)
    // Notifications prove nothing to others.
    if occurrence.kind == .notification { return }
    for hearer in hearers[Int(occurrence.callback)] {
      if hearer.isWithin {
        collectWithin(Int(tables.traits[Int(occurrence.callback)].kind), hearer, &live)
      } else {
        heard += finder.named(hearer.kind, event, in: batch, &live)
      }
    }
  }

  private mutating func collectWithin(
    _ wider: Int, _ hearer: Hearer, _ live: inout LiveSubjects
  ) {
    if hearer.movesStart { live.directory.kinds[hearer.kind].startIsPast = true }
    guard !live.isAdrift(wider), toldCount < Self.limit, let current = live.current(wider) else {
      // Whoever it is about may have moved.
      live.directory.kinds[hearer.kind].anonymousEvents &+= 1
      return
    }
    for subject in live.directory.subjects(hearer.kind) {
      toldCount += 1
      let parent = tables.kinds[hearer.kind].parent
      guard live.directory.isWithin(subject, current) else { continue }
      live.meet(subject, SubjectSlot(live.directory.record(subject).pointee.wider.slot))
      if parent >= 0 { heard.append(subject) }
    }
  }
}

extension SubjectDirectory {
  /// Whether a subject was last met within a wider one.
  fileprivate func isWithin(_ subject: SubjectReference, _ wider: SubjectReference) -> Bool {
    var current = subject
    while current.kind != wider.kind {
      let tie = record(current).pointee.wider
      let kind = tables.kinds[current.kind].parent
      guard kind >= 0, tie.slot >= 0 else { return false }
      let next = SubjectReference(kind: kind, slot: SubjectSlot(tie.slot))
      if record(next).pointee.serial != tie.serial || tie.isAdrift { return false }
      current = next
    }
    return current == wider
  }
}

extension Grammar {
  /// Whether the one kind of subject is the other or lies inside it.
  func isWithin(_ inner: Int, _ outer: Int) -> Bool {
    var kind: Int? = inner
    while let current = kind {
      if current == outer { return true }
      kind = subjects[current].parent
    }
    return false
  }

  /// Whether a lifecycle about a kind of subject names a callback about another kind that does not belong to it.
  func hears(_ callback: Int, _ kind: Int) -> Bool {
    if isWithin(callbacks[callback].subject, kind) { return false }
    return lifecycles.contains { lifecycle in
      lifecycle.subject == kind
        && lifecycle.transitions.contains { whole($0.callback) == callback }
    }
  }

  /// The callback that a case is one of; of a callback itself.
  func whole(_ callback: Int) -> Int { callbacks[callback].refinement?.callback ?? callback }
}

extension Lifecycle {
  /// Whether a callback, or a case of it, leads out of a state to start in.
  fileprivate func movesStart(by callback: Int, in grammar: Grammar) -> Bool {
    transitions.contains {
      grammar.whole($0.callback) == callback && start.contains($0.from) && $0.to != $0.from
    }
  }
}
