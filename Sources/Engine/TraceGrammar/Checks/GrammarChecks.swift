internal import TraceModel

/// Finds what is wrong with a grammar whose names are all known.
struct GrammarChecks: GrammarDiagnosing {
  let grammar: Grammar
  private let resolved: ResolvedGrammar
  /// Whether the part of the text at a position still has to be checked.
  private let isDoubtful: (SourceRange) -> Bool
  var diagnostics: [Diagnostic] = []
  /// Rules that can never fire because others name all of their steps; these are already reported.
  private var contestedRules: Set<RuleID> = []

  /// The findings, in no particular order.
  /// - Parameter isDoubtful: whether the text at a position has to be checked; the rest is known to be correct.
  static func findings(
    in resolved: ResolvedGrammar, where isDoubtful: @escaping (SourceRange) -> Bool = { _ in true }
  ) -> [Diagnostic] {
    let grammar = resolved.grammar
    guard
      grammar.lifecycles.contains(where: { isDoubtful($0.range) })
        || grammar.rules.contains(where: { isDoubtful($0.range) }) || isDoubtful(resolved.end)
    else { return [] }
    var checks = GrammarChecks(resolved, isDoubtful)
    for lifecycle in grammar.lifecycles.indices
    where isDoubtful(grammar.lifecycles[lifecycle].range) {
      checks.checkLifecycle(lifecycle)
    }
    // The others need lifecycles with states to start in.
    if checks.diagnostics.contains(where: { $0.severity == .error }) { return checks.diagnostics }
    checks.checkClaims()
    checks.checkCallbacksOfRules()
    checks.checkRulesThatCannotFire()
    checks.checkCatchAlls()
    return checks.diagnostics
  }

  private init(_ resolved: ResolvedGrammar, _ isDoubtful: @escaping (SourceRange) -> Bool) {
    self.resolved = resolved
    self.isDoubtful = isDoubtful
    grammar = resolved.grammar
  }

  // MARK: Lifecycles

  private mutating func checkLifecycle(_ index: LifecycleID) {
    let definition = grammar.lifecycles[index]
    guard !definition.transitions.isEmpty else {
      report(.emptyLifecycle, "lifecycle '\(definition.name)' has no step", at: definition.range)
      return
    }
    checkSubjects(of: definition, resolved.written[index].steps)
    checkCases(of: definition)
    checkStart(of: definition, resolved.written[index].start)
    let edges = definition.edges
    let roots =
      definition.start + (resolved.written[index].hasUnknown ? definition.unknownStart : [])
    let reached = closure(of: roots, over: edges)
    let accepting = definition.states.indices.filter { definition.states[$0].isAccepting }
    let alive = closure(of: accepting, over: edges.map { (from: $0.to, to: $0.from) })
    for (state, value) in definition.states.numbered {
      if definition.origin == .ban {
        // Its second state exists only so that the lifecycle knows the banned callbacks.
      } else if !reached.contains(state) {
        report(
          .unreachableState, severity: .warning,
          "no calls lead to state '\(value.name)' of lifecycle '\(definition.name)'",
          at: value.range
        )
      } else if !accepting.isEmpty, !alive.contains(state) {
        report(
          .deadState, severity: .warning,
          "no complete lifecycle goes through state '\(value.name)' of lifecycle '\(definition.name)': "
            + "it leads to no state in which the lifecycle may end", at: value.range)
      }
    }
  }

  /// Where it is unknown which of its cases a callback is, all of them are tried, so their number has a limit.
  private mutating func checkCases(of definition: Lifecycle) {
    let bases = definition.alphabet.compactMap { grammar.callbacks[$0].refinement?.callback }
    for (callback, cases) in Dictionary(grouping: bases, by: { $0 }).sorted(by: { $0.key < $1.key })
    where cases.count > GrammarLimits.casesOfCallback {
      report(
        .limitExceeded,
        "a lifecycle may name \(GrammarLimits.casesOfCallback) cases of a callback; "
          + "'\(definition.name)' names more of '\(grammar.callbacks[callback].name)'",
        at: definition.range)
    }
  }

  /// A start that no recording can show, as nothing says when the subject begins.
  private mutating func checkStart(of definition: Lifecycle, _ written: SourceRange?) {
    guard let written, definition.start != definition.unknownStart, !isStartTold(of: definition)
    else { return }
    let wider = grammar.subjects[definition.subject].parent
    let name = grammar.subjects[definition.subject].name
    let reason =
      wider.map { "nothing begins '\(grammar.subjects[$0].name)', to which '\(name)' belongs" }
      ?? "'\(name)' belongs to no wider subject"
    report(
      .startNotTold, severity: .warning,
      "\(reason), so only a recording that says \"complete\": true shows that '\(name)' starts here",
      at: written,
      notes: [.init("in others it may first occur in any state; 'unknown' limits these states")])
  }

  /// Whether a callback shows that the subject cannot have existed before: it begins the wider subject.
  private func isStartTold(of definition: Lifecycle) -> Bool {
    grammar.subjects[definition.subject].parent
      .map { !grammar.subjects[$0].beginnings.isEmpty } ?? false
  }

  private mutating func checkSubjects(of definition: Lifecycle, _ ranges: [SourceRange]) {
    var seen: Set<CallbackID> = []
    for (step, range) in zip(definition.transitions, ranges)
    where seen.insert(step.callback).inserted {
      let callback = grammar.callbacks[step.callback]
      let subjects = grammar.subjects
      if subjects.widest(callback.subject) != subjects.widest(definition.subject) {
        report(
          .foreignCallback,
          "callback '\(callback.name)' is about '\(subjects[callback.subject].name)', which lifecycle "
            + "'\(definition.name)', about '\(subjects[definition.subject].name)', cannot see",
          at: range,
          notes: [.init("the callback is declared here", at: callback.range)])
      }
    }
  }

  // MARK: Rules

  /// Two rules must not name one step, nor one of the forms that a grammar has at most once.
  private mutating func checkClaims() {
    var owners = IDArray<LifecycleID, [StepClaim: RuleID]>(
      repeating: [:], count: grammar.lifecycles.count)
    var reported: Set<[RuleID]> = []
    for (index, rule) in grammar.rules.numbered {
      if rule.form.isUnique {
        let first = grammar.rules.firstIndex { $0.form.isEqual(rule.form) } ?? index
        if first < index { reportDoubleClaim(first, index, "the same form") }
      }
      guard let form = rule.form as? StepForm, case let lifecycle = form.steppedLifecycle else {
        continue
      }
      let definition = grammar.lifecycles[lifecycle]
      let legal = form.onlyWhereIllegal ? Set(definition.transitions.map { StepClaim($0) }) : []
      for callback in form.callbacks {
        for state in form.states {
          let claim = StepClaim(callback: callback, state: state)
          if legal.contains(claim) { continue }
          guard let owner = owners[lifecycle][claim] else {
            owners[lifecycle][claim] = index
            continue
          }
          guard reported.insert([owner, index]).inserted else { continue }
          reportDoubleClaim(
            owner, index,
            "'\(grammar.callbacks[callback].name)' in state '\(definition.states[state].name)'")
        }
      }
    }
  }

  private mutating func reportDoubleClaim(_ first: RuleID, _ second: RuleID, _ claimed: String) {
    contestedRules.insert(second)
    let (first, second) = (grammar.rules[first], grammar.rules[second])
    report(
      .doubleClaim, "rules '\(first.id)' and '\(second.id)' both name \(claimed)",
      at: second.range, notes: [.init("'\(first.id)' is declared here", at: first.range)])
  }

  /// A callback that the lifecycle of its rule does not know is never illegal there.
  private mutating func checkCallbacksOfRules() {
    for (rule, written) in zip(grammar.rules, resolved.ruleCallbacks) {
      guard let form = rule.form as? StepForm else { continue }
      let definition = grammar.lifecycles[form.steppedLifecycle]
      let alphabet = Set(definition.alphabet)
      // If none is known, the rule cannot fire at all, which is reported elsewhere.
      guard !alphabet.isDisjoint(with: form.callbacks) else { continue }
      for entry in written where alphabet.isDisjoint(with: entry.callbacks) {
        report(
          .uselessCallback, severity: .warning,
          "lifecycle '\(definition.name)' has no step for this, so it cannot break the rule",
          at: entry.range)
      }
    }
  }

  private mutating func checkRulesThatCannotFire() {
    for (index, rule) in grammar.rules.numbered
    where !contestedRules.contains(index) && isDoubtful(rule.range) {
      guard let reason = rule.form.reasonForNeverFiring(in: grammar) else { continue }
      // A rule that every grammar should have is no mistake where it has nothing to do.
      report(
        .ruleCannotFire, severity: rule.form.isSafetyNet ? .warning : .error,
        "rule '\(rule.id)' can never fire: \(reason)", at: rule.range)
    }
  }

  /// Illegal steps and ends that no other rule names should have a rule too. A text without rules is an order of calls, and what
  /// breaks it is told in general words.
  private mutating func checkCatchAlls() {
    if grammar.rules.isEmpty { return }
    if !grammar.rules.contains(where: { $0.form is UnexpectedForm }),
      let step = grammar.illegalSteps.first(where: { $0.rule == nil })
    {
      let state = grammar.names([step.state], of: step.lifecycle)
      report(
        .missingUnexpectedRule, severity: .warning,
        "some illegal steps have no rule; add one with 'anything else'", at: resolved.end,
        notes: [.init("for example \(grammar.callbacks[step.callback].name) in the state \(state)")]
      )
    }
    if !grammar.rules.contains(where: { $0.form is IncompleteForm }),
      let end = grammar.lifecycles.firstIndex(where: { !$0.states.allSatisfy(\.isAccepting) }),
      let state = grammar.lifecycles[end].states.indices.first(where: {
        !grammar.lifecycles[end].states[$0].isAccepting
      })
    {
      report(
        .missingIncompleteRule, severity: .warning,
        "no rule names lifecycles that end too early; add one with 'at end of an incomplete life'",
        at: resolved.end,
        notes: [.init("for example one that ends in the state \(grammar.names([state], of: end))")])
    }
  }
}

/// A callback in a state of a lifecycle, which a rule may be about.
struct StepClaim: Hashable {
  var callback: CallbackID
  var state: StateID
}

extension StepClaim {
  /// What a legal step takes.
  init(_ step: Lifecycle.Transition) { self.init(callback: step.callback, state: step.from) }
}

extension Grammar {
  /// The illegal steps of all lifecycles from states in which a subject may be, each with the first rule that names it.
  var illegalSteps: [(lifecycle: LifecycleID, callback: CallbackID, state: StateID, rule: RuleID?)]
  {
    lifecycles.indices.flatMap { number in
      let lifecycle = lifecycles[number]
      let legal = Set(lifecycle.transitions.map { StepClaim($0) })
      let states = closure(
        of: lifecycle.start + lifecycle.unknownStart, over: lifecycle.edges)
      return lifecycle.alphabet.flatMap { callback in
        states.sorted().filter { !legal.contains(StepClaim(callback: callback, state: $0)) }
          .map { (number, callback, $0, owner(of: callback, in: $0, number)) }
      }
    }
  }

  /// The first rule that names a callback in a state of a lifecycle; nil if none does.
  private func owner(
    of callback: CallbackID, in state: StateID, _ lifecycle: LifecycleID
  ) -> RuleID? {
    rules.firstIndex {
      guard let form = $0.form as? StepForm, form.steppedLifecycle == lifecycle else {
        return false
      }
      return form.callbacks.contains(callback) && form.states.contains(state)
    }
  }
}

extension Lifecycle {
  /// From which state to which calls lead, and the beginning of a wider subject.
  fileprivate var edges: [(from: StateID, to: StateID)] {
    transitions.map { ($0.from, $0.to) } + onParentBegin.numbered.map { ($0, $1) }
  }
}

/// Everything that edges lead to from the roots, with the roots.
private func closure(
  of roots: [StateID], over edges: [(from: StateID, to: StateID)]
) -> Set<StateID> {
  let successors = Dictionary(grouping: edges, by: \.from)
  var reached = Set(roots)
  var open = roots
  while let state = open.popLast() {
    for edge in successors[state] ?? [] where reached.insert(edge.to).inserted {
      open.append(edge.to)
    }
  }
  return reached
}
