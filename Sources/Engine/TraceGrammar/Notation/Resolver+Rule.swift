internal import TraceModel

/// Rules, quirks and scenarios.
extension Resolver {
  private static let confidences = ["documented", "observed", "decompiled", "inferred"]
  private static let placeholders = ["callback", "came", "states", "expected"]

  mutating func resolveRule(_ block: Block) {
    let isNew =
      declare(block.name, "rule", ruleNames.enter(block.name, atMost: GrammarLimits.rules)) != nil
    let severity = resolveSeverity(block.head.word("SEVERITY"))
    let written = block.clauses.first { $0.form != nil }
    if written == nil {
      reportLack(of: "a clause that says when it fires, such as 'on CALLBACK in STATE'", in: block)
    }
    demand("title", "message", of: block)
    let form = written.flatMap { match in match.form?.read(&self, match, block) }
    var rule = Rule(
      id: block.name.text, severity: severity, form: form?.value ?? UnexpectedForm(),
      title: block.text("title") ?? "", message: block.text("message") ?? "",
      range: block.name.range)
    rule.severityCases = severityCases(of: block, form?.value)
    rule.required =
      block.words("required", "CALLBACK").first.flatMap { resolveCallback($0) } ?? form?.required
    rule.absent = resolveWholeCallbacks(block.words("absent", "CALLBACKS"))
    rule.explanation = block.text("why") ?? ""
    rule.fix = block.text("fix") ?? ""
    rule.category = block.text("category") ?? ""
    rule.causes = block.all("cause").map { resolveCause($0) }
    rule.examples = resolveExamples(of: block)
    rule.link = link(of: block)
    rule.facts = block.words("facts", "FACTS").map(\.text)
    rule.confidence = confidence(of: block)
    checkMessage(of: block)
    if !isNew { return }
    ruleCallbacks.append(form?.written ?? [])
    rules.append(rule)
  }

  mutating func resolveSeverity(_ word: Word) -> Severity {
    if let severity = Severity(name: word.text) { return severity }
    report(
      .unknownSeverity, "'\(word.text)' is not a severity; write 'error', 'warning' or 'note'",
      at: word.range,
      suggestion: nearestName(to: word.text, among: Severity.allCases.map(\.name)))
    return .error
  }

  private mutating func severityCases(
    of block: Block, _ form: (any RuleForm)?
  ) -> [Rule.SeverityCase] {
    let clauses = block.clauses.filter { Severity(name: $0.keyword.text) != nil }
    return clauses.compactMap { clause in
      var known = Rule.SeverityCase(severity: resolveSeverity(clause.keyword))
      known.builtWith = versions(clause["VERSIONS"])
      known.unrecorded = resolveWholeCallbacks(clause["CALLBACKS"])
      if clause["STATES"].isEmpty { return known }
      guard let form else { return nil }
      guard let lifecycle = form.lifecycle else {
        report(
          .mismatchedHead,
          "this form is about no lifecycle, so its severity cannot depend on states",
          at: clause.keyword.range)
        return nil
      }
      known.states = resolveStateSet(clause["STATES"], of: lifecycle)
      return known
    }
  }

  private mutating func resolveCause(_ clause: Match) -> Rule.Cause {
    let (text, action) = (clause.word("TEXT"), clause.word("ACTION"))
    for word in [text, action] {
      for name in placeholders(in: word.text) where name != "callback" {
        report(
          .unknownPlaceholder,
          "unknown placeholder '{\(name)}'; a cause may contain '{callback}'", at: word.range)
      }
    }
    var cause = Rule.Cause(text: text.text, action: action.text)
    if let word = clause["CAUSE"].first {
      let ids = CauseID.allCases.map(\.rawValue)
      cause.id = CauseID(rawValue: word.text) ?? .other
      if !ids.contains(word.text) {
        report(
          .unknownCause, "'\(word.text)' is not the id of a cause", at: word.range,
          suggestion: nearestName(to: word.text, among: ids))
      }
    }
    return cause
  }

  private mutating func resolveExamples(of block: Block) -> [Rule.Example] {
    var examples: [Rule.Example] = []
    for clause in block.all("example") {
      let isLegal = clause.choices.contains("legal")
      if examples.contains(where: { $0.isLegal == isLegal }) {
        report(
          .repeatedClause, "there is one \(isLegal ? "legal" : "illegal") example",
          at: clause.keyword.range)
      }
      let steps = clause.steps.compactMap { step -> Rule.Example.Step? in
        let callback = step["CALLBACK"].first.flatMap { resolveLetter($0) }
        let seconds = seconds(step["SECONDS"])
        if callback == nil, seconds == nil { return nil }
        return Rule.Example.Step(
          callback: callback, isNotification: step.choices.contains("notification"),
          seconds: seconds, member: step["MEMBER"].first?.text, value: step["VALUE"].first?.text)
      }
      examples.append(Rule.Example(isLegal: isLegal, steps: steps))
    }
    return examples
  }

  private mutating func confidence(of block: Block) -> String? {
    guard let word = block.words("confidence", "CONFIDENCE").first else { return nil }
    if !Self.confidences.contains(word.text) {
      report(
        .unknownConfidence,
        "'\(word.text)' is not a degree of confidence; write one of \(Self.confidences.quoted)",
        at: word.range, suggestion: nearestName(to: word.text, among: Self.confidences))
    }
    return word.text
  }

  private mutating func checkMessage(of block: Block) {
    guard let message = block.words("message", "TEXT").first else { return }
    for name in placeholders(in: message.text) where !Self.placeholders.contains(name) {
      report(
        .unknownPlaceholder,
        "unknown placeholder '{\(name)}'; a message may contain "
          + "'{callback}', '{came}', '{states}' and '{expected}'", at: message.range,
        suggestion: nearestName(to: name, among: Self.placeholders).map { "{\($0)}" })
    }
  }

  /// The words in braces of a message.
  private func placeholders(in message: String) -> [String] {
    if !message.utf8.contains(UInt8(ascii: "{")) { return [] }
    return message.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false)
      .dropFirst().compactMap {
        guard let end = $0.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        return String($0[..<end])
      }
  }

  // MARK: Heads

  /// The lifecycle that a rule's head names; nil if it names none, which is reported.
  mutating func lifecycle(of rule: Block, _ form: Match) -> LifecycleID? {
    if let word = rule.head["LIFECYCLE"].first { return resolveLifecycle(word) }
    reportHead(of: rule, form, "lifecycle", "in LIFECYCLE")
    return nil
  }

  /// The subject that a rule's head names; nil if it names none, which is reported.
  mutating func subject(of rule: Block, _ form: Match) -> SubjectKindID? {
    if let word = rule.head["SUBJECT"].first { return resolveSubject(word) }
    reportHead(of: rule, form, "subject", "about SUBJECT")
    return nil
  }

  private mutating func reportHead(
    of rule: Block, _ form: Match, _ role: String, _ head: String
  ) {
    report(
      .mismatchedHead, "this form is about one \(role), which the rule's head has to name",
      at: form.range,
      notes: [
        .init("write 'rule \(rule.name.text) \(rule.head.word("SEVERITY").text) \(head)'")
      ])
  }

  /// Reports a head that names a lifecycle or a subject where the form needs none.
  mutating func rejectHead(of rule: Block) {
    for word in rule.head["LIFECYCLE"] + rule.head["SUBJECT"] {
      report(
        .mismatchedHead, "this form is about no lifecycle or subject of its own", at: word.range)
    }
  }

  // MARK: Quirks

  mutating func resolveQuirk(_ block: Block) {
    // A quirk is declared once for each rule that it excuses.
    let excused = block.head.word("RULE")
    let name = Word(text: "\(block.name.text) excuses \(excused.text)", range: block.name.range)
    let isNew = declare(name, "quirk", quirkNames.enter(name, atMost: GrammarLimits.quirks)) != nil
    demand("text", "source", of: block)
    let callbacks = resolveWholeCallbacks(block.words("on", "CALLBACKS"))
    guard let rule = resolveRule(named: excused) else { return }
    var quirk = Quirk(
      id: block.name.text, rule: rule, text: block.text("text") ?? "",
      source: block.text("source") ?? "", range: block.name.range)
    quirk.callbacks = callbacks
    quirk.states = resolveStates(of: block, rule)
    quirk.condition = resolveCondition(of: block, rule)
    quirk.roles = block.texts("role")
    quirk.callers = block.texts("caller")
    quirk.allowsUnknownCaller = block.clause("caller")?.choices.contains("or") ?? false
    quirk.since = versions(block.words("since", "VERSIONS"))
    quirk.until = versions(block.words("until", "VERSIONS"))
    if !isNew { return }
    quirks.append(quirk)
    if quirk.demandsCaller { addCause(of: quirk) }
  }

  /// Adds a cause to the rule that names a framework which does this on purpose, for recordings without callers.
  private mutating func addCause(of quirk: Quirk) {
    rules[quirk.rule].causes.append(
      Rule.Cause(
        id: .platform, text: quirk.text,
        action:
          "Record who makes the call in the member \"caller\"; a call from there is no mistake."))
  }

  /// The condition on another lifecycle, which has to be about the same subject as the rule's own.
  private mutating func resolveCondition(of block: Block, _ rule: RuleID) -> Quirk.Condition? {
    guard let clause = block.clause("while"), case let name = clause.word("LIFECYCLE"),
      let lifecycle = resolveLifecycle(name)
    else { return nil }
    let states = resolveStateSet(clause["STATES"], of: lifecycle)
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

  private mutating func resolveStates(of quirk: Block, _ rule: RuleID) -> [StateID] {
    let words = quirk.words("in", "STATES")
    guard let first = words.first else { return [] }
    if let lifecycle = rules[rule].form.lifecycle { return resolveStateSet(words, of: lifecycle) }
    report(
      .mismatchedHead,
      "rule '\(rules[rule].id)' is about no lifecycle of its own, so a quirk has no states",
      at: first.range)
    return []
  }

  // MARK: Scenarios

  mutating func resolveScenario(_ block: Block) {
    let entry = scenarioNames.enter(block.name, atMost: GrammarLimits.rules)
    let isNew = declare(block.name, "scenario", entry) != nil
    let signs = block.clauses.filter { ["on", "several"].contains($0.keyword.text) }
    if signs.isEmpty { reportLack(of: "a clause such as 'on CALLBACK'", in: block) }
    for sign in signs.dropFirst() {
      report(
        .repeatedClause, "a scenario has one sign, 'on' or 'several'", at: sign.keyword.range)
    }
    demand("do", of: block)
    guard let sign = signs.first.flatMap({ resolveSign($0) }), isNew else { return }
    scenarios.append(
      Scenario(
        id: block.name.text, title: block.head.word("TEXT").text, action: block.text("do") ?? "",
        sign: sign))
  }

  private mutating func resolveSign(_ clause: Match) -> Scenario.Sign? {
    if let subject = clause["SUBJECT"].first {
      return resolveSubject(subject).map(Scenario.Sign.several)
    }
    let words = clause["CALLBACKS"]
    let name = clause["LIFECYCLE"].first
    let callbacks = name == nil ? resolveCallbacks(words) : resolveWholeCallbacks(words)
    for index in callbacks where self.callbacks[index].refinement?.situations.isEmpty == false {
      report(
        .caseNotAllowed,
        "case '\(self.callbacks[index].name)' asks for a state; a scenario names its state after 'in'",
        at: words[0].range)
    }
    guard let name else { return .calls(callbacks: callbacks, lifecycle: nil, states: []) }
    guard let lifecycle = resolveLifecycle(name) else { return nil }
    return .calls(
      callbacks: callbacks, lifecycle: lifecycle,
      states: resolveStates(clause["STATES"], of: lifecycle))
  }
}

extension [String] {
  /// The words in quotes, with commas between them.
  fileprivate var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
