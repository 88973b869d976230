internal import TraceGrammar
internal import TraceModel

/// Subjects of other kinds that a call concerns, beside those that it is about.
///
/// A call about a wider subject concerns all that belong to it now. A call about another kind of subject concerns
/// those that its event names beside its own.
struct OtherSubjects {
  /// A kind of subject that a callback about another kind concerns.
  struct Concern {
    fileprivate var kind: Int
    /// Whether the callback is about a wider subject.
    fileprivate var isWithin: Bool
    /// Whether a subject that was not met yet would not be in a state to start in afterwards.
    fileprivate var movesStart: Bool
  }

  /// How many steps a trace may take by calls about wider subjects; subjects of later ones may have moved, or not.
  private static let limit = 10_000_000

  private let tables: CheckingTables
  private var stepCount = 0
  /// Those that the present event concerns.
  private(set) var subjects: [SubjectReference] = []
  var situations: Situations
  var peers: PeerRules
  var states: StateRules

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    self.tables = tables
    situations = Situations(compiled, tables)
    peers = PeerRules(compiled, tables)
    states = StateRules(compiled, tables)
  }

  /// Whom the callbacks of a grammar concern, by callback.
  static func concerns(_ compiled: CompiledGrammar) -> [[Concern]] {
    let grammar = compiled.grammar
    return grammar.callbacks.indices.map { callback in
      grammar.subjects.indices.filter { grammar.concerns(callback, $0) }.map { kind in
        let isWithin = grammar.isWithin(kind, grammar.callbacks[callback].subject)
        return Concern(
          kind: kind, isWithin: isWithin,
          movesStart: isWithin
            && compiled.kinds[kind].lifecycles.contains { lifecycle in
              grammar.lifecycles[lifecycle].movesStart(by: callback, in: grammar)
            })
      }
    }
  }

  /// The event with what its cases ask of states answered, before it takes effect.
  @inline(__always)
  mutating func answered(
    _ occurrence: Occurrence, _ event: EventRecord, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> Occurrence {
    if !tables.traits[Int(occurrence.callback)].concerns.contains(.states) { return occurrence }
    var occurrence = occurrence
    occurrence.outcomes = situations.answered(occurrence, event, wider, in: batch, &live)
    return occurrence
  }

  /// The present event concerns no others.
  mutating func forget() {
    if !subjects.isEmpty { subjects.removeAll(keepingCapacity: true) }
  }

  /// Collects in `subjects` whom a call concerns.
  /// - Complexity: O(subjects named), and O(subjects of the kind) where the call is about a wider one.
  mutating func collect(
    _ occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ finder: inout SubjectFinder, _ live: inout LiveSubjects
  ) {
    subjects.removeAll(keepingCapacity: true)
    // Notifications prove nothing to others.
    if occurrence.kind == .notification { return }
    for concern in tables.concerns[Int(occurrence.callback)] {
      if concern.isWithin {
        collectWithin(Int(tables.traits[Int(occurrence.callback)].kind), concern, &live)
      } else {
        subjects += finder.named(concern.kind, event, in: batch, &live)
      }
    }
  }

  private mutating func collectWithin(
    _ wider: Int, _ concern: Concern, _ live: inout LiveSubjects
  ) {
    if concern.movesStart { live.directory.kinds[concern.kind].startIsPast = true }
    guard !live.isAdrift(wider), stepCount < Self.limit, let current = live.current(wider) else {
      // Whoever it is about may have moved.
      live.directory.kinds[concern.kind].anonymousEvents &+= 1
      return
    }
    for subject in live.directory.subjects(concern.kind) {
      stepCount += 1
      let parent = tables.kinds[concern.kind].parent
      guard live.directory.isWithin(subject, current) else { continue }
      live.meet(subject, SubjectSlot(live.directory.record(subject).pointee.wider.slot))
      if parent >= 0 { subjects.append(subject) }
    }
  }
}

extension SubjectDirectory {
  /// Whether a subject was last met within a wider one.
  func isWithin(_ subject: SubjectReference, _ wider: SubjectReference) -> Bool {
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

  /// Whether a lifecycle or rule about a kind of subject names a callback about another kind that does not belong to it.
  func concerns(_ callback: Int, _ kind: Int) -> Bool {
    let own = callbacks[callback].subject
    if isWithin(own, kind) { return false }
    if !isWithin(kind, own), rules.contains(where: { $0.isAboutPeers(callback, of: kind) }) {
      return true
    }
    return lifecycles.contains { lifecycle in
      lifecycle.subject == kind
        && lifecycle.transitions.contains { whole($0.callback) == callback }
    }
  }

  /// The callback that a case is one of; of a callback itself.
  func whole(_ callback: Int) -> Int { callbacks[callback].refinement?.callback ?? callback }
}

extension Rule {
  /// Whether it is about subjects side by side and names a callback.
  /// - Parameter kind: the kind of subject that it has to be about; nil for any.
  func isAboutPeers(_ callback: Int, of kind: Int? = nil) -> Bool {
    guard case .peers(let demand) = form else { return false }
    return demand.named.contains(callback) && kind.map { $0 == demand.subject } ?? true
  }
}

extension Lifecycle {
  /// Whether a callback, or a case of it, leads out of a state to start in.
  fileprivate func movesStart(by callback: Int, in grammar: Grammar) -> Bool {
    transitions.contains {
      grammar.whole($0.callback) == callback && start.contains($0.from) && $0.to != $0.from
    }
  }
}
