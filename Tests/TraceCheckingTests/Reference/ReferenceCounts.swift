import TraceGrammar

/// Several indistinguishable subjects: the maximum number in each state of a lifecycle, not counting new ones.
struct ReferenceCounts {
  private let law: Lifecycle
  private var most: IDArray<StateID, Int>
  /// An unlimited number.
  private static let many = 255

  init(_ law: Lifecycle) {
    self.law = law
    most = law.states.table { _ in 0 }
  }

  /// Applies a call to one of them, or to a new one.
  /// - Parameters:
  ///   - letters: the letters that it may be; nil for none.
  ///   - mayBeEcho: whether it may be an echo of an earlier event.
  /// - Returns: whether it may be legal for one of them; if not, nothing changes.
  mutating func step(_ letters: [CallbackID?], mayBeEcho: Bool) -> Bool {
    func targets(_ state: StateID) -> Set<StateID> {
      var targets = Set(
        law.transitions.filter { $0.from == state && letters.contains($0.callback) }.map(\.to))
      if letters.contains(nil) { targets.insert(state) }
      return targets
    }
    let callers = law.states.indices.filter { most[$0] > 0 && !targets($0).isEmpty }
    let newcomers = law.start.filter { !targets($0).isEmpty }
    if callers.isEmpty && newcomers.isEmpty { return false }
    let reached = Set(
      callers.flatMap { targets($0).subtracting([$0]) } + newcomers.flatMap(targets))
    var next = most
    for state in reached { next[state] += 1 }
    if callers.count == 1, newcomers.isEmpty, !mayBeEcho, !targets(callers[0]).contains(callers[0]),
      most[callers[0]] < Self.many
    {
      next[callers[0]] -= 1
    }
    settle(next)
    return true
  }

  /// Applies a fact to all of them; each state may lead to several states.
  mutating func tell(_ targets: IDArray<StateID, [StateID]>) {
    settle(
      IDArray(
        law.states.indices.map { state in
          most.indices.reduce(0) { $0 + (targets[$1].contains(state) ? most[$1] : 0) }
        }))
  }

  private mutating func settle(_ next: IDArray<StateID, Int>) {
    most = IDArray(
      next.indices.map { state in
        law.start.contains(state) && law.unknownStart.contains(state)
          ? 0 : min(next[state], Self.many)
      })
  }
}

extension ReferenceChecker {
  /// Whether a call is illegal if there is one unnamed subject, but legal if there are several, or names another role.
  mutating func isOfAnother(_ callback: CallbackID, _ key: SubjectKey, _ index: Int) -> Bool {
    guard case .callback(_, let kind) = trace[index].occurrence else { return false }
    if grammar.subjects[narrowKind].aliasMember != nil, let role = trace[index].role,
      let last = roles[key], role != last
    {
      return true
    }
    let isEcho = isEcho(callback, kind, key)
    var isExplained = true
    for lifecycle in lifecycles(of: narrowKind)
    where grammar.lifecycles[lifecycle].mentions(callback, in: grammar) {
      let life = LifeKey(lifecycle: lifecycle, subject: key.name)
      let letters = letters(callback, lifecycle, index) ?? [callback]
      isExplained =
        counts[life]?.step(letters, mayBeEcho: isEcho) ?? true && isExplained
    }
    return !isEcho && isExplained && !isLegal(callback, key, index)
  }

  /// Whether all lifecycles of a narrow subject allow an event.
  func isLegal(_ callback: CallbackID, _ key: SubjectKey, _ index: Int) -> Bool {
    let lives = lifecycles(of: narrowKind).compactMap {
      self.lives[LifeKey(lifecycle: $0, subject: key.name)]
    }.filter { grammar.lifecycles[$0.lifecycle].mentions(callback, in: grammar) }
    return lives.allSatisfy { life in
      var longer = life
      longer.word.append(
        .call(callback, event: index + 1, letters: letters(callback, life.lifecycle, index)))
      return longer.judge(grammar, complete: false).cost
        == life.judge(grammar, complete: false).cost
    }
  }

  /// Whether an event that names only an alias shows that it is about another subject than the one it stands for: its role is
  /// another, or that one has ended and several subjects are named with the alias.
  private func isOfAnother(_ key: SubjectKey, _ index: Int) -> Bool {
    if let role = trace[index].role, let last = roles[key], role != last { return true }
    guard let callback = lastMoves[key], let first = lifecycles(of: narrowKind).first else {
      return false
    }
    let law = grammar.lifecycles[first]
    let named = trace.filter { $0.alias == trace[index].alias && $0.narrow.count == 1 }
    return Set(named.flatMap(\.narrow)).count > 1
      && law.transitions.allSatisfy { $0.callback != callback || law.isEnd($0.to) }
  }

  /// Whether an event that names only an alias may be the first one of another subject than the one it stands for. What
  /// the states of others are is not asked.
  mutating func isReused(_ callback: CallbackID, _ name: String, _ index: Int) -> Bool {
    let key = SubjectKey(kind: narrowKind, name: name)
    guard case .callback(_, let kind) = trace[index].occurrence, !aliases.isUnbound(name),
      !isEcho(callback, kind, key), let first = lifecycles(of: narrowKind).first
    else { return false }
    if isOfAnother(key, index) { return true }
    let answers = self.answers
    self.answers = [:]
    defer { self.answers = answers }
    let law = grammar.lifecycles[first]
    let letters = Set((letters(callback, first, index) ?? [callback]).compactMap(\.self))
    return law.transitions.contains {
      letters.contains($0.callback) && law.start.contains($0.from) && $0.from != $0.to
    } && (isOver(key) || isLegal(callback, key, index))
  }
}
