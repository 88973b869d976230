internal import TraceFindings
internal import TraceGrammar

extension ExplainedSegment {
  /// The recorded calls around a group, aligned with the legal ones.
  /// - Parameter limit: how many rows are shown. If there are more, the first and the last ones are shown, and those
  ///   around the event at which the cost increased.
  func steps(
    around group: EditGroup, increase: CostIncrease?, in grammar: Grammar, limit: Int
  ) -> [Violation.Step] {
    let first = max(0, group.moves.lowerBound - Segment.shownBefore)
    var last = min(group.moves.upperBound + 1, alignment.moves.count)
    // The event where the fault became certain is shown even if it lies after the repair.
    let certain = increase.flatMap { increase in
      alignment.moves[first...].firstIndex { Self.position(of: $0) == increase.index }
    }
    // So is one call after it, which shows how the recording goes on.
    if let certain { last = min(max(last, certain + 2), alignment.moves.count) }
    let ends = ShownEnds(of: last - first, limit: limit)
    var steps: [Violation.Step] = []
    var omitted = 0
    for index in first..<last {
      let isNear = certain.map { ($0 - 1...$0 + 1).contains(index) } ?? false
      if !isNear, !ends.shows(index - first) {
        if isRow(alignment.moves[index]) { omitted += 1 }
        continue
      }
      guard var step = step(alignment.moves[index], increase, in: grammar) else { continue }
      (step.omittedBefore, omitted) = (omitted, 0)
      steps.append(step)
    }
    let missing = Segment.shownBefore - (group.moves.lowerBound - first)
    for entry in segment.before.suffix(max(0, missing)).reversed() where !entry.callback.isNone {
      steps.insert(recalled(entry, in: grammar), at: 0)
    }
    return steps
  }

  /// Whether a move is shown as a row.
  private func isRow(_ move: Alignment.Move) -> Bool {
    switch move {
    case .match(let position, _, _), .delete(let position, _):
      segment.entries[position].fact == HistoryEntry.call
    case .insert: true
    case .silent: false
    }
  }

  private static func position(of move: Alignment.Move) -> Int? {
    switch move {
    case .match(let position, _, _), .delete(let position, _): position
    case .insert, .silent: nil
    }
  }

  private func recalled(_ entry: HistoryEntry, in grammar: Grammar) -> Violation.Step {
    let isFirst =
      grammar.lifecycles.firstIndex { $0.subject == lifecycle.declaration.subject }
      == lifecycle.index
    let state = isFirst ? entry.state.id : nil
    return Violation.Step(
      mark: .match, event: Int(entry.event), line: Int(entry.line),
      callback: grammar.callbacks[grammar.whole(entry.callback.known)].name,
      states: state.map { [stateName($0)] } ?? [],
      time: entry.time.isNaN ? nil : entry.time)
  }

  private func step(_ move: Alignment.Move, _ increase: CostIncrease?, in grammar: Grammar)
    -> Violation.Step?
  {
    switch move {
    case .match(let position, _, let to):
      return recorded(.match, position, to, increase, in: grammar)
    case .delete(let position, let state):
      return recorded(.unexpected, position, state, increase, in: grammar)
    case .silent: return nil
    case .insert(let symbol, _, _, let to):
      return Violation.Step(
        mark: .missing, event: nil, line: nil, callback: callback(symbol, in: grammar),
        states: [stateName(to)])
    }
  }

  private func recorded(
    _ mark: Violation.Step.Mark, _ position: Int, _ state: StateID, _ increase: CostIncrease?,
    in grammar: Grammar
  ) -> Violation.Step? {
    let entry = segment.entries[position]
    if entry.fact != HistoryEntry.call { return nil }
    return Violation.Step(
      mark: mark, event: Int(entry.event), line: Int(entry.line),
      callback: callback(word[position], in: grammar), states: [stateName(state)],
      time: entry.time.isNaN ? nil : entry.time, offending: increase?.index == position)
  }
}
