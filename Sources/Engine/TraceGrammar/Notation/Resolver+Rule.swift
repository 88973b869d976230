internal import TraceModel

/// Rules and quirks.
extension Resolver {
  private static let confidences = ["documented", "observed", "decompiled", "inferred"]
  private static let placeholders = ["callback", "came", "states", "expected"]

  mutating func resolveRules() {
    for rule in syntax.rules {
      let isNew =
        declare(rule.name, "rule", ruleNames.enter(rule.name, atMost: GrammarLimits.rules)) != nil
      let severity = resolveSeverity(rule.severity)
      checkClauses(of: rule)
      let form = resolveForm(of: rule)
      let required = rule.required.flatMap { resolveCallback($0) }
      let absent = resolveWholeCallbacks(rule.absent ?? [])
      guard isNew else { continue }
      ruleCallbacks.append(form?.written ?? [])
      rules.append(
        Rule(
          id: rule.name.text, severity: severity,
          severityCases: severityCases(of: rule, form?.value),
          form: form?.value ?? UnexpectedForm(), required: required ?? form?.required,
          absent: absent, title: rule.title?.text ?? "",
          message: rule.message?.text ?? "",
          explanation: rule.why?.text ?? "", fix: rule.fix?.text ?? "",
          category: rule.category?.text ?? "",
          causes: rule.causes.map {
            Rule.Cause(
              id: $0.id.flatMap { CauseID(rawValue: $0.text) } ?? .other, text: $0.text.text,
              action: $0.action.text, evidence: $0.evidence)
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
    of rule: RuleSyntax, _ form: (any RuleForm)?
  ) -> [Rule.SeverityCase] {
    rule.severityCases.compactMap { clause in
      var known = Rule.SeverityCase(severity: resolveSeverity(clause.severity))
      switch clause.condition {
      case .since(let versions): known.since = versions
      case .unrecorded(let names): known.unrecorded = resolveWholeCallbacks(names)
      case .states(let states):
        guard let form else { return nil }
        guard let lifecycle = form.lifecycle else {
          report(
            .mismatchedHead,
            "this form is about no lifecycle, so its severity cannot depend on states",
            at: clause.severity.range)
          return nil
        }
        known.states = Set(resolveStates(states, of: lifecycle)).sorted()
      }
      return known
    }
  }

  private mutating func checkClauses(of rule: RuleSyntax) {
    if !rule.isDamaged {
      reportLacking(
        [
          rule.form == nil
            ? "a clause that says when it fires, such as 'on CALLBACK in STATE'" : nil,
          rule.title == nil ? "the clause 'title'" : nil,
          rule.message == nil ? "the clause 'message'" : nil,
        ], "rule", rule.name)
    }
    if let word = rule.confidence, !Self.confidences.contains(word.text) {
      report(
        .unknownConfidence,
        "'\(word.text)' is not a degree of confidence; write one of \(Self.confidences.quoted)",
        at: word.range, suggestion: nearestName(to: word.text, among: Self.confidences))
    }
    for callback in rule.causes.flatMap(\.callbacks) { _ = resolveCallback(callback) }
    let ids = CauseID.allCases.map(\.rawValue)
    for id in rule.causes.compactMap(\.id) where !ids.contains(id.text) {
      report(
        .unknownCause, "'\(id.text)' is not the id of a cause", at: id.range,
        suggestion: nearestName(to: id.text, among: ids))
    }
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
            + "'{callback}', '{came}', '{states}' and '{expected}'", at: message.range,
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

  /// The rule's form; nil when something in it is unknown, which is reported.
  private mutating func resolveForm(of rule: RuleSyntax) -> ResolvedForm? {
    guard let (form, range) = rule.form else { return nil }
    switch form.meaning {
    case .alone(let resolve):
      rejectScope(of: rule)
      return resolve(&self)
    case .ofLifecycle(let resolve):
      return lifecycleScope(of: rule, range).flatMap { resolve(&self, $0) }
    case .ofSubject(let resolve):
      return subjectScope(of: rule, range).flatMap { resolve(&self, rule.name, $0) }
    }
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
    return resolveLifecycle(word)
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
