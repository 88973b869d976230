internal import TraceModel

/// Subjects, callbacks and groups.
extension Resolver {
  // MARK: Subjects

  /// Enters the subjects, wider ones before those within them.
  mutating func declareSubjects() {
    let declared = IDArray<SubjectKindID, SubjectSyntax>(
      syntax.subjects.filter {
        declare($0.name, "subject", subjectNames.enter($0.name, atMost: GrammarLimits.subjectKinds))
          != nil
      })
    let parents = declared.table { $0.parent.flatMap { subjectNames.index(of: $0.text) } }
    var depths: IDArray<SubjectKindID, Int> = []
    for (subject, parent) in zip(declared, parents) {
      var depth = 0
      var wider = parent
      while let next = wider, depth <= declared.count {
        depth += 1
        wider = parents[next]
      }
      if depth > declared.count {
        report(
          .subjectCycle, "subject '\(subject.name.text)' is within itself",
          at: subject.parent?.range ?? subject.name.range)
        depth = 0
      }
      depths.append(depth)
    }
    subjectNames = DeclaredNames<SubjectKindID>()
    for position in declared.indices.sorted(by: { (depths[$0], $0) < (depths[$1], $1) }) {
      let subject = declared[position]
      subjectNames.enter(subject.name)
      subjects.append(
        SubjectKind(
          name: subject.name.text, members: subject.identifying.map(\.text),
          setMember: subject.setMember?.text, aliasMember: subject.alias?.text,
          isSingle: subject.isSingle))
    }
  }

  /// Counts the members by which events identify subjects: an event has limited room for them.
  mutating func checkMembers() {
    var single: Set<String> = []
    var sets: Set<String> = []
    for subject in syntax.subjects {
      let members = subject.identifying
      if !subject.isSingle {
        (members + [subject.setMember, subject.alias].compactMap { $0 })
          .forEach { checkReserved($0) }
      }
      if members.count > 1 {
        checkJoined(members, subject.setMember)
        // The identity takes the room of a member, too.
        single.insert(SubjectKind.joinedName(members.map(\.text)))
      }
      for word in members + [subject.alias].compactMap({ $0 })
      where single.insert(word.text).inserted && single.count > GrammarLimits.identityMembers {
        report(
          .limitExceeded,
          "subjects may be identified by \(GrammarLimits.identityMembers) members of an event; "
            + "'\(word.text)' is more", at: word.range)
      }
      if let word = subject.setMember, sets.insert(word.text).inserted,
        sets.count > GrammarLimits.identitySets
      {
        report(
          .limitExceeded,
          "\(GrammarLimits.identitySets) members of an event may hold several identities; "
            + "'\(word.text)' is more",
          at: word.range)
      }
    }
  }

  /// A member of the format itself has a meaning of its own, so no grammar can ask for it.
  mutating func checkReserved(_ member: Word) {
    let head = EventMembers.head(of: member.text) ?? member.text
    guard let reserved = ReservedMember(rawValue: head) else { return }
    report(
      .reservedMember,
      "'\(head)' is a member of the trace format itself, \(reserved.meaning): a grammar cannot ask for it",
      at: member.range, notes: [.init("record the value under another name")])
  }

  /// Several members make an identity together: each is another one, and no list holds such identities.
  private mutating func checkJoined(_ members: [Word], _ set: Word?) {
    for (position, word) in members.enumerated() {
      guard let first = members[..<position].first(where: { $0.text == word.text }) else {
        continue
      }
      report(
        .duplicateName, "member '\(word.text)' is named twice", at: word.range,
        notes: [.init("the first is here", at: first.range)])
    }
    if let set {
      report(
        .setOfJoined, "'\(set.text)' cannot hold identities that several members make together",
        at: set.range, notes: [.init("these are the members", at: members[0].range)])
    }
  }

  /// Looks up the names in subjects.
  mutating func resolveSubjects() {
    for subject in syntax.subjects {
      if subject.members == nil, !subject.isSingle, !subject.isDamaged {
        report(
          .missingClause,
          "subject '\(subject.name.text)' does not say which member of an event identifies it",
          at: subject.name.range, notes: [.init("write 'member \"\(subject.name.text)\"'")])
      }
      guard let index = subjectNames.index(declaredBy: subject.name) else { continue }
      if let parent = subject.parent { subjects[index].parent = resolveSubject(parent) }
      subjects[index].beginnings = resolveWholeCallbacks(subject.beginnings ?? [])
    }
  }

  // MARK: Callbacks

  /// Enters the callbacks' names, with everything that is not a reference.
  mutating func declareCallbacks() {
    for callback in syntax.callbacks {
      let role = callback.isAction ? "action" : "callback"
      guard
        declare(
          callback.name, role, callbackNames.enter(callback.name, atMost: GrammarLimits.callbacks))
          != nil
      else { continue }
      callbacks.append(
        Callback(
          name: callback.name.text, subject: 0, isAction: callback.isAction,
          swift: callback.swift.texts, objectiveC: callback.objectiveC.texts,
          notifications: callback.notifications.texts,
          otherSpellings: callback.spellings.filter { $0.condition == nil }
            .flatMap { $0.spellings.map(\.text) },
          conditionalSpellings: callback.spellings.flatMap { Self.conditional($0) },
          readings: readings(of: callback),
          since: callback.since ?? [],
          until: callback.until ?? [], text: callback.text?.text ?? "", link: link(callback.link),
          range: callback.name.range))
    }
  }

  /// Looks up the names in callbacks, and makes sure that a spelling means only one of them.
  mutating func resolveCallbacks() {
    var owners: [String: (callback: CallbackID, range: SourceRange)] = [:]
    for (index, callback) in callbacks.numbered {
      owners[callback.name] = (index, callback.range)
    }
    for callback in syntax.callbacks {
      let subject = resolveSubject(callback.subject)
      guard let index = callbackNames.index(declaredBy: callback.name) else { continue }
      callbacks[index].subject = subject ?? 0
      callbacks[index].replacement = callback.replacement.flatMap { resolveCallback($0) }
      let unconditional = callback.spellings.filter { $0.condition == nil }.map(\.spellings)
      let spellings =
        [callback.swift, callback.objectiveC, callback.notifications].compactMap { $0 }
        + unconditional
      for spelling in spellings.joined() { own(spelling, index, &owners) }
    }
    var chosen = syntax.callbacks.flatMap { callback -> [ChosenSpelling] in
      guard let index = callbackNames.index(declaredBy: callback.name) else { return [] }
      return callback.spellings.map { (index, $0) }
    }
    for added in syntax.spellings {
      guard let index = resolveCallback(added.callback) else { continue }
      callbacks[index].conditionalSpellings += Self.conditional(
        added.clause, isNotification: added.areOfNotification)
      if added.clause.condition != nil {
        chosen.append((index, added.clause))
        continue
      }
      for spelling in added.clause.spellings where own(spelling, index, &owners) {
        if added.areOfNotification {
          callbacks[index].notifications.append(spelling.text)
        } else {
          callbacks[index].otherSpellings.append(spelling.text)
        }
      }
    }
    checkConditionalSpellings(chosen, owners)
  }

  /// Lets a spelling mean a callback, unless it means another one, which is reported.
  /// - Returns: whether it is new.
  @discardableResult
  private mutating func own(
    _ spelling: Word, _ index: CallbackID,
    _ owners: inout [String: (callback: CallbackID, range: SourceRange)]
  ) -> Bool {
    guard let owner = owners[spelling.text] else {
      owners[spelling.text] = (index, spelling.range)
      return true
    }
    if owner.callback != index {
      report(
        .duplicateSpelling,
        "callbacks '\(callbacks[owner.callback].name)' and '\(callbacks[index].name)' "
          + "are both spelled '\(spelling.text)'", at: spelling.range,
        notes: [.init("the first is here", at: owner.range)])
    }
    return false
  }

  /// The values that members of a callback's events may have; each member once.
  private mutating func readings(of callback: CallbackSyntax) -> [Callback.Reading] {
    var readings: [Callback.Reading] = []
    for (member, values) in callback.readings {
      if readings.contains(where: { $0.member == member.text }) {
        report(
          .repeatedClause, "'has \(member.text)' is allowed once", at: member.range)
        continue
      }
      readings.append(.init(member: member.text, values: values.map(\.text)))
    }
    return readings
  }

  /// Counts the members whose values rules ask for: an event has limited room for them.
  mutating func checkAskedMembers() {
    var asked: Set<String> = []
    let ofCallbacks = syntax.callbacks.flatMap { $0.readings.map(\.member) }
    let ofRules = syntax.rules.flatMap { $0.form?.value.members ?? [] }
    let ofSpellings =
      syntax.callbacks.flatMap(\.spellings).compactMap { $0.condition?.member }
      + syntax.spellings.compactMap { $0.clause.condition?.member }
    for word in ofCallbacks + ofRules + ofSpellings { checkReserved(word) }
    for word in ofCallbacks + ofRules
    where asked.insert(word.text).inserted && asked.count > GrammarLimits.askedMembers {
      report(
        .limitExceeded,
        "rules may ask for the values of \(GrammarLimits.askedMembers) members of an event; "
          + "'\(word.text)' is more", at: word.range)
    }
  }

  private static func conditional(
    _ clause: SpellingSyntax, isNotification: Bool = false
  ) -> [Callback.ConditionalSpelling] {
    guard let (member, value) = clause.condition else { return [] }
    return clause.spellings.map {
      .init(
        spelling: $0.text, member: member.text, value: value.text, isNotification: isNotification)
    }
  }

  /// A clause with spellings, and the callback that it is about.
  private typealias ChosenSpelling = (callback: CallbackID, clause: SpellingSyntax)

  /// Makes sure that one member decides between the callbacks that share a spelling, and each value for one of them.
  private mutating func checkConditionalSpellings(
    _ chosen: [ChosenSpelling], _ owners: [String: (callback: CallbackID, range: SourceRange)]
  ) {
    var deciding: [String: (member: Word, callbacks: [String: CallbackID])] = [:]
    var members: Set<String> = []
    for (index, clause) in chosen {
      guard let (member, value) = clause.condition else { continue }
      if members.insert(member.text).inserted, members.count > GrammarLimits.decidingMembers {
        report(
          .limitExceeded,
          "\(GrammarLimits.decidingMembers) members of an event may decide what a spelling means; "
            + "'\(member.text)' is more", at: member.range)
      }
      for spelling in clause.spellings {
        var known = deciding[spelling.text] ?? (member, [:])
        let other = owners[spelling.text]?.callback ?? known.callbacks[value.text]
        if let other, other != index || owners[spelling.text] != nil {
          report(
            .duplicateSpelling,
            "callbacks '\(callbacks[other].name)' and '\(callbacks[index].name)' "
              + "are both spelled '\(spelling.text)'", at: spelling.range,
            notes: [
              .init(
                owners[spelling.text] == nil
                  ? "and have the same value of '\(member.text)'" : "without a condition",
                at: owners[spelling.text]?.range ?? callbacks[other].range)
            ])
        } else if known.member.text != member.text {
          report(
            .decidingMember,
            "one member decides what a spelling means; for '\(spelling.text)' it is "
              + "'\(known.member.text)'", at: member.range,
            suggestion: known.member.text,
            notes: [.init("it is first named here", at: known.member.range)])
        }
        known.callbacks[value.text] = index
        deciding[spelling.text] = known
      }
    }
  }

  // MARK: Groups

  /// Flattens the groups; each is done when all groups it names are, without recursion, as a text may
  /// chain any number of them.
  mutating func resolveGroups() {
    var declared: IDArray<GroupID, GroupSyntax> = []
    for group in syntax.groups {
      if let callback = callbackNames.range(of: group.name.text) {
        reportDuplicate(
          group.name, "'\(group.name.text)' names a callback and a group",
          [.init("the callback is here", at: callback)])
      } else if declare(
        group.name, "group", groupNames.enter(group.name, atMost: GrammarLimits.groups)) != nil
      {
        declared.append(group)
      }
    }
    groups = IDArray(repeating: [], count: declared.count)
    var users = IDArray<GroupID, [GroupID]>(repeating: [], count: declared.count)
    var openMembers = IDArray<GroupID, Int>(repeating: 0, count: declared.count)
    for (user, group) in declared.numbered {
      for member in group.members {
        guard let used = groupNames.index(of: member.text) else { continue }
        users[used].append(user)
        openMembers[user] += 1
      }
    }
    var ready = declared.indices.filter { openMembers[$0] == 0 }
    var isDone = IDArray<GroupID, Bool>(repeating: false, count: declared.count)
    while let next = ready.popLast() {
      isDone[next] = true
      groups[next] = resolveCallbacks(declared[next].members)
      for user in users[next] {
        openMembers[user] -= 1
        if openMembers[user] == 0 { ready.append(user) }
      }
    }
    for (position, group) in declared.numbered where !isDone[position] {
      report(
        .groupCycle, "group '\(group.name.text)' contains itself, through the groups it names",
        at: group.name.range)
    }
  }
}

extension [Word]? {
  /// The words' texts.
  var texts: [String] { self?.map(\.text) ?? [] }
}

extension SubjectSyntax {
  /// The members that identify it together. The only one of its kind has one that no recording has.
  fileprivate var identifying: [Word] {
    isSingle ? [Word(text: "one \(name.text)", range: name.range)] : members ?? []
  }
}

/// The members of an event that the trace format gives a meaning to.
private enum ReservedMember: String {
  case callback, kind, phase, time, duration, lost

  /// What it says about an event.
  var meaning: String {
    switch self {
    case .callback: "the name of the call"
    case .kind: "\"delegate\", \"notification\" or \"action\""
    case .phase: "the beginning or the end of a call"
    case .time: "when the call came"
    case .duration: "how long it took"
    case .lost: "how many events were lost"
    }
  }
}
