internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Tells of one fault of a lifecycle, by the cheapest repair of its segment.
struct FaultWords {
  private let machine: Machine
  private let store: Store
  private let grammar: Grammar
  private let story: Story
  private let segment: Segment
  private let word: [SymbolID]
  private let moves: [Alignment.Move]
  private let alignmentStart: StateID
  private let possible: [[StateID]]
  /// The states in which it may have begun.
  private let start: [StateID]
  /// The edits of the fault.
  private let group: EditGroup
  /// The entry at which it became certain; nil at the end of a life.
  private let rise: Int?
  /// Whether it is the first lifecycle of its kind, whose states are shown with earlier calls.
  private let isFirst: Bool
  /// How many calls and edits are shown.
  private let limit: Int

  /// - Parameters:
  ///   - run, fault: the lifecycle, and the number of the fault in its run.
  ///   - event: where it is reported; nil at the end of a life.
  init?(_ runs: Runs, _ story: Story, run: Int, fault: Int, at event: Int32?, limit: Int) {
    guard let (segment, number) = story.segment(run: run, fault: fault) else { return nil }
    let machine = story.letters.machines[run]
    let explanation = runs.explainer(of: machine.index).explanation(of: segment)
    (self.machine, store, grammar) = (machine, runs.store, runs.plan.grammar)
    (self.story, self.segment, group) = (story, segment, explanation.groups[number])
    rise = segment.rises.first { story.word[segment.entries[$0]].event == event }
    (word, moves) = (explanation.word, explanation.alignment.moves)
    (alignmentStart, possible) = (explanation.alignment.start, explanation.possible)
    start = machine.costs.kernel(segment.start)
    (isFirst, self.limit) = (run == 0, limit)
  }

  // MARK: - Places and names

  private func letter(_ position: Int) -> Letter {
    story.letters.all[Int(story.word[segment.entries[position]].letter)]
  }

  private func isCall(_ position: Int) -> Bool { letter(position).fact == Letter.call }

  private func event(_ position: Int) -> Int32 { story.word[segment.entries[position]].event }

  /// The number of the event at a position; at the end, one more than there are.
  private func number(_ position: Int) -> Int {
    position < word.count ? Int(event(position)) + 1 : store.events.count + 1
  }

  private func name(_ symbol: SymbolID) -> String {
    grammar.callbacks[machine.alphabet[symbol]].name
  }

  private func name(_ state: StateID) -> String { machine.declaration.states[state].name }

  /// Whether a marker shows that events were lost before the fault.
  private var isAfterLoss: Bool {
    (0..<(rise ?? word.count)).contains { !isCall($0) && letter($0).isMarked }
  }

  // MARK: - What is wrong

  /// The kind of mistake.
  var cause: Cause {
    if group.exchange != nil { return .outOfOrder }
    if isAfterLoss { return .lostInGap }
    var deletion: (position: Int, state: StateID)?
    var insertions = 0
    for move in moves[group.moves] {
      switch move {
      case .match, .silent: break
      case .delete(let position, let state): deletion = deletion ?? (position, state)
      case .insert: insertions += 1
      }
    }
    guard let deletion, insertions * 2 <= group.cost else { return .missing }
    if machine.endStates.contains(deletion.state) { return .afterTheEnd }
    let isItself = rise.map { word[$0] == word[deletion.position] } ?? true
    return isItself && isRepeat(deletion.position) ? .repeated : .extra
  }

  /// Whether a call is the same as the last one that changed the state.
  private func isRepeat(_ position: Int) -> Bool {
    for move in moves[..<group.moves.lowerBound].reversed() {
      if case .match(let matched, let from, let to) = move, from != to {
        return word[matched] == word[position]
      }
    }
    return segment.previous == word[position]
  }

  /// The fault in one sentence.
  func message(
    _ rule: Rule?, _ callback: String, _ states: [String], _ expected: [String]
  ) -> String {
    let text = (rule?.message ?? "{callback} is not allowed in {states}")
      .filled(callback: callback, states: states, expected: expected)
    guard let exchange = group.exchange, let edited = recorded(exchange.edited),
      let matched = recorded(exchange.matched)
    else { return text }
    return exchange.editedCameFirst
      ? "\(text): \(edited) came before \(matched)" : "\(text): \(matched) came before \(edited)"
  }

  /// As what its lifecycle read the call at which it became certain, which may be a case of it.
  var read: CallbackID? {
    rise.flatMap { word[$0] < machine.alphabet.endIndex ? machine.alphabet[word[$0]] : nil }
  }

  private func recorded(_ move: Int) -> String? {
    switch moves[move] {
    case .match(let position, _, _), .delete(let position, _):
      word[position] < machine.alphabet.endIndex ? name(word[position]) : nil
    case .insert, .silent: nil
    }
  }

  /// What has to be assumed to call it a fault.
  func assumption(isUnnamed: Bool) -> String? {
    let kind = grammar.subjects[machine.declaration.subject]
    if isAfterLoss {
      return
        "events were lost before this; whatever they were, something is wrong here; the repair is"
        + " the cheapest possible one"
    }
    if segment.isUnknown, start.count > 1,
      !(0..<(rise.map { $0 + 1 } ?? word.count)).contains(where: { position in
        isCall(position)
          && kind.beginnings.contains(CallbackID(Int(letter(position).callback)))
      })
    {
      return
        "the recording does not show how this \(kind.name) began; something is wrong here in any case;"
        + " the repair is the cheapest possible one"
    }
    if !isUnnamed { return nil }
    let within =
      story.subject.isOneOfEach
      ? kind.parent.map { " of a \(grammar.subjects[$0].name)" } ?? "" : ""
    return
      "the trace names no \(kind.name), so all calls\(within) are assumed to be about the same one"
  }

  // MARK: - The repair

  /// The edits. If there are more than the limit, the first and the last ones.
  var repair: Repair {
    var repair = Repair()
    for move in moves[group.moves] {
      switch move {
      case .match, .silent: break
      case .delete(let position, _):
        repair.deletions.append(.init(event: number(position), callback: name(word[position])))
      case .insert(let symbol, let position, _, _):
        repair.insertions.append(.init(callback: name(symbol), beforeEvent: number(position)))
      }
    }
    func cut<Item>(_ list: inout [Item]) -> Int {
      let ends = ShownEnds(of: list.count, limit: limit)
      list = list.indices.filter(ends.shows).map { list[$0] }
      return ends.hidden
    }
    repair.unlistedInsertions = cut(&repair.insertions)
    repair.unlistedDeletions = cut(&repair.deletions)
    repair.assumed = assumed
    return repair
  }

  /// The unrecorded calls between the matched events around the edits, without which these do not make the calls legal.
  private var assumed: [Repair.Insertion] {
    func isSilent(_ index: Int) -> Bool {
      if case .silent = moves[index] { true } else { false }
    }
    var (first, end) = (group.moves.lowerBound, group.moves.upperBound)
    while first > 0, isSilent(first - 1) { first -= 1 }
    while end < moves.count, isSilent(end) { end += 1 }
    var calls: [Repair.Insertion] = []
    if first == 0, !start.contains(alignmentStart) {
      let way = machine.silentSteps(from: start) { $0 == alignmentStart } ?? []
      calls = way.compactMap(\.self).map {
        .init(callback: grammar.callbacks[$0].name, beforeEvent: number(0))
      }
    }
    for case .silent(let symbol?, let position, _, _) in moves[first..<end] {
      calls.append(.init(callback: name(symbol), beforeEvent: number(position)))
    }
    return Array(calls.prefix(limit))
  }

  // MARK: - Other events

  /// The event that led to the state in which the fault happened.
  var related: [Violation.Related] {
    for move in moves[..<group.moves.lowerBound].reversed() {
      guard case .match(let position, let from, let to) = move, from != to else { continue }
      return isCall(position) ? [related(segment.entries[position], name(to))] : []
    }
    let origin = segment.origin
    if origin < 0 || story.letters.all[Int(story.word[origin].letter)].fact != Letter.call {
      return firstShown
    }
    return start.count == 1 ? [related(origin, name(start[0]))] : []
  }

  /// The event that showed in which of the possible states the subject was, if the recording joined late.
  private var firstShown: [Violation.Related] {
    guard segment.isUnknown, start.count > 1, possible.count > 1, possible[1].count == 1,
      isCall(0), rise ?? 1 > 0
    else { return [] }
    let subject = grammar.subjects[machine.declaration.subject].name
    let callback = grammar.writtenName(CallbackID(Int(letter(0).callback)))
    let state = name(possible[1][0])
    return [
      store.related(
        event(0),
        text(of: state).map { "here, as \(callback) shows: \($0)" }
          ?? "the \(subject) was \(state) here, as \(callback) shows")
    ]
  }

  private func related(_ place: Int, _ state: String) -> Violation.Related {
    let subject = grammar.subjects[machine.declaration.subject].name
    let event = story.word[place].event
    let name = grammar.writtenName(CallbackID(Int(store.events[Int(event)].callback)))
    return store.related(
      event,
      text(of: state).map { "here, by \(name): \($0)" }
        ?? "the \(subject) became \(state) here, by \(name)")
  }

  /// The grammar's text for a state whose name is not a plain word, in lowercase for the middle of a sentence.
  private func text(of state: String) -> String? {
    guard !state.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") }),
      let text = machine.declaration.states.first(where: { $0.name == state })?.text,
      !text.isEmpty
    else { return nil }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  // MARK: - Steps

  /// The recorded calls around the edits, aligned with the legal ones. If there are more than the limit, the first and
  /// the last ones, and those around the event at which the fault became certain.
  var steps: [Violation.Step] {
    let first = max(0, group.moves.lowerBound - Segment.shownBefore)
    var last = min(group.moves.upperBound + 1, moves.count)
    // That event is shown even if it lies after the repair, and so is one call after it.
    let certain = rise.flatMap { rise in moves[first...].firstIndex { Self.position($0) == rise } }
    if let certain { last = min(max(last, certain + 2), moves.count) }
    let ends = ShownEnds(of: last - first, limit: limit)
    var steps: [Violation.Step] = []
    var omitted = 0
    for index in first..<last {
      guard var step = step(moves[index]) else { continue }
      let isNear = certain.map { ($0 - 1...$0 + 1).contains(index) } ?? false
      if !isNear, !ends.shows(index - first) {
        omitted += 1
        continue
      }
      (step.omittedBefore, omitted) = (omitted, 0)
      steps.append(step)
    }
    let wanted = max(0, Segment.shownBefore - (group.moves.lowerBound - first))
    return story.calls(before: segment.opened, atMost: wanted).map(recalled) + steps
  }

  private static func position(_ move: Alignment.Move) -> Int? {
    switch move {
    case .match(let position, _, _), .delete(let position, _): position
    case .insert, .silent: nil
    }
  }

  /// A call before the segment.
  private func recalled(_ place: Int) -> Violation.Step {
    let event = story.word[place].event
    let callback = CallbackID(Int(store.events[Int(event)].callback))
    let state = isFirst ? story.state(after: place) : nil
    return store.row(
      event, grammar.callbacks[callback].name, states: state.map { [name($0)] } ?? [])
  }

  /// The row of a move; nil for what is no call, or was not recorded.
  private func step(_ move: Alignment.Move) -> Violation.Step? {
    switch move {
    case .match(let position, _, let to): return recorded(.match, position, to)
    case .delete(let position, let state): return recorded(.unexpected, position, state)
    case .silent: return nil
    case .insert(let symbol, _, _, let to):
      return Violation.Step(
        mark: .missing, event: nil, line: nil, callback: name(symbol), states: [name(to)])
    }
  }

  private func recorded(
    _ mark: Violation.Step.Mark, _ position: Int, _ state: StateID
  ) -> Violation.Step? {
    if !isCall(position) { return nil }
    var step = store.row(event(position), name(word[position]), mark, states: [name(state)])
    step.offending = rise == position
    return step
  }
}
