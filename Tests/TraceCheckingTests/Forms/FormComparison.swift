import TraceChecking
import TraceFindings
import TraceGrammar

/// One grammar of forms on which the two checkers are compared.
struct FormComparison {
  let drawn: FormGrammar
  /// The grammar, interpreted as documented.
  let grammar: Grammar
  let check: TraceCheck
  /// How many traces were judged, and how many were skipped because the reference cannot judge them.
  private(set) var judged = 0
  private(set) var aside = 0
  /// How many of the judged traces show only some callbacks, and what was found in them.
  private(set) var judgedInPart = 0
  private(set) var foundInPart = 0
  /// The number of findings in the judged traces, by the form of the rule.
  private(set) var found: [String: Int] = [:]

  init(_ drawn: FormGrammar) {
    self.drawn = drawn
    check = TraceCheck(drawn.grammar)
    var grammar = drawn.grammar
    for rule in drawn.rules {
      guard let number = grammar.lifecycles.firstIndex(where: { $0.name == rule.name }),
        let documented = rule.lifecycle(grammar)
      else { continue }
      grammar.lifecycles[number] = documented
    }
    self.grammar = grammar
  }

  /// Rules whose lifecycle differs from the documented one.
  var lifecycleDifferences: [String] {
    grammar.lifecycles.indices.compactMap { number in
      func steps(_ law: Lifecycle) -> Set<Lifecycle.Transition> {
        Set(law.transitions)
      }
      let (own, parsed) = (grammar.lifecycles[number], drawn.grammar.lifecycles[number])
      let isSame =
        steps(own) == steps(parsed) && own.start == parsed.start
        && own.unknownStart == parsed.unknownStart && own.onParentBegin == parsed.onParentBegin
      return isSame ? nil : "the lifecycle of \(own.name) is another"
    }
  }

  /// The differences between the two for a trace; empty if they agree, nil if the reference cannot judge it.
  mutating func compare(_ trace: [FormEvent], _ records: FormRecords?) throws -> [String] {
    if trace.isEmpty { return [] }
    let differences = try self.differences(trace, records)
    if let differences {
      judged += 1
      if records != nil { judgedInPart += 1 }
      for violation in try report(trace, records).violations {
        found[form(of: violation), default: 0] += 1
        if records != nil { foundInPart += 1 }
      }
      return differences
    }
    aside += 1
    return []
  }

  private func form(of violation: Violation) -> String {
    guard let rule = drawn.rules.first(where: { $0.name == violation.rule }) else { return "other" }
    let form = "\(rule.form)".prefix { $0 != "(" }
    return violation.repair.cost == 0 && form == "duty" ? "deadline" : "\(form)"
  }

  private func report(_ trace: [FormEvent], _ records: FormRecords?) throws -> TraceReport {
    let check = records.map {
      TraceCheck(self.check.plan, showing: $0.alphabet(drawn.grammar))
    }
    return try (check ?? self.check).report(of: trace.map { "\($0)\n" }.joined())
  }

  func differences(_ trace: [FormEvent], _ records: FormRecords?) throws -> [String]? {
    if trace.isEmpty { return [] }
    let reference = FormChecker(drawn, grammar, trace, records)
    if reference.isInDoubt { return nil }
    let report = try report(trace, records)
    var differences: [String] = []
    let actual = report.violations.filter { $0.repair.cost == 0 }.map {
      "\($0.rule) at \($0.event) about \($0.subject)"
    }.sorted()
    let expected = reference.firings.map { "\($0.rule) at \($0.event) about \($0.subject)" }
      .sorted()
    if actual != expected { differences.append("single: \(actual), expected \(expected)") }
    let judgements = reference.lives.mapValues { $0.judge(grammar, complete: false) }
    for (key, judgement) in judgements.sorted(by: {
      ($0.key.lifecycle, $0.key.subject) < ($1.key.lifecycle, $1.key.subject)
    }) {
      differences += lifeDifferences(
        key, judgement, judgements, report, trace, isWhole: records == nil)
    }
    return differences
  }

  private func lifeDifferences(
    _ key: FormChecker.LifeKey, _ judgement: ReferenceJudgement,
    _ judgements: [FormChecker.LifeKey: ReferenceJudgement], _ report: TraceReport,
    _ trace: [FormEvent], isWhole: Bool
  ) -> [String] {
    let law = grammar.lifecycles[key.lifecycle]
    let found = report.violations.filter {
      $0.lifecycle == law.name && $0.subject == key.subject && $0.repair.cost > 0
    }
    let cost = found.reduce(0) { $0 + $1.repair.cost }
    let name = "\(law.name) '\(key.subject)'"
    // An event that breaks several lifecycles is one finding, and so is one under a rule that does not apply.
    let others = Set(judgements.filter { $0.key != key }.flatMap(\.value.events))
    let shared = judgement.events.filter(others.contains).count
    let isDropped = judgement.names.contains { naming in
      guard let required = naming.rule.flatMap({ grammar.rules[$0].required }) else { return false }
      return !trace.contains { $0.callback == grammar.callbacks[required].name }
    }
    if shared > 0 || isDropped {
      let least = isDropped ? 0 : judgement.cost - shared
      if (least...judgement.cost).contains(cost) { return [] }
      return ["the cost of \(name) is \(cost), which is not plausible for \(judgement.cost)"]
    }
    if cost != judgement.cost {
      return ["the cost of \(name) is \(cost), expected \(judgement.cost)"]
    }
    let actual = found.min { $0.event < $1.event }.map { "\($0.event) \($0.rule)" }
    let expected = judgement.names.first.map {
      "\(judgement.events[0]) \($0.rule.map { grammar.rules[$0].id } ?? "none")"
    }
    if actual == expected { return [] }
    // Which state determines the rule depends on how many unrecorded calls lead there.
    if !isWhole, found.map(\.event).min() == judgement.events.first { return [] }
    return ["the first of \(name) is \(actual ?? "none"), expected \(expected ?? "none")"]
  }
}

extension FormGrammar.DrawnRule {
  /// The documented lifecycle for the form of the rule; nil for a form that has none.
  func lifecycle(_ grammar: Grammar) -> Lifecycle? {
    func numbers(_ names: [String]) -> [CallbackID] {
      names.compactMap { name in grammar.callbacks.firstIndex { $0.name == name } }
    }
    func law(
      _ states: [String], _ steps: [(from: StateID, on: [CallbackID], to: StateID)],
      unknown: [StateID]? = nil, begin: [StateID]? = nil
    ) -> Lifecycle {
      var law = Lifecycle(
        name: name, subject: about, states: states.map { .init(name: $0, isAccepting: true) },
        transitions: steps.flatMap { step in
          step.on.map { .init(from: step.from, callback: $0, to: step.to) }
        }, start: [0], unknownStart: unknown ?? Array(StateID.all(states.count)),
        onParentBegin: begin ?? Array(StateID.all(states.count)))
      law.origin = .rule
      switch form {
      case .duty, .dutyToEnd: law.origin = .duty
      default: break
      }
      return law
    }
    func duty(
      _ expected: [CallbackID], _ after: [CallbackID], _ before: [CallbackID]
    ) -> Lifecycle {
      // A callback that both opens and ends a duty breaks it if it is open.
      let ends = before.filter { !after.contains($0) }
      return law(
        ["idle", "owed"],
        [
          (0, after, 1), (0, expected, 0), (0, ends, 0), (1, expected, 0),
          (1, after.filter { !before.contains($0) }, 1),
        ], begin: [0, 0])
    }
    switch form {
    case .once(let callback, let after):
      let (once, opening) = (numbers([callback]), numbers([after]))
      return law(
        ["idle", "open", "done"],
        [(0, opening, 1), (0, once, 0), (1, opening, 1), (1, once, 2), (2, opening, 1)])
    case .dutyToEnd(let expected, let after):
      return duty(numbers(expected), numbers(after), [])
    case .duty(let expected, let after, let before, _):
      return duty(numbers(expected), numbers(after), numbers(before))
    case .exactlyOne(let answers, let after):
      let (answers, after) = (numbers(answers), numbers([after]))
      return law(["idle", "open"], [(0, after, 1), (1, after, 1), (1, answers, 0)])
    case .ban(let names):
      return law(["always", "never"], [(1, numbers(names), 1)], unknown: [0])
    default: return nil
    }
  }
}
