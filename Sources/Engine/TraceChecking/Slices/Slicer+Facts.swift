internal import TraceGrammar
internal import TraceModel

extension Slicer {
  // MARK: - Facts

  /// Applies to a subject what it missed since it was last met: gaps, and a change to another wider subject.
  mutating func meet(_ subject: Int32, _ outer: Int32) {
    // Most have missed nothing, and a copy takes longer than to look.
    let kind = out.subjects[Int(subject)].kind
    if outer == out.subjects[Int(subject)].wider, out.subjects[Int(subject)].gaps == gaps,
      out.subjects[Int(subject)].unclear == registers[kind].unclear,
      !out.subjects[Int(subject)].isUnattributed, !isUnclear(plan.kinds[kind].parent)
    {
      return
    }
    let record = out.subjects[Int(subject)]
    tellUnclear(subject)
    guard outer >= 0, let widerKind = plan.kinds[kind].parent else { return tellGaps(subject) }
    if recording.mixesAliases[kind], record.wider != outer,
      case let last = root(of: record.wider), last != root(of: outer)
    {
      out.subjects[Int(subject)].lastRoot = last
    }
    if record.wider == outer, !record.isUnattributed, !isUnclear(widerKind) {
      return tellGaps(subject)
    }
    out.subjects[Int(subject)].opened = 0
    if record.isUnattributed || isUnclear(widerKind) {
      out.subjects[Int(subject)].isUnattributed = isUnclear(widerKind)
      out.subjects[Int(subject)].wider = outer
      noteMove(subject, to: isUnclear(widerKind) ? -1 : outer, isSeen: false)
      tellGaps(subject)
      return apply(.mayHaveMoved, subject)
    }
    let next = out.subjects[Int(outer)]
    let last = record.wider < 0 ? nil : out.subjects[Int(record.wider)]
    let loss = Fact.loss(isUnnamed: record.isUnnamed, isInUnnamed: next.isUnnamed)
    let lastOfWider = lastEvent(in: record.wider)
    out.subjects[Int(subject)].wider = outer
    noteMove(subject, to: outer, isSeen: isSeenToBegin(next))
    out.subjects[Int(subject)].lastCallback = Event.none
    if next.gapsAtStart > record.gaps { apply(loss, subject, isMarked: true) }
    emit(
      subject,
      Entry(event: lastOfWider, letter: out.letters[kind].number(of: Letter(fact: Letter.check))))
    let steps = Int(next.serial - (last?.serial ?? 0))
    if isWhole, steps > 1 { out.dependsOnShown = true }
    let count = isWhole ? 1 : min(max(steps, 1), Self.beginningLimit)
    for _ in 0..<count { apply(record.isUnnamed ? .parentBeganUnnamed : .parentBegan, subject) }
    let isMarked = gaps > next.gapsAtStart
    if isMarked || !next.began { apply(loss, subject, isMarked: isMarked) }
    apply(
      .mayHaveMoved, subject,
      to: registers[kind].lastUnmet >= next.firstEvent
        ? .max : unclearMoves(kind, within: outer) { $0.event >= next.firstEvent })
    out.subjects[Int(subject)].gaps = gaps
  }

  mutating func noteMove(_ subject: Int32, to wider: Int32, isSeen: Bool) {
    listen(subject, isNewcomer: true)
    if !plan.hasRelations { return }
    let last = out.widerHistory[subject]?.last
    out.widerHistory[subject, default: []].append(
      Move(
        event: event, wider: wider, number: (last?.number ?? 0) + 1,
        unseen: (last?.unseen ?? 0) + (isSeen ? 0 : 1)))
  }

  /// Applies to a subject what events may have changed that did not say which one they are about.
  mutating func tellUnclear(_ subject: Int32) {
    let record = out.subjects[Int(subject)]
    let now = registers[record.kind].unclear
    if record.unclear == now { return }
    let moved = unclearMoves(record.kind, within: record.wider) { $0.number > record.unclear }
    out.subjects[Int(subject)].unclear = now
    // Those of other processes leave what it opened with as it was.
    if moved != 0 { out.subjects[Int(subject)].opened = 0 }
    apply(.mayHaveMoved, subject, to: moved)
  }

  /// The lifecycles of a kind, as bits, that some of the unclear events may have moved.
  /// - Parameter wider: where its subject is; events in another outermost one were about others.
  func unclearMoves(
    _ kind: Int, within wider: Int32, _ isWanted: ((number: UInt32, event: Int32)) -> Bool
  ) -> UInt64 {
    if registers[kind].unclear == 0 { return 0 }
    var moved: UInt64 = 0
    for place in [-1, root(of: wider)] {
      for (number, last) in (registers[kind].unclearIn[place] ?? []).enumerated()
      where last.number > 0 && isWanted(last) {
        moved |= Kind.bit(ofLifecycle: number)
      }
    }
    return moved != 0 && moved == plan.kinds[kind].all ? .max : moved
  }

  /// The outermost subject of a wider one; -1 for none.
  func root(of wider: Int32) -> Int32 {
    var root = wider
    while root >= 0, case let outer = out.subjects[Int(root)].wider, outer >= 0 { root = outer }
    return root
  }

  /// Notes the place of a call that asks about others, and has those that it asks about meet what they missed.
  mutating func prepareToAsk(_ item: Event, _ trait: Trait) {
    if isUnclear(plan.roots[trait.kind]) { return }
    let current = registers.map(\.current)
    func present(_ kind: Int?) -> Subject? {
      guard let kind, current[kind] >= 0 else { return nil }
      return out.subjects[Int(current[kind])]
    }
    out.askers[event] = Asker(
      current: current,
      isFresh: plan.kinds.indices.map { kind in
        isSeenToBegin(present(plan.kinds[kind].parent)) && !registers[kind].isMixed
          && registers[kind].unclear == 0 && registers[kind].lastUnmet < 0
      },
      isMixed: registers.map(\.isMixed),
      isSeen: isSeenToBegin(present(plan.roots[trait.kind])))
    for index in plan.conditions.situationsAsked[CallbackID(Int(item.callback))] {
      let situation = plan.conditions.situations[index]
      let kind = plan.grammar.lifecycles[situation.lifecycle].subject.index
      if plan.kinds[kind].isWider { continue }
      let outer = plan.kinds[kind].parent.map { current[$0] } ?? -1
      if kind != trait.kind {
        for name in store.names(of: plan.kinds[kind], item.row) {
          let known = registers[kind].ofName[Int(name)]
          if known >= 0 { meet(known, named: item, outer) }
        }
      }
      let now = (outer, gaps, registers[kind].unclear)
      if situation.whose != .own, outer >= 0,
        registers[kind].allMet != now || isUnclear(plan.kinds[kind].parent)
      {
        registers[kind].allMet = now
        tellLosses(to: kind, in: outer)
      }
    }
  }

  /// Has the subjects in a wider one meet what they missed.
  private mutating func tellLosses(to kind: Int, in home: Int32) {
    let waiting = subjects(of: registers[kind].inside.removeValue(forKey: home), in: home)
    let kept = waiting.filter { subject in
      let count = flat.count
      meet(subject, home)
      if flat.count == count { return true }
      out.subjects[Int(subject)].heard.losses += 1
      if out.subjects[Int(subject)].heard.losses <= Self.hearingLimit { return true }
      apply(.mayHaveMoved, subject)
      return false
    }
    registers[kind].inside[home] = kept
  }

  /// Those of a list that are in a wider subject, each once.
  mutating func subjects(of list: [Int32]?, in home: Int32) -> [Int32] {
    var found: [Int32] = []
    for subject in (list ?? []).sorted()
    where found.last != subject && out.subjects[Int(subject)].wider == home
      && !out.subjects[Int(subject)].isUnattributed
    {
      found.append(subject)
    }
    out.effort += found.count
    return found
  }

  /// How often in a row a subject is told of what happens around it, while nothing happens to it. Otherwise thousands of losses,
  /// or of calls about a process, would be an entry each in the word of each of thousands of sessions.
  static let hearingLimit: UInt8 = 64

  /// How many beginnings of wider subjects a subject is told of that comes back after them. Otherwise one that comes back after
  /// thousands of processes would have a word of thousands of entries.
  static let beginningLimit = 64

  /// Has a subject told of what happens around it, also if it was told so often that it is told no more.
  mutating func listen(_ subject: Int32, isNewcomer: Bool = false) {
    let (kind, wider) = (out.subjects[Int(subject)].kind, out.subjects[Int(subject)].wider)
    if wider < 0 || plan.kinds[kind].hearing == 0 && !registers[kind].isAskedAbout { return }
    let heard = out.subjects[Int(subject)].heard
    out.subjects[Int(subject)].heard = (0, 0)
    if registers[kind].isAskedAbout, isNewcomer || heard.losses > Self.hearingLimit {
      registers[kind].inside[wider, default: []].append(subject)
    }
    if plan.kinds[kind].hearing != 0, isNewcomer || heard.calls > Self.hearingLimit {
      registers[kind].listening[wider, default: []].append(subject)
    }
  }

  func lastEvent(in wider: Int32) -> Int32 {
    if wider < 0 { return -1 }
    let record = out.subjects[Int(wider)]
    return registers[record.kind].current == wider ? event : record.lastPresent
  }

  mutating func tellGaps(_ subject: Int32) {
    let record = out.subjects[Int(subject)]
    if record.gaps == gaps { return }
    out.subjects[Int(subject)].gaps = gaps
    out.subjects[Int(subject)].opened = 0
    let isInUnnamed = record.wider >= 0 && out.subjects[Int(record.wider)].isUnnamed
    apply(.loss(isUnnamed: record.isUnnamed, isInUnnamed: isInUnnamed), subject, isMarked: true)
  }

  /// - Parameter lifecycles: those that it may have moved, as bits.
  mutating func apply(
    _ fact: Fact, _ subject: Int32, isMarked: Bool = false, to lifecycles: UInt64 = .max
  ) {
    if lifecycles == 0 { return }
    let kind = out.subjects[Int(subject)].kind
    let letter = out.letters[kind].number(
      of: Letter(fact: UInt8(fact.rawValue), isMarked: isMarked, moved: lifecycles))
    emit(subject, Entry(event: event, letter: letter))
  }

  /// Handles an event of which it is not certain what it was, or when: what it may have changed is unknown.
  mutating func blur(_ item: Event) {
    if item.callback == Event.none { return }
    let trait = plan.traits[Int(item.callback)]
    let traits = plan.kinds[trait.kind]
    noteNamedRoots(item)
    let name = store.value(traits.member, item.row)
    let alias = traits.alias.map { store.value($0, item.row) } ?? 0
    let others = traits.set.map { store.set($0, item.row) } ?? []
    guard !traits.isWider, name != 0 || alias != 0 || !others.isEmpty else {
      gaps += 1
      out.gapEvents.append(event)
      return
    }
    let outer = traits.parent.map { wider($0, item) } ?? -1
    concerned.removeAll()
    if name != 0 { concern(named(trait.kind, name, outer, item)) }
    if name == 0, alias != 0, others.isEmpty { concern(aliased(alias, outer, item, trait)) }
    for other in others where other != name { concern(named(trait.kind, other, outer, item)) }
    for subject in concerned { apply(.mayHaveMoved, subject) }
    for wider in traits.owners {
      if case let current = registers[wider].current, current >= 0 {
        apply(.mayHaveMoved, current)
        out.subjects[Int(current)].isBlurred = true
      }
    }
  }
}
