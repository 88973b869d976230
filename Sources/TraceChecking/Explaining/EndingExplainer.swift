internal import TraceFindings
internal import TraceGrammar

/// Turns endings that a rule forbids into violations, in words for users.
///
/// Once enough violations are listed, endings like one explained before are only counted.
struct EndingExplainer: ~Copyable {
  /// Everything about an ending that determines how its violation counts.
  private struct Key: Hashable {
    var rule: Int
    var callback: UInt16
    var states: [Int]
    var about: RecordedSubject
  }

  private static let briefLimit = 4_096

  private let compiled: CompiledGrammar
  private let quirks: QuirkMatcher
  /// Endings that were explained, for others like them: their violations, and what is counted of those.
  private var known: [Key: Violation] = [:]
  private var briefs: [Key: BriefFinding] = [:]

  init(_ compiled: CompiledGrammar, _ quirks: QuirkMatcher) {
    (self.compiled, self.quirks) = (compiled, quirks)
  }

  /// Explains an ending and adds the finding.
  mutating func explain(
    _ ending: Ending, of subject: SubjectDescription,
    into findings: inout FindingLedger
  ) {
    let event = Int(ending.run.setByEvent)
    let key = Key(
      rule: ending.rule, callback: ending.run.setByCallback, states: ending.states,
      about: subject.about)
    if !subject.isUnnamed, let brief = briefs[key],
      !findings.wouldList(event: event, brief.severity, about: brief.about)
    {
      return findings.count(brief, event: event)
    }
    let role = subject.about.recorder.role
    let alike = known[key] ?? violation(ending, role: role < 0 ? nil : Int(role))
    if known.count < Self.briefLimit { known[key] = alike }
    if !findings.scopes.tells(alike, about: subject.about) { return }
    let counted = findings.add(
      alike.told(of: subject.name, ending.run), rule: ending.rule, about: subject.about,
      isUnnamed: subject.isUnnamed)
    if let counted, briefs.count < Self.briefLimit {
      briefs[key] = BriefFinding(counted, entry: 0, about: subject.about)
    }
  }

  /// The violation for an ending, without the subject and the event: similar endings differ only in those.
  private func violation(_ ending: Ending, role: Int?) -> Violation {
    let grammar = compiled.grammar
    let rule = grammar.rules[ending.rule]
    let run = ending.run
    let callback =
      run.setByCallback == .max ? "" : grammar.callbacks[grammar.whole(Int(run.setByCallback))].name
    let lifecycle = compiled.lifecycles[ending.lifecycle]
    let names = ending.states.map { lifecycle.declaration.states[$0].name }
    var violation = Violation(
      rule: rule.id, severity: compiled.severity(of: rule, in: ending.states, on: quirks.platform),
      cause: .missing, event: 0, line: 0, callback: callback, spelling: callback,
      lifecycle: lifecycle.declaration.name, subject: "", states: names,
      expected: lifecycle.expected(in: ending.states).map { grammar.callbacks[$0].name },
      message: rule.message.filled(callback: callback, states: names),
      steps: [
        .init(
          mark: .match, event: 0, line: 0, callback: callback, states: names, offending: true)
      ], fingerprint: "")
    quirks.apply(
      to: &violation, rule: ending.rule, callback: Int(run.setByCallback), states: ending.states,
      role: role)
    return violation
  }
}

extension Violation {
  /// The same violation for another subject, at the event that led to its end.
  fileprivate func told(of subject: String, _ run: Run) -> Violation {
    var violation = self
    let (event, line) = (Int(run.setByEvent), Int(run.setByLine))
    (violation.subject, violation.event, violation.line) = (subject, event, line)
    (violation.steps[0].event, violation.steps[0].line) = (event, line)
    return violation
  }
}
