internal import TraceGrammar
internal import TraceModel

/// What the recorders of single subjects show.
struct Scopes {
  private struct Shown: Hashable {
    var kind: Int, role: UInt32, delegates: UInt64, covering: UInt32
    /// Whether it may stand for several, each with a delegate of its own.
    var mayBeSeveral: Bool
  }
  private typealias Course = [(event: Int32, unshown: Set<CallbackID>?)]
  private final class Answers {
    var known: [Shown: Set<CallbackID>?] = [:]
    var courses: [Int32: Course] = [:]
  }
  private var answers = Answers()
  private let plan: Plan
  private let recording: Recording
  private var slices: Slices
  private let store: Store
  private let callbacks: [[CallbackID]]
  private let revealing: Set<CallbackID>
  private var byRole: [UInt32: Set<CallbackID>] = [:]
  /// By callback: the delegates that got it, as bits.
  private var delegates: IDArray<CallbackID, UInt64>

  /// - Parameters:
  ///   - shown: what the recording shows.
  ///   - stated: what is stated of that; nil if nothing is.
  init(_ runs: Runs, _ shown: RecordedCallbacks, stated: RecordedCallbacks?) {
    let plan = runs.plan
    (self.plan, recording, slices, store) = (plan, runs.recording, runs.slices, runs.store)
    let grammar = plan.grammar
    var revealing = runs.machines.all.reduce(into: Set<CallbackID>()) {
      $0.formUnion(
        SilentSymbols(grammar, $1.declaration, IDArray($1.declaration.alphabet), shown).covering)
    }
    if shown.isInferred { revealing.subtract(shown.notifications) }
    self.revealing = revealing
    var inferred = shown
    if let stated { inferred = shown.subtracting(stated) }
    let all = inferred.calls.union(inferred.notifications).union(revealing)
    callbacks = plan.kinds.indices.map { kind in
      plan.kinds[kind].isWider ? [] : all.filter { plan.traits[$0.index].kind == kind }.sorted()
    }
    byRole = slices.callbacksByRole(store, plan)
    delegates = IDArray(repeating: 0, count: plan.traits.count)
    for event in store.events where event.callback != Event.none && event.kind != .gap {
      delegates[CallbackID(Int(event.callback))] |= 1 << UInt64(recording.delegate(event.row))
    }
  }

  /// The callbacks that the subject of a finding had not shown by then, although others show them; nil if there are none.
  func unshown(_ finding: Finding) -> Set<CallbackID>? {
    course(finding.index).last { $0.event < finding.event }?.unshown
  }

  /// The same for the findings of another judgement, whose subjects have other numbers.
  func about(_ slices: Slices) -> Scopes {
    var scopes = self
    (scopes.slices, scopes.answers) = (slices, Answers())
    return scopes
  }

  /// What a subject has not shown although others do, each time that this may change; nil for nothing. By the event from
  /// which on it holds.
  /// - Complexity: O(events of the subject) once for each subject.
  func course(_ index: Int32) -> [(event: Int32, unshown: Set<CallbackID>?)] {
    if let known = answers.courses[index] { return known }
    let subject = slices.subjects[Int(index)]
    let kind = subject.kind
    let letters = slices.letters[kind]
    var shown = Shown(
      kind: kind, role: 0, delegates: 0, covering: 0,
      mayBeSeveral: (subject.isUnnamed || subject.isAliasOnly) && !store.statements.hasOneWindow)
    var last = shown
    var course = [(event: Int32(-1), unshown: unshown(shown))]
    for entry in slices.word(Int(index)) where entry.flags & Entry.isOwn != 0 {
      let row = store.events[Int(entry.event)].row
      let role = store.value(plan.roleMember, row)
      if role != 0 { shown.role = role }
      shown.delegates |= 1 << UInt64(recording.delegate(row))
      let callback = CallbackID(Int(letters.all[Int(entry.letter)].callback))
      if let bit = plan.kinds[kind].covering.firstIndex(of: callback) {
        shown.covering |= 1 << UInt32(bit)
      }
      if shown != last {
        last = shown
        course.append((entry.event, unshown(shown)))
      }
    }
    answers.courses[index] = course
    return course
  }

  private func unshown(_ shown: Shown) -> Set<CallbackID>? {
    if let known = answers.known[shown] { return known }
    let missing = callbacks[shown.kind].filter { !shows($0, shown) }
    answers.known[shown] = .some(missing.isEmpty ? nil : Set(missing))
    return missing.isEmpty ? nil : Set(missing)
  }

  private func shows(_ callback: CallbackID, _ subject: Shown) -> Bool {
    if subject.role != 0, !(byRole[subject.role]?.contains(callback) ?? false) { return false }
    if subject.delegates == 0 || plan.traits[callback.index].isAction { return true }
    var own = subject.delegates & delegates[callback]
    if subject.role == 0, revealing.contains(callback),
      let bit = plan.kinds[subject.kind].covering.firstIndex(of: callback),
      subject.covering & 1 << UInt32(bit) == 0
    {
      own &= ~1
    }
    if !subject.mayBeSeveral || own & 1 != 0 { return own != 0 }
    // Of delegates that get some of the same calls, each has a subject of its own, and shows only its own calls.
    let others = subject.delegates & ~own & ~1
    return own != 0
      && !plan.traits.indices.contains { other in
        plan.traits[other].kind == subject.kind && !plan.traits[other].isAction
          && delegates[CallbackID(other)] & own != 0 && delegates[CallbackID(other)] & others != 0
      }
  }
}

extension Slices {
  /// By the name of each recorded role: the callbacks that came about its subjects.
  func callbacksByRole(_ store: Store, _ plan: Plan) -> [UInt32: Set<CallbackID>] {
    let none = [Bool](repeating: false, count: plan.traits.count)
    // A table for each role, looked up once for each subject: a set of pairs took a tenth of the time of a long trace.
    var shown: [UInt32: [Bool]] = [:]
    func recorded(_ entry: Entry) -> UInt32 {
      store.value(plan.roleMember, store.events[Int(entry.event)].row)
    }
    for index in subjects.indices where subjects[index].role != 0 {
      let (word, letters) = (word(index), letters[subjects[index].kind].all)
      // What came before the first role was recorded is that role's as well.
      let first = word.first { $0.flags & Entry.isOwn != 0 && recorded($0) != 0 }
      var role = first.map(recorded) ?? subjects[index].role
      var callbacks = shown.removeValue(forKey: role) ?? none
      for entry in word where entry.flags & Entry.isOwn != 0 {
        if case let next = recorded(entry), next != 0, next != role {
          shown[role] = callbacks
          role = next
          callbacks = shown.removeValue(forKey: role) ?? none
        }
        callbacks[Int(letters[Int(entry.letter)].callback)] = true
      }
      shown[role] = callbacks
    }
    return shown.mapValues { callbacks in
      Set(callbacks.indices.lazy.filter { callbacks[$0] }.map { CallbackID($0) })
    }
  }
}
