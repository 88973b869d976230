internal import TraceGrammar
internal import TraceModel

/// What the whole trace shows, before anything is judged.
struct Recording {
  /// The callbacks that occur.
  var shown = RecordedCallbacks()
  /// The numbers of the delegates that events name, at most 62, 0 for none: by how they came; where delegates are subjects, by the
  /// row of identities as well.
  private var delegatesOfHow: IDArray<HowID, UInt8>
  private var delegatesOfWho: IDArray<WhoID, UInt8>?
  /// By kind: the aliases with which several of its subjects came.
  private var sharedAliases: [Set<UInt32>] = []
  /// Whether an event names the role of a subject.
  let namesRoles: Bool
  /// By kind: whether an event identifies a subject.
  var hasIdentity: [Bool]
  /// By kind: whether some events name the alias alone, and others the identity.
  private(set) var mixesAliases: [Bool] = []
  /// By kind, if there is only one of each: the one identity that events name, or else the one alias; 0 for none or several.
  private(set) var only: [(name: UInt32, alias: UInt32)] = []
  var hasDoubtfulTimes = false
  let values: Values
  /// By callback: how many events name it.
  private(set) var counts: [Int] = []
  /// By the event of its beginning: how long a call took, in seconds.
  var durations: [Int: Double] = [:]
  /// By event that names a subject, but not the outermost one that others name: that of the events about the subject before
  /// and after it, if both have the same.
  private(set) var owners: [Int32: (kind: Int, name: UInt32)] = [:]
  /// By the event of its beginning: the event of the end of a call.
  var ends: [Int: Int] = [:]

  init(_ store: inout Store, _ plan: Plan) {
    hasIdentity = plan.kinds.map { _ in false }
    namesRoles = (0..<store.howCount).contains { [store] how in
      plan.roleMember.map { store.value($0, Row(who: WhoID(0), how: HowID(how))) != 0 } ?? false
    }
    values = Values(plan, store)
    var numbers: [UInt32: UInt8] = [0: 0]
    func number(_ delegate: UInt32) -> UInt8 {
      let number = numbers[delegate] ?? UInt8(min(numbers.count, 62))
      numbers[delegate] = number
      return number
    }
    delegatesOfHow = IDArray(
      (0..<store.howCount).map { [store] in
        number(store.delegate(Row(who: WhoID(0), how: HowID($0)), plan))
      })
    if let member = plan.delegateMember, member < store.members.identityCount {
      delegatesOfWho = IDArray(
        (0..<store.whoCount).map { [store] in
          number(store.value(member, Row(who: WhoID($0), how: HowID(0))))
        })
    }
    sharedAliases = plan.kinds.map { [store] in Self.sharedAliases($0, store) }
    mixesAliases = plan.kinds.map { kind in
      guard let alias = kind.alias else { return false }
      let rows = (0..<store.whoCount).lazy.map { Row(who: WhoID($0), how: HowID(0)) }
      return rows.contains { store.value(kind.member, $0) != 0 }
        && rows.contains { store.value(kind.member, $0) == 0 && store.value(alias, $0) != 0 }
    }
    only = plan.kinds.map { [store] in Self.only($0, store) }
    markPhases(&store, plan)
    Self.markOwnCalls(&store, plan)
    markTimes(&store, plan)
    var counts = [Int](repeating: 0, count: plan.grammar.callbacks.count * 2)
    var own = [Int](repeating: 0, count: plan.grammar.callbacks.count)
    for event in store.events
    where event.callback != Event.none && event.kind != .gap && event.doubt != .end
      && event.doubt != .nearly
    {
      counts[Int(event.callback) * 2 + (event.kind == .notification ? 1 : 0)] += 1
      if event.doubt == .own { own[Int(event.callback)] += 1 }
    }
    for callback in plan.grammar.callbacks.indices {
      if counts[callback.index * 2] > 0 { shown.calls.insert(callback) }
      if counts[callback.index * 2 + 1] > 0 { shown.notifications.insert(callback) }
      self.counts.append(
        counts[callback.index * 2] + counts[callback.index * 2 + 1] - own[callback.index])
    }
    shown.isInferred = true
    shown.hasOnlyNotifications =
      shown.calls.union(shown.notifications).allSatisfy {
        plan.kinds[plan.traits[$0.index].kind].parent == nil
      } && shown.calls.allSatisfy { !plan.traits[$0.index].isReplaced }
    shown.hasOnlyReplacedCalls =
      shown.calls.contains {
        plan.traits[$0.index].isReplaced && !plan.traits[$0.index].isAction
      }
      && shown.calls.allSatisfy {
        plan.traits[$0.index].isAction || plan.kinds[plan.traits[$0.index].kind].parent == nil
      }
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
    findOwners(store, plan)
    let first = store.events.first { $0.callback != Event.none && $0.kind != .gap }
    for kind in plan.kinds.indices where plan.kinds[kind].isWider && !plan.kinds[kind].isSingle {
      // What comes before the first identity is about a subject without one.
      let isNamed = first.map { store.value(plan.kinds[kind].member, $0.row) != 0 } ?? false
      if !hasIdentity[kind] || plan.kinds[kind].parent == nil && !isNamed {
        shown.mergedKinds.insert(SubjectKindID(kind))
      }
    }
  }

  private static func only(_ kind: Kind, _ store: Store) -> (name: UInt32, alias: UInt32) {
    if !store.statements.hasOneWindow { return (0, 0) }
    let rows = (0..<store.whoCount).map { Row(who: WhoID($0), how: HowID(0)) }
    let names = Set(rows.flatMap { store.names(of: kind, $0) })
    let aliases = Set(rows.compactMap { row in kind.alias.map { store.value($0, row) } })
    let alias = aliases.subtracting([0]).count == 1 ? aliases.max() : nil
    return (names.count == 1 ? names.first ?? 0 : 0, names.isEmpty ? alias ?? 0 : 0)
  }

  /// The number of the delegate that an event names; 0 for none.
  func delegate(_ row: Row) -> UInt8 {
    let own = delegatesOfWho?[row.who] ?? 0
    return own != 0 ? own : delegatesOfHow[row.how]
  }

  /// Whether several subjects of a kind came with an alias.
  func isShared(_ alias: UInt32, _ kind: Int) -> Bool { sharedAliases[kind].contains(alias) }

  private static func sharedAliases(_ kind: Kind, _ store: Store) -> Set<UInt32> {
    guard let member = kind.alias else { return [] }
    var (first, shared): ([UInt32: UInt32], Set<UInt32>) = ([:], [])
    for who in 0..<store.whoCount {
      let row = Row(who: WhoID(who), how: HowID(0))
      let (name, alias) = (store.value(kind.member, row), store.value(member, row))
      if name == 0 || alias == 0 { continue }
      if let known = first[alias], known != name { shared.insert(alias) }
      first[alias] = name
    }
    return shared
  }

  /// Whether the callback came that a rule requires, and none whose absence it is about.
  func meets(_ rule: Rule, _ grammar: Grammar, on platform: PlatformVersion?) -> Bool {
    func came(_ callback: CallbackID) -> Bool { !shown.isSilent(callback) }
    // What the platform does not have is not missed there.
    let isMissed =
      rule.absent.isEmpty
      || rule.absent.contains { grammar.callbacks[$0].since.isInForce(on: platform) }
    return isMissed && rule.required.map(came) ?? true && !rule.absent.contains(where: came)
  }

  /// Finds the outermost subjects of events that do not name them, where their neighbors agree.
  private mutating func findOwners(_ store: Store, _ plan: Plan) {
    for root in plan.rootKinds where hasIdentity[root] {
      let member = plan.kinds[root].member
      let owned = plan.kinds.indices.filter { $0 != root && plan.roots[$0] == root }
      // Hardly any recording has such rows, and to ask each event took a seventh of the time of a long trace.
      let lacks = (0..<store.whoCount).contains { who in
        let row = Row(who: WhoID(who), how: HowID(0))
        return store.value(member, row) == 0
          && owned.contains { store.value(plan.kinds[$0].member, row) != 0 }
      }
      if !lacks { continue }
      struct Named: Hashable { var kind: Int, name: UInt32 }
      var last: [Named: (owner: UInt32, open: [Int32])] = [:]
      for (index, event) in store.events.enumerated() where event.callback != Event.none {
        let kind = plan.traits[Int(event.callback)].kind
        let name = store.value(plan.kinds[kind].member, event.row)
        if event.kind == .gap || name == 0 || kind == root || plan.roots[kind] != root { continue }
        let key = Named(kind: kind, name: name)
        let owner = store.value(member, event.row)
        if owner == 0 {
          last[key]?.open.append(Int32(truncatingIfNeeded: index))
          continue
        }
        if let before = last[key], before.owner == owner {
          for event in before.open { owners[event] = (root, owner) }
        }
        last[key] = (owner, [])
      }
    }
  }

  /// Pairs the events of calls that have two.
  private mutating func markPhases(_ store: inout Store, _ plan: Plan) {
    if !store.events.contains(where: { $0.phase != .whole }) { return }
    struct Call {
      var event: Int
      var time: Double
      var callback: UInt16
      var kind: Int
      var names: [UInt32]
      /// Whether events were lost since; and whether another call about the same subject came after that.
      var isBeforeLoss = false
      var isOver = false

      /// Whether two events may be about the same call.
      func isLike(_ other: Call) -> Bool { callback == other.callback && isAbout(other) }
      func isAbout(_ other: Call) -> Bool {
        kind == other.kind && zip(names, other.names).allSatisfy { $0 == $1 || $0 == 0 || $1 == 0 }
      }
    }
    var open: [Call] = []
    var hasBeginnings = false
    var alone: Set<UInt16> = []
    var seen: Set<UInt16> = []
    /// By callback, the last end of a call.
    var lastEnds: [UInt16: Call] = [:]
    for index in store.events.indices {
      let event = store.events[index]
      if event.kind == .gap || event.doubt == .nearly {
        for place in open.indices { open[place].isBeforeLoss = true }
      }
      if event.callback == Event.none || event.kind == .gap || event.doubt == .nearly { continue }
      defer { if store.events[index].doubt != .end { seen.insert(event.callback) } }
      if event.phase == .whole, !open.contains(where: \.isBeforeLoss) { continue }
      var names: [UInt32] = []
      let kind = plan.traits[Int(event.callback)].kind
      var next: Int? = kind
      while let kind = next {
        names.append(store.value(plan.kinds[kind].member, event.row))
        if let alias = plan.kinds[kind].alias { names.append(store.value(alias, event.row)) }
        next = plan.kinds[kind].parent
      }
      let call = Call(
        event: index, time: event.time, callback: event.callback, kind: kind, names: names)
      if event.phase != .end {
        for place in open.indices where open[place].isBeforeLoss && open[place].isAbout(call) {
          open[place].isOver = true
        }
      }
      if event.phase == .whole { continue }
      if event.phase == .begin {
        hasBeginnings = true
        // A line that came twice is no second call.
        if open.contains(where: { $0.time == event.time && $0.isLike(call) }) { continue }
        open.append(call)
        if open.count > 256 { open.removeFirst() }
        continue
      }
      if let last = lastEnds[event.callback], last.time == event.time, last.isLike(call) {
        store.mark(index, .end)
        continue
      }
      if let place = open.lastIndex(where: { $0.isLike(call) && !$0.isOver }) {
        let begun = open.remove(at: place)
        store.mark(index, .end)
        lastEnds[event.callback] = call
        // Across a loss it may be the end of another call.
        if begun.isBeforeLoss { continue }
        ends[begun.event] = index
        // The end's time is what was read; its `time` is that of the beginning, if it has a duration.
        let own = store.duration(index)
        let seconds = own.isNaN ? event.time - begun.time : own
        if !seconds.isNaN { durations[begun.event] = (seconds * 1e6).rounded() / 1e6 }
      } else {
        if !hasBeginnings, !seen.contains(event.callback) { alone.insert(event.callback) }
        if !alone.contains(event.callback) { store.mark(index, .endAlone) }
      }
    }
  }

  /// Finds events that were delivered twice, and places where lines may be exchanged.
  private mutating func markTimes(_ store: inout Store, _ plan: Plan) {
    var latest = -Double.infinity
    var repetitions = Repetitions()
    let owner = plan.kinds.isEmpty ? 0 : plan.kinds[plan.widest].member
    for index in store.events.indices {
      let event = store.events[index]
      if event.time.isNaN { continue }
      defer { latest = max(latest, event.time) }
      if !(event.time <= latest) || event.callback == Event.none || event.kind == .gap { continue }
      if let (isExact, isAgain) = repetitions.find(index, store, isEarlier: event.time < latest) {
        hasDoubtfulTimes = true
        let kind = plan.kinds[plan.traits[Int(event.callback)].kind]
        let isNamed =
          kind.isWider || store.value(kind.member, event.row) != 0
          || kind.alias.map { store.value($0, event.row) != 0 } ?? false
          || kind.set.map { !store.set($0, event.row).isEmpty } ?? false
        let isCertain = isExact && isAgain && isNamed
        if event.doubt == .none || event.doubt == .endAlone && isCertain {
          store.mark(index, isCertain ? .repeated : .perhapsRepeated)
        }
        continue
      }
      if latest == event.time || latest - event.time > 0.02 { continue }
      let kind = plan.kinds[plan.traits[Int(event.callback)].kind]
      let names = store.names(of: kind, event.row)
      // Each process may count its time from its own beginning, so only one that was met before may have lines among another's.
      lazy var met = (max(0, index - 128)..<index).first {
        store.value(owner, store.events[$0].row) == store.value(owner, event.row)
      }
      var first = index
      for before in stride(from: index - 1, through: max(0, index - 64), by: -1)
      where store.events[before].time > event.time {
        let row = store.events[before].row
        let (own, its) = (store.value(owner, event.row), store.value(owner, row))
        if own == its || own == 0 || its == 0
          || store.names(of: kind, row).contains(where: names.contains) && met ?? index < before
        {
          first = before
        }
      }
      if first == index { continue }
      hasDoubtfulTimes = true
      for place in first...index where [.none, .endAlone].contains(store.events[place].doubt) {
        store.mark(place, .disordered)
      }
    }
  }
}

/// Finds the events that repeat earlier ones, in time proportional to the events.
private struct Repetitions {
  private struct Key: Hashable { var time: Double, row: Row }
  /// By time and content, the last of the events so far, as far as they were taken in.
  private var last: [Key: Int] = [:]
  private var count = 0
  /// The last repetition that belongs to events which were delivered again, and how far behind the first delivery it is.
  private var going = (index: -2, distance: 0)

  /// - Parameter isEarlier: whether the event has an earlier time than one before it.
  /// - Returns: whether all that is known of the event is the same, and whether it is one of those that were delivered again;
  ///   nil for an event that repeats none.
  mutating func find(
    _ index: Int, _ store: Store, isEarlier: Bool
  ) -> (isExact: Bool, isAgain: Bool)? {
    let goesOn = going.index == index - 1 ? going.distance : 0
    var far = 0
    if isEarlier {
      func key(_ place: Int) -> Key {
        Key(time: store.events[place].time, row: store.events[place].row)
      }
      while count < index {
        if !store.events[count].time.isNaN { last[key(count)] = count }
        count += 1
      }
      // Clocks may begin anew, so one far away that is repeated alone may be another call.
      if let place = last[key(index)], index + 1 < store.events.count,
        Self.isExact(store, index + 1, place + 1) ?? false
      {
        far = index - place
      }
    }
    for near in 1...66 {
      let distance = near <= 64 ? near : near == 65 ? goesOn : far
      guard distance > 0, distance <= index,
        let isExact = Self.isExact(store, index, index - distance)
      else { continue }
      let isAgain = isEarlier || goesOn == distance
      if isExact, isAgain { going = (index, distance) }
      return (isExact, distance == 1 || isAgain)
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
    var isSame = true
    for member in 0..<store.memberCount {
      let (own, its) = (store.value(member, event.row), store.value(member, other.row))
      if own != its, own != 0, its != 0 { return nil }
      isSame = isSame && own == its
    }
    for set in store.members.sets.indices {
      let (own, its) = (store.set(set, event.row), store.set(set, other.row))
      if own != its, !own.isEmpty, !its.isEmpty { return nil }
      isSame = isSame && own == its
    }
    return isSame
  }
}
