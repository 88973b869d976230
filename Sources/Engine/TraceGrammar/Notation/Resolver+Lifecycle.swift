internal import TraceModel

/// Lifecycles.
extension Resolver {
  mutating func resolveLifecycle(_ block: Block) {
    let name = block.name
    let declared = declare(
      name, "lifecycle", lifecycleNames.enter(name, atMost: GrammarLimits.lifecycles))
    let subject = resolveSubject(block.head.word("SUBJECT"))
    guard let index = declared else { return }
    lifecycles.append(
      Lifecycle(
        name: name.text, subject: subject ?? 0, states: [], transitions: [], start: [],
        unknownStart: [], onParentBegin: [], range: name.range))
    let hasUnknown = block.clause("unknown") != nil
    written.append(
      .init(
        hasUnknown: hasUnknown,
        start: hasUnknown ? nil : block.words("start", "STATES").first?.range))
    declareStates(of: block, at: index)
    resolveSteps(of: block, at: index)
    resolveStateSets(of: block, at: index)
    if subject != nil { resolveBeginnings(of: block, at: index) }
  }

  private mutating func declareStates(of block: Block, at index: LifecycleID) {
    let order = block.clause("order")?.order
    let accepting = Set(
      block.all("->").filter { $0["ALTERNATIVES"].contains { $0.text == "." } }
        .map { $0.word("STATE").text } + (order?.ends ?? []).map(\.text))
    let ends = block.clause("may")?.choices
    // The left sides of productions and the clauses `state` declare states, in the order of the text.
    let declarations =
      (order?.states ?? []).map { (name: $0, text: nil) }
      + block.clauses.filter { ["->", "state"].contains($0.keyword.text) }
      .map { (name: $0.word("STATE"), text: $0["TEXT"].first) }
    var names = DeclaredNames<StateID>()
    var described: [String: SourceRange] = [:]
    for (position, (name, text)) in declarations.enumerated() {
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
      let limit =
        names.words.count == GrammarLimits.states
        ? "a lifecycle may have \(GrammarLimits.states) states"
        : stateCount == GrammarLimits.statesInAll
          ? "all lifecycles together may have \(GrammarLimits.statesInAll) states" : nil
      if let limit {
        reportBeyond(limit, name)
        // Nothing is reported about those that are left out.
        namesBeyondLimits.formUnion(declarations[position...].map(\.name.text))
        break
      }
      stateCount += 1
      names.enter(name)
      lifecycles[index].states.append(
        .init(
          name: name.text, text: text?.text ?? "",
          isAccepting: ends.map { $0.contains("anywhere") }
            ?? (accepting.isEmpty || accepting.contains(name.text)), range: name.range))
    }
    for (word, text) in zip(order?.states ?? [], order?.texts ?? []) {
      guard let state = names.index(of: word.text), lifecycles[index].states[state].text.isEmpty
      else { continue }
      lifecycles[index].states[state].text = text
    }
    stateNames.append(names)
  }

  /// The steps as written: from some states by some callbacks to a state, or without one to the same state.
  private func steps(
    of block: Block, at index: LifecycleID
  ) -> [(from: [Word], callbacks: [Word], to: Word?)] {
    block.clauses.flatMap { clause -> [(from: [Word], callbacks: [Word], to: Word?)] in
      if clause.keyword.text == "stay" { return [(clause["STATES"], clause["CALLBACKS"], nil)] }
      if let order = clause.order {
        // Where there is no room for its states, looking for them at each step takes too long.
        return order.states.count > lifecycles[index].states.count
          ? [] : order.steps.map { ($0.from, [$0.call], $0.to) }
      }
      var steps: [(from: [Word], callbacks: [Word], to: Word?)] = []
      var words = clause["ALTERNATIVES"][...]
      while let callback = words.popFirst() {
        if callback.text != ".", let target = words.popFirst() {
          steps.append((clause["STATE"], [callback], target))
        }
      }
      return steps
    }
  }

  private mutating func resolveSteps(of block: Block, at index: LifecycleID) {
    var transitions: [Lifecycle.Transition] = []
    var ranges: [SourceRange] = []
    let steps = steps(of: block, at: index)
    var seen = Set<Lifecycle.Transition>(minimumCapacity: steps.count * 4)
    for step in steps {
      let sources = resolveStates(step.from, of: index)
      let target = step.to.map { word in
        resolveStates([word], of: index) {
          [.init("a state that no call leaves is declared by 'state \($0.text) \"…\"'")]
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
          report(
            .repeatedTransition, severity: .warning,
            "this step from '\(state)' is written twice", at: word.range)
        }
      }
    }
    lifecycles[index].transitions = transitions
    written[index].steps = ranges
  }

  private mutating func resolveStateSets(of block: Block, at index: LifecycleID) {
    let all = Array(lifecycles[index].states.indices)
    func set(_ keyword: String, _ resolver: inout Resolver) -> [StateID]? {
      block.clause(keyword).map { resolver.resolveStateSet($0["STATES"], of: index) }
    }
    lifecycles[index].start = set("start", &self) ?? Array(all.prefix(1))
    lifecycles[index].unknownStart = set("unknown", &self) ?? all
    lifecycles[index].renewable = set("renew", &self) ?? []
    lifecycles[index].countsNotifications = block.clause("counts") != nil
    for state in set("optional", &self) ?? [] {
      lifecycles[index].states[state].part = block.text("optional")
    }
    for word in block.words("beyond", "STATES") {
      guard let state = resolveStates([word], of: index).first else { continue }
      lifecycles[index].states[state].isInconclusive = true
      if lifecycles[index].states[state].text.isEmpty {
        report(
          .missingClause, "no clause 'state' says why '\(word.text)' cannot be judged",
          at: word.range)
      }
    }
  }

  private mutating func resolveBeginnings(of block: Block, at index: LifecycleID) {
    var after = IDArray<StateID, StateID>(Array(lifecycles[index].states.indices))
    var places = IDArray<StateID, SourceRange?>(repeating: nil, count: after.count)
    for beginning in block.all("when") {
      resolveWiderSubject(
        beginning.word("WIDER"), of: lifecycles[index].subject, can: "begin")
      let target = resolveStates(beginning["STATE"], of: index).first
      for word in beginning["STATES"] {
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
