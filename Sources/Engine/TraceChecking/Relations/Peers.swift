internal import TraceGrammar
internal import TraceModel

/// Rules on subjects side by side: a subject x, and the peers that its events name.
struct Peers {
  private struct Entry {
    var peers: Set<UInt32> = []
    var event: Int32
    var certainty: Certainty
  }

  /// What may have happened to a subject without being recorded. If it is the same at two events, nothing has.
  private struct Certainty: Equatable {
    var gaps: Int
    var unclear: Int
    var wider: Int32
    /// How often it moved to another wider subject, and how often to one that was not seen to begin.
    var moves: Int32
    var unseenMoves: Int32

    init(_ subject: Int32, at event: Int32, _ slices: Slices) {
      let move = slices.move(of: subject, at: event)
      gaps = slices.gapEvents.count(upTo: event)
      unclear = slices.unclearEvents[slices.subjects[Int(subject)].kind].count(upTo: event)
      wider = move?.wider ?? -1
      moves = move?.number ?? 0
      unseenMoves = move?.unseen ?? 0
    }

    /// Whether nothing has happened since, not even between wider subjects that were seen to begin, if a rule goes across.
    func isKept(since earlier: Certainty, across isAcross: Bool) -> Bool {
      var own = self
      if isAcross { (own.wider, own.moves) = (earlier.wider, earlier.moves) }
      return own == earlier
    }
  }

  /// The events that break such a rule, with the subjects.
  /// - Parameter isLacking: whether to ask the rules instead that name a callback which the recording does not show.
  static func broken(
    _ runs: Runs, lacking isLacking: Bool = false
  ) -> [Firing] {
    let (plan, store, slices) = (runs.plan, runs.store, runs.slices)
    var firings: [Firing] = []
    for (number, rule) in plan.grammar.rules.numbered {
      guard let form = rule.form as? PeerForm, form.question != .ofAlias else { continue }
      let isShown = form.needed.allSatisfy { runs.machines.shown?.calls.contains($0) ?? true }
      if isShown == isLacking { continue }
      let (kind, peerKind) = (form.subject.index, form.peer.index)
      let named = Set(form.named.map(\.index))
      var ends: Set<Int> = []
      if case .each(_, _, let callbacks) = form.question { ends = Set(callbacks.map(\.index)) }
      let (on, after) = (Set(form.callbacks.map(\.index)), Set(form.after.map(\.index)))
      var entries: [UInt32: Entry] = [:]
      for (index, event) in store.events.enumerated() {
        guard event.callback != Event.none, named.contains(Int(event.callback)),
          event.kind != .notification,
          event.kind != .gap, plan.traits[Int(event.callback)].isAction == (event.kind == .action),
          slices.counts(event)
        else { continue }
        let root = plan.roots[kind]
        if plan.kinds[root].isWider, runs.recording.hasIdentity[root],
          store.value(plan.kinds[root].member, event.row) == 0
        {
          entries.removeAll()
          continue
        }
        let names =
          ([store.value(plan.kinds[kind].member, event.row)]
          + (plan.kinds[kind].set.map { store.set($0, event.row) } ?? [])).filter { $0 != 0 }
        let peer = runs.peerName(peerKind, event, Int32(index))
        let callback = Int(event.callback)
        let process = slices.process[Int32(index)] ?? -1
        if ends.contains(callback), case .each(let lifecycle, let states, _) = form.question {
          for (name, entry) in entries.sorted(by: { $0.value.event < $1.value.event })
          where !(names.contains(name) && after.contains(callback)) {
            let subject = slices.ofName[kind][Int(name)]
            guard slices.root(of: subject, at: Int32(index)) == process else { continue }
            guard Certainty(subject, at: Int32(index), slices) == entry.certainty else {
              entries[name] = nil
              continue
            }
            let owing = entry.peers.filter { peer in
              let subject = slices.ofName[peerKind][Int(peer)]
              return subject >= 0 && slices.root(of: subject, at: Int32(index)) == process
                && runs.isCertainly(subject, in: states, lifecycle, after: Int32(index))
            }
            if !owing.isEmpty {
              firings.append(
                Firing(
                  rule: number, event: Int32(index), subject: slices.ofName[kind][Int(name)],
                  related: entry.event, missing: owing.sorted()))
            }
            entries[name] = nil
          }
        }
        for name in names {
          let subject = slices.ofName[kind][Int(name)]
          if subject < 0 { continue }
          if on.contains(callback), let entry = entries[name] {
            let now = Certainty(subject, at: Int32(index), slices)
            if !now.isKept(since: entry.certainty, across: form.isAcross) {
              entries[name] = nil
            } else {
              switch form.question {
              case .theSame:
                if let peer, !entry.peers.contains(peer), !entry.peers.isEmpty {
                  firings.append(
                    Firing(
                      rule: number, event: Int32(index), subject: subject, related: entry.event))
                  entries[name] = nil
                }
              case .once:
                if let peer {
                  if entry.peers.contains(peer) {
                    firings.append(
                      Firing(
                        rule: number, event: Int32(index), subject: subject, related: entry.event))
                  }
                  entries[name]?.peers.insert(peer)
                }
              case .each:
                if let peer { entries[name]?.peers.remove(peer) } else { entries[name] = nil }
              case .ofAlias: break
              }
            }
          }
          if after.contains(callback) {
            var entry = Entry(
              event: Int32(index), certainty: Certainty(subject, at: Int32(index), slices))
            switch form.question {
            case .theSame:
              guard let peer else {
                entries[name] = nil
                continue
              }
              entry.peers = [peer]
            case .once, .ofAlias: break
            case .each(let lifecycle, let states, _):
              for peer in slices.ofKind[peerKind]
              where slices.subjects[Int(peer)].firstEvent <= Int32(index) {
                if slices.root(of: peer, at: Int32(index)) == process,
                  runs.isCertainly(peer, in: states, lifecycle, after: Int32(index))
                {
                  entry.peers.insert(slices.subjects[Int(peer)].name)
                }
              }
            }
            entries[name] = entry
          }
        }
      }
    }
    return firings
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

  /// Whether a subject is certainly in one of some states, once an event has taken effect.
  fileprivate func isCertainly(
    _ subject: Int32, in states: [StateID], _ lifecycle: LifecycleID, after event: Int32
  ) -> Bool {
    let record = slices.subjects[Int(subject)]
    if record.isUnnamed || record.isAliasOnly { return false }
    return possible(subject, lifecycle, at: event, isOver: true)?
      .allSatisfy(states.contains) ?? false
  }
}
