internal import TraceGrammar
internal import TraceModel

extension Slicer {
  // MARK: - Narrow subjects

  mutating func named(_ kind: Int, _ name: UInt32, _ outer: Int32, _ item: Event) -> Int32 {
    var subject = registers[kind].ofName[Int(name)]
    if subject < 0 { subject = insert(kind, name, outer) }
    if out.subjects[Int(subject)].lastNamedAt == event { return subject }
    meet(subject, named: item, outer)
    return subject
  }

  /// Meets a subject that an event names. One whose kind stays with its owner is still there if the event names no other.
  mutating func meet(_ subject: Int32, named item: Event, _ outer: Int32) {
    let (kind, owner) = (out.subjects[Int(subject)].kind, out.subjects[Int(subject)].wider)
    let stays =
      plan.kinds[kind].hasLastingOwner && owner >= 0 && !out.subjects[Int(subject)].isUnattributed
      && plan.kinds[kind].parent.map { store.value(plan.kinds[$0].member, item.row) } == 0
    meet(subject, stays ? owner : outer)
  }

  func key(_ alias: UInt32, _ outer: Int32) -> UInt64 {
    UInt64(alias) << 32 | UInt64(UInt32(bitPattern: outer))
  }

  /// Notes that a subject that was known only by an alias now has an identity.
  mutating func release(_ subject: Int32) {
    let kind = out.subjects[Int(subject)].kind
    out.subjects[Int(subject)].isAliasOnly = false
    if let place = registers[kind].alone.removeValue(forKey: subject) {
      registers[kind].aloneIn[place, default: 1] -= 1
    }
  }

  /// Where the subject of the present event is, and its role, as far as that is known.
  private func surroundings(_ kind: Int, _ outer: Int32) -> Surroundings {
    Surroundings(
      root: isUnclear(plan.roots[kind]) ? -1 : root(of: outer),
      role: event < store.events.count ? roles[store.events[Int(event)].row.how] : 0)
  }

  /// Whether a subject that the present event names may have been met under its alias alone: in the same outermost subject,
  /// with the same role.
  func mayBeAlone(_ kind: Int, _ outer: Int32) -> Bool {
    if !registers[kind].isMixed { return false }
    let own = surroundings(kind, outer)
    return registers[kind].aloneIn.contains { place, count in
      count > 0 && (place.root == own.root || place.root < 0 || own.root < 0)
        && (place.role == own.role || place.role == 0 || own.role == 0)
    }
  }

  mutating func bind(_ alias: UInt32, _ subject: Int32, _ outer: Int32) {
    let key = key(alias, outer)
    let kind = out.subjects[Int(subject)].kind
    if out.subjects[Int(subject)].alias == key { return }
    if out.subjects[Int(subject)].alias != 0 {
      registers[kind].ofAlias[out.subjects[Int(subject)].alias] = nil
    }
    if let other = registers[kind].ofAlias[key] {
      out.subjects[Int(other)].alias = 0
      if out.subjects[Int(other)].isAliasOnly { release(other) }
    }
    registers[kind].ofAlias[key] = subject
    out.subjects[Int(subject)].alias = key
  }

  /// The subject that an alias stands for: that with which it last came in the same wider one.
  mutating func aliased(_ alias: UInt32, _ outer: Int32, _ item: Event, _ trait: Trait) -> Int32 {
    let kind = trait.kind
    let key = key(alias, outer)
    if let known = registers[kind].ofAlias[key], !isReused(known, item, trait) {
      meet(known, outer)
      return known
    }
    let subject = insert(kind, alias, outer, isAlias: true)
    out.subjects[Int(subject)].isAliasOnly = true
    registers[kind].lastAlone = event
    let place = surroundings(kind, outer)
    registers[kind].alone[subject] = place
    registers[kind].aloneIn[place, default: 0] += 1
    if let before = registers[kind].ofAlias[key] { out.subjects[Int(before)].alias = 0 }
    registers[kind].ofAlias[key] = subject
    out.subjects[Int(subject)].alias = key
    meet(subject, outer)
    return subject
  }

  /// Whether an alias alone may stand for another subject than its own, because that one is at a point where a new subject
  /// could be: it has ended, or the event is legal for it; and the event may be the first one of another.
  mutating func isReused(_ subject: Int32, _ item: Event, _ trait: Trait) -> Bool {
    let record = out.subjects[Int(subject)]
    guard !record.isAliasOnly, !isEcho(subject, item),
      let machine = out.letters[record.kind].machines.first
    else { return false }
    if isOfAnother(record, item) { return true }
    let letters = out.letters[record.kind]
    let letter = letter(item, trait, record.kind)
    guard let symbol = letters.symbol(letter, 0) else { return false }
    let starts = machine.declaration.start
    let mayBegin = machine.automaton.edges[symbol].contains {
      starts.contains($0.from) && $0.from != $0.to
    }
    out.dependsOnShown = true
    return mayBegin && (isOver(subject) || !forbids(letter, subject))
  }

  /// Whether an event that names an alias alone shows that it is about another subject than the last with that alias: its role is
  /// another, or that subject has left for good or may come again under another alias, and the recording shows the alias of
  /// several subjects, or another delegate.
  private func isOfAnother(_ record: Subject, _ item: Event) -> Bool {
    if hasOtherRole(record, item) { return true }
    guard record.lastMove != Event.none,
      let first = plan.kinds[record.kind].lifecycles.first, case let machine = machines.all[first],
      let reached = machine.reachedBy[CallbackID(Int(record.lastMove))],
      reached.allSatisfy({ machine.endStates.contains($0) || mayOpen($0, machine) })
    else { return false }
    let delegate = recording.delegate(item.row)
    return recording.isShared(UInt32(truncatingIfNeeded: record.alias >> 32), record.kind)
      || delegate != 0 && record.delegate != 0 && delegate != record.delegate
  }

  /// Whether an event names another role than that of a subject, which never changes.
  private func hasOtherRole(_ record: Subject, _ item: Event) -> Bool {
    let role = roles[item.row.how]
    return role != 0 && record.role != 0 && role != record.role
  }

  /// Whether a subject may get an alias, maybe another than it had, in a state.
  private func mayOpen(_ state: StateID, _ machine: Machine) -> Bool {
    machine.declaration.transitions.contains {
      $0.from == state && $0.to != state && plan.traits[plan.grammar.whole($0.callback).index].opens
    }
  }

  /// Whether an event names an alias that its subject certainly does not have.
  mutating func isForeign(_ alias: UInt32, _ subject: Int32, _ item: Event, _ trait: Trait) -> Bool
  {
    if !trait.opens && trait.aliasRule == nil || item.kind == .action { return false }
    if trait.opens {
      out.subjects[Int(subject)].opened = alias
      registers[trait.kind].openedAliases.insert(alias)
      return false
    }
    let record = out.subjects[Int(subject)]
    guard item.kind == .delegate, record.opened != 0, record.opened != alias,
      record.alias != key(alias, record.wider), !registers[record.kind].isMixed,
      registers[record.kind].openedAliases.contains(alias)
    else { return false }
    emitAside(subject, item, Letter.foreign)
    return true
  }

  mutating func takeUnnamed(_ item: Event, _ trait: Trait, _ outer: Int32) {
    let kind = trait.kind
    let ends = trait.endsItsSubject && (recording.hasIdentity[kind] || !plan.kinds[kind].isSingle)
    if ends {
      out.leftOpen.ended.add(event, about: kind)
    } else if recording.hasIdentity[kind] {
      out.leftOpen.unidentified.append((event, kind))
    }
    if recording.hasIdentity[kind] || out.several.contains(kind) {
      // What ended before any other was met is none of those.
      if !ends || registers[kind].count > 0 { note(unclear: kind, item) }
      return
    }
    if isUnclear(plan.kinds[kind].parent) { note(unclear: kind, item) }
    let place = outer >= 0 && !out.subjects[Int(outer)].isUnnamed ? outer : -1
    var subject = registers[kind].unnamed[place] ?? -1
    if ends {
      if subject >= 0 {
        meet(subject, outer)
        apply(.unnamedEnd, subject)
        listen(subject)
      }
      return
    }
    if subject < 0 {
      subject = insert(kind, 0, outer)
      out.subjects[Int(subject)].isUnnamed = !plan.kinds[kind].isSingle
      out.subjects[Int(subject)].isOneOfEach = place >= 0
      registers[kind].unnamed[place] = subject
      courses.counts[subject] = plan.kinds[kind].lifecycles.map {
        StateCounts(stateCount: machines.all[$0].automaton.stateCount)
      }
    }
    meet(subject, outer)
    concern(subject)
    if isAnother(subject, item, trait) {
      out.several.insert(kind)
      out.leftOpen.several.append((event, kind))
      concerned.removeAll()
    }
  }

  /// Whether an event about an unnamed subject cannot be, but may if there are several.
  private mutating func isAnother(_ subject: Int32, _ item: Event, _ trait: Trait) -> Bool {
    let record = out.subjects[Int(subject)]
    if store.statements.hasOneWindow || !record.isUnnamed || ignores(item, trait) { return false }
    if plan.kinds[record.kind].alias != nil, hasOtherRole(record, item) { return true }
    let isKnown = isWhole || isSeenToBegin(record.wider < 0 ? nil : out.subjects[Int(record.wider)])
    return isOfSeveral(
      letter(item, trait, record.kind), subject, isKnown: isKnown, isEcho: isEcho(subject, item))
  }

  mutating func insert(_ kind: Int, _ name: UInt32, _ outer: Int32, isAlias: Bool = false) -> Int32
  {
    registers[kind].count += 1
    var subject = Subject(
      kind: kind, name: name, serial: registers[kind].count, firstEvent: event, gaps: gaps,
      gapsAtStart: gaps)
    subject.wider = outer
    let record = outer < 0 ? nil : out.subjects[Int(outer)]
    subject.isKnown =
      (isAlias ? registers[kind].lacking == 0 : !mayBeAlone(kind, outer))
      && (name == 0 || !registers[kind].hadUnnamed)
      && isSeenToBegin(record) && !isUnclear(plan.kinds[kind].parent)
      // What moved some lifecycles only, it is told when it is met.
      && (store.statements.isComplete
        ? registers[kind].unclear == 0 : unclearMoves(kind, within: outer) { _ in true } != .max)
      && registers[kind].lastUnmet < 0
    out.subjects.append(subject)
    let index = Int32(out.subjects.count - 1)
    if name != 0, !isAlias { registers[kind].ofName[Int(name)] = index }
    noteMove(index, to: outer, isSeen: true)
    return index
  }

  /// Whether it is certain that nothing happened in a wider subject before what is recorded of it.
  func isSeenToBegin(_ wider: Subject?) -> Bool {
    // The first one with a name may be the one that events without any were about.
    if store.statements.isComplete, gaps == 0, wider?.isKnown ?? true { return true }
    guard let wider else { return false }
    return wider.began && wider.beganAtGaps == gaps
  }
}
