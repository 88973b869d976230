internal import TraceModel

/// Lifecycles.
extension Resolver {
  mutating func resolveLifecycles() {
    for lifecycle in syntax.lifecycles {
      let declared = declare(
        lifecycle.name, "lifecycle",
        lifecycleNames.enter(lifecycle.name, atMost: GrammarLimits.lifecycles))
      let subject = resolveSubject(lifecycle.subject)
      guard let index = declared else { continue }
      lifecycles.append(
        Lifecycle(
          name: lifecycle.name.text, subject: subject ?? 0, states: [], transitions: [],
          start: [], unknownStart: [], onParentBegin: [], range: lifecycle.name.range))
      hasWrittenUnknown.append(lifecycle.unknown != nil)
      writtenStarts.append(lifecycle.unknown == nil ? lifecycle.start?.first?.range : nil)
      declareStates(of: lifecycle, at: index)
      resolveSteps(of: lifecycle, at: index)
      resolveStateSets(of: lifecycle, at: index)
      if subject != nil { resolveBeginnings(of: lifecycle, at: index) }
    }
  }

  private mutating func declareStates(of lifecycle: LifecycleSyntax, at index: LifecycleID) {
    let accepting = Set(lifecycle.accepting.map(\.text))
    var names = DeclaredNames<StateID>()
    var described: [String: SourceRange] = [:]
    for (position, (name, text)) in lifecycle.declarations.enumerated() {
      if let text {
        if let first = described[name.text] {
          report(
            .duplicateName, "state '\(name.text)' is described twice", at: name.range,
            notes: [.init("the first is here", at: first)])
        }
        described[name.text] = name.range
        if let state = names.index(of: name.text), lifecycles[index].states[state].text.isEmpty {
          lifecycles[index].states[state].text = text.text
        }
      }
      guard names.index(of: name.text) == nil else { continue }
      guard names.words.count < GrammarLimits.states else {
        report(
          .limitExceeded,
          "a lifecycle may have \(GrammarLimits.states) states; '\(name.text)' is more",
          at: name.range)
        leaveOut(lifecycle.declarations[position...])
        break
      }
      guard stateCount < GrammarLimits.statesInAll else {
        report(
          .limitExceeded,
          "all lifecycles together may have \(GrammarLimits.statesInAll) states; "
            + "'\(name.text)' is more", at: name.range)
        leaveOut(lifecycle.declarations[position...])
        break
      }
      stateCount += 1
      names.enter(name)
      lifecycles[index].states.append(
        .init(
          name: name.text, text: text?.text ?? "",
          isAccepting: accepting.isEmpty || accepting.contains(name.text), range: name.range))
    }
    stateNames.append(names)
  }

  /// Reports nothing about states that are too many.
  private mutating func leaveOut(_ declarations: ArraySlice<(name: Word, text: Word?)>) {
    namesBeyondLimits.formUnion(declarations.map(\.name.text))
  }

  private mutating func resolveSteps(of lifecycle: LifecycleSyntax, at index: LifecycleID) {
    var transitions: [Lifecycle.Transition] = []
    var ranges: [SourceRange] = []
    var seen = Set<Lifecycle.Transition>(minimumCapacity: lifecycle.steps.count * 4)
    for step in lifecycle.steps {
      let sources = resolveStates(step.from, of: index)
      let target = step.to.map { word in
        resolveStates([word], of: index) {
          [.init("a state in which a lifecycle ends is declared by '\($0.text) -> .'")]
        }.first
      }
      for word in step.callbacks {
        let callbacks = resolveCallbackOrGroup(word)
        guard transitions.count + sources.count * callbacks.count <= GrammarLimits.transitions
        else {
          report(
            .limitExceeded,
            "a lifecycle may have \(GrammarLimits.transitions) steps; these are more",
            at: word.range)
          break
        }
        var repeated: [String] = []
        for from in sources {
          for callback in callbacks {
            guard let to = target ?? from else { continue }
            let transition = Lifecycle.Transition(from: from, callback: callback, to: to)
            if seen.insert(transition).inserted {
              transitions.append(transition)
              ranges.append(word.range)
            } else {
              repeated.append(lifecycles[index].states[from].name)
            }
          }
        }
        if let state = repeated.first {
          warn(
            .repeatedTransition, "this step from '\(state)' is written twice", at: word.range)
        }
      }
    }
    lifecycles[index].transitions = transitions
    transitionRanges.append(ranges)
  }

  private mutating func resolveStateSets(of lifecycle: LifecycleSyntax, at index: LifecycleID) {
    let all = Array(lifecycles[index].states.indices)
    let start = lifecycle.start.map { resolveStates($0, of: index) }
    let unknown = lifecycle.unknown.map { resolveStates($0, of: index) }
    lifecycles[index].start = Set(start ?? Array(all.prefix(1))).sorted()
    lifecycles[index].unknownStart = Set(unknown ?? all).sorted()
    lifecycles[index].renewable = Set(
      resolveStates(lifecycle.renewable ?? [], of: index)
    ).sorted()
    if let optional = lifecycle.optional {
      for state in resolveStates(optional.states, of: index) {
        lifecycles[index].states[state].part = optional.part.text
      }
    }
    for word in lifecycle.beyond ?? [] {
      guard let state = resolveStates([word], of: index).first else { continue }
      lifecycles[index].states[state].isInconclusive = true
      if lifecycles[index].states[state].text.isEmpty {
        report(
          .missingClause, "no clause 'state' says why '\(word.text)' cannot be judged",
          at: word.range)
      }
    }
  }

  private mutating func resolveBeginnings(of lifecycle: LifecycleSyntax, at index: LifecycleID) {
    var after = IDArray<StateID, StateID>(Array(lifecycles[index].states.indices))
    var places = IDArray<StateID, SourceRange?>(repeating: nil, count: after.count)
    let own = subjects[lifecycles[index].subject]
    for beginning in lifecycle.beginnings {
      if let subject = resolveSubject(beginning.subject), subject != own.parent {
        let wider = own.parent.map { subjects[$0].name }
        report(
          .notTheWiderSubject,
          wider.map { "subject '\(own.name)' is within '\($0)', so only that can begin here" }
            ?? "subject '\(own.name)' is within no other, so nothing can begin here",
          at: beginning.subject.range, suggestion: wider)
      }
      let target = resolveStates([beginning.to], of: index).first
      for word in beginning.from {
        guard let state = resolveStates([word], of: index).first, let target else { continue }
        if let first = places[state] {
          report(
            .beginningNotIdempotent,
            "the state that '\(word.text)' becomes is written twice", at: word.range,
            notes: [.init("the first is here", at: first)])
        }
        after[state] = target
        places[state] = word.range
      }
    }
    for (state, target) in after.numbered where after[target] != target {
      let names = [state, target, after[target]].map { lifecycles[index].states[$0].name }
      report(
        .beginningNotIdempotent,
        "'\(names[0])' becomes '\(names[1])', which becomes '\(names[2])': "
          + "a beginning must do the same once or twice",
        at: places[state] ?? lifecycles[index].range)
    }
    lifecycles[index].onParentBegin = after
  }
}
