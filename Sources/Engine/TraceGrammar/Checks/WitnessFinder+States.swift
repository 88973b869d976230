/// Witnesses of rules about durations and numbers, and about subjects side by side.
extension WitnessFinder {
  /// A word that leads into the states and then leaves them or not.
  func deadlineFindings(
    _ lifecycle: LifecycleID, _ states: Set<StateID>, _ seconds: Double
  ) -> (Finding, Finding) {
    let breaking = find(lifecycle) { node in
      node.states.allSatisfy(states.contains) ? [.pause(seconds: seconds * 2)] : nil
    }
    let keeping = find(
      lifecycle,
      remember: { node, after in
        max(node.memory, after.allSatisfy(states.contains) ? 1 : node.memory == 1 ? 2 : 0)
      }, goal: { $0.memory == 2 ? [] : nil })
    return (breaking, keeping)
  }

  /// The way into the states, for one subject more than there may be and for no more.
  func countFindings(
    _ count: Int, _ lifecycle: LifecycleID, _ states: Set<StateID>
  ) -> (Finding, Finding) {
    let way = wayInto(states, of: lifecycle)
    guard let known = way.word else { return (way, way) }
    let member = grammar.subjects[grammar.lifecycles[lifecycle].subject].member
    func word(_ count: Int) -> RuleWitness.Word {
      RuleWitness.Word(steps: (0..<count).flatMap { steps(known, by: "\($0)", member) })
    }
    var (breaking, keeping) = (way, way)
    breaking.word = word(count + 1)
    keeping.word = count == 0 ? nil : word(count)
    return (breaking, keeping)
  }

  /// The shortest word that leads into some states for certain.
  private func wayInto(_ states: Set<StateID>, of lifecycle: LifecycleID) -> Finding {
    find(lifecycle) { $0.states.allSatisfy(states.contains) ? [] : nil }
  }

  /// The steps of a word with the subject that each is about.
  private func steps(_ word: RuleWitness.Word, by subject: String, _ member: String) -> [Step] {
    word.steps.map { step in
      guard case .call(let name) = step else { return step }
      return .valuedCall(name, member: member, value: subject)
    }
  }

  func peerFindings(_ demand: PeerDemand) -> (Finding, Finding) {
    guard let callback = demand.callbacks.first, let after = demand.after.first else {
      return (Finding(), Finding())
    }
    let member = grammar.subjects[demand.peer].member
    func call(_ callback: CallbackID, _ peer: String) -> Step {
      .valuedCall(grammar.callbacks[callback].name, member: member, value: peer)
    }
    func word(_ steps: Step...) -> Finding { Finding(word: RuleWitness.Word(steps: steps)) }
    switch demand.question {
    case .theSame:
      return (
        word(call(after, "a"), call(callback, "b")), word(call(after, "a"), call(callback, "a"))
      )
    case .once:
      let first = [self.call(after), call(callback, "a")]
      return (
        word(first[0], first[1], call(callback, "a")), word(first[0], first[1])
      )
    case .each(let lifecycle, let states, let ends):
      let way = wayInto(Set(states), of: lifecycle)
      guard let end = ends.first, let known = way.word else { return (way, way) }
      let before = steps(known, by: "a", member) + [self.call(after)]
      var (breaking, keeping) = (way, way)
      breaking.word = RuleWitness.Word(steps: before + [self.call(end)])
      keeping.word = RuleWitness.Word(steps: before + [call(callback, "a"), self.call(end)])
      return (breaking, keeping)
    }
  }
}
