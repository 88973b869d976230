package import TraceGrammar
import TraceModel

/// A callback in a state of a lifecycle, which a rule may be about.
private struct StepClaim: Hashable {
  var callback: CallbackID
  var state: StateID
}

/// Finds the witnesses of a grammar's rules.
package struct WitnessFinder {
  typealias Step = RuleWitness.Step
  typealias Node = LifecycleSearch.Node

  /// A word that was looked for.
  package struct Finding {
    /// The shortest such word; nil if there is none, as far as was looked.
    var word: RuleWitness.Word?
    /// Whether all words were looked at.
    var isExhaustive = true
  }

  /// The shortest words that break a rule and that keep it.
  package typealias Findings = (breaking: Finding, keeping: Finding)

  let grammar: Grammar
  let searches: IDArray<LifecycleID, LifecycleSearch>
  /// For each lifecycle, the first rule that claims a callback in a state.
  private let claims: IDArray<LifecycleID, [StepClaim: RuleID]>
  private let budget: LifecycleSearch.Budget

  /// Prepares the grammar's lifecycles for searching.
  init(_ grammar: Grammar, within budget: LifecycleSearch.Budget = LifecycleSearch.Budget()) {
    (self.grammar, self.budget) = (grammar, budget)
    let searches = grammar.lifecycles.table { LifecycleSearch($0) }
    self.searches = searches
    var claims = IDArray<LifecycleID, [StepClaim: RuleID]>(
      repeating: [:], count: searches.count)
    for (index, rule) in grammar.rules.numbered {
      guard let form = rule.form as? StepForm, case let lifecycle = form.steppedLifecycle else {
        continue
      }
      for callback in form.callbacks {
        for state in form.states
        where !form.onlyWhereIllegal || !searches[lifecycle].isLegal(callback, in: state) {
          let claim = StepClaim(callback: callback, state: state)
          if claims[lifecycle][claim] == nil { claims[lifecycle][claim] = index }
        }
      }
    }
    self.claims = claims
  }

  /// The witness of one rule.
  func witness(of index: RuleID) -> RuleWitness {
    let rule = grammar.rules[index]
    var (breaking, keeping) = Self.witnesses(of: index, self)
    if let required = rule.required {
      let call = Step.call(grammar.callbacks[required].name)
      if breaking.word?.steps.contains(call) == false { breaking.word?.steps.append(call) }
      if keeping.word?.steps.contains(call) == false { keeping.word?.steps.append(call) }
    }
    return RuleWitness(
      rule: rule.id, breaking: breaking.word, keeping: keeping.word,
      isExhaustive: breaking.isExhaustive && keeping.isExhaustive)
  }

  private static func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> Findings {
    guard let form = finder.grammar.rules[rule].form as? any BreakableForm else {
      preconditionFailure("no words are known for \(finder.grammar.rules[rule].form)")
    }
    return form.witnesses(of: rule, finder)
  }

  /// The first rule that claims a callback in a state of a lifecycle; nil if none does.
  func owner(of callback: CallbackID, in state: StateID, _ lifecycle: LifecycleID) -> RuleID? {
    claims[lifecycle][StepClaim(callback: callback, state: state)]
  }

  // MARK: Searching

  func call(_ callback: CallbackID) -> Step { .call(grammar.callbacks[callback].name) }

  /// The shortest word of a lifecycle, from its known start or else from its unknown one.
  func find(
    _ lifecycle: LifecycleID, remember: (Node, [StateID]) -> Int = { node, _ in node.memory },
    isAllowed: (Node, LifecycleSearch.Edge) -> Bool = { _, _ in true },
    goal: (Node) -> [Step]?
  ) -> Finding {
    let search = searches[lifecycle]
    let definition = search.lifecycle
    var finding = Finding()
    for (start, isKnown) in [(definition.start, true), (definition.unknownStart, false)] {
      switch search.shortestWord(
        from: start, remember: remember, isAllowed: isAllowed, within: budget, goal: goal)
      {
      case .found(let edges, let tail):
        let steps = edges.map { edge in
          switch edge {
          case .call(let callback): call(callback)
          case .beginning: Step.beginning(widerSubject(of: definition))
          }
        }
        finding.word = RuleWitness.Word(
          lifecycle: definition.name, start: start.map { definition.states[$0].name },
          isStartKnown: isKnown,
          steps: steps + tail)
        return finding
      case .impossible: continue
      case .gaveUp: finding.isExhaustive = false
      }
    }
    return finding
  }

  /// The shortest word of any lifecycle; the first lifecycle wins among words of one length.
  func findAnywhere(_ find: (LifecycleID) -> Finding) -> Finding {
    var best = Finding()
    for lifecycle in grammar.lifecycles.indices {
      let finding = find(lifecycle)
      best.isExhaustive = best.isExhaustive && finding.isExhaustive
      guard let word = finding.word else { continue }
      if best.word.map({ word.steps.count < $0.steps.count }) ?? true { best.word = word }
    }
    return best
  }

  private func widerSubject(of definition: Lifecycle) -> String {
    grammar.subjects[definition.subject].parent.map { grammar.subjects[$0].name } ?? ""
  }

  /// The shortest word that leads into some states for certain.
  func wayInto(_ states: Set<StateID>, of lifecycle: LifecycleID) -> Finding {
    find(lifecycle) { $0.states.allSatisfy(states.contains) ? [] : nil }
  }
}

extension WitnessFinder.Finding {
  /// A word that is known without a search; nil if it is known that there is none.
  init(_ steps: [RuleWitness.Step]?) { word = steps.map { RuleWitness.Word(steps: $0) } }
}

extension RuleWitness.Word {
  /// The steps of a word with the subject that each is about.
  func steps(by subject: String, _ member: String) -> [RuleWitness.Step] {
    steps.map { step in
      guard case .call(let name) = step else { return step }
      return .valuedCall(name, member: member, value: subject)
    }
  }
}

extension Grammar {
  /// The proof, for each rule in order, that it can be broken and that it can be kept.
  /// - Complexity: O(rules × sets of states the start reaches × callbacks); a search that has to
  ///   look at too many is given up, and its witness says so.
  package func witnesses() -> [RuleWitness] {
    let finder = WitnessFinder(self)
    return rules.indices.map { finder.witness(of: $0) }
  }
}
