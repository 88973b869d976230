internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Judges what rules ask of subjects that events name side by side, such as a delivery and the session that handles it.
///
/// Nothing is held against anyone unless it is certain: nothing happened to the subject that no event tells of, each
/// event that counts says with whom it came, and the recording shows all callbacks that the rule names.
struct PeerRules {
  /// A rule that an event breaks.
  struct Broken {
    var firing: Firing
    var subject: SubjectReference
    /// The callbacks that the rule names and the recording does not show; with some of them, nothing is certain.
    var missing: [Int] = []
  }

  /// A rule, and what it names that the recording does not show.
  struct Plan {
    var rule: Int
    var demand: PeerDemand
    var missing: [Int]
  }

  private struct Key: Hashable {
    var rule: Int
    var subject: SubjectKey
  }

  /// What a rule waits for with a subject.
  private struct Entry {
    /// What began it.
    var event: UInt32
    var line: UInt32
    var callback: UInt16
    var certainty: AnswerTracker.Certainty
    /// The hashes of the peers that it came with, or that have yet to come.
    var peers: [UInt64] = []
    /// For a rule about each peer, those that have yet to come, parallel to `peers`.
    var owing: [SubjectKey] = []
  }

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private var entries: [Key: Entry] = [:]
  private var pairCount = 0
  /// So many subjects and peers are remembered; what is beyond begins anew, knowing nothing.
  private let limit: Int
  /// How often all that was remembered, or a peer, was forgotten because it was too much.
  private(set) var forgottenCount = 0

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limit: Int) {
    (self.compiled, self.tables, self.limit) = (compiled, tables, limit)
  }

  /// The rules of this kind that a recording can show to be broken, or could if more than what occurs were recorded.
  static func plans(_ compiled: CompiledGrammar) -> [Plan] {
    compiled.grammar.rules.enumerated().compactMap { number, rule in
      guard case .peers(let demand) = rule.form else { return nil }
      let missing = Set(demand.named)
        .filter { !(compiled.observed?.calls.contains($0) ?? true) }.sorted()
      // What a recorder says that it leaves out is not noted.
      let isNoted = compiled.observed?.isInferred ?? true
      return missing.isEmpty || isNoted
        ? Plan(rule: number, demand: demand, missing: missing) : nil
    }
  }

  /// What an event breaks, once it has taken effect.
  /// - Complexity: O(rules × subjects named), and O(peers) where a rule asks for each of them.
  mutating func broken(
    by occurrence: Occurrence, _ event: EventRecord, in batch: borrowing EventBatch,
    _ live: inout LiveSubjects
  ) -> [Broken] {
    let callback = Int(occurrence.callback)
    let isOfKind = tables.traits[callback].isAction == (occurrence.kind == .action)
    if occurrence.kind == .notification || !isOfKind { return [] }
    if live.isAdrift(compiled.widest) {
      // It may be about any of them.
      for plan in tables.plans.peers where plan.demand.named.contains(callback) {
        forget(plan.rule)
      }
      return []
    }
    var broken: [Broken] = []
    for plan in tables.plans.peers where plan.demand.named.contains(callback) {
      let (rule, demand, known) = (plan.rule, plan.demand, broken.count)
      let subjects = named(demand.subject, event, in: batch, &live)
      let peer = self.peer(
        demand.peer, event, isOwn: Int(tables.traits[callback].kind) == demand.peer, in: batch, live
      )
      if case .each(_, _, let ends) = demand.question, ends.contains(callback) {
        broken += close(rule, demand, but: subjects, &live)
      }
      for subject in subjects {
        let key = Key(rule: rule, subject: live.directory.key(subject))
        if demand.callbacks.contains(callback), let entry = entries[key] {
          broken += judge(rule, demand, key, entry, subject, peer, live)
        }
        if demand.after.contains(callback) { open(demand, key, occurrence, subject, peer, &live) }
      }
      for place in known..<broken.count { broken[place].missing = plan.missing }
    }
    return broken
  }

  /// Judges an event that a rule is on.
  private mutating func judge(
    _ rule: Int, _ demand: PeerDemand, _ key: Key, _ entry: Entry, _ subject: SubjectReference,
    _ peer: UInt64?, _ live: borrowing LiveSubjects
  ) -> [Broken] {
    guard isCertain(entry, demand, subject, live) else {
      forget(key)
      return []
    }
    switch demand.question {
    case .theSame:
      guard let peer, entry.peers != [peer] else { return [] }
      // It is said once of a subject.
      forget(key)
      return [broken(rule, demand, entry, subject)]
    case .once:
      guard let peer else { return [] }
      if entry.peers.contains(peer) { return [broken(rule, demand, entry, subject)] }
      if entries.count + pairCount < limit {
        pairCount += 1
        entries[key]?.peers.append(peer)
      } else {
        forgottenCount += 1
      }
    case .each:
      // One that does not say with whom it came may have come with any.
      guard let peer else {
        forget(key)
        return []
      }
      guard let place = entry.peers.firstIndex(of: peer) else { return [] }
      pairCount -= 1
      entries[key]?.peers.remove(at: place)
      entries[key]?.owing.remove(at: place)
    }
    return []
  }

  /// Whether nothing happened to a subject since an entry that no event tells of.
  private func isCertain(
    _ entry: Entry, _ demand: PeerDemand, _ subject: SubjectReference,
    _ live: borrowing LiveSubjects
  ) -> Bool {
    guard var certainty = live.directory.certainty(subject) else { return false }
    if demand.isAcross {
      // Nothing happened between those that were seen to begin.
      certainty.parentSerial = entry.certainty.parentSerial
      certainty.moves = entry.certainty.moves
    }
    return certainty == entry.certainty
  }

  /// Begins to wait with a subject.
  private mutating func open(
    _ demand: PeerDemand, _ key: Key, _ occurrence: Occurrence, _ subject: SubjectReference,
    _ peer: UInt64?, _ live: inout LiveSubjects
  ) {
    forget(key)
    guard let certainty = live.directory.certainty(subject) else { return }
    if entries.count + pairCount >= limit {
      (entries, pairCount) = ([:], 0)
      forgottenCount += 1
    }
    var entry = Entry(
      event: occurrence.number, line: occurrence.line, callback: occurrence.callback,
      certainty: certainty)
    switch demand.question {
    case .theSame:
      guard let peer else { return }
      entry.peers = [peer]
    case .once: break
    case .each(let lifecycle, let states, _):
      let parent = tables.kinds[demand.peer].parent
      guard parent >= 0, let wider = live.current(parent) else { return }
      for other in live.directory.subjects(demand.peer) where live.directory.isWithin(other, wider)
      {
        live.meet(other, wider.slot)
        if !live.isCertainly(other, in: states, of: lifecycle, compiled) { continue }
        entry.peers.append(live.directory.record(other).pointee.hash)
        entry.owing.append(live.directory.key(other))
      }
      if entry.peers.isEmpty { return }
    }
    pairCount += entry.peers.count
    entries[key] = entry
  }

  /// Judges what is owed in the present wider subject.
  private mutating func close(
    _ rule: Int, _ demand: PeerDemand, but named: [SubjectReference], _ live: inout LiveSubjects
  ) -> [Broken] {
    guard case .each(let lifecycle, let states, _) = demand.question,
      case let parent = tables.kinds[demand.peer].parent, parent >= 0,
      let wider = live.current(parent)
    else { return [] }
    let open = entries.filter { $0.key.rule == rule && !named.contains($0.key.subject.subject) }
      .sorted { $0.value.event < $1.value.event }
    var broken: [Broken] = []
    for (key, entry) in open {
      let subject = key.subject.subject
      guard live.directory.key(subject) == key.subject else {
        forget(key)
        continue
      }
      guard live.directory.isWithin(subject, wider) else { continue }
      live.meet(subject, wider.slot)
      forget(key)
      if entry.certainty != live.directory.certainty(subject) { continue }
      var missing: [String] = []
      for owing in entry.owing where live.directory.key(owing.subject) == owing {
        live.meet(owing.subject, wider.slot)
        if live.isCertainly(owing.subject, in: states, of: lifecycle, compiled) {
          missing.append(live.directory.name(owing.subject))
        }
      }
      if missing.isEmpty { continue }
      broken.append(self.broken(rule, demand, entry, subject, missing: missing.sorted()))
    }
    return broken
  }

  /// - Parameter missing: the peers that owe something, by name.
  private func broken(
    _ rule: Int, _ demand: PeerDemand, _ entry: Entry, _ subject: SubjectReference,
    missing: [String] = []
  ) -> Broken {
    let kind = compiled.grammar.subjects[demand.peer].name
    let first = compiled.grammar.callbacks[Int(entry.callback)].name
    var firing = Firing(rule: rule, cause: missing.isEmpty ? .extra : .missing)
    if !missing.isEmpty { firing.detail = "\(kind) \(missing.inWords("and")) had none" }
    firing.related = Violation.Related(
      event: Int(entry.event), line: Int(entry.line), message: "\(first) came here")
    return Broken(firing: firing, subject: subject)
  }

  private mutating func forget(_ rule: Int) {
    for key in entries.keys where key.rule == rule { forget(key) }
  }

  private mutating func forget(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { pairCount -= entry.peers.count }
  }

  /// The subjects of a kind that an event names, as far as they are known.
  private func named(
    _ kind: Int, _ event: EventRecord, in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) -> [SubjectReference] {
    let members = tables.kinds[kind]
    var names = members.set < 0 ? [] : batch.identities(inSet: members.set, of: event)
    let name = batch.value(members.member, of: event)
    if !name.isNone, !names.contains(name) { names.append(name) }
    var subjects: [SubjectReference] = []
    for name in names {
      if let slot = live.directory.find(kind, name, in: batch) {
        subjects.append(SubjectReference(kind: kind, slot: slot))
      }
    }
    return subjects
  }

  /// The hash of the identity of the one subject of a kind that an event names; nil where that is not certain.
  /// - Parameter isOwn: whether the event is about the kind, so that it may say so by an alias.
  private func peer(
    _ kind: Int, _ event: EventRecord, isOwn: Bool, in batch: borrowing EventBatch,
    _ live: borrowing LiveSubjects
  ) -> UInt64? {
    let members = tables.kinds[kind]
    let register = live.directory.kinds + kind
    if register.pointee.aliases.isMixed { return nil }
    let name = batch.value(members.member, of: event)
    if !name.isNone { return batch.names.hash(name) }
    let alias = members.alias < 0 ? .none : batch.value(members.alias, of: event)
    if !isOwn || alias.isNone { return nil }
    let wider = members.parent < 0 ? nil : live.current(members.parent)?.slot
    let key = live.directory.key(of: alias, kind, wider, in: batch)
    guard let slot = register.pointee.aliases.find(key) else { return nil }
    let record = register.pointee.store.records[slot]
    return record.alias.isUnbound ? nil : record.hash
  }
}

extension LiveSubjects {
  /// Whether a subject that is known by its identity is in one of the states for certain.
  fileprivate func isCertainly(
    _ subject: SubjectReference, in states: [Int], of lifecycle: Int, _ compiled: CompiledGrammar
  ) -> Bool {
    let record = directory.record(subject).pointee
    if record.isUnnamed || record.alias.isUnbound { return false }
    return stepper.certainStates(subject, lifecycle: lifecycle)?.allSatisfy(states.contains)
      ?? false
  }
}
