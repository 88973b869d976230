internal import TraceModel

/// Subjects, callbacks and groups.
extension Resolver {
  // MARK: Subjects

  /// Enters the subjects, wider ones before those within them.
  mutating func declareSubjects() {
    let declared = IDArray<SubjectKindID, Block>(
      tree.all("subject", "one").filter {
        declare($0.name, "subject", subjectNames.enter($0.name, atMost: GrammarLimits.subjectKinds))
          != nil
      })
    let parents = declared.table {
      $0.head["WIDER"].first.flatMap { subjectNames.index(of: $0.text) }
    }
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
          at: subject.head.word("WIDER").range)
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
          setMember: subject.text("members"), aliasMember: subject.text("alias"),
          isSingle: subject.word == "one"))
    }
  }

  /// Counts the members by which events identify subjects: an event has limited room for them.
  mutating func checkMembers() {
    var single: Set<String> = []
    var sets: Set<String> = []
    let (most, mostSets) = (GrammarLimits.identityMembers, GrammarLimits.identitySets)
    for subject in tree.all("subject", "one") {
      let members = subject.identifying
      let (set, alias) = (subject.words("members", "TEXT"), subject.words("alias", "TEXT"))
      if subject.word != "one" { (members + set + alias).forEach { checkReserved($0) } }
      if members.count > 1 {
        checkJoined(members, set.first)
        // The identity takes the room of a member, too.
        single.insert(SubjectKind.joinedName(members.map(\.text)))
      }
      for word in members + alias {
        count(
          word, in: &single, atMost: most,
          "subjects may be identified by \(most) members of an event")
      }
      for word in set {
        count(
          word, in: &sets, atMost: mostSets,
          "\(mostSets) members of an event may hold several identities")
      }
    }
  }

  /// Counts a name among others, and reports it if they are too many.
  mutating func count(
    _ word: Word, in names: inout Set<String>, atMost limit: Int, _ rule: @autoclosure () -> String
  ) {
    if names.insert(word.text).inserted, names.count > limit { reportBeyond(rule(), word) }
  }

  /// Reports a name that is more than a rule allows.
  mutating func reportBeyond(_ rule: String, _ word: Word) {
    report(.limitExceeded, "\(rule); '\(word.text)' is more", at: word.range)
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

  /// Looks up the names in a subject.
  mutating func resolveSubject(_ block: Block) {
    if block.word != "one", block.isWhole, block.clause("member") == nil {
      report(
        .missingClause,
        "subject '\(block.name.text)' does not say which member of an event identifies it",
        at: block.name.range, notes: [.init("write 'member \"\(block.name.text)\"'")])
    }
    guard let index = subjectNames.index(declaredBy: block.name) else { return }
    // In a cycle, which is reported, at least one of the subjects has no wider one.
    if let parent = block.head["WIDER"].first.flatMap({ resolveSubject($0) }), parent < index {
      subjects[index].parent = parent
    }
    subjects[index].beginnings = resolveWholeCallbacks(block.words("begins", "ONLY-CALLBACKS"))
  }

  // MARK: Callbacks

  /// Enters a callback's name, with everything that is not a reference.
  mutating func declareCallback(_ block: Block) {
    let entry = callbackNames.enter(block.name, atMost: GrammarLimits.callbacks)
    if declare(block.name, block.word, entry) == nil { return }
    var callback = Callback(name: block.name.text, subject: 0, range: block.name.range)
    callback.isAction = block.word == "action"
    callback.isPresumedRecorded = block.clause("presumed") != nil
    callback.swift = block.texts("swift")
    callback.objectiveC = block.texts("objc")
    callback.notifications = block.texts("notification")
    for clause in block.all("spelling") {
      callback.conditionalSpellings += clause.conditionalSpellings()
      if clause["MEMBER"].isEmpty { callback.otherSpellings += clause["TEXTS"].map(\.text) }
    }
    for clause in block.all("has") {
      let member = clause.word("MEMBER")
      if callback.readings.contains(where: { $0.member == member.text }) {
        report(.repeatedClause, "'has \(member.text)' is allowed once", at: member.range)
      } else {
        callback.readings.append(.init(member: member.text, values: clause["TEXTS"].map(\.text)))
      }
    }
    callback.since = versions(block.words("since", "VERSIONS"))
    callback.until = versions(block.words("until", "VERSIONS"))
    callback.text = block.text("text") ?? ""
    callback.link = link(of: block)
    callbacks.append(callback)
  }

  /// Looks up the names in callbacks and cases, and makes sure that a spelling means only one callback.
  mutating func resolveCallbacks() {
    var owners: [String: (callback: CallbackID, range: SourceRange)] = [:]
    for (index, callback) in callbacks.numbered {
      owners[callback.name] = (index, callback.range)
    }
    var chosen: [(callback: CallbackID, clause: Match)] = []
    for block in tree.all("callback", "action") {
      let subject = resolveSubject(block.head.word("SUBJECT"))
      guard let index = callbackNames.index(declaredBy: block.name) else { continue }
      callbacks[index].subject = subject ?? 0
      callbacks[index].replacement = block.words("replaced", "CALLBACK").first
        .flatMap { resolveCallback($0) }
      let clauses = ["swift", "objc", "notification", "spelling"].flatMap(block.all)
      for clause in clauses where clause["MEMBER"].isEmpty {
        for spelling in clause["TEXTS"] { own(spelling, index, &owners) }
      }
      chosen += block.all("spelling").map { (index, $0) }
    }
    for block in tree.all("spellings", "notifications") {
      guard let index = resolveCallback(block.head.word("CALLBACK")) else { continue }
      let isNotification = block.word == "notifications"
      callbacks[index].conditionalSpellings += block.head.conditionalSpellings(isNotification)
      if !block.head["MEMBER"].isEmpty {
        chosen.append((index, block.head))
        continue
      }
      for spelling in block.head["TEXTS"] where own(spelling, index, &owners) {
        if isNotification {
          callbacks[index].notifications.append(spelling.text)
        } else {
          callbacks[index].otherSpellings.append(spelling.text)
        }
      }
    }
    checkConditionalSpellings(chosen, owners)
    for block in tree.all("case") { resolveCase(block) }
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

  /// Counts the members whose values rules ask for: an event has limited room for them.
  mutating func checkAskedMembers() {
    let most = GrammarLimits.askedMembers
    var asked: Set<String> = []
    for clause in tree.blocks.lazy.flatMap({ [$0.clauses, [$0.head]].joined() })
    where clause.keyword.text != "example" {
      guard let word = clause["MEMBER"].first else { continue }
      checkReserved(word)
      if !clause["VALUE"].isEmpty { continue }
      count(
        word, in: &asked, atMost: most,
        "rules may ask for the values of \(most) members of an event")
    }
  }

  /// Makes sure that one member decides between the callbacks that share a spelling, and each value for one of them.
  private mutating func checkConditionalSpellings(
    _ chosen: [(callback: CallbackID, clause: Match)],
    _ owners: [String: (callback: CallbackID, range: SourceRange)]
  ) {
    var deciding: [String: (member: Word, callbacks: [String: CallbackID])] = [:]
    var members: Set<String> = []
    let most = GrammarLimits.decidingMembers
    for (index, clause) in chosen {
      guard let member = clause["MEMBER"].first, let value = clause["VALUE"].first else { continue }
      count(
        member, in: &members, atMost: most,
        "\(most) members of an event may decide what a spelling means")
      for spelling in clause["TEXTS"] {
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
    var declared: IDArray<GroupID, Block> = []
    for group in tree.all("group") {
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
      for member in group.head["CALLBACKS"] {
        guard let used = groupNames.index(of: member.text) else { continue }
        users[used].append(user)
        openMembers[user] += 1
      }
    }
    var ready = declared.indices.filter { openMembers[$0] == 0 }
    var isDone = IDArray<GroupID, Bool>(repeating: false, count: declared.count)
    while let next = ready.popLast() {
      isDone[next] = true
      groups[next] = resolveCallbacks(declared[next].head["CALLBACKS"])
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

extension Block {
  /// The members that identify a subject together. The only one of its kind has one that no recording has.
  fileprivate var identifying: [Word] {
    word == "one"
      ? [Word(text: "one \(name.text)", range: name.range)] : words("member", "TEXTS")
  }
}

extension Match {
  /// The spellings that mean a callback only where a member has a value; empty without such a condition.
  fileprivate func conditionalSpellings(
    _ isNotification: Bool = false
  ) -> [Callback.ConditionalSpelling] {
    guard let member = self["MEMBER"].first, let value = self["VALUE"].first else { return [] }
    return self["TEXTS"].map {
      .init(
        spelling: $0.text, member: member.text, value: value.text, isNotification: isNotification)
    }
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
