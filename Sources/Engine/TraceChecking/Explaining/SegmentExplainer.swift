internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// Turns the cheapest edits of a segment into violations, in words for users.
///
/// Once enough violations are listed, segments like one explained before are only counted.
struct SegmentExplainer: ~Copyable {
  /// The data of the trace that explanations need besides the segment.
  struct Context {
    /// The number of events so far.
    var eventCount: Int
    /// The spellings that the trace uses, by number.
    var spellings: [String]
  }

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private let quirks: QuirkMatcher
  /// How many calls and edits of a violation are shown.
  private let callLimit: Int
  /// The counted data of segments that were explained, for others like them.
  private var briefs = BriefFindings<BriefKey>()

  init(
    _ compiled: CompiledGrammar, _ tables: CheckingTables, _ quirks: QuirkMatcher,
    _ options: CheckOptions
  ) {
    (self.compiled, self.tables, self.quirks) = (compiled, tables, quirks)
    callLimit = options.callLimit
  }

  /// Explains a segment and adds the findings.
  mutating func explain(
    _ finished: FinishedSegment, _ segment: Segment,
    _ context: Context,
    in directory: borrowing SubjectDirectory, into findings: inout FindingLedger
  ) {
    // An event about several subjects may already be deleted for another one. A similar segment cannot know this.
    let isAlone =
      segment.increases.isEmpty || segment.increases.contains(where: \.isAboutSeveral)
    let key = isAlone ? nil : BriefKey(finished.lifecycle, segment, finished.end)
    let known = key.flatMap { briefs.indices(for: $0) }
    if let known, !wouldList(known, segment, findings) {
      for index in known {
        briefs[index].countAnother(at: Int(segment.entries[briefs[index].entry].event))
      }
      return
    }
    let subject = directory.describe(finished.subject, compiled.grammar)
    let lifecycle = compiled.lifecycles[finished.lifecycle]
    let word = segment.entries.map(lifecycle.symbol(of:))
    var brief: [BriefFinding]? = []
    let explained = explained(segment, lifecycle, word, end: finished.end)
    var edits = 0
    for group in explained.groups {
      let increase = edits < segment.increases.count ? segment.increases[edits] : nil
      edits += group.cost
      let isSuperseded =
        increase?.isOutweighed ?? false
        || increase?.isSuperseded ?? false && explained.onlyDeletes(increase, group)
      if isSuperseded && !compiled.hasConditionalRules { continue }
      let found = violation(
        explained, group, increase, last: finished.last, subject, context)
      var about = subject.about
      if let increase { about.recorder = increase.recorder }
      let finding = PendingFinding(
        violation: found.violation, rule: found.rule, about: about, isUnnamed: subject.isUnnamed)
      if !findings.reports(finding) { continue }
      if isSuperseded {
        findings.shared.keep(finding, order: compiled.order(ofLifecycle: finished.lifecycle))
        continue
      }
      if increase?.isAboutSeveral ?? false, explained.onlyDeletes(increase, group),
        !findings.isFirstDeletion(finding)
      {
        continue
      }
      let counted = findings.add(finding)
      if let increase, let counted {
        brief?.append(
          BriefFinding(counted, rule: found.rule, entry: increase.index, about: about))
      } else {
        brief = nil
      }
    }
    if let key, let brief, known == nil { briefs.learn(brief, for: key) }
  }

  /// Adds what was only counted to the findings of the trace.
  mutating func addCounted(to findings: inout FindingLedger) { briefs.addCounted(to: &findings) }

  /// Reports the last cost increase of an open segment, by the cheapest repair so far.
  ///
  /// Nothing is reported if it belongs to an earlier fault, or if another lifecycle or subject may account for it.
  func tellLast(
    of open: FinishedSegment, _ segment: Segment,
    _ context: Context,
    in directory: borrowing SubjectDirectory, into findings: inout FindingLedger
  ) {
    let subject = directory.describe(open.subject, compiled.grammar)
    guard let increase = segment.increases.last, !increase.isSuperseded, !increase.isOutweighed,
      !increase.isAboutSeveral, !subject.isUnnamed
    else { return }
    let lifecycle = compiled.lifecycles[open.lifecycle]
    let word = segment.entries.map(lifecycle.symbol(of:))
    let explained = explained(segment, lifecycle, word, end: nil)
    var edits = 0
    for group in explained.groups {
      if edits == segment.increases.count - 1 {
        let found = violation(explained, group, increase, last: open.last, subject, context)
        return findings.tellEarly(found.violation, rule: found.rule)
      }
      edits += group.cost
    }
  }

  /// Whether any finding of a segment would still be listed.
  private func wouldList(
    _ known: Range<Int>, _ segment: Segment, _ findings: borrowing FindingLedger
  ) -> Bool {
    func event(_ entry: Int) -> Int { Int(segment.entries[entry].event) }
    // Such a segment has only stand-ins, which are kept as long as they would be listed.
    if known.isEmpty {
      return findings.wouldKeep(event: event(segment.increases[0].index))
    }
    return known.contains { findings.wouldList(briefs[$0], at: event(briefs[$0].entry)) }
  }

  private func explained(
    _ segment: Segment, _ lifecycle: CompiledLifecycle, _ word: [SymbolID], end: [StateID]?
  ) -> ExplainedSegment {
    let vector = segment.startVector
    let start = tables.automata[lifecycle.index].kernel(vector)
    let previous = segment.origin.callback.id.flatMap { lifecycle.symbols[$0].id }
    let explained = lifecycle.aligner.explain(
      start: start, silently: tables.automata[lifecycle.index].cheapestStates(vector), word: word,
      after: previous, end: end)
    return ExplainedSegment(
      lifecycle: lifecycle, segment: segment, previous: previous, word: word,
      alignment: explained.alignment,
      possible: explained.cheapestStates, start: start)
  }

  private func violation(
    _ explained: ExplainedSegment, _ group: EditGroup, _ increase: CostIncrease?,
    last: HistoryEntry, _ subject: SubjectDescription, _ context: Context
  ) -> (violation: Violation, rule: RuleID?) {
    let grammar = compiled.grammar
    let lifecycle = explained.lifecycle
    let states = explained.states(at: increase)
    var rule = compiled.forms.incomplete
    var offending = explained.segment.entries.last { $0.fact == HistoryEntry.call }
    if let increase {
      offending = explained.segment.entries[increase.index]
      rule =
        lifecycle.rule(symbol: explained.word[increase.index], states: states)
        ?? compiled.forms.unexpected
    }
    let entry = offending ?? last
    let expected = lifecycle.expected(in: states).map { grammar.callbacks[$0].name }
    let names = states.map { lifecycle.declaration.states[$0].name }
    let known = rule.map { grammar.rules[$0] }
    let callback =
      entry.callback.isNone ? "" : grammar.callbacks[grammar.whole(entry.callback.known)].name
    var violation = Violation(
      rule: known?.id ?? (increase == nil ? "incomplete-lifecycle" : "unexpected-callback"),
      severity: known.map { compiled.severity(of: $0, in: states, on: quirks.platform) } ?? .error,
      cause: explained.cause(of: group, increase: increase),
      event: Int(entry.event), line: Int(entry.line), callback: callback,
      spelling: callback.isEmpty ? "" : context.spellings[Int(entry.spelling)],
      kind: entry.kind, lifecycle: lifecycle.declaration.name, subject: subject.name,
      process: increase?.process, time: entry.time.isNaN ? nil : entry.time, states: names,
      expected: expected,
      message: explained.message(
        of: group, rule: known, callback: callback, states: names, expected: expected, grammar),
      repair: explained.repair(
        of: group, in: grammar, eventCount: context.eventCount, limit: callLimit),
      steps: explained.steps(around: group, increase: increase, in: grammar, limit: callLimit),
      fingerprint: "")
    violation.related = explained.related(before: group, increase: increase, in: grammar)
    violation.assumption = assumption(subject, explained, increase)
    if let rule {
      quirks.apply(
        to: &violation, rule: rule, callback: entry.callback.known, states: states,
        role: increase?.role, caller: increase?.caller, conditions: increase?.conditions ?? [])
    }
    return (violation, rule)
  }

  private func assumption(
    _ subject: SubjectDescription, _ explained: ExplainedSegment, _ increase: CostIncrease?
  ) -> String? {
    let segment = explained.segment
    if segment.hasMarkedLoss(before: increase?.index) {
      return
        "events were lost before this; whatever they were, something is wrong here; the repair is"
        + " the cheapest possible one"
    }
    if segment.hasUnknownStart && explained.start.count > 1
      && !explained.showsBeginning(upTo: increase, in: compiled.grammar)
    {
      return
        "the recording does not show how this \(subject.kind) began; something is wrong here in any case;"
        + " the repair is the cheapest possible one"
    }
    if subject.isUnnamed {
      let within = subject.widerKind.map { " of a \($0)" } ?? ""
      return
        "the trace names no \(subject.kind), so all calls\(within) are assumed to be about the same one"
    }
    return nil
  }
}
