internal import TraceGrammar
internal import TraceModel

/// A rule on subjects side by side: a subject x, and the peers that its events name.
struct Peers {
  private struct Entry {
    var peers: Set<UInt32> = []
    var event: Int32
  }

  private let rule: RuleID
  private let form: PeerForm
  private let runs: Runs
  private let (kind, peerKind): (Int, Int)
  /// The callbacks that it names, the ones that it is on, those that come before, and those that end a duty.
  private let (named, on, after, ends): (Set<Int>, Set<Int>, Set<Int>, Set<Int>)
  /// By the name of a subject: what came last of that which has to come before.
  private var entries: [UInt32: Entry] = [:]
  private var firings: [Firing] = []

  /// The events that break such a rule, with the subjects.
  /// - Parameter isLacking: whether to ask the rules instead that name a callback which the recording does not show.
  static func broken(_ runs: Runs, lacking isLacking: Bool = false) -> [Firing] {
    runs.plan.grammar.rules.numbered.flatMap { number, rule -> [Firing] in
      guard let form = rule.form as? PeerForm, form.question != .ofAlias else { return [] }
      let isShown = form.needed.allSatisfy { runs.machines.shown?.calls.contains($0) ?? true }
      if isShown == isLacking { return [] }
      var peers = Peers(number, form, runs)
      for (index, event) in runs.store.events.enumerated() { peers.take(event, Int32(index)) }
      return peers.firings
    }
  }

  private init(_ rule: RuleID, _ form: PeerForm, _ runs: Runs) {
    func places(_ callbacks: [CallbackID]) -> Set<Int> { Set(callbacks.map(\.index)) }
    (self.rule, self.form, self.runs) = (rule, form, runs)
    (kind, peerKind) = (form.subject.index, form.peer.index)
    (named, on, after) = (places(form.named), places(form.callbacks), places(form.after))
    if case .each(_, _, let callbacks) = form.question {
      ends = places(callbacks)
    } else {
      ends = []
    }
  }

  private var slices: Slices { runs.slices }

  private mutating func take(_ event: Event, _ index: Int32) {
    let (plan, store, callback) = (runs.plan, runs.store, Int(event.callback))
    guard event.callback != Event.none, named.contains(callback), event.kind != .notification,
      event.kind != .gap, plan.traits[callback].isAction == (event.kind == .action),
      slices.counts(event)
    else { return }
    let root = plan.roots[kind]
    if plan.kinds[root].isWider, runs.recording.hasIdentity[root],
      store.value(plan.kinds[root].member, event.row) == 0
    {
      entries.removeAll()
      return
    }
    let names =
      ([store.value(plan.kinds[kind].member, event.row)]
      + (plan.kinds[kind].set.map { store.set($0, event.row) } ?? [])).filter { $0 != 0 }
    if ends.contains(callback) { end(at: index, but: after.contains(callback) ? names : []) }
    let peer = runs.peerName(peerKind, event, index)
    for name in names where slices.ofName[kind][Int(name)] >= 0 {
      if on.contains(callback) { ask(name, peer, at: index) }
      if after.contains(callback) { begin(name, peer, at: index) }
    }
  }

  /// Whether something may have happened to a subject since its entry that was not recorded: then nothing is known.
  private func isKept(_ name: UInt32, _ entry: Entry, at index: Int32) -> Bool {
    slices.isUndisturbed(
      slices.ofName[kind][Int(name)], since: entry.event, at: index, across: form.isAcross)
  }

  /// Asks a call about a subject for its peer.
  private mutating func ask(_ name: UInt32, _ peer: UInt32?, at index: Int32) {
    guard let entry = entries[name] else { return }
    guard isKept(name, entry, at: index) else {
      entries[name] = nil
      return
    }
    let isKnown = peer.map(entry.peers.contains) ?? false
    switch form.question {
    case .theSame:
      if peer == nil || isKnown || entry.peers.isEmpty { return }
      fire(name, entry, at: index)
      entries[name] = nil
    case .once:
      if isKnown { fire(name, entry, at: index) }
      if let peer { entries[name]?.peers.insert(peer) }
    case .each:
      if let peer { entries[name]?.peers.remove(peer) } else { entries[name] = nil }
    case .ofAlias: break
    }
  }

  /// Notes the peers with which a call came that has to come before, or those that are owed something from then on.
  private mutating func begin(_ name: UInt32, _ peer: UInt32?, at index: Int32) {
    var entry = Entry(event: index)
    switch form.question {
    case .theSame:
      guard let peer else {
        entries[name] = nil
        return
      }
      entry.peers = [peer]
    case .once, .ofAlias: break
    case .each:
      let met = slices.ofKind[peerKind].filter {
        slices.subjects[Int($0)].firstEvent <= index && isOwed($0, at: index)
      }
      entry.peers = Set(met.map { slices.subjects[Int($0)].name })
    }
    entries[name] = entry
  }

  /// Whether a peer is certainly in one of the states of a duty to each, in the process of an event, once that has taken effect.
  private func isOwed(_ peer: Int32, at index: Int32) -> Bool {
    guard case .each(let lifecycle, let states, _) = form.question, peer >= 0,
      slices.root(of: peer, at: index) == slices.process[index] ?? -1
    else { return false }
    let record = slices.subjects[Int(peer)]
    if record.isUnnamed || record.isAliasOnly { return false }
    return runs.possible(peer, lifecycle, at: index, isOver: true)?.allSatisfy(states.contains)
      ?? false
  }

  /// Ends the duties of all subjects in the process of an event, but for some.
  private mutating func end(at index: Int32, but names: [UInt32]) {
    for (name, entry) in entries.sorted(by: { ($0.value.event, $0.key) < ($1.value.event, $1.key) })
    where !names.contains(name) {
      let subject = slices.ofName[kind][Int(name)]
      guard slices.root(of: subject, at: index) == slices.process[index] ?? -1 else { continue }
      entries[name] = nil
      if !isKept(name, entry, at: index) { continue }
      let owing = entry.peers.filter { isOwed(slices.ofName[peerKind][Int($0)], at: index) }
      if !owing.isEmpty { fire(name, entry, at: index, missing: owing.sorted()) }
    }
  }

  private mutating func fire(
    _ name: UInt32, _ entry: Entry, at index: Int32, missing: [UInt32] = []
  ) {
    firings.append(
      Firing(
        rule: rule, event: index, subject: slices.ofName[kind][Int(name)], related: entry.event,
        missing: missing))
  }
}

extension Runs {
  /// The name of the one subject of a kind that an event certainly names.
  func peerName(_ kind: Int, _ event: Event, _ index: Int32) -> UInt32? {
    let name = store.value(plan.kinds[kind].member, event.row)
    if name != 0 { return name }
    guard plan.traits[Int(event.callback)].kind == kind, let own = slices.askers[index]?.own.first
    else { return nil }
    let subject = slices.subjects[Int(own)]
    return subject.isAliasOnly || subject.name == 0 ? nil : subject.name
  }
}
