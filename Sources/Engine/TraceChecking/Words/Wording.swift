internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

extension Store {
  /// Another event that explains a finding.
  func related(_ event: Int32, _ message: String) -> Violation.Related {
    .init(event: Int(event) + 1, line: Int(events[Int(event)].line), message: message)
  }

  /// The row of an event among the calls of a finding.
  func row(
    _ event: Int32, _ callback: String, _ mark: Violation.Step.Mark = .match, states: [String] = []
  ) -> Violation.Step {
    let time = start(Int(event))
    return Violation.Step(
      mark: mark, event: Int(event) + 1, line: Int(events[Int(event)].line), callback: callback,
      states: states, time: time.isNaN ? nil : time)
  }
}

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
  /// The text of a rule with names in place of `{callback}`, `{came}`, `{states}` and `{expected}`; without expected callbacks,
  /// the last stays as it is.
  func filled(callback: String, states: [String] = [], expected: [String]? = nil) -> String {
    let text = filled("{states}", with: states.map { conditionInWords([$0]) }.inWords("or"))
    return (expected.map { text.filled("{expected}", with: $0.inWords("or")) } ?? text)
      .filled("{came}", with: "came").filled("{callback}", with: callback)
  }
}

extension Machine {
  /// The recorded callbacks that are legal in any of the states, or after silent steps from there, in the order of the
  /// grammar. Callbacks that do not change the state are left out.
  /// - Parameter forbidden: states that are no way out.
  /// - Complexity: O(states + steps).
  func expected(in states: [StateID], leaving forbidden: [StateID] = []) -> [CallbackID] {
    let reached = closed(states)
    let steps = declaration.transitions.lazy.filter { [symbols, automaton] in
      reached.contains($0.from) && $0.from != $0.to && !forbidden.contains($0.to)
        && !automaton.isSilent[symbols[$0.callback].known]
    }
    return Set(steps.map(\.callback)).sorted()
  }
}
