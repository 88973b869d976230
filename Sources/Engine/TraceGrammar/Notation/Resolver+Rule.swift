internal import TraceModel

/// Rules and quirks.
extension Resolver {
  private static let confidences = ["documented", "observed", "decompiled", "inferred"]
  private static let placeholders = ["callback", "states", "expected"]

  mutating func resolveRules() {
    for rule in syntax.rules {
      let isNew =
        declare(rule.name, "rule", ruleNames.enter(rule.name, atMost: GrammarLimits.rules)) != nil
      let severity = resolveSeverity(rule.severity)
      checkClauses(of: rule)
      let form = resolveForm(of: rule)
      let required = rule.required.flatMap { resolveCallback($0) }
      let absent = resolveWholeCallbacks(rule.absent ?? [])
      let answering = resolveAnswering(of: rule, form?.value)
      guard isNew else { continue }
      ruleCallbacks.append(form?.written ?? [])
      rules.append(
        Rule(
          id: rule.name.text, severity: severity,
          severityCases: severityCases(of: rule, form?.value),
          form: form?.value ?? .unexpected, laterEventsOf: form?.laterEventsOf,
          onlyWhereIllegal: form?.onlyWhereIllegal ?? false, required: required ?? form?.required,
          absent: absent, answering: answering, deadline: form?.deadline,
          title: rule.title?.text ?? "",
          message: rule.message?.text ?? "",
          explanation: rule.why?.text ?? "", fix: rule.fix?.text ?? "",
          category: rule.category?.text ?? "",
          causes: rule.causes.map {
            Rule.Cause(text: $0.text.text, action: $0.action.text, evidence: $0.evidence)
          }, link: link(rule.link),
          facts: rule.facts.texts, confidence: rule.confidence?.text, range: rule.name.range))
    }
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
    of rule: RuleSyntax, _ form: Rule.Form?
  ) -> [Rule.SeverityCase] {
    rule.severityCases.compactMap { clause in
      var known = Rule.SeverityCase(severity: resolveSeverity(clause.severity))
      switch (clause.condition, form) {
      case (.since(let versions), _): known.since = versions
      case (.unrecorded(let names), _): known.unrecorded = resolveWholeCallbacks(names)
      case (.states(let states), .step(let lifecycle, _, _)),
        (.states(let states), .end(let lifecycle, _, _)):
        known.states = Set(resolveStates(states, of: lifecycle)).sorted()
      case (.states, nil): return nil
      case (.states, _):
        report(
          .mismatchedHead,
          "this form is about no lifecycle, so its severity cannot depend on states",
          at: clause.severity.range)
        return nil
      }
      return known
    }
  }

  /// The callback that the callbacks of a rule answer; only a rule about steps has one.
  private mutating func resolveAnswering(
    of rule: RuleSyntax, _ form: Rule.Form?
  ) -> Rule.Answering? {
    guard let (word, member) = rule.answering, let callback = resolveCallback(word) else {
      return nil
    }
    guard case .step(let lifecycle, let answers, _) = form else {
      if form != nil {
        report(
          .mismatchedHead, "only a rule about steps of one lifecycle can have 'answers'",
          at: word.range)
      }
      return nil
    }
    let subject = lifecycles[lifecycle].subject
    if ([callback] + answers).contains(where: { callbacks[$0].subject != subject }) {
      report(
        .mismatchedHead,
        "the call and the call that it answers both have to be about '\(subjects[subject].name)', as the lifecycle is",
        at: word.range)
    }
    return Rule.Answering(callback: callback, member: member.text)
  }

  private mutating func checkClauses(of rule: RuleSyntax) {
    if !rule.isDamaged {
      let missing = [
        rule.form == nil ? "a clause that says when it fires, such as 'on CALLBACK in STATE'" : nil,
        rule.title == nil ? "the clause 'title'" : nil,
        rule.message == nil ? "the clause 'message'" : nil,
      ]
      for clause in missing.compactMap({ $0 }) {
        report(
          .missingClause, "rule '\(rule.name.text)' lacks \(clause)", at: rule.name.range)
      }
    }
    if let word = rule.confidence, !Self.confidences.contains(word.text) {
      report(
        .unknownConfidence,
        "'\(word.text)' is not a degree of confidence; write one of \(Self.confidences.quoted)",
        at: word.range, suggestion: nearestName(to: word.text, among: Self.confidences))
    }
    for callback in rule.causes.flatMap(\.callbacks) { _ = resolveCallback(callback) }
    for text in rule.causes.flatMap({ [$0.text, $0.action] }) {
      for name in placeholders(in: text.text) where name != "callback" {
        report(
          .unknownPlaceholder,
          "unknown placeholder '{\(name)}'; a cause may contain '{callback}'", at: text.range)
      }
    }
    if let message = rule.message {
      for name in placeholders(in: message.text) where !Self.placeholders.contains(name) {
        report(
          .unknownPlaceholder,
          "unknown placeholder '{\(name)}'; a message may contain "
            + "'{callback}', '{states}' and '{expected}'", at: message.range,
          suggestion: nearestName(to: name, among: Self.placeholders).map { "{\($0)}" })
      }
    }
  }

  /// The words in braces of a message.
  private func placeholders(in message: String) -> [String] {
    message.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst()
      .compactMap {
        guard let end = $0.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        return String($0[..<end])
      }
  }

  // MARK: Forms

  /// A rule's form with values that are derived from it.
  struct ResolvedForm {
    var value: Rule.Form
    var onlyWhereIllegal = false
    var required: CallbackID?
    var deadline: Double?
    var laterEventsOf: SubjectKindID?
    /// The callbacks as written, for messages about one of them.
    var written: [(callbacks: [CallbackID], range: SourceRange)] = []
  }

  /// The rule's form; nil when something in it is unknown, which is reported.
  private mutating func resolveForm(of rule: RuleSyntax) -> ResolvedForm? {
    guard let (form, range) = rule.form else { return nil }
    switch form {
    case .step(let callbacks, let states):
      guard let lifecycle = lifecycleScope(of: rule, range) else { return nil }
      return resolveStep(callbacks, states, lifecycle)
    case .ban(let callbacks):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveBan(callbacks, rule.name, subject)
    case .end(let states, let afterLaterEvents, let wider):
      guard let lifecycle = lifecycleScope(of: rule, range) else { return nil }
      let states = Set(resolveStates(states, of: lifecycle)).sorted()
      return ResolvedForm(
        value: .end(lifecycle: lifecycle, states: states, afterLaterEvents: afterLaterEvents),
        laterEventsOf: wider.flatMap {
          resolveWiderSubject($0, of: lifecycles[lifecycle].subject)
        })
    case .duration(let callbacks, let seconds):
      rejectScope(of: rule)
      return ResolvedForm(
        value: .duration(callbacks: resolveWholeCallbacks(callbacks), seconds: seconds))
    case .within(let callback, let seconds, let after):
      rejectScope(of: rule)
      let callback = resolveCallback(callback)
      guard let after = resolveCallback(after), let callback else { return nil }
      return ResolvedForm(value: .within(callback: callback, seconds: seconds, after: after))
    case .atMostOnce(let callback, let after):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveAtMostOnce(callback, after, rule.name, subject)
    case .exactlyOne(let callbacks, let after):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveExactlyOne(callbacks, after, rule.name, subject)
    case .duty(let callbacks, let seconds, let after, let before):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      var form = resolveDuty(callbacks, after: after, before: before, rule.name, subject)
      form?.deadline = seconds
      return form
    case .atMost(let count, let lifecycle, let states):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveAtMost(count, lifecycle, states, subject)
    case .byAnother(let callbacks, let peer, let after, let across):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveByAnother(callbacks, peer, after: after, across: across, subject)
    case .onceByEach(let callback, let peer, let after):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveOnceByEach(callback, peer, after: after, subject)
    case .dutyOfEach(let callbacks, let lifecycle, let states, let after, let before):
      guard let subject = subjectScope(of: rule, range) else { return nil }
      return resolveDutyOfEach(
        callbacks, lifecycle, states, after: after, before: before, subject)
    case .contradiction(let member):
      rejectScope(of: rule)
      return ResolvedForm(value: .contradiction(member: member.text))
    case .differingValue(let callbacks, let member, let values):
      rejectScope(of: rule)
      return ResolvedForm(
        value: .differingValue(
          callbacks: resolveWholeCallbacks(callbacks), member: member.text,
          values: values.map(\.text)))
    case .notificationAhead:
      rejectScope(of: rule)
      return ResolvedForm(value: .notificationAhead)
    case .unexpected:
      rejectScope(of: rule)
      return ResolvedForm(value: .unexpected)
    case .incomplete:
      rejectScope(of: rule)
      return ResolvedForm(value: .incomplete)
    }
  }

  /// The wider subject with this name; nil when it is none, which is reported.
  mutating func resolveWiderSubject(_ word: Word, of kind: SubjectKindID) -> SubjectKindID? {
    guard let subject = resolveSubject(word) else { return nil }
    let own = subjects[kind]
    if subject == own.parent { return subject }
    let wider = own.parent.map { subjects[$0].name }
    report(
      .notTheWiderSubject,
      wider.map { "subject '\(own.name)' is within '\($0)', so only that can be named here" }
        ?? "subject '\(own.name)' is within no other, so nothing can be named here",
      at: word.range, suggestion: wider)
    return nil
  }

  private mutating func resolveStep(
    _ callbacks: [Word], _ states: [Word]?, _ lifecycle: LifecycleID
  ) -> ResolvedForm {
    let written = callbacks.map { (callbacks: resolveCallbackOrGroup($0), range: $0.range) }
    var resolved: [CallbackID] = []
    for callback in written.flatMap(\.callbacks) where !resolved.contains(callback) {
      resolved.append(callback)
    }
    let stateSet: [StateID]
    if let states {
      stateSet = Set(resolveStates(states, of: lifecycle)).sorted()
    } else {
      let definition = lifecycles[lifecycle]
      let legal = Set(definition.transitions.map { StepClaim($0) })
      let known = resolved.filter(Set(definition.transitions.map(\.callback)).contains)
      stateSet = definition.states.indices.filter { state in
        known.contains { !legal.contains(StepClaim(callback: $0, state: state)) }
      }
    }
    return ResolvedForm(
      value: .step(lifecycle: lifecycle, callbacks: resolved, states: stateSet),
      onlyWhereIllegal: states == nil, written: written)
  }

  // MARK: Heads

  private mutating func lifecycleScope(
    of rule: RuleSyntax, _ range: SourceRange
  ) -> LifecycleID? {
    guard case .lifecycle(let word) = rule.scope else {
      report(
        .mismatchedHead, "this form is about one lifecycle, which the rule's head has to name",
        at: range,
        notes: [.init("write 'rule \(rule.name.text) \(rule.severity.text) in LIFECYCLE'")])
      return nil
    }
    if let lifecycle = lifecycleNames.index(of: word.text) { return lifecycle }
    reportUnknown(
      .unknownLifecycle, "no lifecycle is named '\(word.text)'", word,
      among: lifecycleNames.texts)
    return nil
  }

  private mutating func subjectScope(
    of rule: RuleSyntax, _ range: SourceRange
  ) -> SubjectKindID? {
    guard case .subject(let word) = rule.scope else {
      report(
        .mismatchedHead, "this form is about one subject, which the rule's head has to name",
        at: range,
        notes: [.init("write 'rule \(rule.name.text) \(rule.severity.text) about SUBJECT'")])
      return nil
    }
    return resolveSubject(word)
  }

  private mutating func rejectScope(of rule: RuleSyntax) {
    switch rule.scope {
    case .lifecycle(let word), .subject(let word):
      report(
        .mismatchedHead, "this form is about no lifecycle or subject of its own", at: word.range)
    case nil: break
    }
  }
}

extension [String] {
  /// The words in quotes, with commas between them.
  var quoted: String { map { "'\($0)'" }.joined(separator: ", ") }
}
