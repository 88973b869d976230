internal import TraceModel

/// Cases of callbacks, and the severities that a text gives to the rules of the one it extends.
extension Resolver {
  // MARK: Cases

  /// Enters the name of a case. Cases come after all callbacks, and may be named wherever callbacks may.
  mutating func declareCase(_ block: Block) {
    let entry = callbackNames.enter(block.name, atMost: GrammarLimits.callbacks)
    if declare(block.name, "case", entry) == nil { return }
    callbacks.append(
      Callback(
        name: block.name.text, subject: 0, refinement: Refinement(callback: 0, conditions: []),
        range: block.name.range))
  }

  /// Looks up the callback of a case, which determines its subject.
  mutating func resolveCase(_ block: Block) {
    guard let base = resolveCallback(block.head.word("CALLBACK")),
      let index = callbackNames.index(declaredBy: block.name)
    else { return }
    callbacks[index].refinement?.callback = base
    callbacks[index].subject = callbacks[base].subject
    callbacks[index].isAction = callbacks[base].isAction
  }

  /// Reads the conditions of cases, once all lifecycles are known.
  mutating func resolveConditions() {
    let most = GrammarLimits.caseMembers
    var members: Set<String> = []
    var different: Set<AnyHashable> = []
    for block in tree.all("case") {
      guard let index = callbackNames.index(declaredBy: block.name) else { continue }
      var values: [(ValueCondition, SourceRange)] = []
      var situations: [(Situation, SourceRange)] = []
      var spans: [(CallSpan, SourceRange)] = []
      for clause in block.clauses {
        if let member = clause["ASKED"].first {
          checkReserved(member)
          count(
            member, in: &members, atMost: most,
            "cases may ask for \(most) members of an event")
          add(ValueCondition(clause, member), at: member.range, to: &values, of: block, &different)
        } else if let lifecycle = clause["LIFECYCLE"].first {
          guard let situation = resolveSituation(clause, of: callbacks[index]) else { continue }
          add(situation, at: lifecycle.range, to: &situations, of: block, &different)
        } else if let first = clause["CALLBACKS"].first {
          let span = CallSpan(
            callbacks: resolveWholeCallbacks(clause["CALLBACKS"]).sorted(),
            isNegated: clause.choices.contains("outside"))
          add(span, at: first.range, to: &spans, of: block, &different)
        }
      }
      callbacks[index].refinement?.conditions = values.map(\.0)
      callbacks[index].refinement?.situations = situations.map(\.0)
      callbacks[index].refinement?.spans = spans.map(\.0)
    }
  }

  /// Adds a condition to those of a case that are like it.
  /// - Parameter different: the conditions of all cases, without a negation.
  private mutating func add<Condition: CaseCondition>(
    _ condition: Condition, at range: SourceRange, to others: inout [(Condition, SourceRange)],
    of block: Block, _ different: inout Set<AnyHashable>
  ) {
    if let (_, other) = others.first(where: { $0.0.contradicts(condition) }) {
      report(
        .caseCannotHold, "no event is a '\(block.name.text)': its conditions exclude each other",
        at: range, notes: [.init("the other is here", at: other)])
    }
    others.append((condition, range))
    if different.insert(condition.asserted).inserted, different.count > GrammarLimits.conditions {
      report(
        .limitExceeded,
        "the cases of a grammar may have \(GrammarLimits.conditions) conditions; this is more",
        at: range)
    }
  }

  private mutating func resolveSituation(_ clause: Match, of callback: Callback) -> Situation? {
    let (word, choices) = (clause.word("LIFECYCLE"), clause.choices)
    let isNegated = choices.contains("no")
    let whose: Situation.Whose =
      choices.contains { ["another", "other"].contains($0) }
      ? .another : isNegated || choices.contains("some") ? .some : .own
    guard let lifecycle = resolveLifecycle(word) else { return nil }
    let states = resolveStateSet(clause["STATES"], of: lifecycle)
    let kind = lifecycles[lifecycle].subject
    if subjects.widest(kind) != subjects.widest(callback.subject) {
      report(
        .stateOfOtherSubject,
        "lifecycle '\(word.text)' is about '\(subjects[kind].name)', which has nothing in "
          + "common with '\(subjects[callback.subject].name)'", at: word.range)
      return nil
    }
    if whose != .own, subjects[kind].parent == nil {
      report(
        .stateOfOtherSubject,
        "'\(subjects[kind].name)' belongs to no wider subject, so its subjects cannot be counted",
        at: word.range)
      return nil
    }
    return Situation(
      whose: whose, lifecycle: lifecycle, states: states, isNegated: isNegated)
  }

  // MARK: Severities

  /// Gives rules of the extended texts another severity.
  mutating func resolveSeverities() {
    var written: [String: SourceRange] = [:]
    for block in tree.all("severity") {
      let severity = resolveSeverity(block.head.word("SEVERITY"))
      let word = block.head.word("RULE")
      guard let rule = resolveRule(named: word) else { continue }
      let first = written[word.text] ?? rules[rule].range
      if TextNumber.of(first) == TextNumber.of(word.range) {
        report(
          .severityRepeated, "the severity of '\(word.text)' is given twice",
          at: word.range, notes: [.init("the first time is here", at: first)])
        continue
      }
      written[word.text] = word.range
      rules[rule].severity = severity
      rules[rule].severityCases = []
    }
  }
}

extension ValueCondition {
  /// The condition on a member that a clause writes.
  fileprivate init(_ clause: Match, _ member: Word) {
    let values = (clause["VALUE"] + clause["TEXTS"]).map(\.text)
    let bound = clause["NUMBER"].first.flatMap { Double($0.text) }
    self.init(
      member: member.text,
      test: bound.map { .isGreater(than: $0) } ?? (values.isEmpty ? .isSet : .isOneOf(values)),
      isNegated: clause.choices.contains("not"))
  }
}
