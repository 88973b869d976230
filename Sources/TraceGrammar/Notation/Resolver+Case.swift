internal import TraceDiagnostics
internal import TraceModel

/// Cases of callbacks, and the severities that a text gives to the rules of the one it extends.
extension Resolver {
  // MARK: Cases

  /// Enters the cases behind the callbacks, so that they stand wherever those may.
  mutating func declareCases() {
    var members: Set<String> = []
    var conditions: Set<ValueCondition> = []
    for declared in syntax.cases {
      checkConditions(of: declared)
      for condition in declared.conditions {
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
        declare(declared.name, "case", atMost: GrammarLimits.callbacks, in: \.callbackNames) != nil
      else { continue }
      callbacks.append(
        Callback(
          name: declared.name.text, subject: 0,
          refinement: Refinement(callback: 0, conditions: declared.conditions.map(\.value)),
          range: declared.name.range))
    }
  }

  /// Looks up the callbacks of cases, which tell what they are about.
  mutating func resolveCases() {
    for declared in syntax.cases {
      guard let base = resolveCallback(declared.callback),
        let index = callbackNames.index(of: declared.name.text),
        callbackNames.words[index] == declared.name
      else { continue }
      callbacks[index].refinement?.callback = base
      callbacks[index].subject = callbacks[base].subject
      callbacks[index].isAction = callbacks[base].isAction
    }
  }

  /// Conditions of which one holds only where the other does not.
  private mutating func checkConditions(of declared: CaseSyntax) {
    for (position, condition) in declared.conditions.enumerated() {
      let other = declared.conditions[..<position].first {
        $0.value.contradicts(condition.value)
      }
      guard let other else { continue }
      report(
        .caseCannotHold, "no event is a '\(declared.name.text)': its conditions exclude each other",
        at: condition.member.range, notes: [.init("the other is here", at: other.member.range)])
    }
  }

  // MARK: Severities

  /// Gives rules of the texts that are extended another severity.
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
          .severityRepeated, "the severity of '\(clause.rule.text)' is said twice",
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
  /// The condition without its place.
  var value: ValueCondition {
    ValueCondition(member: member.text, test: test, isNegated: isNegated)
  }
}
