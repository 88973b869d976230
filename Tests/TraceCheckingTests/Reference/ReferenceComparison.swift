import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

/// One grammar on which the two checkers are compared.
struct ReferenceComparison {
  let grammar: Grammar
  let check: TraceCheck
  let isComplete: Bool
  let platform: PlatformVersion?
  /// Whether no subject existed before the traces.
  let beginsAtBeginning: Bool

  init(_ drawn: RandomGrammar, isComplete: Bool, beginsAtBeginning: Bool) {
    grammar = drawn.grammar
    platform = drawn.platform
    self.isComplete = isComplete
    self.beginsAtBeginning = beginsAtBeginning
    var options = CheckOptions()
    options.demandsCompleteLives = isComplete
    options.platform = platform
    check = TraceCheck(
      Plan(grammar), options: options, isComplete: beginsAtBeginning)
  }

  /// The differences between the two for a trace; empty if they agree.
  func differences(_ trace: [ReferenceEvent]) throws -> [String] {
    let reference = ReferenceChecker(
      grammar, trace, beginsAtBeginning: beginsAtBeginning, isComplete: isComplete)
    if !reference.isUnambiguous { return [] }
    let report = try check.report(of: trace)
    var differences = singleEventDifferences(report, reference)
    func expect(_ what: String, _ actual: String, _ expected: String) {
      if actual != expected { differences.append("\(what) is \(actual), expected \(expected)") }
    }
    let judgements = reference.judgements(complete: isComplete)
    for (key, judgement) in judgements.sorted(by: { $0.key < $1.key }) {
      differences += lifeDifferences(key, judgement, judgements, report, reference)
    }
    if !judgements.keys.contains(where: { $0.subject.hasPrefix("@") }) {
      let unnamed = report.violations.filter(\.subject.isEmpty).map(\.rule)
      expect("what is found about the unnamed", "\(unnamed)", "[]")
    }
    let note = report.notes.contains { $0.id == "subjects-not-told-apart" }
    expect("that subjects are not told apart", "\(note)", "\(reference.hasSeveralUnnamed)")
    // A finding about a wider subject stands for the others of its event, even under a rule that does not apply.
    if let first = judgements.values.compactMap(\.events.first).min(),
      !judgements.values.contains(where: { isDropped($0, reference) })
    {
      // A fault is reported at its most severe event.
      let isFound = report.violations.contains { violation in
        violation.event == first
          || judgements.values.contains {
            $0.events.first == first
              && $0.events.prefix(violation.repair.cost).contains(violation.event)
          }
      }
      expect("that the first violation is found", "\(isFound)", "true")
    }
    expect(
      "the cost of the trace", "\(report.repairCost)",
      "\(report.violations.reduce(0) { $0 + $1.repair.cost })")
    let repairs = report.violations.filter { $0.rule != "incomplete" && !isSingle($0) }
    let atOneEvent = Dictionary(grouping: repairs) {
      "\($0.event) of \($0.lifecycle) '\($0.subject)'"
    }
    for (place, violations) in atOneEvent.sorted(by: { $0.key < $1.key }) {
      expect("the number of violations at \(place)", "\(violations.count)", "1")
    }
    let isViolating = report.violations.contains { $0.severity != .note }
    let isJudged = reference.hasCalls || reference.isJudgedByRules
    let verdict: Verdict =
      isViolating
      ? .violating
      : isJudged && !reference.hasSeveralUnnamed ? .conforming : .inconclusive
    expect("the verdict", "\(report.verdict)", "\(verdict)")
    return differences
  }

  /// The differences for one lifecycle of one subject.
  private func lifeDifferences(
    _ key: ReferenceChecker.LifeKey, _ judgement: ReferenceJudgement,
    _ judgements: [ReferenceChecker.LifeKey: ReferenceJudgement], _ report: TraceReport,
    _ reference: ReferenceChecker
  ) -> [String] {
    let law = grammar.lifecycles[key.lifecycle]
    let found = report.violations.filter { violation in
      guard violation.lifecycle == law.name, !isSingle(violation) else { return false }
      guard violation.subject.isEmpty else {
        return violation.subject == reference.shownName(key.subject)
      }
      // An end has no event of its own, and is reported at the last one.
      if let process = violation.process { return key.subject == "@" + process }
      let adrift =
        violation.rule == "incomplete" ? nil : reference.unnamedSubject(adriftAt: violation.event)
      return key.subject == adrift ?? reference.lastUnnamed
    }
    // An event that is wrong for several subjects is one finding if deleting it repairs all of them.
    let others = judgements.filter { $0.key != key }.flatMap(\.value.events)
    let shared = judgement.events.filter(others.contains).count
    let dropped = isDropped(judgement, reference)
    let cost = found.reduce(0) { $0 + $1.repair.cost }
    let name = "\(law.name) '\(key.subject)'"
    // An alias that stands for nothing anymore and is used again is shown with the same name as before.
    let isShownOnce = !judgements.keys.contains {
      $0 != key && $0.lifecycle == key.lifecycle
        && reference.shownName($0.subject) == reference.shownName(key.subject)
    }
    if !isShownOnce && !key.subject.hasPrefix("@") { return [] }
    if shared > 0 || dropped {
      let least = dropped ? 0 : judgement.cost - shared
      if (least...judgement.cost).contains(cost) { return [] }
      return ["the cost of \(name) is \(cost), which is not plausible for \(judgement.cost)"]
    }
    if cost != judgement.cost {
      return ["the cost of \(name) is \(cost), expected \(judgement.cost)"]
    }
    // Faults come in the order of their events, each with as many of these as its repair has edits.
    let first = found.filter { $0.rule != "incomplete" }.min { $0.event < $1.event }
    let place = first.map { reported(judgement, $0.repair) } ?? 0
    let expected = judgement.names.dropFirst(place).first.map { naming in
      let quirk = quirk(
        excusing: naming.rule, naming.callback, naming.states, naming.role,
        at: judgement.events[place], in: first?.repair)
      return
        "\(judgement.events[place]) \(naming.rule.map { grammar.rules[$0].id } ?? "none") \(quirk?.id ?? "")"
    }
    let actual = first.map { "\($0.event) \($0.rule) \($0.quirk ?? "")" }
    if actual == expected { return [] }
    return [
      "the first violation of \(name) is \(actual ?? "none"), expected \(expected ?? "none")"
    ]
  }

  /// Which of the events of a life's first fault, counted from 0, is reported: of those that no quirk excuses, or else of all, the
  /// first with a rule as severe as any of them; and of an exchange the first.
  private func reported(_ judgement: ReferenceJudgement, _ repair: Repair) -> Int {
    if !repair.insertions.isEmpty && !repair.deletions.isEmpty { return 0 }
    let names = judgement.names.prefix(repair.cost)
    let free = names.indices.filter { place in
      let naming = names[place]
      return quirk(
        excusing: naming.rule, naming.callback, naming.states, naming.role,
        at: judgement.events[place], in: repair) == nil
    }
    func severity(_ place: Int) -> Severity {
      names[place].rule.map { grammar.rules[$0].severity } ?? .error
    }
    let places = free.isEmpty ? Array(names.indices) : free
    return places.first { severity($0) == places.map(severity).max() } ?? 0
  }

  /// Whether an event that is wrong in a life has a rule that does not apply to the trace.
  private func isDropped(_ judgement: ReferenceJudgement, _ reference: ReferenceChecker) -> Bool {
    judgement.names.contains { $0.rule.map { !reference.applies($0) } ?? false }
  }

  // MARK: Rules on single events and ends

  private func isSingle(_ violation: Violation) -> Bool {
    let form = grammar.rules.first { $0.id == violation.rule }?.form
    return form is TimeForm || form is EndForm
  }

  private func isEnd(_ rule: String) -> Bool {
    grammar.rules.first { $0.id == rule }?.form is EndForm
  }

  private func singleEventDifferences(
    _ report: TraceReport, _ reference: ReferenceChecker
  ) -> [String] {
    let unsure = Set(reference.uncertainEnds.map(reference.shownName))
    let actual = report.violations.filter {
      isSingle($0) && !(isEnd($0.rule) && unsure.contains($0.subject))
    }.map {
      "\($0.rule) '\($0.subject)' at \($0.event) \($0.severity) \($0.quirk ?? "")"
    }.sorted()
    let certain = reference.firings.filter {
      reference.applies($0.rule)
        && !(isEnd(grammar.rules[$0.rule].id)
          && unsure.contains(reference.shownName($0.subject.name)))
    }
    let expected = certain.map { firing in
      let rule = grammar.rules[firing.rule]
      let quirk = quirk(excusing: firing.rule, firing.callback, firing.states, firing.role)
      return
        "\(rule.id) '\(reference.shownName(firing.subject.name))' at \(firing.event) \(quirk == nil ? rule.severity : .note) \(quirk?.id ?? "")"
    }.sorted()
    return actual == expected ? [] : ["single events: \(actual)", "expected: \(expected)"]
  }

  // MARK: Quirks

  /// The first quirk that excuses a violation of the rule.
  /// - Parameter repair: as reported. This checker knows what a repair costs, not which of several it is.
  private func quirk(
    excusing rule: RuleID?, _ callback: CallbackID, _ states: [StateID], _ role: String?,
    at event: Int = 0, in repair: Repair? = nil
  ) -> Quirk? {
    grammar.quirks.first { quirk in
      quirk.rule == rule
        && (quirk.callbacks.isEmpty
          || quirk.callbacks.contains(callback)
            && repair.map { excuses($0, at: event, quirk) } ?? true)
        && (quirk.states.isEmpty || states.allSatisfy(quirk.states.contains))
        && (quirk.roles.isEmpty || role.map(quirk.roles.contains) ?? false)
        && (version(quirk.since).map { isReached($0) } ?? true)
        && !(version(quirk.until).map { isReached($0) } ?? false)
    }
  }

  /// Whether a quirk of certain callbacks excuses all that the repair changes: the call needs no others if it is left out,
  /// and the later calls that are left out are the quirk's.
  private func excuses(_ repair: Repair, at event: Int, _ quirk: Quirk) -> Bool {
    let left = repair.deletions.map(\.event)
    let names = quirk.callbacks.map { grammar.callbacks[$0].name }
    return !(left.contains(event) && !repair.insertions.isEmpty)
      && repair.deletions.allSatisfy { $0.event <= event || names.contains($0.callback) }
  }

  /// The version for the platform; nil if there is none, or the platform is unknown.
  private func version(_ versions: [PlatformVersion]) -> [Int]? {
    platform.flatMap { platform in versions.first { $0.platform == platform.platform }?.numbers }
  }

  private func isReached(_ version: [Int]) -> Bool {
    guard let platform else { return false }
    let length = max(version.count, platform.numbers.count)
    func padded(_ numbers: [Int]) -> [Int] {
      numbers + Array(repeating: 0, count: length - numbers.count)
    }
    return !padded(platform.numbers).lexicographicallyPrecedes(padded(version))
  }
}

extension ReferenceChecker {
  /// The identity, as shown in findings.
  func shownName(_ subject: String) -> String {
    if subject.hasPrefix("@") { return "" }
    return String(subject.prefix { $0 != " " })
  }
}

extension ReferenceChecker.LifeKey: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.lifecycle, left.subject) < (right.lifecycle, right.subject)
  }
}
