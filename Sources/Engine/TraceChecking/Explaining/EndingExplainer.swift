internal import TraceFindings
internal import TraceGrammar

/// Turns endings that a rule forbids into violations, in words for users.
///
/// Once enough violations are listed, endings like one explained before are only counted.
struct EndingExplainer: ~Copyable {
  /// Everything about an ending that determines how its violation counts.
  private struct Key: Hashable {
    var rule: RuleID
    var lifecycle: LifecycleID
    var vector: VectorID
    var callback: MaybeCallback
    var isUnnamed: Bool
    var about: RecordedSubject

    /// Who recorded the subject is mostly the same for all.
    func hash(into hasher: inout Hasher) {
      hasher.combine(
        UInt64(vector.rawValue) << 32 | UInt64(callback.number) << 16
          | UInt64(UInt16(truncatingIfNeeded: rule.index)))
    }
  }

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private let quirks: QuirkMatcher
  /// The counted data of endings that were explained, for others like them.
  private var briefs = BriefFindings<Key>()

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher) {
    (self.compiled, self.tables, self.quirks) = (compiled, tables, quirks)
  }

  /// Explains an ending and adds the finding.
  mutating func explain(
    _ ending: Ending, in directory: borrowing SubjectDirectory, into findings: inout FindingLedger
  ) {
    let (kind, record) = (tables.kinds[ending.subject.kind], directory[ending.subject])
    let isUnnamed = record.isNarrowAndUnnamed(kind)
    let key = Key(
      rule: ending.rule, lifecycle: ending.lifecycle, vector: ending.run.vector,
      callback: ending.run.origin.callback, isUnnamed: isUnnamed, about: ending.about)
    let brief = briefs.indices(for: key)
    if let index = brief?.first {
      let event = Int(ending.run.origin.event)
      if !findings.wouldList(briefs[index], at: event) {
        return briefs[index].countAnother(at: event)
      }
    }
    let counted = findings.report(
      PendingFinding(
        violation: violation(ending, of: directory.name(ending.subject)), rule: ending.rule,
        about: ending.about, isUnnamed: isUnnamed))
    if let counted, brief == nil {
      briefs.learn(
        [BriefFinding(counted, rule: ending.rule, entry: 0, about: ending.about)], for: key)
    }
  }

  /// Adds what was only counted to the findings of the trace.
  mutating func addCounted(to findings: inout FindingLedger) { briefs.addCounted(to: &findings) }

  /// The violation for the ending of a subject, at the event that led to it.
  private func violation(_ ending: Ending, of subject: String) -> Violation {
    let grammar = compiled.grammar
    let rule = grammar.rules[ending.rule]
    let run = ending.run
    let (event, line) = (Int(run.origin.event), Int(run.origin.line))
    let callback =
      run.origin.callback.isNone
      ? "" : grammar.callbacks[grammar.whole(run.origin.callback.known)].name
    let lifecycle = compiled.lifecycles[ending.lifecycle]
    let states = tables.automata[ending.lifecycle].cheapestStates(run.vector)
    let names = states.map { lifecycle.declaration.states[$0].name }
    var violation = Violation(
      rule: rule.id, severity: compiled.severity(of: rule, in: states, on: quirks.platform),
      cause: .missing, event: event, line: line, callback: callback, spelling: callback,
      lifecycle: lifecycle.declaration.name, subject: subject, states: names,
      expected: lifecycle.expected(in: states, leaving: (rule.form as? EndForm)?.states ?? [])
        .map { grammar.callbacks[$0].name },
      message: rule.message.filled(callback: callback, states: names),
      steps: [
        .init(
          mark: .match, event: event, line: line, callback: callback, states: names,
          offending: true)
      ], fingerprint: "")
    let role = ending.about.recorder.role
    quirks.apply(
      to: &violation, rule: ending.rule, callback: run.origin.callback.known, states: states,
      role: role < 0 ? nil : Int(role))
    return violation
  }
}
