internal import TraceFindings
internal import TraceGrammar

/// Which items of a long list are shown: the first and the last ones.
struct ShownEnds {
  private let total: Int
  private let first: Int
  private let last: Int

  /// - Parameters:
  ///   - total: the number of items.
  ///   - limit: the number of items to show.
  init(of total: Int, limit: Int) {
    let shown = min(total, max(0, limit))
    self.total = total
    last = shown / 2
    first = shown - last
  }

  /// How many items are not shown.
  var hidden: Int { total - first - last }

  /// Whether the item with the index is shown.
  func shows(_ index: Int) -> Bool { index < first || index >= total - last }
}

extension String {
  /// The text of a rule with names in place of `{callback}`, `{states}` and `{expected}`.
  ///
  /// Without expected callbacks, `{expected}` stays as it is, like any other text in braces.
  /// - Complexity: O(length), with one pass over the bytes.
  func filled(callback: String, states: [String] = [], expected: [String]? = nil) -> String {
    var result = ""
    var rest = self[...]
    while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
      result += rest[..<brace]
      rest = rest[brace...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")).map { rest.utf8.index(after: $0) }
      switch rest[..<(end ?? rest.endIndex)] {
      case "{callback}": result += callback
      case "{came}": result += "came"
      case "{states}": result += states.map { conditionInWords([$0]) }.inWords("or")
      case "{expected}" where expected != nil: result += (expected ?? []).inWords("or")
      case let other: result += other
      }
      rest = rest[(end ?? rest.endIndex)...]
    }
    return result + rest
  }
}

extension Machine {
  /// The recorded callbacks that are legal in any of the states, or after silent steps from there, in the order of the
  /// grammar. Callbacks that do not change the state are left out.
  /// - Parameter forbidden: states that are no way out.
  /// - Complexity: O(states + steps).
  func expected(in states: [StateID], leaving forbidden: [StateID] = []) -> [CallbackID] {
    let reached = Set(states.flatMap { reachable[$0] })
    let steps = declaration.transitions.lazy.filter { [symbols, automaton] in
      reached.contains($0.from) && $0.from != $0.to && !forbidden.contains($0.to)
        && !automaton.isSilent[symbols[$0.callback].known]
    }
    return Set(steps.map(\.callback)).sorted()
  }

  /// The callbacks of a shortest sequence of silent steps from one of the states to another one: calls that nobody
  /// recorded. Where another subject began without a call, there is none.
  /// - Complexity: O(steps²).
  func silentCalls(from states: [StateID], to target: StateID) -> [CallbackID] {
    var cameFrom: [StateID: (state: StateID, callback: CallbackID?)] = [:]
    var open = states[...]
    var seen = Set(states)
    while let state = open.popFirst() {
      if state == target {
        var calls: [CallbackID] = []
        var state = state
        while let step = cameFrom[state] {
          if let callback = step.callback { calls.append(callback) }
          state = step.state
        }
        return calls.reversed()
      }
      for step in automaton.freeSteps where step.from == state && seen.insert(step.to).inserted {
        cameFrom[step.to] = (state, nil)
        open.append(step.to)
      }
      for step in declaration.transitions
      where step.from == state && automaton.isSilent[symbols[step.callback].known]
        && seen.insert(step.to).inserted
      {
        cameFrom[step.to] = (state, step.callback)
        open.append(step.to)
      }
    }
    return []
  }
}
