internal import TraceModel

/// Cases of callbacks, and the severities that a text gives to the rules of the one it extends.
extension Resolver {
  // MARK: Cases

  /// Enters the cases after the callbacks, so that they may be named wherever callbacks may.
  mutating func declareCases() {
    var members: Set<String> = []
    var conditions: Set<ValueCondition> = []
    for declared in syntax.cases {
      checkConditions(of: declared)
      for condition in declared.conditions {
        checkReserved(condition.member)
        if members.insert(condition.member.text).inserted, members.count > GrammarLimits.caseMembers
        {
          report(
            .limitExceeded,
            "cases may ask for \(GrammarLimits.caseMembers) members of an event; "
              + "'\(condition.member.text)' is more", at: condition.member.range)
        }
        let isNew = conditions.insert(condition.value.asserted).inserted
        if isNew, conditions.count > GrammarLimits.conditions {
          report(
            .limitExceeded,
            "the cases of a grammar may have \(GrammarLimits.conditions) conditions; this is more",
            at: condition.member.range)
        }
      }
      guard
        declare(
          declared.name, "case", callbackNames.enter(declared.name, atMost: GrammarLimits.callbacks)
        ) != nil
      else { continue }
      callbacks.append(
        Callback(
          name: declared.name.text, subject: 0,
          refinement: Refinement(callback: 0, conditions: declared.conditions.map(\.value)),
          range: declared.name.range))
    }
  }

  /// Looks up the callbacks of cases, which determine their subjects.
  mutating func resolveCases() {
    for declared in syntax.cases {
      guard let base = resolveCallback(declared.callback),
        let index = callbackNames.index(declaredBy: declared.name)
      else { continue }
      callbacks[index].refinement?.callback = base
      callbacks[index].subject = callbacks[base].subject
      callbacks[index].isAction = callbacks[base].isAction
    }
  }

  /// Looks up the states in the conditions of cases, once all lifecycles are known.
  mutating func resolveSituations() {
    var asked: Set<Situation> = []
    var spans: Set<CallSpan> = []
    let values = Set(callbacks.compactMap(\.refinement).flatMap { $0.conditions.map(\.asserted) })
    for declared in syntax.cases {
      guard let index = callbackNames.index(declaredBy: declared.name) else { continue }
      var known: [(situation: Situation, range: SourceRange)] = []
      for written in declared.situations {
        guard let situation = resolve(written, of: callbacks[index]) else { continue }
        if let other = known.first(where: { $0.situation.contradicts(situation) }) {
          reportContradiction(declared, written.lifecycle.range, other.range)
        }
        known.append((situation, written.lifecycle.range))
        if asked.insert(situation.asserted).inserted {
          countConditions(values.count + asked.count + spans.count, at: written.lifecycle.range)
        }
      }
      callbacks[index].refinement?.situations = known.map(\.situation)
      for written in declared.spans {
        guard let range = written.callbacks.first?.range else { continue }
        let callbacks = resolveWholeCallbacks(written.callbacks).sorted()
        let span = CallSpan(callbacks: callbacks, isNegated: written.isNegated)
        if self.callbacks[index].refinement?.spans.contains(where: span.contradicts) ?? false {
          reportContradiction(declared, range, declared.name.range)
        }
        self.callbacks[index].refinement?.spans.append(span)
        if spans.insert(span.asserted).inserted {
          countConditions(values.count + asked.count + spans.count, at: range)
        }
      }
    }
  }

  private mutating func countConditions(_ count: Int, at range: SourceRange) {
    if count <= GrammarLimits.conditions { return }
    report(
      .limitExceeded,
      "the cases of a grammar may have \(GrammarLimits.conditions) conditions; this is more",
      at: range)
  }

  private mutating func resolve(_ written: SituationSyntax, of callback: Callback) -> Situation? {
    guard let lifecycle = resolveLifecycle(written.lifecycle) else { return nil }
    let states = Set(resolveStates(written.states, of: lifecycle)).sorted()
    let kind = lifecycles[lifecycle].subject
    if widest(kind) != widest(callback.subject) {
      report(
        .stateOfOtherSubject,
        "lifecycle '\(written.lifecycle.text)' is about '\(subjects[kind].name)', which has nothing in "
          + "common with '\(subjects[callback.subject].name)'", at: written.lifecycle.range)
      return nil
    }
    if written.whose != .own, subjects[kind].parent == nil {
      report(
        .stateOfOtherSubject,
        "'\(subjects[kind].name)' belongs to no wider subject, so its subjects cannot be counted",
        at: written.lifecycle.range)
      return nil
    }
    return Situation(
      whose: written.whose, lifecycle: lifecycle, states: states, isNegated: written.isNegated)
  }

  private func widest(_ subject: SubjectKindID) -> SubjectKindID {
    var subject = subject
    while let wider = subjects[subject].parent { subject = wider }
    return subject
  }

  private mutating func reportContradiction(
    _ declared: CaseSyntax, _ range: SourceRange, _ other: SourceRange
  ) {
    report(
      .caseCannotHold, "no event is a '\(declared.name.text)': its conditions exclude each other",
      at: range, notes: [.init("the other is here", at: other)])
  }

  /// Two conditions that exclude each other.
  private mutating func checkConditions(of declared: CaseSyntax) {
    for (position, condition) in declared.conditions.enumerated() {
      let other = declared.conditions[..<position].first {
        $0.value.contradicts(condition.value)
      }
      guard let other else { continue }
      reportContradiction(declared, condition.member.range, other.member.range)
    }
  }

  // MARK: Severities

  /// Gives rules of the extended texts another severity.
  mutating func resolveSeverities() {
    var written: [String: SourceRange] = [:]
    for clause in syntax.severities {
      let severity = resolveSeverity(clause.severity)
      guard let rule = ruleNames.index(of: clause.rule.text) else {
        reportUnknown(
          .unknownRule, "no rule is named '\(clause.rule.text)'", clause.rule,
          among: ruleNames.texts)
        continue
      }
      let first = written[clause.rule.text] ?? rules[rule].range
      if TextNumber.of(first) == TextNumber.of(clause.rule.range) {
        report(
          .severityRepeated, "the severity of '\(clause.rule.text)' is given twice",
          at: clause.rule.range, notes: [.init("the first time is here", at: first)])
        continue
      }
      written[clause.rule.text] = clause.rule.range
      rules[rule].severity = severity
      rules[rule].severityCases = []
    }
  }
}

extension ConditionSyntax {
  /// The condition without its position.
  var value: ValueCondition {
    ValueCondition(member: member.text, test: test, isNegated: isNegated)
  }
}
