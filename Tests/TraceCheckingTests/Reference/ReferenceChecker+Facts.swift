import TraceGrammar
import TraceModel

/// Changes of subjects without a call about them.
extension ReferenceChecker {
  mutating func touch(
    _ key: SubjectKey, within wider: String?, _ index: Int, isNew: Bool = true
  ) {
    let isAdrift = key.kind == 1 && isAdrift(index)
    defer { known[key] = Known(wider: wider ?? "", lastEvent: index, isAdrift: isAdrift) }
    guard let last = known[key] else {
      let isKnown =
        isNew && !isAdrift
        && (beginsAtBeginning
          ? anonymousEvents[key.kind].allSatisfy { $0.lifecycles.isEmpty }
          // What moved some lifecycles only, it is told below.
          : moved(key.kind, from: 0, wider) != Set(lifecycles(of: key.kind)))
        && (beginsAtBeginning && !gapLies(in: 0..<index)
          || wider.map { beginningIsRecorded(key.kind - 1, $0, before: index) } ?? false)
      for lifecycle in lifecycles(of: key.kind) {
        let law = grammar.lifecycles[lifecycle]
        lives[LifeKey(lifecycle: lifecycle, subject: key.name)] = ReferenceLife(
          lifecycle: lifecycle, start: isKnown ? law.start : law.unknownStart)
      }
      tellOfAnonymousEvents(key, within: wider)
      if isAdrift { move(key) }
      if key.kind < narrowKind { anonymousAtStart[key] = anonymousEvents[key.kind + 1].count }
      return
    }
    tellOfAnonymousEvents(key, within: last.wider)
    if isAdrift || last.isAdrift {
      if gapLies(in: last.lastEvent..<index) { lose(key) }
      return move(key)
    }
    guard let wider, last.wider != wider else {
      if gapLies(in: last.lastEvent..<index) { lose(key) }
      return
    }
    // A call in the last wide subject cannot have an echo in this one.
    echoes[key] = nil
    let first = belongings.firstIndex { $0[key.kind - 1] == wider } ?? index
    if first > last.lastEvent, gapLies(in: last.lastEvent..<first) { lose(key) }
    end(key, isCutOff: false)
    tell(key) { law in
      let others = key.name.hasPrefix("@") ? law.start : []
      return IDArray(law.states.indices.map { [law.onParentBegin[$0]] + others })
    }
    if gapLies(in: first..<index) || !beginningIsRecorded(key.kind - 1, wider, before: index) {
      lose(key)
    }
    let start = anonymousAtStart[SubjectKey(kind: key.kind - 1, name: wider)] ?? 0
    move(key, moved(key.kind, from: start, wider))
  }

  /// Accounts for events without a subject, which may have concerned this one.
  mutating func tellOfAnonymousEvents(_ key: SubjectKey, within wider: String?) {
    let start = told.updateValue(anonymousEvents[key.kind].count, forKey: key) ?? 0
    move(key, moved(key.kind, from: start, wider))
  }

  /// The lifecycles that events without a subject may have moved, of those that name the same widest subject or none.
  private func moved(
    _ kind: SubjectKindID, from start: Int, _ wider: String?
  ) -> Set<LifecycleID> {
    let root =
      kind < 2 ? wider : wider.flatMap { known[SubjectKey(kind: 1, name: $0)]?.wider }
    return anonymousEvents[kind][start...].reduce(into: []) { moved, event in
      if event.wide == nil || kind > 0 && event.wide == root { moved.formUnion(event.lifecycles) }
    }
  }

  /// Lets the subject move on, also within another wider subject.
  mutating func move(_ key: SubjectKey, _ lifecycles: Set<LifecycleID>? = nil) {
    tell(key, of: lifecycles) { law in
      let reachable = law.everythingReachable
      return IDArray(
        law.states.indices.map { state in
          Set(reachable[state] + reachable[law.onParentBegin[state]]).sorted()
        })
    }
  }

  /// Accounts for lost events: a subject without a name may also be another one, in any possible first state.
  mutating func lose(_ key: SubjectKey) {
    tell(key) { law in
      let reachable = law.everythingReachable
      if !key.name.hasPrefix("@") { return reachable }
      return IDArray(
        law.states.indices.map { state in
          let possible = [state, law.onParentBegin[state]] + law.start + law.unknownStart
          return Set(possible.flatMap { reachable[$0] }).sorted()
        })
    }
  }

  /// Lets subjects that did not occur again catch up as well.
  mutating func touchEverybody() {
    var last = IDArray<SubjectKindID, String?>(repeating: nil, count: narrowKind.index)
    for kind in SubjectKindID.all(narrowKind.index) {
      last[kind] = belongings.last { $0[kind] != nil }?[kind]
    }
    for key in known.keys.sorted(by: { ($0.kind, $0.name) < ($1.kind, $1.name) }) {
      if key.kind == narrowKind {
        // Only subjects that follow one another can have taken it over.
        let isFollowed = !grammar.subjects[narrowKind - 1].beginnings.isEmpty
        touch(key, within: isFollowed ? last[narrowKind - 1] : known[key]?.wider, trace.endIndex)
      } else {
        tellOfAnonymousEvents(key, within: known[key]?.wider)
        // A subject that another one replaced may continue unrecorded.
        let since = known[key]?.lastEvent ?? 0
        let next = belongings[since...].firstIndex {
          $0[key.kind].map { $0 != key.name } ?? false
        }
        if gapLies(in: since..<(next ?? trace.endIndex)) { lose(key) }
      }
    }
  }

  func gapLies(in range: Range<Int>) -> Bool {
    trace[range].contains { $0.occurrence == .gap }
  }

  /// Whether the beginning of the wider subject is recorded, with nothing lost since.
  func beginningIsRecorded(_ kind: SubjectKindID, _ name: String, before index: Int) -> Bool {
    let since = (trace[..<index].lastIndex { $0.occurrence == .gap } ?? -1) + 1
    return (since..<index).contains { event in
      guard case .callback(let callback, _) = trace[event].occurrence else { return false }
      if kind == 0 && isAdrift(event) { return false }
      return belongings[event][kind] == name && grammar.subjects[kind].beginnings.contains(callback)
    }
  }
}

extension ReferenceChecker {
  /// Whether the wider subject that an event is about occurred before.
  func isKnown(_ about: SubjectKindID, _ wider: IDArray<SubjectKindID, String?>) -> Bool {
    guard about < narrowKind, let name = wider[about] else { return false }
    return known[SubjectKey(kind: about, name: name)] != nil
  }

  /// Whether an event begins the life of a wider subject that it names, and that had ended.
  func beginsAgain(
    _ callback: CallbackID, _ about: SubjectKindID, _ event: ReferenceEvent
  ) -> Bool {
    guard let name = about == 0 ? event.wide : event.middle,
      grammar.subjects[about].beginnings.contains(callback)
    else { return false }
    return isOver(SubjectKey(kind: about, name: name))
  }
}
