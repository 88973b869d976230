internal import TraceGrammar
internal import TraceModel

/// What the whole trace shows, before anything is judged.
struct Recording {
  /// The callbacks that occur.
  var shown = RecordedCallbacks()
  /// The numbers of the delegates that events name, 0 for none: by how they came; where delegates are subjects, by the row of
  /// identities as well.
  private let delegates: (ofHow: IDArray<HowID, UInt8>, ofWho: IDArray<WhoID, UInt8>?)
  /// By kind: the aliases with which several of its subjects came.
  private let sharedAliases: [Set<UInt32>]
  /// Whether an event names the role of a subject.
  let namesRoles: Bool
  /// By kind: whether an event identifies a subject.
  let hasIdentity: [Bool]
  /// By kind: whether some events name the alias alone, and others the identity.
  let mixesAliases: [Bool]
  /// By kind, if there is only one of each: the one identity that events name, or else the one alias; 0 for none or several.
  let only: [(name: UInt32, alias: UInt32)]
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
    namesRoles = store.howRows.contains { [store] in store.value(plan.roleMember, $0) != 0 }
    values = Values(plan, store)
    delegates = Self.delegates(store, plan)
    sharedAliases = plan.kinds.map { [store] in Self.sharedAliases($0, store) }
    mixesAliases = plan.kinds.map { [store] in Self.mixesAliases($0, store) }
    only = plan.kinds.map { [store] in Self.only($0, store) }
    hasIdentity = Self.identified(store, plan)
    markPhases(&store, plan)
    Self.markOwnCalls(&store, plan)
    markTimes(&store, plan)
    count(store, plan)
    findRepresentatives(plan)
    findOwners(store, plan)
    findMergedKinds(store, plan)
  }

  /// Notes which callbacks occur, and how often.
  private mutating func count(_ store: Store, _ plan: Plan) {
    let none = plan.traits.map { _ in 0 }
    var (calls, notifications, own) = (none, none, none)
    for event in store.events
    where event.callback != Event.none && event.kind != .gap && event.doubt != .end
      && event.doubt != .nearly
    {
      let callback = Int(event.callback)
      if event.kind == .notification { notifications[callback] += 1 } else { calls[callback] += 1 }
      if event.doubt == .own { own[callback] += 1 }
    }
    let callbacks = plan.grammar.callbacks.indices
    shown.calls = Set(callbacks.filter { calls[$0.index] > 0 })
    shown.notifications = Set(callbacks.filter { notifications[$0.index] > 0 })
    shown.isInferred = true
    counts = callbacks.map { calls[$0.index] + notifications[$0.index] - own[$0.index] }
  }

  /// Notes whether the callbacks about the widest subjects stand for those about the others.
  private mutating func findRepresentatives(_ plan: Plan) {
    func isAboutWidest(_ callback: CallbackID) -> Bool {
      plan.kinds[plan.traits[callback.index].kind].parent == nil
    }
    shown.hasOnlyNotifications =
      shown.calls.union(shown.notifications).allSatisfy(isAboutWidest)
      && shown.calls.allSatisfy { !plan.traits[$0.index].isReplaced }
    shown.hasOnlyReplacedCalls =
      shown.calls.contains { plan.traits[$0.index].isReplaced && !plan.traits[$0.index].isAction }
      && shown.calls.allSatisfy { plan.traits[$0.index].isAction || isAboutWidest($0) }
  }

  private static func identified(_ store: Store, _ plan: Plan) -> [Bool] {
    var identified = plan.kinds.map { _ in false }
    // By the row of its identities, which alone matter: the callbacks that came with it.
    let words = (plan.traits.count + 63) / 64
    var seen = [UInt64](repeating: 0, count: store.whoCount * words)
    for event in store.events where event.callback != Event.none {
      let place = event.row.who.index * words + Int(event.callback >> 6)
      let bit: UInt64 = 1 << UInt64(event.callback & 63)
      if seen[place] & bit != 0 { continue }
      seen[place] |= bit
      if identified.allSatisfy({ $0 }) { break }
      let trait = plan.traits[Int(event.callback)]
      if store.identifies(plan.kinds[trait.kind], event.row) { identified[trait.kind] = true }
      for (kind, isWithin, _) in trait.concerns
      where !isWithin && store.identifies(plan.kinds[kind], event.row, byAlias: false) {
        identified[kind] = true
      }
      for wider in plan.kinds[trait.kind].owners
      where store.value(plan.kinds[wider].member, event.row) != 0 {
        identified[wider] = true
      }
    }
    return identified
  }

  /// Finds the kinds of wider subjects that events do not tell apart.
  private mutating func findMergedKinds(_ store: Store, _ plan: Plan) {
    let first = store.events.first { $0.callback != Event.none && $0.kind != .gap }
    for kind in plan.kinds.indices where plan.kinds[kind].isWider && !plan.kinds[kind].isSingle {
      // What comes before the first identity is about a subject without one.
      let isNamed = first.map { store.value(plan.kinds[kind].member, $0.row) != 0 } ?? false
      if !hasIdentity[kind] || plan.kinds[kind].parent == nil && !isNamed {
        shown.mergedKinds.insert(SubjectKindID(kind))
      }
    }
  }

  private static func delegates(
    _ store: Store, _ plan: Plan
  ) -> (ofHow: IDArray<HowID, UInt8>, ofWho: IDArray<WhoID, UInt8>?) {
    var numbers: [UInt32: UInt8] = [0: 0]
    func number(_ delegate: UInt32) -> UInt8 {
      // They are bits of a word in `Shown`: further delegates share the last one.
      let number = numbers[delegate] ?? UInt8(min(numbers.count, 62))
      numbers[delegate] = number
      return number
    }
    let ofHow: [UInt8] = store.howRows.map { number(store.delegate($0, plan)) }
    guard let member = plan.delegateMember, member < store.members.identityCount else {
      return (IDArray(ofHow), nil)
    }
    let ofWho: [UInt8] = store.whoRows.map { number(store.value(member, $0)) }
    return (IDArray(ofHow), IDArray(ofWho))
  }

  private static func mixesAliases(_ kind: Kind, _ store: Store) -> Bool {
    guard let alias = kind.alias else { return false }
    return store.whoRows.contains { store.value(kind.member, $0) != 0 }
      && store.whoRows.contains { store.value(kind.member, $0) == 0 && store.value(alias, $0) != 0 }
  }

  private static func only(_ kind: Kind, _ store: Store) -> (name: UInt32, alias: UInt32) {
    if !store.statements.hasOneWindow { return (0, 0) }
    let names = Set(store.whoRows.flatMap { store.names(of: kind, $0) })
    let aliases = Set(store.whoRows.compactMap { row in kind.alias.map { store.value($0, row) } })
    let alias = aliases.subtracting([0]).count == 1 ? aliases.max() : nil
    return (names.count == 1 ? names.first ?? 0 : 0, names.isEmpty ? alias ?? 0 : 0)
  }

  /// The number of the delegate that an event names; 0 for none.
  func delegate(_ row: Row) -> UInt8 {
    let own = delegates.ofWho?[row.who] ?? 0
    return own != 0 ? own : delegates.ofHow[row.how]
  }

  /// Whether several subjects of a kind came with an alias.
  func isShared(_ alias: UInt32, _ kind: Int) -> Bool { sharedAliases[kind].contains(alias) }

  private static func sharedAliases(_ kind: Kind, _ store: Store) -> Set<UInt32> {
    guard let member = kind.alias else { return [] }
    var (first, shared): ([UInt32: UInt32], Set<UInt32>) = ([:], [])
    for row in store.whoRows {
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
      let lacks = store.whoRows.contains { row in
        store.value(member, row) == 0
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
}
