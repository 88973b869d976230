internal import TraceGrammar
internal import TraceModel

/// What the whole trace shows, before anything is judged.
struct Recording {
  /// The callbacks that occur.
  var shown = RecordedCallbacks()
  /// By how events came: the number of the delegate that they name, at most 62; 0 for none.
  var delegates: IDArray<HowID, UInt8>
  /// By kind: whether an event identifies a subject.
  var hasIdentity: [Bool]
  /// By kind: whether some events name the alias alone, and others the identity.
  private(set) var mixesAliases: [Bool] = []
  var hasDoubtfulTimes = false
  let values: Values
  /// By callback: how many events name it.
  private(set) var counts: [Int] = []
  /// Whether the recording marks beginnings and ends of calls.
  var durations: [Int: Double] = [:]
  /// By the event of its beginning: the event of the end of a call.
  var ends: [Int: Int] = [:]

  init(_ store: inout Store, _ plan: Plan) {
    hasIdentity = plan.kinds.map { _ in false }
    values = Values(plan, store)
    var delegates: [UInt32: UInt8] = [0: 0]
    self.delegates = IDArray(repeating: 0, count: store.howCount)
    for how in self.delegates.indices {
      let own = plan.delegateMember.map { store.value($0, Row(who: WhoID(0), how: how)) } ?? 0
      let delegate = own != 0 ? own : store.className(how)
      if delegates[delegate] == nil { delegates[delegate] = UInt8(min(delegates.count, 62)) }
      self.delegates[how] = delegates[delegate] ?? 0
    }
    mixesAliases = plan.kinds.map { kind in
      guard let alias = kind.alias else { return false }
      let rows = (0..<store.whoCount).lazy.map { Row(who: WhoID($0), how: HowID(0)) }
      return rows.contains { store.value(kind.member, $0) != 0 }
        && rows.contains { store.value(kind.member, $0) == 0 && store.value(alias, $0) != 0 }
    }
    markPhases(&store, plan)
    markTimes(&store, plan)
    var counts = [Int](repeating: 0, count: plan.grammar.callbacks.count * 2)
    for event in store.events
    where event.callback != Event.none && event.kind != .gap && event.doubt != .end
      && event.doubt != .nearly
    {
      counts[Int(event.callback) * 2 + (event.kind == .notification ? 1 : 0)] += 1
    }
    for callback in plan.grammar.callbacks.indices {
      if counts[callback.index * 2] > 0 { shown.calls.insert(callback) }
      if counts[callback.index * 2 + 1] > 0 { shown.notifications.insert(callback) }
      self.counts.append(counts[callback.index * 2] + counts[callback.index * 2 + 1])
    }
    shown.isInferred = true
    // By the row of its identities, which alone matter: the callbacks that came with it.
    let words = (plan.grammar.callbacks.count + 63) / 64
    var seen = [UInt64](repeating: 0, count: store.whoCount * words)
    for event in store.events where event.callback != Event.none {
      let place = event.row.who.index * words + Int(event.callback >> 6)
      let bit: UInt64 = 1 << UInt64(event.callback & 63)
      if seen[place] & bit != 0 { continue }
      seen[place] |= bit
      let (row, trait) = (event.row, plan.traits[Int(event.callback)])
      if hasIdentity.allSatisfy({ $0 }) { break }
      func note(_ kind: Int, withAlias: Bool) {
        let traits = plan.kinds[kind]
        if store.value(traits.member, row) != 0
          || withAlias && traits.alias.map({ store.value($0, row) != 0 }) ?? false
          || traits.set.map({ !store.set($0, row).isEmpty }) ?? false
        {
          hasIdentity[kind] = true
        }
      }
      note(trait.kind, withAlias: true)
      for concern in trait.concerns where !concern.isWithin { note(concern.kind, withAlias: false) }
      var outer = plan.kinds[trait.kind].parent
      while let wider = outer {
        if store.value(plan.kinds[wider].member, row) != 0 { hasIdentity[wider] = true }
        outer = plan.kinds[wider].parent
      }
    }
    let first = store.events.first { $0.callback != Event.none && $0.kind != .gap }
    for kind in plan.kinds.indices where plan.kinds[kind].isWider && !plan.kinds[kind].isSingle {
      // What comes before the first identity is about a subject without one.
      let isNamed = first.map { store.value(plan.kinds[kind].member, $0.row) != 0 } ?? false
      if !hasIdentity[kind] || plan.kinds[kind].parent == nil && !isNamed {
        shown.mergedKinds.insert(SubjectKindID(kind))
      }
    }
  }

  /// Pairs the events of calls that have two.
  private mutating func markPhases(_ store: inout Store, _ plan: Plan) {
    if !store.events.contains(where: { $0.phase != .whole }) { return }
    struct Call { var event: Int; var time: Double; var callback: UInt16; var names: [UInt32] }
    var open: [Call] = []
    var hasBeginnings = false
    var alone: Set<UInt16> = []
    var seen: Set<UInt16> = []
    for index in store.events.indices {
      let event = store.events[index]
      if event.callback == Event.none || event.kind == .gap || event.doubt == .nearly { continue }
      defer { if store.events[index].doubt != .end { seen.insert(event.callback) } }
      if event.phase == .whole { continue }
      var names: [UInt32] = []
      var next: Int? = plan.traits[Int(event.callback)].kind
      while let kind = next {
        names.append(store.value(plan.kinds[kind].member, event.row))
        if let alias = plan.kinds[kind].alias { names.append(store.value(alias, event.row)) }
        next = plan.kinds[kind].parent
      }
      if event.phase == .begin {
        hasBeginnings = true
        open.append(Call(event: index, time: event.time, callback: event.callback, names: names))
        if open.count > 256 { open.removeFirst() }
        continue
      }
      let place = open.lastIndex {
        $0.callback == event.callback
          && zip($0.names, names).allSatisfy { $0 == $1 || $0 == 0 || $1 == 0 }
      }
      if let place {
        let call = open.remove(at: place)
        store.mark(index, .end)
        ends[call.event] = index
        // The end's time is what was read; its `time` is that of the beginning, if it has a duration.
        let own = store.duration(index)
        let seconds = own.isNaN ? event.time - call.time : own
        if !seconds.isNaN { durations[call.event] = (seconds * 1e6).rounded() / 1e6 }
      } else {
        if !hasBeginnings, !seen.contains(event.callback) { alone.insert(event.callback) }
        if !alone.contains(event.callback) { store.mark(index, .endAlone) }
      }
    }
  }

  /// Finds events that were delivered twice, and places where lines may be exchanged.
  private mutating func markTimes(_ store: inout Store, _ plan: Plan) {
    var latest = -Double.infinity
    let owner = plan.kinds.isEmpty ? 0 : plan.kinds[plan.widest].member
    for index in store.events.indices {
      let event = store.events[index]
      if event.time.isNaN { continue }
      defer { latest = max(latest, event.time) }
      if !(event.time <= latest) || event.callback == Event.none || event.kind == .gap { continue }
      if let (distance, isExact) = repetition(store, index) {
        hasDoubtfulTimes = true
        let isAgain = distance == 1 || event.time < latest || goesOn(store, index, distance)
        let kind = plan.kinds[plan.traits[Int(event.callback)].kind]
        let isNamed =
          kind.isWider || store.value(kind.member, event.row) != 0
          || kind.alias.map { store.value($0, event.row) != 0 } ?? false
          || kind.set.map { !store.set($0, event.row).isEmpty } ?? false
        if event.doubt == .none {
          store.mark(index, isExact && isAgain && isNamed ? .repeated : .perhapsRepeated)
        }
        continue
      }
      if latest == event.time || latest - event.time > 0.02 { continue }
      var first = index
      for before in stride(from: index - 1, through: max(0, index - 64), by: -1)
      where store.events[before].time > event.time {
        let (own, its) = (
          store.value(owner, event.row), store.value(owner, store.events[before].row)
        )
        if own == its || own == 0 || its == 0 { first = before }
      }
      if first == index { continue }
      hasDoubtfulTimes = true
      for place in first...index where store.events[place].doubt == .none {
        store.mark(place, .disordered)
      }
    }
  }

  private func repetition(_ store: Store, _ index: Int) -> (distance: Int, isExact: Bool)? {
    for before in stride(from: index - 1, through: max(0, index - 64), by: -1) {
      if let isExact = Self.isExact(store, index, before) { return (index - before, isExact) }
    }
    return nil
  }

  private static func isExact(_ store: Store, _ index: Int, _ before: Int) -> Bool? {
    func areSame(_ one: Double, _ other: Double) -> Bool {
      one == other || one.isNaN && other.isNaN
    }
    let (event, other) = (store.events[index], store.events[before])
    if other.time != event.time || other.callback != event.callback
      || store.spelling(other.row.how) != store.spelling(event.row.how)
      || other.kind != event.kind
      || other.phase != event.phase
      || !areSame(store.duration(index), store.duration(before))
    {
      return nil
    }
    if event.row == other.row { return true }
    for member in 0..<store.memberCount {
      let (own, its) = (store.value(member, event.row), store.value(member, other.row))
      if own != its, own != 0, its != 0 { return nil }
    }
    for set in store.members.sets.indices {
      let (own, its) = (store.set(set, event.row), store.set(set, other.row))
      if own != its, !own.isEmpty, !its.isEmpty { return nil }
    }
    return false
  }

  private func goesOn(_ store: Store, _ index: Int, _ distance: Int) -> Bool {
    for place in 1..<max(2, distance) {
      guard index - place - distance >= 0, index - place - 1 >= 0,
        Self.isExact(store, index - place, index - place - distance) ?? false
      else { return false }
      if store.events[index - place].time < store.events[index - place - 1].time { return true }
    }
    return false
  }
}
