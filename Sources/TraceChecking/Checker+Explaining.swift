internal import TraceModel
internal import TraceAutomata
internal import TraceDiagnostics
internal import TraceFindings
internal import TraceGrammar

/// Turning the edits of a stretch into violations in the user's words.
extension Checker {
  /// Explains a stretch that had a rise.
  ///
  /// Once enough violations are listed, stretches like one explained before are only counted.
  /// - Parameter end: the states it ends in; nil for any.
  mutating func explain(
    _ subject: Int, _ slot: SubjectSlot, _ lifecycle: Int, _ stretch: Stretch, end: [Int]?
  ) {
    let law = compiled.lifecycles[lifecycle]
    let word = stretch.entries.map { entry in
      entry.fact == HistoryEntry.call
        ? Int(law.symbols[Int(entry.callback)]) : law.alphabet.count + Int(entry.fact)
    }
    let isListed =
      stretch.rises.isEmpty
      || findings.wouldList(event: Int(stretch.entries[stretch.rises[0].index].event))
    let key = isListed ? nil : BriefKey(lifecycle, stretch, word, end)
    if let key, let brief = briefs[key] {
      for finding in brief {
        let event = Int(stretch.entries[finding.entry].event)
        findings.count(
          finding.rule, finding.severity, finding.fingerprint, event, cost: finding.cost)
      }
      return
    }
    var brief: [BriefFinding]? = []
    for (found, rise) in violations(subject, slot, law, stretch, word, end: end) {
      let counted = add(found, subject, slot)
      if let rise, let counted, brief != nil {
        brief?.append(
          BriefFinding(
            rule: counted.rule, severity: counted.severity, fingerprint: counted.fingerprint,
            cost: counted.repair.cost, entry: rise.index))
      } else {
        brief = nil
      }
    }
    if let key, let brief, briefs.count < Self.briefLimit { briefs[key] = brief }
  }

  /// The violations of a stretch, each with the event at which it became certain, if one did.
  private func violations(
    _ subject: Int, _ slot: SubjectSlot, _ law: CompiledLifecycle, _ stretch: Stretch,
    _ word: [Int], end: [Int]?
  ) -> [(found: (violation: Violation, rule: Int?), rise: Rise?)] {
    let start = tables.automata[law.index].cheapestStates(stretch.startVector)
    let by = stretch.startedBy.callback
    let previous = by == .max || law.symbols[Int(by)] < 0 ? nil : Int(law.symbols[Int(by)])
    let explained = ExplainedStretch(
      law: law, stretch: stretch, word: word,
      alignment: law.aligner.align(start: start, word: word, after: previous, end: end),
      possible: law.aligner.cheapestStates(start: start, word: word), start: start)
    var edits = 0
    var found: [(found: (violation: Violation, rule: Int?), rise: Rise?)] = []
    for group in EditGroup.groups(of: explained.alignment.moves, word: word) {
      let rise = edits < stretch.rises.count ? stretch.rises[edits] : nil
      edits += group.cost
      if rise?.isSuperseded ?? false, explained.onlyDeletes(rise, group) { continue }
      found.append((violation(subject, slot, explained, group, rise), rise))
    }
    return found
  }

  private func violation(
    _ subject: Int, _ slot: SubjectSlot, _ explained: ExplainedStretch, _ group: EditGroup,
    _ rise: Rise?
  ) -> (violation: Violation, rule: Int?) {
    let grammar = compiled.grammar
    let law = explained.law
    let states = explained.states(at: rise)
    var rule = compiled.incompleteRule
    var offending = explained.stretch.entries.last { $0.fact == HistoryEntry.call }
    if let rise {
      offending = explained.stretch.entries[rise.index]
      let named = law.rule(symbol: explained.word[rise.index], states: states)
      rule = named >= 0 ? named : compiled.unexpectedRule
    }
    let entry =
      offending
      ?? HistoryEntry(
        event: stores[subject].records[slot].lastEvent, line: stores[subject].records[slot].lastLine
      )
    let expected = law.expected(in: states).map { grammar.callbacks[$0].name }
    let steps = explained.steps(around: group, rise: rise, in: grammar)
    let repair = explained.repair(of: group, in: grammar, eventCount: Int(eventCount))
    let names = states.map { law.lifecycle.states[$0].name }
    let known = rule.map { grammar.rules[$0] }
    let fallback: Severity = .error
    let id = known?.id ?? (rise == nil ? "incomplete-lifecycle" : "unexpected-callback")
    let callback = entry.callback == .max ? "" : grammar.callbacks[Int(entry.callback)].name
    var violation = Violation(
      rule: id, severity: known?.severity ?? fallback,
      cause: explained.cause(of: group, rise: rise),
      event: Int(entry.event), line: Int(entry.line), callback: callback,
      spelling: entry.callback == .max ? "" : spellings[Int(entry.spelling)].text,
      kind: entry.kind, lifecycle: law.lifecycle.name, subject: stores[subject].name(slot),
      process: rise?.process, time: entry.time.isNaN ? nil : entry.time, states: names,
      expected: expected,
      message: explained.message(
        of: group, rule: known, callback: callback, states: names, expected: expected, grammar),
      repair: repair, steps: steps, fingerprint: "")
    violation.related = explained.related(before: group, rise: rise, in: grammar)
    violation.assumption = assumption(subject, slot, explained)
    violation.fingerprint = fingerprint(
      Self.fingerprintParts(violation, explained.legalSteps(before: group, in: grammar), grammar))
    if let rule, let quirk = quirk(rule, Int(entry.callback), states, rise?.role) {
      violation.quirk = grammar.quirks[quirk].id
      violation.severity = .note
    }
    return (violation, rule)
  }

  static func fingerprintParts(
    _ violation: Violation, _ before: [String], _ grammar: Grammar
  ) -> [String] {
    let major = grammar.version.prefix { $0 != "." }
    let edits =
      violation.repair.insertions.map { "+\($0.callback)" }
      + violation.repair.deletions.map { "-\($0.callback)" }
    return [
      "callorder/v1", "\(grammar.name) \(major)", violation.rule, violation.lifecycle,
      violation.states.sorted().joined(separator: ","), violation.callback,
      before.suffix(3).joined(separator: ","), edits.joined(separator: ","),
    ]
  }

  /// The first quirk that excuses the rule here; nil when none does.
  func quirk(_ rule: Int, _ callback: Int, _ states: [Int], _ role: Int?) -> Int? {
    compiled.grammar.quirks.firstIndex { quirk in
      quirk.rule == rule
        && (quirk.callbacks.isEmpty || quirk.callbacks.contains(callback))
        && (quirk.states.isEmpty || states.allSatisfy(quirk.states.contains))
        && (quirk.roles.isEmpty
          || role.map { quirk.roles.contains(compiled.quirkRoles[$0]) } ?? false)
        && isInForce(since: quirk.since, until: quirk.until)
    }
  }

  /// Whether something holds on the platform of the trace; yes when that is not known.
  func isInForce(since: [PlatformVersion], until: [PlatformVersion]) -> Bool {
    guard let platform = options.platform else { return true }
    let begun = since.first { $0.platform == platform.platform }
      .map { !platform.numbers.lexicographicallyPrecedes($0.numbers) }
    let over = until.first { $0.platform == platform.platform }
      .map { !platform.numbers.lexicographicallyPrecedes($0.numbers) }
    return begun ?? true && !(over ?? false)
  }

  private func assumption(
    _ subject: Int, _ slot: SubjectSlot, _ explained: ExplainedStretch
  ) -> String? {
    let kind = compiled.grammar.subjects[subject].name
    if explained.stretch.hasGap {
      return
        "events were lost before this; whatever they were, something is wrong here, and the repair is"
        + " the cheapest of those possible"
    }
    if explained.stretch.hasUnknownStart && explained.start.count > 1 {
      return
        "the recording does not show how this \(kind) began; something is wrong here however it did,"
        + " and the repair is the cheapest of those possible"
    }
    if stores[subject].records[slot].isUnnamed && !isWider(subject) {
      let scope = scopeOfUnnamed(subject, slot).map { " of a \($0)" } ?? ""
      return "the trace names no \(kind), so all calls\(scope) are taken to be about one"
    }
    return nil
  }

  /// Counts a violation where it belongs, under the severity the user wants.
  /// - Returns: the violation as counted; nil when it does not count, or not for sure.
  @discardableResult
  mutating func add(
    _ found: (violation: Violation, rule: Int?), _ subject: Int, _ slot: SubjectSlot
  ) -> Violation? {
    var violation = found.violation
    if let chosen = options.severities[violation.rule] {
      guard let chosen else { return nil }
      if violation.quirk == nil { violation.severity = chosen }
    }
    var required: Int?
    if let rule = found.rule { required = compiled.grammar.rules[rule].required }
    if let required, callbackCounts[required] == 0 {
      let emptyCollector = FindingCollector(limit: options.violationLimit)
      var conditional = conditionalFindings.removeValue(forKey: required) ?? emptyCollector
      conditional.add(violation)
      conditionalFindings[required] = conditional
      return nil
    }
    if stores[subject].records[slot].isUnnamed && !isWider(subject) {
      unnamedFindings.add(violation)
      return nil
    }
    findings.add(violation)
    return violation
  }
}
