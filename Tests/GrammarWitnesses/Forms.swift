import TraceGrammar
import TraceModel

/// A form of rule for which the shortest words that break it and that keep it can be found.
protocol BreakableForm: RuleForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings
}

extension StepForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    deadline.map { timeWitnesses($0, finder) } ?? stepWitnesses(of: rule, finder)
  }

  /// A word that leads into the states and then leaves them or not.
  private func timeWitnesses(_ seconds: Double, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let states = Set(states)
    let breaking = finder.find(steppedLifecycle) { node in
      node.states.allSatisfy(states.contains) ? [.pause(seconds: seconds * 2)] : nil
    }
    let keeping = finder.find(
      steppedLifecycle,
      remember: { node, after in
        max(node.memory, after.allSatisfy(states.contains) ? 1 : node.memory == 1 ? 2 : 0)
      }, goal: { $0.memory == 2 ? [] : nil })
    return (breaking, keeping)
  }

  private func stepWitnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    typealias Node = WitnessFinder.Node
    let (lifecycle, states) = (steppedLifecycle, Set(states))
    let search = finder.searches[lifecycle]
    let alphabet = Set(search.alphabet)
    let known = callbacks.filter(alphabet.contains)
    let knownSet = Set(known)
    func isAdvice(_ callback: CallbackID, _ node: Node) -> Bool {
      !onlyWhereIllegal && knownSet.contains(callback) && node.states.allSatisfy(states.contains)
        && !search.states(after: callback, in: node.states).isEmpty
    }
    func isNamed(_ callback: CallbackID, _ node: Node, everywhere: Bool) -> Bool {
      guard search.states(after: callback, in: node.states).isEmpty else { return false }
      let rules = node.states.map { finder.owner(of: callback, in: $0, lifecycle) }
      return everywhere ? rules.allSatisfy { $0 == rule } : rules.compactMap { $0 }.min() == rule
    }
    var breaking = WitnessFinder.Finding()
    // If all possible states are the rule's own, it is certain that this rule is broken.
    for everywhere in [true, false] where breaking.word == nil {
      let wasExhaustive = breaking.isExhaustive
      breaking = finder.find(lifecycle) { node in
        known.first { isAdvice($0, node) || isNamed($0, node, everywhere: everywhere) }
          .map { [finder.call($0)] }
      }
      breaking.isExhaustive = breaking.isExhaustive && wasExhaustive
    }
    let keeping = finder.find(
      lifecycle,
      isAllowed: { node, edge in
        guard case .call(let callback) = edge else { return true }
        return !isAdvice(callback, node)
      },
      goal: { node in
        known.first {
          !search.states(after: $0, in: node.states).isEmpty && !isAdvice($0, node)
        }.map { [finder.call($0)] }
      })
    return (breaking, keeping)
  }
}

extension EndForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let (lifecycle, states) = (endedLifecycle, Set(states))
    // The memory counts: 0 no event yet, 1 some event, 2 was certainly in one of the states.
    func remember(_ node: WitnessFinder.Node, _ after: [StateID]) -> Int {
      after.allSatisfy(states.contains) ? 2 : max(node.memory, 1)
    }
    let breaking = finder.find(lifecycle, remember: remember) { node in
      guard node.memory > 0, node.states.allSatisfy(states.contains) else { return nil }
      let call: CallbackID?
      switch laterEvents {
      case .none: return [.end]
      case .ofSubject: call = finder.laterCall(lifecycle, node.states, about: nil)
      case .ofWider(let wider): call = finder.laterCall(lifecycle, node.states, about: wider)
      }
      return call.map { [finder.call($0), .end] }
    }
    var keeping = finder.find(lifecycle, remember: remember) { node in
      node.memory == 2 && states.isDisjoint(with: node.states) ? [.end] : nil
    }
    if keeping.word == nil {
      let wasExhaustive = keeping.isExhaustive
      keeping = finder.find(lifecycle, remember: remember) { node in
        node.memory > 0 && states.isDisjoint(with: node.states) ? [.end] : nil
      }
      keeping.isExhaustive = keeping.isExhaustive && wasExhaustive
    }
    return (breaking, keeping)
  }
}

extension IncompleteForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    func find(accepting: Bool) -> WitnessFinder.Finding {
      finder.findAnywhere { lifecycle in
        let definition = finder.grammar.lifecycles[lifecycle]
        // A subject that only other calls show has not left its start. What those are about must end well, too, so they
        // are no example of a good end.
        let other = accepting ? nil : finder.otherCall(than: lifecycle)
        return finder.find(lifecycle, remember: { _, _ in 1 }) { node in
          guard node.states.allSatisfy({ definition.states[$0].isAccepting == accepting }) else {
            return nil
          }
          if node.memory > 0 { return [.end] }
          return other.map { [finder.call($0), .end] }
        }
      }
    }
    return (find(accepting: false), find(accepting: true))
  }
}

extension NotificationAheadForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    func find(_ tail: (String) -> [RuleWitness.Step]) -> WitnessFinder.Finding {
      finder.findAnywhere { lifecycle in
        let search = finder.searches[lifecycle]
        return finder.find(lifecycle) { node in
          search.alphabet.first { callback in
            let after = search.states(after: callback, in: node.states)
            return !grammar.callbacks[callback].notifications.isEmpty && !after.isEmpty
              && after != node.states
          }.map { tail(grammar.callbacks[$0].name) }
        }
      }
    }
    return (
      find { [.notification($0), .call($0)] }, find { [.call($0), .notification($0)] }
    )
  }
}

extension UnexpectedForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let breaking = finder.findAnywhere { lifecycle in
      let search = finder.searches[lifecycle]
      return finder.find(lifecycle) { node in
        search.alphabet.first { callback in
          search.states(after: callback, in: node.states).isEmpty
            && node.states.allSatisfy { finder.owner(of: callback, in: $0, lifecycle) == nil }
        }.map { [finder.call($0)] }
      }
    }
    let keeping = finder.findAnywhere { lifecycle in
      finder.find(lifecycle, remember: { _, _ in 1 }) { $0.memory > 0 ? [] : nil }
    }
    return (breaking, keeping)
  }
}

extension TimeForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    if after.isEmpty {
      func word(_ seconds: Double) -> WitnessFinder.Finding {
        let name = callbacks.first.map { finder.grammar.callbacks[$0].name }
        return .init(name.map { [.lastingCall($0, seconds: seconds)] })
      }
      return (word(seconds * 2), word(seconds))
    }
    func subject(_ callback: CallbackID) -> SubjectKindID {
      finder.grammar.callbacks[callback].subject
    }
    let pairs = after.lazy.flatMap { first in callbacks.map { (first, $0) } }
    guard let (first, second) = pairs.first(where: { subject($0) == subject($1) }) else {
      return (.init(nil), .init(nil))
    }
    func word(_ seconds: Double) -> WitnessFinder.Finding {
      .init([finder.call(first), .pause(seconds: seconds), finder.call(second)])
    }
    // The calls themselves take time.
    return isLeast ? (word(seconds / 2), word(seconds)) : (word(seconds * 2), word(seconds / 2))
  }
}

extension ContradictionForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    let known = grammar.callbacks.flatMap(\.readings).filter { $0.member == member }
      .flatMap(\.values)
    for callback in grammar.callbacks {
      guard let own = callback.readings.first(where: { $0.member == member }),
        let other = known.first(where: { !own.values.contains($0) })
      else { continue }
      func word(_ value: String) -> WitnessFinder.Finding {
        .init([.valuedCall(callback.name, member: member, value: value)])
      }
      return (word(other), word(own.values[0]))
    }
    return (.init(nil), .init(nil))
  }
}

extension DifferingValueForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    guard let callback = callbacks.first else { return (.init(nil), .init(nil)) }
    let name = finder.grammar.callbacks[callback].name
    func call(_ value: String) -> RuleWitness.Step {
      .valuedCall(name, member: member, value: value)
    }
    var other = "other"
    while values.contains(other) { other += "'" }
    return (.init([call(values[0]), call(other)]), .init([call(values[0])]))
  }
}

extension PeerForm: BreakableForm {
  func witnesses(of rule: RuleID, _ finder: WitnessFinder) -> WitnessFinder.Findings {
    let grammar = finder.grammar
    guard let callback = callbacks.first, let after = after.first else {
      return (.init(nil), .init(nil))
    }
    let subject = grammar.subjects[peer]
    let member =
      question == .ofAlias
      ? subject.aliasMember ?? "" : subject.joinedMembers.first ?? subject.member
    func call(_ callback: CallbackID, _ peer: String) -> RuleWitness.Step {
      .valuedCall(grammar.callbacks[callback].name, member: member, value: peer)
    }
    switch question {
    case .theSame:
      return (
        .init([call(after, "a"), call(callback, "b")]),
        .init([call(after, "a"), call(callback, "a")])
      )
    case .ofAlias:
      return (
        .init([call(after, "a"), call(after, "b"), call(callback, "a")]),
        .init([call(after, "a"), call(callback, "a")])
      )
    case .once:
      let first = [finder.call(after), call(callback, "a")]
      return (.init(first + [call(callback, "a")]), .init(first))
    case .each(let lifecycle, let states, let ends):
      let way = finder.wayInto(Set(states), of: lifecycle)
      guard let end = ends.first, let known = way.word else { return (way, way) }
      let before = known.steps(by: "a", member) + [finder.call(after)]
      var (breaking, keeping) = (way, way)
      breaking.word = RuleWitness.Word(steps: before + [finder.call(end)])
      keeping.word = RuleWitness.Word(steps: before + [call(callback, "a"), finder.call(end)])
      return (breaking, keeping)
    }
  }
}

extension WitnessFinder {
  /// A call that leaves these states as they are and does not begin the wider subject: about that if one is asked for,
  /// and else, or where there is none, about the lifecycle's own; one that the lifecycle knows, or one it cannot see.
  fileprivate func laterCall(
    _ lifecycle: LifecycleID, _ states: [StateID], about wider: SubjectKindID?
  ) -> CallbackID? {
    let search = searches[lifecycle]
    let beginnings = wider.map { grammar.subjects[$0].beginnings } ?? []
    func calls(about subject: SubjectKindID) -> [CallbackID] {
      grammar.callbacks.indices.filter {
        grammar.callbacks[$0].subject == subject && !beginnings.contains($0)
      }
    }
    let calls = (wider.map(calls) ?? []) + calls(about: search.lifecycle.subject)
    return calls.first { search.states(after: $0, in: states) == states }
      ?? calls.first { !search.alphabet.contains($0) }
  }
}

extension WitnessFinder {
  /// A call about the subject of a lifecycle, or about one that belongs to it, that the lifecycle does not know; nil if it
  /// knows all of them.
  fileprivate func otherCall(than lifecycle: LifecycleID) -> CallbackID? {
    let search = searches[lifecycle]
    return grammar.callbacks.indices.first { callback in
      var subject: SubjectKindID? = grammar.callbacks[callback].subject
      while let current = subject, current != search.lifecycle.subject {
        subject = grammar.subjects[current].parent
      }
      return subject != nil && grammar.callbacks[callback].refinement == nil
        && !search.alphabet.contains { grammar.isCase($0, of: callback) }
    }
  }
}

extension Grammar {
  /// Whether a callback is another one, or a case of it.
  fileprivate func isCase(_ callback: CallbackID, of whole: CallbackID) -> Bool {
    callback == whole || callbacks[callback].refinement?.callback == whole
  }
}
