internal import TraceGrammar
internal import TraceModel

/// A subject whose word has something to tell.
struct Judged {
  let index: Int
  let subject: Subject
  let entries: [Entry]
  /// How each of its lifecycles went; nil where it is legal, and nothing else is asked.
  let results: [Run?]
  let letters: Letters

  func event(_ entry: Int) -> Int32 { entries[entry].event }
  func letter(_ entry: Int) -> Letter { letters.all[Int(entries[entry].letter)] }
  func isCall(_ entry: Int) -> Bool { letter(entry).fact == Letter.call }
  func isOwn(_ entry: Int) -> Bool { entries[entry].flags & Entry.isOwn != 0 }

  /// All entries that changed anything about it.
  var changes: Set<Int> { results.reduce(into: []) { $0.formUnion($1?.changes ?? []) } }
}

/// The deletion of an event about several subjects, which is one edit for all of them.
private struct Deletion: Hashable {
  var event: Int32
  var rule: RuleID?
  var lifecycle: LifecycleID?
  var quirk: QuirkID?
}

/// What was found so far, and what decides whether more of it is told.
struct Found {
  var findings: [Finding] = []
  /// By event, the most severe of the findings that are only told if none of the others stands for them.
  var standIns: [Int32: Finding] = [:]
  fileprivate var deleted: [Deletion: Int] = [:]
  /// The events at which the cost of a wider subject rose, and those of subjects of the present kind.
  var roseWider: Set<Int32> = []
  var roseHere: Set<Int32> = []

  /// Adds the finding that one deletion of an event about several subjects repairs: it is one for all of them.
  fileprivate mutating func addDeletion(_ finding: Finding) {
    let key = Deletion(
      event: finding.event, rule: finding.rule, lifecycle: finding.lifecycle, quirk: finding.quirk)
    if let first = deleted[key] {
      findings[first].others.append(finding.index)
    } else {
      deleted[key] = findings.count
      findings.append(finding)
    }
  }
}

/// Finds what is told about a subject, by each of its grounds.
extension FindingCollector {
  func add(
    _ judged: Judged, _ ends: [(rule: RuleID, form: EndForm, run: Int)], to found: inout Found
  ) {
    let rose = addEdits(judged, to: &found)
    if plan.kinds[judged.subject.kind].isWider { found.roseHere.formUnion(rose) }
    found.findings += advices(judged, [rose, found.roseWider]) + incompletes(judged)
    for end in ends { found.findings += self.ends(judged, end.rule, end.form, end.run) }
  }

  /// The finding about an entry of a word, as no quirk explains it.
  private func plain(
    _ judged: Judged, at entry: Int, _ rule: RuleID?, _ run: Int, _ states: [StateID],
    _ ground: Finding.Ground
  ) -> Finding {
    var finding = finding(
      rule, at: judged.event(entry), about: judged.index, judged.letters.machines[run].index,
      in: states, ground)
    finding.callback = judged.letter(entry).callback
    return finding
  }

  /// The finding about an entry of a word, which a quirk may explain.
  private func finding(
    _ judged: Judged, at entry: Int, _ rule: RuleID, _ run: Int, _ states: [StateID],
    _ ground: Finding.Ground
  ) -> Finding {
    var finding = plain(judged, at: entry, rule, run, states, ground)
    quirks.apply(to: &finding, role: role(in: judged.entries, at: entry))
    return finding
  }

  /// An event that breaks a rule by itself.
  func event(_ firing: Firing) -> Finding {
    var finding = finding(
      firing.rule, at: firing.event, about: Int(firing.subject), firing.lifecycle,
      in: firing.states, .event(firing))
    func role() -> UInt32 {
      let word = slices.word(Int(firing.subject))
      let last = word.lastIndex { $0.event <= firing.event && $0.flags & Entry.isOwn != 0 }
      return last.map { self.role(in: word, at: $0) } ?? 0
    }
    quirks.apply(to: &finding, role: role())
    return finding
  }

  // MARK: - Edits

  /// Adds the faults of all lifecycles.
  /// - Returns: the events at which the least cost rose.
  private func addEdits(_ judged: Judged, to found: inout Found) -> Set<Int32> {
    var rose: Set<Int32> = []
    for (run, result) in judged.results.enumerated() {
      guard let result else { continue }
      for (number, fault) in result.faults.enumerated() {
        if fault.isAtEnd {
          var finding = incomplete(
            judged, run, after: fault.places[0].entry, fault.places[0].states,
            .incomplete(run: run, fault: number))
          finding.edits = edits(of: fault, judged)
          found.findings.append(finding)
          continue
        }
        let (place, finding) = reported(judged, run, fault, number)
        let event = judged.event(place.entry)
        let isSuperseded = rose.contains(event) || found.roseWider.contains(event)
        if fault.onlyDeletes, isSuperseded {
          // The most severe stands for all; among equals, that of the widest kind of subject, which comes first.
          if counts(finding),
            found.standIns[event].map({ $0.severity < finding.severity }) ?? true
          {
            found.standIns[event] = finding
          }
        } else if fault.onlyDeletes, judged.entries[place.entry].flags & Entry.isOfSeveral != 0 {
          found.addDeletion(finding)
        } else {
          found.findings.append(finding)
        }
      }
      for rise in result.rises { rose.insert(judged.event(rise)) }
    }
    return rose
  }

  /// Where a fault is reported: at its most severe call that no quirk excuses. What follows from two calls in the wrong order is
  /// nothing by itself.
  private func reported(
    _ judged: Judged, _ run: Int, _ fault: Fault, _ number: Int
  ) -> (place: Fault.Place, finding: Finding) {
    let isExchange = !fault.deletions.isEmpty && !fault.insertions.isEmpty
    if isExchange || fault.places.count == 1 {
      return (fault.places[0], finding(judged, run, fault, number, at: fault.places[0]))
    }
    var places = fault.places
    func next() -> (place: Fault.Place, finding: Finding) {
      let place = places.remove(at: mostSevere(places))
      return (place, finding(judged, run, fault, number, at: place))
    }
    let first = next()
    var found = first
    while found.finding.quirk != nil {
      if places.isEmpty { return first }
      found = next()
    }
    return found
  }

  /// The finding about a fault of a lifecycle at one of its calls.
  private func finding(
    _ judged: Judged, _ run: Int, _ fault: Fault, _ number: Int, at place: Fault.Place
  ) -> Finding {
    var finding = plain(
      judged, at: place.entry, place.rule ?? plan.unexpected, run, place.states,
      .edits(run: run, fault: number))
    finding.edits = edits(of: fault, judged)
    quirks.apply(
      to: &finding, role: role(in: judged.entries, at: place.entry),
      later: fault.deletions.filter { judged.event($0.entry) > judged.event(place.entry) }
        .map(\.callback),
      needsMore: !fault.insertions.isEmpty
        && fault.deletions.contains { $0.entry == place.entry }
    ) { lifecycle, states in
      let machines = judged.letters.machines
      guard let other = machines.firstIndex(where: { $0.index == lifecycle }),
        let result = judged.results[other]
      else { return false }
      let possible = machines[other].costs.cheapestStates(result.vector(before: place.entry))
      return quirks.shown != nil
        ? possible.contains(where: states.contains) : possible.allSatisfy(states.contains)
    }
    return finding
  }

  private func edits(of fault: Fault, _ judged: Judged) -> [Edit] {
    func number(_ entry: Int) -> Int32 {
      entry < judged.entries.count ? judged.event(entry) + 1 : Int32(store.events.count + 1)
    }
    var edits: [Edit] = []
    edits.reserveCapacity(fault.insertions.count + fault.deletions.count)
    for (callback, entry) in fault.insertions {
      edits.append(Edit(callback: callback, event: number(entry), isInsertion: true))
    }
    for (callback, entry) in fault.deletions {
      edits.append(Edit(callback: callback, event: number(entry), isInsertion: false))
    }
    return edits
  }

  // MARK: - Advice

  /// Advice on legal steps, which counts if the next step that changes the subject is legal.
  /// - Parameter rose: the events at which the cost of the subject, or of a wider one, rose.
  private func advices(_ judged: Judged, _ rose: [Set<Int32>]) -> [Finding] {
    // A key path would copy each result, which took a tenth of the time of a trace with many findings.
    if judged.results.allSatisfy({ $0?.advices.isEmpty ?? true }) { return [] }
    let changes = judged.changes.filter(judged.isOwn).sorted()
    return judged.results.enumerated().flatMap { run, result -> [Finding] in
      guard let result else { return [] }
      return result.advices.compactMap { advice in
        let next = changes.firstIndex(after: { $0 < advice.entry })
        if next < changes.count, case let event = judged.event(changes[next]),
          rose.contains(where: { $0.contains(event) })
        {
          return nil
        }
        let states = judged.letters.machines[run].costs.cheapestStates(
          result.vector(before: advice.entry))
        return finding(
          judged, at: advice.entry, advice.rule, run, states, .advice(run: run, entry: advice.entry)
        )
      }
    }
  }

  // MARK: - Ends

  /// Lifecycles that no edits end as they must.
  private func incompletes(_ judged: Judged) -> [Finding] {
    if !runs.mustEnd(Int32(judged.index)) || plan.incomplete == nil { return [] }
    return judged.results.enumerated().compactMap { run, result in
      guard let result else { return nil }
      let (machine, last) = (judged.letters.machines[run], result.last)
      if machine.costToEnd(last) < .unreachable { return nil }
      return incomplete(
        judged, run, after: result.origin, machine.costs.cheapestStates(last),
        .end(run: run, entry: judged.entries.count - 1, origin: result.origin))
    }
  }

  /// A life that does not end as it must. It is told at the last call, or where its subject was first met.
  /// - Parameter place: the entry of the last call that may have led there; -1 if it is not known.
  private func incomplete(
    _ judged: Judged, _ run: Int, after place: Int, _ states: [StateID], _ ground: Finding.Ground
  ) -> Finding {
    let changes = judged.changes
    let last =
      place >= 0 && judged.isCall(place)
      ? place
      : judged.entries.indices.last {
        judged.isCall($0) && (judged.isOwn($0) || changes.contains($0))
      }
    if let last { return plain(judged, at: last, plan.incomplete, run, states, ground) }
    var finding = finding(
      plan.incomplete, at: judged.subject.firstEvent, about: judged.index,
      judged.letters.machines[run].index, in: states, ground)
    finding.callback = Event.none
    return finding
  }

  /// Ends in states that a rule forbids.
  private func ends(
    _ judged: Judged, _ rule: RuleID, _ form: EndForm, _ run: Int
  ) -> [Finding] {
    (judged.results[run]?.ends ?? []).compactMap { place in
      let isCutOff = judged.letter(place.entry).isMarked && !runs.mustEnd(Int32(judged.index))
      let states = judged.letters.machines[run].costs.cheapestStates(place.vector)
      guard form.duty == nil || !isCutOff, states.allSatisfy(form.states.contains),
        place.origin >= 0, judged.isCall(place.origin),
        isFollowed(judged, place.origin, place.entry, form.laterEvents)
      else { return nil }
      return finding(
        judged, at: place.origin, rule, run, states,
        .end(run: run, entry: place.entry, origin: place.origin))
    }
  }

  /// Whether the events that a rule on ends asks for came between the call that led to a state and the end.
  private func isFollowed(
    _ judged: Judged, _ origin: Int, _ end: Int, _ later: EndForm.LaterEvents
  ) -> Bool {
    let event = judged.event(origin)
    switch later {
    case .none: return true
    case .ofSubject:
      let last = (0..<end).last { judged.isCall($0) && judged.isOwn($0) }
      return (last.map(judged.event) ?? -1) > event
    case .ofWider:
      if judged.subject.wider < 0 { return false }
      // The end of the same call, or of one before it, is no later event.
      return ((Int(event) + 1)..<max(Int(event) + 1, Int(judged.event(end)) + 1)).contains {
        ![.end, .own].contains(store.events[$0].doubt)
      }
    }
  }

  /// The role of who recorded an event: for one about the subject itself, that which was recorded last.
  private func role<Entries: RandomAccessCollection<Entry>>(in entries: Entries, at place: Int)
    -> UInt32 where Entries.Index == Int
  {
    if !runs.recording.namesRoles || !entries.indices.contains(place) { return 0 }
    let isOwn = entries[place].flags & Entry.isOwn != 0
    for before in stride(from: place, through: isOwn ? entries.startIndex : place, by: -1)
    where !isOwn || entries[before].flags & Entry.isOwn != 0 {
      let role = store.value(plan.roleMember, store.events[Int(entries[before].event)].row)
      if role != 0 { return role }
    }
    return 0
  }
}
