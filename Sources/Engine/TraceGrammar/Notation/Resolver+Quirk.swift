internal import TraceModel

/// Quirks: the known deviations of the platform.
extension Resolver {
  mutating func resolveQuirks() {
    for quirk in syntax.quirks {
      // A quirk is declared once for each rule that it excuses.
      let name = Word(
        text: "\(quirk.name.text) excuses \(quirk.rule.text)", range: quirk.name.range)
      let isNew =
        declare(name, "quirk", quirkNames.enter(name, atMost: GrammarLimits.quirks)) != nil
      if !quirk.isDamaged {
        reportLacking(
          [
            quirk.text == nil ? "the clause 'text'" : nil,
            quirk.source == nil ? "the clause 'source'" : nil,
          ], "quirk", quirk.name)
      }
      let callbacks = resolveWholeCallbacks(quirk.callbacks ?? [])
      guard let rule = ruleNames.index(of: quirk.rule.text) else {
        reportUnknown(
          .unknownRule, "no rule is named '\(quirk.rule.text)'", quirk.rule,
          among: ruleNames.texts)
        continue
      }
      let states = resolveStates(of: quirk, rule)
      guard isNew else { continue }
      quirks.append(
        Quirk(
          id: quirk.name.text, rule: rule, callbacks: callbacks, states: states,
          condition: resolveCondition(of: quirk, rule), roles: quirk.roles.texts,
          callers: quirk.callers.texts, allowsUnknownCaller: quirk.allowsUnknownCaller,
          since: quirk.since ?? [], until: quirk.until ?? [],
          text: quirk.text?.text ?? "", source: quirk.source?.text ?? "",
          range: quirk.name.range))
      if let added = quirks.last, added.demandsCaller { addCause(of: added) }
    }
  }

  /// Adds a cause to the rule that names a framework which does this on purpose, for recordings without callers.
  private mutating func addCause(of quirk: Quirk) {
    rules[quirk.rule].causes.append(
      Rule.Cause(
        id: .platform, text: quirk.text,
        action:
          "Record who makes the call in the member \"caller\"; a call from there is no mistake.",
        evidence: [[.matches(member: "caller", values: quirk.callers)]]))
  }

  /// The condition on another lifecycle, which has to be about the same subject as the rule's own.
  private mutating func resolveCondition(
    of quirk: QuirkSyntax, _ rule: RuleID
  ) -> Quirk.Condition? {
    guard let (words, name) = quirk.condition else { return nil }
    guard let lifecycle = resolveLifecycle(name) else { return nil }
    let states = Set(resolveStates(words, of: lifecycle)).sorted()
    guard let own = (rules[rule].form as? StepForm)?.steppedLifecycle,
      lifecycles[own].subject == lifecycles[lifecycle].subject
    else {
      report(
        .mismatchedHead,
        "rule '\(rules[rule].id)' names no step of a subject that lifecycle '\(name.text)' is about",
        at: name.range)
      return nil
    }
    if lifecycle <= own {
      report(
        .mismatchedHead,
        "lifecycle '\(name.text)' has to come after '\(lifecycles[own].name)' in the text, so that its state is read "
          + "before it sees the event", at: name.range)
    }
    return Quirk.Condition(lifecycle: lifecycle, states: states)
  }

  private mutating func resolveStates(of quirk: QuirkSyntax, _ rule: RuleID) -> [StateID] {
    guard let words = quirk.states, let first = words.first else { return [] }
    if let lifecycle = rules[rule].form.lifecycle {
      return Set(resolveStates(words, of: lifecycle)).sorted()
    }
    report(
      .mismatchedHead,
      "rule '\(rules[rule].id)' is about no lifecycle of its own, so a quirk has no states",
      at: first.range)
    return []
  }
}
