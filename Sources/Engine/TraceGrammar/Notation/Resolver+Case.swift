internal import TraceModel

/// Cases of callbacks, and the severities that a text gives to the rules of the one it extends.
extension Resolver {
  // MARK: Cases

  /// Enters the name of a case. Cases come after all callbacks, and may be named wherever callbacks may.
  mutating func declareCase(_ block: Block) {
    let values = block.conditionsOnValues
    for (position, (condition, member)) in values.enumerated() {
      checkReserved(member)
      if let other = values[..<position].first(where: { $0.condition.contradicts(condition) }) {
        reportContradiction(block, member.range, other.member.range)
      }
      if askedByCases.insert(member.text).inserted, askedByCases.count > GrammarLimits.caseMembers {
        report(
          .limitExceeded,
          "cases may ask for \(GrammarLimits.caseMembers) members of an event; "
            + "'\(member.text)' is more", at: member.range)
      }
      if conditions.insert(condition.asserted).inserted {
        countConditions(conditions.count, at: member.range)
      }
    }
    let entry = callbackNames.enter(block.name, atMost: GrammarLimits.callbacks)
    if declare(block.name, "case", entry) == nil { return }
    callbacks.append(
      Callback(
        name: block.name.text, subject: 0,
        refinement: Refinement(callback: 0, conditions: values.map(\.condition)),
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

  /// Looks up the states and calls in the conditions of cases, once all lifecycles are known.
  mutating func resolveConditions() {
    var asked: Set<Situation> = []
    var spans: Set<CallSpan> = []
    for block in tree.all("case") {
      guard let index = callbackNames.index(declaredBy: block.name) else { continue }
      var refinement = callbacks[index].refinement ?? Refinement(callback: 0, conditions: [])
      var ranges: [SourceRange] = []
      for clause in block.clauses {
        if let lifecycle = clause["LIFECYCLE"].first {
          guard let situation = resolveSituation(clause, of: callbacks[index]) else { continue }
          if let other = refinement.situations.firstIndex(where: { $0.contradicts(situation) }) {
            reportContradiction(block, lifecycle.range, ranges[other])
          }
          refinement.situations.append(situation)
          ranges.append(lifecycle.range)
          if asked.insert(situation.asserted).inserted {
            countConditions(conditions.count + asked.count + spans.count, at: lifecycle.range)
          }
        } else if let first = clause["CALLBACKS"].first {
          let span = CallSpan(
            callbacks: resolveWholeCallbacks(clause["CALLBACKS"]).sorted(),
            isNegated: clause.choices.contains("outside"))
          if refinement.spans.contains(where: span.contradicts) {
            reportContradiction(block, first.range, block.name.range)
          }
          refinement.spans.append(span)
          if spans.insert(span.asserted).inserted {
            countConditions(conditions.count + asked.count + spans.count, at: first.range)
          }
        }
      }
      callbacks[index].refinement = refinement
    }
  }

  private mutating func countConditions(_ count: Int, at range: SourceRange) {
    if count <= GrammarLimits.conditions { return }
    report(
      .limitExceeded,
      "the cases of a grammar may have \(GrammarLimits.conditions) conditions; this is more",
      at: range)
  }

  private mutating func resolveSituation(_ clause: Match, of callback: Callback) -> Situation? {
    let (word, choices) = (clause.word("LIFECYCLE"), clause.choices)
    let isNegated = choices.contains("no")
    let whose: Situation.Whose =
      !choices.isDisjoint(with: ["another", "other"])
      ? .another : isNegated || choices.contains("some") ? .some : .own
    guard let lifecycle = resolveLifecycle(word) else { return nil }
    let states = resolveStateSet(clause["STATES"], of: lifecycle)
    let kind = lifecycles[lifecycle].subject
    if widest(kind) != widest(callback.subject) {
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

  private func widest(_ subject: SubjectKindID) -> SubjectKindID {
    var subject = subject
    while let wider = subjects[subject].parent { subject = wider }
    return subject
  }

  private mutating func reportContradiction(
    _ declared: Block, _ range: SourceRange, _ other: SourceRange
  ) {
    report(
      .caseCannotHold, "no event is a '\(declared.name.text)': its conditions exclude each other",
      at: range, notes: [.init("the other is here", at: other)])
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

extension Block {
  /// The conditions of a case on values, with the members as written.
  fileprivate var conditionsOnValues: [(condition: ValueCondition, member: Word)] {
    clauses.compactMap { clause in
      guard let member = clause["ASKED"].first else { return nil }
      let values = (clause["VALUE"] + clause["TEXTS"]).map(\.text)
      let bound = clause["NUMBER"].first.flatMap { Double($0.text) }
      let test: ValueCondition.Test =
        bound.map { .isGreater(than: $0) } ?? (values.isEmpty ? .isSet : .isOneOf(values))
      return (
        ValueCondition(
          member: member.text, test: test, isNegated: clause.choices.contains("not")), member
      )
    }
  }
}
