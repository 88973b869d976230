internal import TraceFindings
internal import TraceGrammar

/// A segment of one lifecycle with its cheapest repair, from which findings get their texts.
struct ExplainedSegment {
  let lifecycle: CompiledLifecycle
  let segment: Segment
  /// The call before the entries, as a symbol; nil if there is none.
  let previous: SymbolID?
  /// The entries as symbols of the automaton.
  let word: [SymbolID]
  let alignment: Alignment
  /// The cheapest states before each entry, and after the last.
  let possible: [[StateID]]
  /// The states in which it may have begun.
  let start: [StateID]

  /// Whether a callback that begins the subject is recorded, up to and including the event at which the cost increased.
  func showsBeginning(upTo increase: CostIncrease?, in grammar: Grammar) -> Bool {
    let beginnings = grammar.subjects[lifecycle.declaration.subject].beginnings
    return segment.entries.prefix(increase.map { $0.index + 1 } ?? segment.entries.count).contains {
      $0.fact == HistoryEntry.call && beginnings.contains($0.callback.known)
    }
  }

  /// The possible states of the subject before the event at which the cost increased; if it did not, at the end.
  func states(at increase: CostIncrease?) -> [StateID] { possible[increase?.index ?? word.count] }

  func callback(_ symbol: SymbolID, in grammar: Grammar) -> String {
    grammar.callbacks[lifecycle.alphabet[symbol]].name
  }

  func stateName(_ state: StateID) -> String { lifecycle.declaration.states[state].name }

  /// The edits, as faults in their order.
  var groups: [EditGroup] {
    EditGroup.groups(of: alignment.moves, word: word, after: previous)
  }

  /// Whether a group is only the deletion of the event at which the cost increased.
  func onlyDeletes(_ increase: CostIncrease?, _ group: EditGroup) -> Bool {
    guard group.cost == 1, case .delete(let position, _) = alignment.moves[group.moves.lowerBound]
    else { return false }
    return position == increase?.index
  }

  /// The edits of a group for the report. If there are more than the limit, the first and the last ones.
  func repair(of group: EditGroup, in grammar: Grammar, eventCount: Int, limit: Int) -> Repair {
    let all = editCounts(of: group)
    let insertions = ShownEnds(of: all.insertions, limit: limit)
    let deletions = ShownEnds(of: all.deletions, limit: limit)
    var repair = Repair()
    (repair.unlistedInsertions, repair.unlistedDeletions) = (insertions.hidden, deletions.hidden)
    var seen = (insertions: 0, deletions: 0)
    for index in group.moves {
      switch alignment.moves[index] {
      case .match, .silent: break
      case .delete(let position, _):
        defer { seen.deletions += 1 }
        if !deletions.shows(seen.deletions) { continue }
        let name = callback(word[position], in: grammar)
        repair.deletions.append(.init(event: Int(segment.entries[position].event), callback: name))
      case .insert(let symbol, let position, _, _):
        defer { seen.insertions += 1 }
        if !insertions.shows(seen.insertions) { continue }
        let before = position < word.count ? Int(segment.entries[position].event) : eventCount + 1
        repair.insertions.append(
          .init(callback: callback(symbol, in: grammar), beforeEvent: before))
      }
    }
    repair.assumed = assumed(around: group, in: grammar, eventCount: eventCount, limit: limit)
    return repair
  }

  /// The unrecorded calls between the matched events around a group. Without them, the edits do not make the calls
  /// legal.
  private func assumed(
    around group: EditGroup, in grammar: Grammar, eventCount: Int, limit: Int
  ) -> [Repair.Insertion] {
    func isSilent(_ index: Int) -> Bool {
      if case .silent = alignment.moves[index] { true } else { false }
    }
    var (first, end) = (group.moves.lowerBound, group.moves.upperBound)
    while first > 0, isSilent(first - 1) { first -= 1 }
    while end < alignment.moves.count, isSilent(end) { end += 1 }
    func place(_ position: Int) -> Int {
      position < word.count ? Int(segment.entries[position].event) : eventCount + 1
    }
    var calls: [Repair.Insertion] = []
    if first == 0, !start.contains(alignment.start) {
      let before = lifecycle.silentSteps(from: start) { $0 == alignment.start } ?? []
      calls += before.compactMap(\.self).map {
        .init(callback: grammar.callbacks[$0].name, beforeEvent: place(0))
      }
    }
    for move in alignment.moves[first..<end] {
      guard case .silent(let symbol?, let position, _, _) = move else { continue }
      calls.append(.init(callback: callback(symbol, in: grammar), beforeEvent: place(position)))
    }
    return Array(calls.prefix(limit))
  }

  private func editCounts(of group: EditGroup) -> (insertions: Int, deletions: Int) {
    var counts = (insertions: 0, deletions: 0)
    for index in group.moves {
      switch alignment.moves[index] {
      case .match, .silent: break
      case .delete: counts.deletions += 1
      case .insert: counts.insertions += 1
      }
    }
    return counts
  }

  /// The kind of mistake that the group is.
  func cause(of group: EditGroup, increase: CostIncrease?) -> Cause {
    if group.exchange != nil { return .outOfOrder }
    if segment.hasMarkedLoss(before: increase?.index) { return .lostInGap }
    var deletion: (position: Int, state: StateID)?
    var insertions = 0
    for index in group.moves {
      switch alignment.moves[index] {
      case .match, .silent: break
      case .delete(let position, let state): deletion = deletion ?? (position, state)
      case .insert: insertions += 1
      }
    }
    guard let deletion, insertions * 2 <= group.cost else { return .missing }
    if lifecycle.endStates.contains(deletion.state) { return .afterTheEnd }
    let isItself = increase.map { word[$0.index] == word[deletion.position] } ?? true
    return isItself && isRepeat(deletion.position, before: group.moves.lowerBound)
      ? .repeated : .extra
  }

  /// Whether the recorded call is the same as the last one that changed the state.
  private func isRepeat(_ position: Int, before move: Int) -> Bool {
    for index in (0..<move).reversed() {
      if case .match(let matched, let from, let to) = alignment.moves[index], from != to {
        return word[matched] == word[position]
      }
    }
    return segment.origin.callback.id.flatMap { lifecycle.symbols[$0].id } == word[position]
  }

  /// The event that led to the state in which the fault happened.
  func related(before group: EditGroup, increase: CostIncrease?, in grammar: Grammar) -> [Violation
    .Related]
  {
    for index in (0..<group.moves.lowerBound).reversed() {
      guard case .match(let position, let from, let to) = alignment.moves[index], from != to else {
        continue
      }
      let entry = segment.entries[position]
      if entry.fact != HistoryEntry.call { return [] }
      return [related(entry.callback, entry.event, entry.line, stateName(to), in: grammar)]
    }
    let origin = segment.origin
    if origin.callback.isNone { return firstShown(before: increase, in: grammar) }
    guard start.count == 1 else { return [] }
    return [related(origin.callback, origin.event, origin.line, stateName(start[0]), in: grammar)]
  }

  /// The event that showed in which of the possible states the subject was, if the recording joined late.
  private func firstShown(before increase: CostIncrease?, in grammar: Grammar) -> [Violation
    .Related]
  {
    guard segment.hasUnknownStart, start.count > 1, possible.count > 1, possible[1].count == 1,
      let first = segment.entries.first, first.fact == HistoryEntry.call, increase?.index ?? 1 > 0
    else { return [] }
    let subject = grammar.subjects[lifecycle.declaration.subject].name
    let callback = grammar.writtenName(first.callback.known)
    return [
      .init(
        event: Int(first.event), line: Int(first.line),
        message: text(of: stateName(possible[1][0])).map { "here, as \(callback) shows: \($0)" }
          ?? "the \(subject) was \(stateName(possible[1][0])) here, as \(callback) shows")
    ]
  }

  private func related(
    _ callback: MaybeCallback, _ event: UInt32, _ line: UInt32, _ state: String, in grammar: Grammar
  ) -> Violation.Related {
    let subject = grammar.subjects[lifecycle.declaration.subject].name
    let name = grammar.writtenName(callback.known)
    return .init(
      event: Int(event), line: Int(line),
      message: text(of: state).map { "here, by \(name): \($0)" }
        ?? "the \(subject) became \(state) here, by \(name)")
  }

  /// The grammar's text for a state whose name is not a plain word, in lowercase for the middle of a sentence.
  private func text(of state: String) -> String? {
    guard !state.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") }),
      let text = lifecycle.declaration.states.first(where: { $0.name == state })?.text,
      !text.isEmpty
    else { return nil }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The fault in one sentence.
  func message(
    of group: EditGroup, rule: Rule?, callback: String, states: [String], expected: [String],
    _ grammar: Grammar
  ) -> String {
    let text = (rule?.message ?? "{callback} is not allowed in {states}")
      .filled(callback: callback, states: states, expected: expected)
    guard let exchange = group.exchange,
      let edited = recordedCallback(exchange.edited, in: grammar),
      let matched = recordedCallback(exchange.matched, in: grammar)
    else { return text }
    return exchange.editedCameFirst
      ? "\(text): \(edited) came before \(matched)" : "\(text): \(matched) came before \(edited)"
  }

  private func recordedCallback(_ move: Int, in grammar: Grammar) -> String? {
    switch alignment.moves[move] {
    case .match(let position, _, _), .delete(let position, _):
      word[position] < lifecycle.alphabet.endIndex ? callback(word[position], in: grammar) : nil
    case .insert, .silent: nil
    }
  }
}
