internal import TraceGrammar
internal import TraceModel

extension Slicer {
  // MARK: - Steps

  /// Whether an event is no step: an action by the name of a call or the reverse, the notification of a replaced callback, or one
  /// about a narrower subject where the replaced callbacks are called.
  func ignores(_ item: Event, _ trait: Trait) -> Bool {
    trait.isAction != (item.kind == .action)
      || trait.isReplaced && item.kind == .notification && !recording.shown.hasOnlyNotifications
      || recording.shown.hasOnlyReplacedCalls && item.kind == .notification
        && plan.kinds[trait.kind].parent != nil
  }

  func isEcho(_ subject: Int32, _ item: Event) -> Bool {
    out.subjects[Int(subject)].lastCallback == item.callback
      && out.subjects[Int(subject)].lastKinds & 1 << item.kind.rawValue == 0
  }

  mutating func stepWider(than kind: Int, _ item: Event, _ trait: Trait) {
    if item.kind == .notification { return noteNotification(item, kind) }
    for wider in plan.kinds[kind].owners {
      if isUnclear(wider) {
        note(unclear: wider, item)
      } else if registers[wider].current >= 0 {
        step(registers[wider].current, item, trait, isOwn: false)
      }
    }
  }

  mutating func letter(_ item: Event, _ trait: Trait, _ kind: Int) -> UInt16 {
    let doubt: Doubt =
      item.doubt == .endAlone || doubts && item.doubt == .perhapsRepeated ? item.doubt : .none
    let isReplaced = trait.isReplaced && item.kind == .notification
    if !trait.hasCases, doubt == .none, !isReplaced {
      return out.letters[kind].number(item.callback)
    }
    var letter = Letter(callback: item.callback, doubt: doubt)
    if isReplaced { letter.moved = plan.kinds[kind].counting }
    if trait.hasCases {
      let key = Asked(
        who: plan.asksAboutIdentities ? item.row.who : WhoID(0), how: item.row.how, role: ownRole)
      if rowOutcomes[key] == nil {
        rowOutcomes[key] = plan.outcomes(store, item.row, role: ownRole)
      }
      if let outcomes = rowOutcomes[key] {
        (letter.known, letter.holding) = (outcomes.known, outcomes.holding)
      }
    }
    return out.letters[kind].number(of: letter)
  }

  mutating func step(
    _ subject: Int32, _ item: Event, _ trait: Trait, isOwn: Bool
  ) {
    if isOwn { rememberRecorder(subject, item) }
    if ignores(item, trait) { return }
    if isOwn, isEcho(subject, item) {
      out.subjects[Int(subject)].lastKinds |= 1 << item.kind.rawValue
      if item.kind == .delegate { emitAside(subject, item, Letter.echo) }
      return
    }
    let kind = out.subjects[Int(subject)].kind
    let letter = letter(item, trait, kind)
    let letters = out.letters[kind]
    let isSeen = letters.isSeen(letter)
    if isOwn || isSeen {
      emit(subject, Entry(event: event, letter: letter, flags: flags | (isOwn ? Entry.isOwn : 0)))
      if isOwn, ordinary[Int(item.callback)].isMove {
        out.subjects[Int(subject)].lastMove = item.callback
      }
    }
    if isOwn, trait.hasNotification {
      out.subjects[Int(subject)].lastCallback = item.callback
      out.subjects[Int(subject)].lastKinds = 1 << item.kind.rawValue
    }
  }

  /// Adds an event that names a subject and is no step of it.
  mutating func emitAside(_ subject: Int32, _ item: Event, _ fact: UInt8) {
    let letter = Letter(callback: item.callback, fact: fact)
    let number = out.letters[out.subjects[Int(subject)].kind].number(of: letter)
    emit(subject, Entry(event: event, letter: number, flags: flags))
  }

  mutating func rememberRecorder(_ subject: Int32, _ item: Event) {
    if case let role = roles[item.row.how], role != 0 { out.subjects[Int(subject)].role = role }
    let delegate = recording.delegate(item.row)
    if delegate != 0 { out.subjects[Int(subject)].delegate = delegate }
  }

  /// Steps subjects of other kinds, and siblings, that a call concerns.
  mutating func concernOthers(_ item: Event, _ trait: Trait) {
    if trait.concerns.isEmpty || item.kind == .notification { return }
    let own = concerned
    for other in trait.concerns {
      if other.isWithin {
        let wide = trait.kind
        if other.movesNewcomers { registers[other.kind].lastUnmet = event }
        let current = registers[wide].current
        guard !isUnclear(wide), current >= 0 else {
          note(unclear: other.kind, item)
          continue
        }
        let homes =
          plan.kinds[other.kind].parent == wide
          ? [current]
          : registers[other.kind].listening.keys.filter { isWithin($0, current) }.sorted()
        for home in homes { tellThose(of: other.kind, in: home, but: own, item, trait) }
      } else {
        let traits = plan.kinds[other.kind]
        let names =
          [store.value(traits.member, item.row)]
          + (traits.set.map { store.set($0, item.row) } ?? [])
        if names.allSatisfy({ $0 == 0 }) { continue }
        let outer = traits.parent.map { wider($0, item) } ?? -1
        concerned.removeAll()
        for name in names where name != 0 { concern(named(other.kind, name, outer, item)) }
        flags = concerned.count > 1 ? Entry.isOfSeveral : 0
        about?.append(contentsOf: concerned)
        for subject in concerned { step(subject, item, trait, isOwn: false) }
      }
    }
    flags = 0
  }

  /// Steps the subjects in a wider one by a call about that, or about one around it. What was told of many is in any state that
  /// further ones lead to, and is told no more until something else happens to it.
  private mutating func tellThose(
    of kind: Int, in home: Int32, but own: [Int32], _ item: Event, _ trait: Trait
  ) {
    let listening = subjects(of: registers[kind].listening.removeValue(forKey: home), in: home)
    let kept = listening.filter { subject in
      if own.contains(subject) { return true }
      about?.append(subject)
      meet(subject, home)
      out.subjects[Int(subject)].heard.calls += 1
      if out.subjects[Int(subject)].heard.calls > Self.hearingLimit {
        apply(.mayHaveMoved, subject, to: plan.kinds[kind].hearing)
        return false
      }
      flags = Entry.isOfSeveral
      step(subject, item, trait, isOwn: false)
      return true
    }
    registers[kind].listening[home] = kept
  }

  func isWithin(_ subject: Int32, _ wider: Int32) -> Bool {
    var current = subject
    while current >= 0, current != wider {
      if out.subjects[Int(current)].isUnattributed { return false }
      current = out.subjects[Int(current)].wider
    }
    return current == wider
  }

  @inline(__always)
  mutating func emit(_ subject: Int32, _ entry: Entry) {
    flat.append((subject, entry))
  }
}
