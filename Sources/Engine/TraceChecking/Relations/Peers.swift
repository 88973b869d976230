internal import TraceGrammar
internal import TraceModel

/// A rule on subjects side by side: a subject x, and the peers that its events name.
struct Peers {
  private struct Entry {
    var peers: Set<UInt32> = []
    var event: Int32
    /// The outermost subject that the event names.
    var process: Int32
  }

  /// How many peers are waited for after one call. More windows are on no screen, and a list of thousands for each of thousands of
  /// calls would take gigabytes.
  private static var peerLimit: Int { 64 }

  private let rule: RuleID
  private let form: PeerForm
  private let runs: Runs
  private let (kind, peerKind): (Int, Int)
  /// The callbacks that it names, the ones that it is on, those that come before, and those that end a duty.
  private let (named, on, after, ends): (Set<Int>, Set<Int>, Set<Int>, Set<Int>)
  /// By the name of a subject: what came last of that which has to come before.
  private var entries: [UInt32: Entry] = [:]
  /// By outermost subject: those for which calls of each peer are awaited.
  private var waiting: [Int32: Set<UInt32>] = [:]
  /// By outermost subject, or for all: the peers that turned up in it, since which event.
  private var homes: [Int32: [(since: Int32, subject: Int32)]] = [:]
  private var everyone: [(since: Int32, subject: Int32)] = []
  /// By peer: up to which event it is in none of the states.
  private var rests: [Int32] = []
  private var firings: [Firing] = []
  /// Those who left before they were owed nothing.
  private var left: [Firing] = []

  /// The events that break such a rule, with the subjects.
  /// - Parameter isLacking: whether to ask the rules instead that name a callback which the recording does not show.
  static func broken(_ runs: Runs, lacking isLacking: Bool = false) -> [Firing] {
    judged(runs, lacking: isLacking).flatMap(\.firings)
  }

  /// The peers that left the states in which a rule expects a call of each, before it came: their names are what is missing, and
  /// the event is the one after which it is expected.
  static func left(_ runs: Runs) -> [Firing] {
    judged(runs) { if case .each = $0 { true } else { false } }.flatMap(\.left)
  }

  private static func judged(
    _ runs: Runs, lacking isLacking: Bool = false,
    where isMeant: (PeerForm.Question) -> Bool = { $0 != .ofAlias }
  ) -> [Peers] {
    runs.plan.grammar.rules.numbered.compactMap { number, rule in
      guard let form = rule.form as? PeerForm, isMeant(form.question) else { return nil }
      let isShown = form.needed.allSatisfy { runs.machines.shown?.calls.contains($0) ?? true }
      if isShown == isLacking { return nil }
      var peers = Peers(number, form, runs)
      for (index, event) in runs.store.events.enumerated() { peers.take(event, Int32(index)) }
      peers.finish()
      return peers
    }
  }

  private init(_ rule: RuleID, _ form: PeerForm, _ runs: Runs) {
    func places(_ callbacks: [CallbackID]) -> Set<Int> { Set(callbacks.map(\.index)) }
    (self.rule, self.form, self.runs) = (rule, form, runs)
    (kind, peerKind) = (form.subject.index, form.peer.index)
    (named, on, after) = (places(form.named), places(form.callbacks), places(form.after))
    if case .each(_, _, let callbacks) = form.question {
      ends = places(callbacks)
      homes = slices.homes(ofKind: peerKind)
      rests = Array(repeating: -1, count: slices.subjects.count)
      // What a peer is in may have turned up in another outermost subject without it.
      if runs.plan.kinds[peerKind].parent != runs.plan.roots[peerKind] {
        everyone = homes.values.joined().sorted(by: <)
        homes = [:]
      }
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
    let process = slices.process[index] ?? -1
    var entry = Entry(event: index, process: process)
    switch form.question {
    case .theSame:
      guard let peer else {
        entries[name] = nil
        return
      }
      entry.peers = [peer]
    case .once, .ofAlias: break
    case .each:
      waiting[process, default: []].insert(name)
      entry.peers = owed(in: process, at: index)
    }
    entries[name] = entry
  }

  /// Whether a peer is certainly in one of the states of a duty to each, in a process, once an event has taken effect.
  private func isOwed(_ peer: Int32, in process: Int32, at index: Int32) -> Bool {
    guard case .each(let lifecycle, let states, _) = form.question, peer >= 0,
      slices.root(of: peer, at: index) == process
    else { return false }
    let record = slices.subjects[Int(peer)]
    if record.isUnnamed || record.isAliasOnly { return false }
    return runs.possible(peer, lifecycle, at: index, isOver: true)?.allSatisfy(states.contains)
      ?? false
  }

  /// The peers that are owed something from an event on.
  private mutating func owed(in process: Int32, at index: Int32) -> Set<UInt32> {
    var peers: Set<UInt32> = []
    for (since, peer) in everyone.isEmpty ? homes[process] ?? [] : everyone
    where rests[Int(peer)] <= index {
      if since > index || peers.count == Self.peerLimit { break }
      runs.effort += 1
      if slices.root(of: peer, at: index) != process { continue }
      if isOwed(peer, in: process, at: index) {
        peers.insert(slices.subjects[Int(peer)].name)
      } else {
        rests[Int(peer)] = slices.nextEntry(of: peer, after: index)
      }
    }
    return peers
  }

  private static func inOrder(_ entries: some Sequence<(key: UInt32, value: Entry)>) -> [(
    key: UInt32, value: Entry
  )] {
    entries.sorted { ($0.value.event, $0.key) < ($1.value.event, $1.key) }
  }

  /// Ends the duties of all subjects in the process of an event, but for some.
  private mutating func end(at index: Int32, but names: [UInt32]) {
    let process = slices.process[index] ?? -1
    let open = (waiting.removeValue(forKey: process) ?? []).compactMap { name in
      entries[name].map { (key: name, value: $0) }
    }
    for (name, entry) in Self.inOrder(open) where entry.process == process {
      let subject = slices.ofName[kind][Int(name)]
      if names.contains(name) || slices.root(of: subject, at: index) != process {
        waiting[process, default: []].insert(name)
        continue
      }
      entries[name] = nil
      let owing = owing(name, entry, at: index)
      if !owing.isEmpty { fire(name, entry, at: index, missing: owing.sorted()) }
    }
  }

  /// Notes who left, for those who were still owed something when the trace ended.
  private mutating func finish() {
    let last = Int32(runs.store.events.count - 1)
    for (name, entry) in Self.inOrder(entries) { _ = owing(name, entry, at: last) }
  }

  /// The peers that are still owed something; those that are no longer in the states of the duty have left.
  private mutating func owing(_ name: UInt32, _ entry: Entry, at index: Int32) -> Set<UInt32> {
    guard case .each = form.question, isKept(name, entry, at: index) else { return [] }
    let process = slices.root(of: slices.ofName[kind][Int(name)], at: index)
    let owing = entry.peers.filter {
      isOwed(slices.ofName[peerKind][Int($0)], in: process, at: index)
    }
    let others = entry.peers.subtracting(owing).sorted()
    if !others.isEmpty {
      left.append(Firing(rule: rule, event: entry.event, subject: -1, missing: others))
    }
    return owing
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

extension Slices {
  /// By outermost subject: the subjects of a kind that turned up in it, since which event.
  fileprivate func homes(ofKind kind: Int) -> [Int32: [(since: Int32, subject: Int32)]] {
    var homes: [Int32: [(since: Int32, subject: Int32)]] = [:]
    let moves = ofKind[kind].flatMap { subject in
      (widerHistory[subject] ?? []).map { (since: $0.event, subject: subject) }
    }
    for (since, subject) in moves.sorted(by: <) {
      homes[root(of: subject, at: since), default: []].append((since, subject))
    }
    return homes
  }

  /// The event of a subject's next entry; `.max` if it has none.
  fileprivate func nextEntry(of subject: Int32, after event: Int32) -> Int32 {
    let word = word(Int(subject))
    let low = word.firstIndex(after: { $0.event <= event })
    return low < word.endIndex ? word[low].event : .max
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
