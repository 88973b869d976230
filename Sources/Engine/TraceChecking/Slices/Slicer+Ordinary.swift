internal import TraceGrammar
internal import TraceModel

/// The short way of most events. It notes what `take` does, and nothing else comes of it.
extension Slicer {
  /// A call that concerns one narrow subject and the wider one, and no rule by itself.
  struct Ordinary: BitwiseCopyable {
    var isOrdinary = false
    var isAction = false
    var hasNotification = false
    var isMove = false
    var opens = false
    var kind = 0
    var wider = 0
    var letter: UInt16 = 0
    /// The members that identify the subject, its alias (or -1), and the wider subject.
    var member = 0, alias = -1, widerMember = 0
    /// The letter of the wider subject's lifecycles; `.max` if they do not see it.
    var widerLetter = UInt16.max
    /// Whether its letters depend on how it came.
    var hasCases = false
  }

  /// The letters of an event, as in `Ordinary`.
  typealias CaseLetters = (callback: UInt16, own: UInt16, wider: UInt16)
  /// What the calls of each callback need.
  func ordinaryCalls() -> [Ordinary] {
    plan.grammar.callbacks.indices.map { callback in
      let trait = plan.traits[callback.index]
      var known = Ordinary(
        isAction: trait.isAction, hasNotification: trait.hasNotification,
        isMove: out.letters[trait.kind].machines.first?.movers.contains(callback) ?? false,
        kind: trait.kind)
      guard plan.grammar.callbacks[callback].refinement == nil,
        let wider = plan.kinds[trait.kind].parent,
        plan.kinds[wider].parent == nil, !plan.kinds[trait.kind].isWider,
        !plan.kinds[trait.kind].hasLastingOwner, !recording.mixesAliases[trait.kind],
        !plan.hasRelations, plan.kinds[trait.kind].hearing == 0,
        !trait.hasCases || trait.hasCasesOnValues, trait.concerns.isEmpty,
        !trait.isReplaced
      else { return known }
      (known.isOrdinary, known.hasCases) = (true, trait.hasCases)
      known.opens = trait.opens
      known.wider = wider
      known.member = plan.kinds[trait.kind].member
      known.alias = plan.kinds[trait.kind].alias ?? -1
      known.widerMember = plan.kinds[wider].member
      known.letter = out.letters[trait.kind].number(UInt16(callback.index))
      let letter = out.letters[wider].number(UInt16(callback.index))
      if out.letters[wider].isSeen(letter) { known.widerLetter = letter }
      return known
    }
  }

  mutating func caseLetters(_ item: Event, _ known: Ordinary) -> CaseLetters {
    if let letters = caseLetters[item.row.how], letters.callback == item.callback { return letters }
    var letter = Letter(callback: item.callback)
    let outcomes = plan.outcomes(store, item.row, role: 0)
    (letter.known, letter.holding) = (outcomes.known, outcomes.holding)
    let wider = out.letters[known.wider].number(of: letter)
    let letters = (
      item.callback, out.letters[known.kind].number(of: letter),
      out.letters[known.wider].isSeen(wider) ? wider : UInt16.max
    )
    caseLetters[item.row.how] = letters
    return letters
  }

  /// Takes an event like most: about a subject that was met before and has missed nothing since. What `take` notes beside
  /// words is noted here as well.
  @inline(__always)
  mutating func takeOrdinary(_ index: Int) -> Bool {
    let item = store.events[index]
    if item.callback == Event.none || item.doubt != .none || item.kind == .gap { return false }
    let known = ordinary[Int(item.callback)]
    if !known.isOrdinary || known.isAction != (item.kind == .action) { return false }
    if ofWho[item.row.who].subject < 0, !adopt(item, known) { return false }
    let row = ofWho[item.row.who]
    let subject = row.subject
    let (role, delegate) = (roles[item.row.how], recording.delegate(item.row))
    var letters: CaseLetters = (item.callback, known.letter, known.widerLetter)
    if known.hasCases { letters = caseLetters(item, known) }
    let isEntryOfWider = letters.wider != .max && item.kind != .notification
    let current = registers[known.wider].current
    let unclear = registers[known.kind].unclear
    // What such a notification shows about the wider subject matters.
    if item.kind == .notification, current >= 0, out.subjects[Int(current)].isUnnamed,
      !out.subjects[Int(current)].began
    {
      return false
    }
    // SAFETY: subjects are indices of this array, and nothing changes its length within the closure.
    let isMet = out.subjects.withUnsafeMutableBufferPointer { subjects in
      let place = subjects.baseAddress! + Int(subject)
      if place.pointee.kind != known.kind || place.pointee.wider != current || current < 0
        || row.wider != current || place.pointee.gaps != gaps || place.pointee.unclear != unclear
        || place.pointee.isUnattributed || place.pointee.lastCallback == item.callback
        || place.pointee.alias != row.alias || known.opens && item.kind == .action
        || !known.opens && place.pointee.opened != 0 && row.name != 0
          && place.pointee.opened != row.name
      {
        return false
      }
      if known.opens { place.pointee.opened = row.name }
      if known.hasNotification {
        place.pointee.lastCallback = item.callback
        place.pointee.lastKinds = 1 << item.kind.rawValue
      }
      if known.isMove { place.pointee.lastMove = item.callback }
      if role != 0 { place.pointee.role = role }
      if delegate != 0 { place.pointee.delegate = delegate }
      return true
    }
    if !isMet { return false }
    if known.opens { registers[known.kind].openedAliases.insert(row.name) }
    event = Int32(truncatingIfNeeded: index)
    if isEntryOfWider { emit(current, Entry(event: event, letter: letters.wider)) }
    flat.append((subject, Entry(event: event, letter: letters.own, flags: Entry.isOwn)))
    return true
  }

  /// Finds the subject of identities that were not met before, if it is one that was, under the same alias and in the same wider
  /// subject.
  mutating func adopt(_ item: Event, _ known: Ordinary) -> Bool {
    let name = store.value(known.member, item.row)
    let current = registers[known.wider].current
    if name == 0 || current < 0 || store.hasSets(item.row) || registers[known.wider].unclear != 0 {
      return false
    }
    let subject = registers[known.kind].ofName[Int(name)]
    if subject < 0 { return false }
    let widerName = store.value(known.widerMember, item.row)
    if widerName != 0
      ? widerName != out.subjects[Int(current)].name
      : !out.subjects[Int(current)].isUnnamed || registers[known.wider].sawIdentity
    {
      return false
    }
    let alias = known.alias < 0 ? 0 : store.value(known.alias, item.row)
    if out.subjects[Int(subject)].isAliasOnly || out.subjects[Int(subject)].isUnnamed {
      return false
    }
    if known.alias >= 0 {
      if !out.subjects[Int(subject)].wasNamed
        || (alias != 0) != (out.subjects[Int(subject)].metUnderAlias >= 0)
      {
        return false
      }
      if alias != 0, out.subjects[Int(subject)].alias != key(alias, current) { return false }
    }
    ofWho[item.row.who] = (subject, current, out.subjects[Int(subject)].alias, alias)
    return true
  }

  /// Whether the next event with the same identities is about the same subject, unless something happens to that meanwhile.
  mutating func remember(_ item: Event, _ outer: Int32) {
    guard concerned.count == 1, let subject = concerned.first,
      !registers[out.subjects[Int(subject)].kind].isMixed,
      out.subjects[Int(subject)].name != 0, outer >= 0,
      registers[out.subjects[Int(outer)].kind].unclear == 0,
      out.subjects[Int(outer)].isUnnamed
        || store.value(plan.kinds[out.subjects[Int(outer)].kind].member, item.row) != 0,
      !store.hasSets(item.row)
    else { return }
    let kind = out.subjects[Int(subject)].kind
    ofWho[item.row.who] = (
      subject, outer, out.subjects[Int(subject)].alias,
      plan.kinds[kind].alias.map { store.value($0, item.row) } ?? 0
    )
  }
}
