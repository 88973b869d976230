import TraceGrammar

/// What an event means to a lifecycle that names cases of its callback.
extension FormChecker {
  /// The cases of a callback that some lifecycle names.
  private func cases(of callback: CallbackID) -> [Refinement] {
    Set(grammar.lifecycles.flatMap(\.alphabet)).sorted()
      .compactMap { grammar.callbacks[$0].refinement }
      .filter { $0.callback == callback }
  }

  /// Evaluates the conditions of the cases of a callback, before the event takes effect.
  mutating func answer(_ callback: CallbackID, _ index: Int) {
    (answers, spanAnswers) = ([:], [:])
    for refinement in cases(of: callback) {
      for situation in refinement.situations {
        answers[situation.asserted] = holds(situation.asserted, index)
      }
      for span in refinement.spans { spanAnswers[span.asserted] = runs(span.callbacks, index) }
    }
  }

  private mutating func holds(_ situation: Situation, _ index: Int) -> Bool? {
    if trace[index].app.isEmpty { return nil }
    let lifecycle = situation.lifecycle
    let asked = grammar.lifecycles[lifecycle].subject
    let event = trace[index]
    let named = event.names(asked).map { Subject(kind: asked, name: $0) }
    for subject in named where known[subject] != nil { touch(subject, index) }
    if situation.whose == .own {
      let all = named.map { answer(situation, states(of: $0, lifecycle, index)) }
      guard let first = all.first, all.allSatisfy({ $0 == first }) else { return nil }
      return first
    }
    if situation.whose == .another && named.isEmpty { return nil }
    let others = known.keys.filter {
      $0.kind == asked && (situation.whose == .some || !named.contains($0))
    }
    var isNobody = answer(situation, unmet(lifecycle, index)) == false
    for subject in others.sorted(by: { $0.name < $1.name }) {
      let isHere = known[subject]?.app == event.app
      if isHere { touch(subject, index) }
      var states = states(of: subject, lifecycle, index)
      if !isHere, states != nil {
        // It may first occur here, and then catch up with what it missed.
        var later = self
        later.touch(subject, index)
        states = later.states(of: subject, lifecycle, index)
      }
      let answer = answer(situation, states)
      if answer == true && isHere { return true }
      if answer != false { isNobody = false }
    }
    return isNobody ? false : nil
  }

  private func answer(_ situation: Situation, _ states: [StateID]?) -> Bool? {
    guard let states else { return nil }
    if states.allSatisfy(situation.states.contains) { return true }
    return states.contains(where: situation.states.contains) ? nil : false
  }

  /// The possible states of a subject that has not occurred so far, including those reached by unrecorded calls.
  private func unmet(_ lifecycle: LifecycleID, _ index: Int) -> [StateID] {
    ReferenceLife(
      lifecycle: lifecycle, start: possibleStart(lifecycle, trace[index].app, index),
      silent: silent[lifecycle]
    ).possibleStates(grammar)
  }

  /// The possible states of a subject; nil if they are unknown because something about it is wrong.
  mutating func states(of subject: Subject, _ lifecycle: LifecycleID, _ index: Int) -> [StateID]? {
    guard let life = lives[key(lifecycle, subject)] else { return unmet(lifecycle, index) }
    if life.judge(grammar, complete: false).cost > 0 {
      isInDoubt = true
      return nil
    }
    return life.possibleStates(grammar)
  }

  /// Whether one of some calls is running; nil if that is unknown.
  private func runs(_ callbacks: [CallbackID], _ index: Int) -> Bool? {
    let event = trace[index]
    if event.app.isEmpty { return nil }
    let names = Set(callbacks.map { grammar.callbacks[$0].name })
    var (isNotKnown, wasEnded) = (false, Set<String>())
    for (place, call) in trace[..<index].enumerated()
    where names.contains(call.callback) && call.phase != .end && !call.isNotification {
      let ending = trace[..<index].enumerated().first {
        $0.offset > place && $0.element.callback == call.callback && $0.element.phase == .end
      }
      if call.phase == .begin && ending != nil {
        wasEnded.insert(call.callback)
        continue
      }
      guard call.phase == .begin || call.time != nil && call.duration != nil else {
        // A call without a recorded end may be over at any time.
        isNotKnown = true
        continue
      }
      if call.phase == .whole { wasEnded.insert(call.callback) }
      if call.app.isEmpty { isNotKnown = true }
      if call.app != event.app { continue }
      let kind = kind(of: number(call.callback))
      let own = Self.identity(event, kind)
      let called = Self.identity(call, kind)
      if let own, let called, own != called { continue }
      let isSame = own == nil || called != nil
      let isAfterLoss = gapLies(in: place..<index)
      if call.phase == .whole {
        guard let time = event.time, let begin = call.time, let duration = call.duration,
          !isAfterLoss
        else {
          isNotKnown = true
          continue
        }
        if time > begin + duration { continue }
        if time == begin || time == begin + duration || time < begin {
          isNotKnown = true
          continue
        }
      } else if isAfterLoss {
        isNotKnown = true
        continue
      }
      if isSame { return true }
      isNotKnown = true
    }
    // A call that is over by its time is over for events with later times.
    let asked = Set(
      grammar.callbacks.compactMap(\.refinement).flatMap(\.spans).flatMap(\.callbacks))
    for call in trace[..<index] where call.phase == .whole && call.duration != nil {
      guard let time = call.time, !call.isGap, !call.isNotification else { continue }
      if asked.contains(number(call.callback)), event.time.map({ $0 < time }) ?? true {
        isNotKnown = true
      }
    }
    let isSure = isSeenToBegin(event.app, index) && wasEnded == names
    return isSure && !isNotKnown ? false : nil
  }

  /// The identity of the single subject of a kind in an event; nil if there is none or several.
  private static func identity(_ event: FormEvent, _ kind: SubjectKindID) -> String? {
    switch kind {
    case 0: event.app
    case 1: event.windows.count == 1 ? event.windows[0] : nil
    default: event.note
    }
  }

  /// The letters that an event may be to a lifecycle, nil among them for none; nil if it names no case of the callback.
  ///
  /// For each unknown condition, both answers are tried.
  func letters(_ callback: CallbackID, _ lifecycle: LifecycleID, _ index: Int) -> [CallbackID?]? {
    let alphabet = grammar.lifecycles[lifecycle].alphabet
    let cases = alphabet.filter {
      grammar.callbacks[$0].refinement?.callback == callback
    }
    if cases.isEmpty { return nil }
    let refinements = cases.compactMap { grammar.callbacks[$0].refinement }
    let values = Array(Set(refinements.flatMap { $0.conditions.map(\.asserted) }))
    let situations = Array(Set(refinements.flatMap { $0.situations.map(\.asserted) }))
    let spans = Array(Set(refinements.flatMap { $0.spans.map(\.asserted) }))
    let known =
      values.map { condition in trace[index].value.flatMap { condition.holds(of: $0) } }
      + situations.map { answers[$0] } + spans.map { spanAnswers[$0] }
    var letters: Set<CallbackID?> = []
    for guess in 0..<(1 << known.count) {
      func isSo(_ question: Int?) -> Bool {
        let question = question ?? 0
        return known[question] ?? (guess & 1 << question != 0)
      }
      let first = zip(cases, refinements).first { _, refinement in
        refinement.conditions.allSatisfy {
          isSo(values.firstIndex(of: $0.asserted)) != $0.isNegated
        }
          && refinement.situations.allSatisfy {
            isSo(situations.firstIndex(of: $0.asserted).map { $0 + values.count }) != $0.isNegated
          }
          && refinement.spans.allSatisfy {
            isSo(spans.firstIndex(of: $0.asserted).map { $0 + values.count + situations.count })
              != $0.isNegated
          }
      }
      letters.insert(first?.0 ?? (alphabet.contains(callback) ? callback : nil))
    }
    return Array(letters)
  }
}
