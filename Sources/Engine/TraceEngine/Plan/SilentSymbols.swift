internal import TraceGrammar

/// The symbols of a lifecycle whose callbacks may have come unrecorded.
///
/// An unrecorded callback that leads to an optional state of some lifecycle, or is about another subject, is not silent if
/// a recorded one leads wherever it does: the recorded one would have revealed it. For example, a CarPlay scene connects by
/// a call of its own, which willConnect may follow. If willConnect is recorded, the scene cannot have connected unrecorded.
struct SilentSymbols {
  private(set) var silent: Set<SymbolID> = []
  /// The recorded callbacks that would reveal other unrecorded ones, if those lead to states that only some subjects
  /// have.
  private(set) var covering: Set<CallbackID> = []

  /// - Parameter alphabet: for every symbol, its callback.
  /// - Complexity: O(steps × the cube of the steps from one state).
  init(
    _ grammar: Grammar, _ lifecycle: Lifecycle, _ alphabet: IDArray<SymbolID, CallbackID>,
    _ observed: RecordedCallbacks
  ) {
    // Lifecycles about other subjects do not see notifications, and lifecycles of actions would be wrong about them.
    let hasActions = alphabet.contains { grammar.callbacks[$0].isAction }
    func isUnrecorded(_ callback: CallbackID) -> Bool {
      let callback = grammar.whole(callback)
      let isOther = grammar.callbacks[callback].subject != lifecycle.subject
      return observed.isSilent(callback)
        || hasActions && isOther && !observed.calls.contains(callback)
    }
    let unrecorded = alphabet.indices.filter { isUnrecorded(alphabet[$0]) }
    // An action of the app is not revealed by anything else that would have led to the same state.
    if hasActions || lifecycle.origin == .duty {
      silent = Set(unrecorded)
      return
    }
    let moves = Moves(lifecycle, unrecorded: Set(unrecorded.map { alphabet[$0] }))
    // A case is silent if its callback is.
    var stepsOfSource: [CallbackID: [Lifecycle.Transition]] = [:]
    for step in moves.all { stepsOfSource[grammar.whole(step.callback), default: []].append(step) }
    let optional = Set(grammar.lifecycles.flatMap(Self.stepsToOptionalStates).map(\.callback))
    for symbol in unrecorded {
      let steps = stepsOfSource[grammar.whole(alphabet[symbol])] ?? []
      let revealers = steps.map(moves.revealing)
      let callback = grammar.callbacks[alphabet[symbol]]
      let isUnseen = callback.subject == lifecycle.subject && !optional.contains(alphabet[symbol])
      if isUnseen || revealers.contains(where: \.isEmpty) {
        silent.insert(symbol)
      } else if steps.contains(where: { lifecycle.states[$0.to].part != nil }) {
        covering.formUnion(revealers.joined().map(grammar.whole))
      }
    }
  }

  private static func stepsToOptionalStates(_ lifecycle: Lifecycle) -> [Lifecycle.Transition] {
    lifecycle.transitions.filter { $0.from != $0.to && lifecycle.states[$0.to].part != nil }
  }

  /// The callbacks that reveal others in some recording, if those lead to states that only some subjects have.
  static func covering(_ grammar: Grammar, _ lifecycle: Lifecycle) -> Set<CallbackID> {
    guard lifecycle.states.contains(where: { $0.part != nil }) else { return [] }
    let moves = Moves(lifecycle, unrecorded: [])
    let sources = Set(stepsToOptionalStates(lifecycle).map { grammar.whole($0.callback) })
    return Set(
      moves.all.filter { sources.contains(grammar.whole($0.callback)) }
        .flatMap(moves.revealing).map(grammar.whole))
  }

  /// The steps of a lifecycle that change its state.
  private struct Moves {
    private(set) var all: [Lifecycle.Transition] = []
    /// The same by the state before.
    private var leaving: IDArray<StateID, [Lifecycle.Transition]>
    private let unrecorded: Set<CallbackID>

    init(_ lifecycle: Lifecycle, unrecorded: Set<CallbackID>) {
      self.unrecorded = unrecorded
      leaving = IDArray(repeating: [], count: lifecycle.states.count)
      for step in lifecycle.transitions where step.from != step.to {
        all.append(step)
        leaving[step.from].append(step)
      }
    }

    /// The recorded callbacks that lead from the same state as a step to wherever the step does.
    func revealing(_ step: Lifecycle.Transition) -> [CallbackID] {
      leaving[step.from].filter {
        $0.callback != step.callback && !unrecorded.contains($0.callback) && follows(step, $0)
      }.map(\.callback)
    }

    /// Whether a callback leads on from the target of another one, to where it leads by itself.
    private func follows(_ step: Lifecycle.Transition, _ other: Lifecycle.Transition) -> Bool {
      if step.to == other.to { return true }
      guard leads(other.callback, from: step.to, to: other.to) else { return false }
      return leaving[step.to].allSatisfy {
        $0.callback == other.callback || leads($0.callback, from: other.to, to: $0.to)
      }
    }

    private func leads(_ callback: CallbackID, from: StateID, to: StateID) -> Bool {
      leaving[from].contains { $0.callback == callback && $0.to == to }
    }
  }
}
