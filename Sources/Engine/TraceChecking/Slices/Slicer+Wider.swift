internal import TraceGrammar
internal import TraceModel

extension Slicer {
  // MARK: - Wider subjects

  /// The wider subject that an event is about: by its identity, or the present one.
  mutating func wider(_ kind: Int, _ item: Event) -> Int32 {
    let outer = plan.kinds[kind].parent.map { wider($0, item) } ?? -1
    var name = store.value(plan.kinds[kind].member, item.row)
    if name == 0, let owner = recording.owners[event], owner.kind == kind { name = owner.name }
    if name == 0 {
      if registers[kind].current < 0 { startUnnamed(kind) }
      meet(registers[kind].current, outer)
      return registers[kind].current
    }
    registers[kind].sawIdentity = true
    var subject = registers[kind].ofName[Int(name)]
    if subject < 0 { subject = insert(kind, name, outer) }
    meet(subject, outer)
    present(subject)
    return subject
  }

  mutating func startUnnamed(_ kind: Int) {
    let subject = insert(kind, 0, plan.kinds[kind].parent.map { registers[$0].current } ?? -1)
    if !plan.kinds[kind].isSingle {
      out.subjects[Int(subject)].isUnnamed = true
      registers[kind].hadUnnamed = true
    }
    present(subject)
  }

  mutating func present(_ subject: Int32) {
    let kind = out.subjects[Int(subject)].kind
    let before = registers[kind].current
    if before == subject { return }
    if before >= 0 {
      // What was lost since its own wider subject was followed by another one, it is told when it turns up there.
      if plan.kinds[kind].parent.map({ registers[$0].current == out.subjects[Int(before)].wider })
        ?? true
      {
        tellGaps(before)
      }
      out.subjects[Int(before)].lastPresent = event - 1
    }
    registers[kind].current = subject
  }

  /// Whether the event does not say which widest subject it belongs to, although others do.
  func isUnclear(_ kind: Int?) -> Bool {
    guard let kind else { return false }
    return plan.kinds[kind].parent == nil && registers[kind].sawIdentity
      && namedRoots & 1 << UInt64(kind) == 0
  }

  /// Notes which of the outermost subjects an event names.
  mutating func noteNamedRoots(_ item: Event) {
    namedRoots = 0
    for root in plan.rootKinds where store.value(plan.kinds[root].member, item.row) != 0 {
      namedRoots |= 1 << UInt64(root)
    }
    if let owner = recording.owners[event] { namedRoots |= 1 << UInt64(owner.kind) }
  }

  /// Notes an event that may have been about any subject of a kind in the outermost one that it names.
  /// - Parameter item: the event, if only the lifecycles may have moved that its callback moves.
  mutating func note(unclear kind: Int, _ item: Event? = nil) {
    if let item, ignores(item, plan.traits[Int(item.callback)]) { return }
    registers[kind].unclearEvents.append(event)
    let moved = item.map { self.moved($0, kind) } ?? .max
    if moved == 0 { return }
    registers[kind].unclear += 1
    let root = plan.roots[kind]
    let place = root == kind || isUnclear(root) ? -1 : registers[root].current
    let count = plan.kinds[kind].lifecycles.count
    for number in 0..<count where moved & Kind.bit(ofLifecycle: number) != 0 {
      registers[kind].unclearIn[place, default: Array(repeating: (0, -1), count: count)][number] =
        (registers[kind].unclear, event)
    }
  }

  /// The lifecycles of a kind that a call moves, as bits.
  private mutating func moved(_ item: Event, _ kind: Int) -> UInt64 {
    let key = UInt32(kind) << 16 | UInt32(item.callback)
    if let known = moved[key] { return known }
    let callback = CallbackID(Int(item.callback))
    var bits: UInt64 = 0
    for (number, machine) in out.letters[kind].machines.enumerated()
    where machine.movers.contains(where: { plan.grammar.whole($0) == callback }) {
      bits |= Kind.bit(ofLifecycle: number)
    }
    moved[key] = bits
    return bits
  }

  /// Makes the wider subjects present to which the subject of an event belongs, where those do not follow one another.
  mutating func followOwners(_ item: Event, _ kind: Int) {
    if !plan.kinds[kind].hasLastingOwner { return }
    var kind = kind
    let traits = plan.kinds[kind]
    var subject: Int32 = -1
    for name in [store.value(traits.member, item.row)]
      + (traits.set.map { store.set($0, item.row) } ?? [])
    where subject < 0 && name != 0 {
      let known = registers[kind].ofName[Int(name)]
      if known >= 0, out.subjects[Int(known)].wider >= 0, !out.subjects[Int(known)].isUnattributed {
        subject = known
      }
    }
    while let outer = plan.kinds[kind].parent {
      let name = store.value(plan.kinds[outer].member, item.row)
      if name != 0 {
        subject = registers[outer].ofName[Int(name)]
      } else if subject >= 0, plan.kinds[kind].hasLastingOwner,
        case let owner = out.subjects[Int(subject)].wider, owner >= 0,
        !out.subjects[Int(subject)].isUnattributed
      {
        present(owner)
        subject = owner
        namedRoots |= 1 << UInt64(outer)
      } else {
        subject = -1
      }
      kind = outer
    }
  }

  /// Whether a call about a wider subject that names none starts the next one.
  mutating func begins(_ item: Event, _ trait: Trait) -> Bool {
    let kind = trait.kind
    let subject = registers[kind].current
    if subject < 0 { return false }
    let record = out.subjects[Int(subject)]
    if !record.isUnnamed || isEcho(subject, item) { return false }
    if !trait.begins {
      return !machines.beginnings[kind].isEmpty && isRenewable(kind)
        && comesBeforeBeginning(item, kind)
        && isFollowedByBeginning(kind)
    }
    let lost = record.began ? gaps != record.gapsAtStart : gaps > 0
    let isLate = record.began || !isWhole && !isSeenToBegin(record)
    guard record.beganSurely || lost || isRenewable(kind) || isLate && forbids(item, kind) else {
      return false
    }
    // Of what came before in another order nothing is concluded.
    return machines.beginnings[kind].last?.index == Int(item.callback)
      || record.isBlurred || isFollowedByBeginning(kind)
  }

  /// How many events about a wider subject are looked at for its beginning, because each of them looks for it again.
  private static let beginningReach = 16

  /// Whether the next events show that the present one belongs to the next wider subject: a beginning follows, or nothing.
  mutating func isFollowedByBeginning(_ kind: Int) -> Bool {
    var waiting = 1
    for index in (Int(event) + 1)..<max(Int(event) + 1, store.events.count) {
      let item = store.events[index]
      if item.kind == .gap || isBlurred(item) { return true }
      if item.callback == Event.none || [.end, .own].contains(item.doubt)
        || doubts && [.repeated, .perhapsRepeated].contains(item.doubt)
      {
        continue
      }
      let trait = plan.traits[Int(item.callback)]
      if trait.kind == kind, machines.beginnings[kind].contains(CallbackID(Int(item.callback))) {
        return true
      }
      guard trait.kind == kind, !trait.begins, waiting < Self.beginningReach,
        comesBeforeBeginning(item, kind) || leavesUnchanged(item, kind)
      else { return false }
      waiting += 1
    }
    return true
  }

  /// Whether a beginning that is taken for the present subject's own may be that of the next one as well: the recorder may
  /// have joined late, and only what says nothing certain about it came before: notifications about narrow subjects, and
  /// names that are nearly those of calls.
  func mayBeOfNext(_ item: Event, _ trait: Trait) -> Bool {
    let subject = registers[trait.kind].current
    guard subject >= 0, case let record = out.subjects[Int(subject)], record.isUnnamed,
      machines.beginnings[trait.kind].contains(CallbackID(Int(item.callback)))
    else { return false }
    // A beginning that came before a call about a narrow subject has no echo after it, unless that is late.
    if isEcho(subject, item) {
      return flat.last { $0.subject == subject }.map { $0.entry.flags & Entry.isOwn == 0 } ?? false
    }
    if record.began { return false }
    return record.isBlurred
      || !isWhole && courses.told[subject] != nil && !isSeenToBegin(record)
  }

  /// Whether the last call that moved the first lifecycle of a named subject leads to where no step leaves. It may have been
  /// wrong.
  func hasEnded(_ subject: Int32) -> Bool {
    let record = out.subjects[Int(subject)]
    guard let machine = out.letters[record.kind].machines.first, record.lastMove != Event.none,
      let reached = machine.reachedBy[CallbackID(Int(record.lastMove))]
    else { return false }
    return !reached.isEmpty && reached.allSatisfy(machine.endStates.contains)
  }
}
