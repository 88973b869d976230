internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Judges rules on subjects that events name side by side, such as a delivery and the session that handles it.
///
/// A rule counts as broken only if that is certain: nothing unrecorded happened to the subject, each event that counts
/// names its peer, and the recording shows all callbacks that the rule names.
struct PeerRules {
  /// A rule that an event breaks.
  struct Broken {
    var firing: Firing
    var subject: SubjectReference
    /// The callbacks that the rule names and the recording does not show; if there are any, nothing is certain.
    var missing: [CallbackID] = []
  }

  /// A rule, and the callbacks it names that the recording does not show.
  final class Plan: Sendable {
    let rule: RuleID
    let demand: PeerForm
    let missing: [CallbackID]

    init(rule: RuleID, demand: PeerForm, missing: [CallbackID]) {
      (self.rule, self.demand, self.missing) = (rule, demand, missing)
    }
  }

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  /// By rule.
  private var entries: IDArray<RuleID, PeerEntries>
  /// How many entries there are, and how many peers they hold.
  private var entryCount = 0
  private var pairCount = 0
  /// The subjects that the present event names and that a rule is about.
  private var named: [SubjectReference] = []
  /// How many subjects and peers are remembered. Beyond that, everything is forgotten and starts over.
  private let limit: Int
  /// How often everything, or a peer, was forgotten because of the limit.
  private(set) var forgottenCount = 0

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limit: Int) {
    (self.compiled, self.tables, self.limit) = (compiled, tables, limit)
    entries = IDArray(repeating: PeerEntries(), count: compiled.grammar.rules.count)
  }

  /// For every callback, the rules of this kind that name it and that a recording can show to be broken, or could if it
  /// recorded more.
  static func plans(_ compiled: CompiledGrammar) -> IDArray<CallbackID, [Plan]> {
    let plans = compiled.grammar.rules.numbered.compactMap { number, rule -> Plan? in
      guard let demand = rule.form as? PeerForm, demand.question != .ofAlias else { return nil }
      let missing = Set(demand.named)
        .filter { !(compiled.observed?.calls.contains($0) ?? true) }.sorted()
      // Callbacks that a recorder declares to leave out are not noted.
      let isNoted = compiled.observed?.isInferred ?? true
      return missing.isEmpty || isNoted
        ? Plan(rule: number, demand: demand, missing: missing) : nil
    }
    return IDArray(
      compiled.grammar.callbacks.indices.map { callback in
        plans.filter { $0.demand.named.contains(callback) }
      })
  }

  /// The rules that an event breaks, once it has taken effect.
  /// - Complexity: O(rules × subjects named), and O(peers) if a rule asks for each of them.
  mutating func broken(
    by occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) -> [Broken] {
    let callback = occurrence.callback
    let isOfKind = tables.traits[callback].isAction == (occurrence.kind == .action)
    if occurrence.kind == .notification || !isOfKind { return [] }
    let plans = tables.plans.peers[callback]
    if live.isUnattributed(compiled.widest) {
      // The event may be about any of them.
      for plan in plans { forget(plan.rule) }
      return []
    }
    var broken: [Broken] = []
    for plan in plans {
      let known = broken.count
      collectNamed(plan.demand.subject, event, in: batch, &live)
      let isOwn = tables.traits[callback].kind == plan.demand.peer
      let peer = self.peer(plan.demand.peer, event, isOwn: isOwn, in: batch, live)
      if case .each(_, _, let ends) = plan.demand.question, ends.contains(callback) {
        broken += close(plan, &live)
      }
      let isOn = plan.demand.callbacks.contains(callback)
      let isAfter = plan.demand.after.contains(callback)
      for place in named.indices {
        let key = live.directory.key(named[place])
        if isOn, let index = entries[plan.rule].index(of: key),
          let found = judge(plan, index, named[place], peer, live)
        {
          broken.append(found)
        }
        if isAfter { open(plan, key, occurrence, named[place], peer, &live) }
      }
      for place in known..<broken.count { broken[place].missing = plan.missing }
    }
    return broken
  }

  /// Judges an event that a rule is on.
  /// - Parameter index: the index of the subject's entry.
  private mutating func judge(
    _ plan: Plan, _ index: Int, _ subject: SubjectReference, _ peer: UInt64?,
    _ live: borrowing LiveSubjects
  ) -> Broken? {
    let rule = plan.rule
    guard isCertain(entries[rule][index].certainty, plan, subject, live) else {
      forget(index, rule)
      return nil
    }
    switch plan.demand.question {
    case .theSame:
      guard let peer, entries[rule][index].first != peer else { return nil }
      defer { forget(index, rule) }
      // This is reported once per subject.
      return broken(plan, entries[rule][index], subject)
    case .ofAlias: break
    case .once:
      guard let peer else { return nil }
      if entries[rule][index].contains(peer) { return broken(plan, entries[rule][index], subject) }
      if entryCount + pairCount < limit {
        pairCount += 1
        entries[rule][index].add(peer)
      } else {
        forgottenCount += 1
      }
    case .each:
      // An event that does not name its peer may have come with any.
      guard let peer else {
        forget(index, rule)
        return nil
      }
      guard let place = entries[rule][index].peers.firstIndex(of: peer) else { return nil }
      pairCount -= 1
      entries[rule][index].peers.remove(at: place)
      entries[rule][index].owing.remove(at: place)
    }
    return nil
  }

  /// Whether nothing unrecorded happened to a subject since an entry.
  private func isCertain(
    _ known: SubjectCertainty, _ plan: Plan, _ subject: SubjectReference,
    _ live: borrowing LiveSubjects
  ) -> Bool {
    guard var certainty = live.directory.certainty(subject) else { return false }
    if plan.demand.isAcross {
      // Nothing happened between wider subjects that were seen to begin.
      certainty.parentSerial = known.parentSerial
      certainty.moves = known.moves
    }
    return certainty == known
  }

  /// Begins to wait for a subject, and no longer for what it owed before.
  private mutating func open(
    _ plan: Plan, _ key: SubjectKey, _ occurrence: Occurrence, _ subject: SubjectReference,
    _ peer: UInt64?, _ live: inout LiveSubjects
  ) {
    let known = entries[plan.rule].index(of: key)
    guard let entry = entry(plan, key, occurrence, subject, peer, &live) else {
      if let known { forget(known, plan.rule) }
      return
    }
    if entryCount + pairCount >= limit, known == nil {
      for rule in entries.indices { forget(rule) }
      forgottenCount += 1
    }
    let more = entries[plan.rule].put(entry)
    entryCount += more.entries
    pairCount += more.peers
  }

  /// The entry with which a rule waits for a subject from now on; nil for none, or if that is not certain.
  private func entry(
    _ plan: Plan, _ key: SubjectKey, _ occurrence: Occurrence, _ subject: SubjectReference,
    _ peer: UInt64?, _ live: inout LiveSubjects
  ) -> PeerEntries.Entry? {
    guard let certainty = live.directory.certainty(subject) else { return nil }
    var entry = PeerEntries.Entry(
      key: key, event: occurrence.number, line: occurrence.line, callback: occurrence.callback,
      certainty: certainty)
    switch plan.demand.question {
    case .theSame:
      guard let peer else { return nil }
      entry.first = peer
    case .ofAlias, .once: break
    case .each(let lifecycle, let states, _):
      guard let wider = live.current(tables.kinds[plan.demand.peer].parent) else { return nil }
      for other in live.directory.subjects(plan.demand.peer)
      where live.directory.isWithin(other, wider) {
        live.meet(other, wider.slot)
        if !live.isCertainly(other, in: states, of: lifecycle, compiled) { continue }
        entry.peers.append(live.directory[other].hash)
        entry.owing.append(live.directory.key(other))
      }
      if entry.peers.isEmpty { return nil }
    }
    return entry
  }

  /// Judges what is owed in the present wider subject, except by the subjects that the event names.
  private mutating func close(_ plan: Plan, _ live: inout LiveSubjects) -> [Broken] {
    guard case .each(let lifecycle, let states, _) = plan.demand.question,
      let wider = live.current(tables.kinds[plan.demand.peer].parent)
    else { return [] }
    let open = entries[plan.rule].all.filter { !named.contains($0.key.subject) }
      .sorted { $0.event < $1.event }
    var broken: [Broken] = []
    for entry in open {
      let subject = entry.key.subject
      guard live.directory.key(subject) == entry.key else {
        forget(entry.key, plan.rule)
        continue
      }
      guard live.directory.isWithin(subject, wider) else { continue }
      live.meet(subject, wider.slot)
      forget(entry.key, plan.rule)
      if entry.certainty != live.directory.certainty(subject) { continue }
      var missing: [String] = []
      for owing in entry.owing where live.directory.key(owing.subject) == owing {
        live.meet(owing.subject, wider.slot)
        if live.isCertainly(owing.subject, in: states, of: lifecycle, compiled) {
          missing.append(live.directory.name(owing.subject))
        }
      }
      if missing.isEmpty { continue }
      broken.append(self.broken(plan, entry, subject, missing: missing.sorted()))
    }
    return broken
  }

  /// - Parameter missing: the names of the peers that did not come.
  private func broken(
    _ plan: Plan, _ entry: PeerEntries.Entry, _ subject: SubjectReference, missing: [String] = []
  ) -> Broken {
    let kind = compiled.grammar.subjects[plan.demand.peer].name
    let first = compiled.grammar.writtenName(entry.callback)
    var firing = Firing(rule: plan.rule, cause: missing.isEmpty ? .extra : .missing)
    if !missing.isEmpty { firing.detail = "\(kind) \(missing.inWords("and")) had none" }
    firing.related = Violation.Related(
      event: Int(entry.event), line: Int(entry.line), message: "\(first) came here")
    return Broken(firing: firing, subject: subject)
  }

  private mutating func forget(_ rule: RuleID) {
    entryCount -= entries[rule].all.count
    for entry in entries[rule].all { pairCount -= entry.peerCount }
    entries[rule].removeAll()
  }

  private mutating func forget(_ key: SubjectKey, _ rule: RuleID) {
    if let index = entries[rule].index(of: key) { forget(index, rule) }
  }

  private mutating func forget(_ index: Int, _ rule: RuleID) {
    entryCount -= 1
    pairCount -= entries[rule][index].peerCount
    entries[rule].remove(at: index)
  }

  /// Collects in `named` the known subjects of a kind that an event names.
  private mutating func collectNamed(
    _ kind: SubjectKindID, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) {
    named.clear()
    let members = tables.kinds[kind]
    let name = batch.value(members.member, of: event)
    let others = members.identities(of: event, in: batch)
    for other in others { collect(kind, other, in: batch, &live) }
    if !name.isNone, !others.contains(name) { collect(kind, name, in: batch, &live) }
  }

  private mutating func collect(
    _ kind: SubjectKindID, _ name: NameID, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) {
    guard let slot = live.directory.find(kind, name, in: batch) else { return }
    named.append(SubjectReference(kind: kind, slot: slot))
  }

  /// The hash of the identity of the one subject of a kind that an event names; nil if that is not certain.
  /// - Parameter isOwn: whether the event is about the kind, so that it may name an alias instead.
  private func peer(
    _ kind: SubjectKindID, _ event: EventRecord, isOwn: Bool, in batch: borrowing EventBatch,
    _ live: borrowing LiveSubjects
  ) -> UInt64? {
    let members = tables.kinds[kind]
    if live.directory.kinds[kind].aliases.isMixed { return nil }
    let name = batch.value(members.member, of: event)
    if !name.isNone { return batch.names.hash(name) }
    let alias = members.alias(of: event, in: batch)
    if !isOwn || alias.isNone { return nil }
    let wider = live.current(members.parent)?.slot
    let key = live.directory.key(of: alias, kind, wider, in: batch)
    guard let slot = live.directory.kinds[kind].find(alias: key) else { return nil }
    let record = live.directory.kinds[kind].store.records[slot]
    return record.alias.isUnbound ? nil : record.hash
  }
}

extension LiveSubjects {
  /// Whether a subject that is known by its identity is certainly in one of the states.
  fileprivate func isCertainly(
    _ subject: SubjectReference, in states: [StateID], of lifecycle: LifecycleID,
    _ compiled: CompiledGrammar
  ) -> Bool {
    let record = directory[subject]
    if record.isUnnamed || record.alias.isUnbound { return false }
    return stepper.certainStates(subject, lifecycle: lifecycle)?.allSatisfy(states.contains)
      ?? false
  }
}
