internal import TraceGrammar

/// The callbacks that the lifecycles and rules about each kind of subject name, to be asked for each callback.
struct NamedByKind {
  private let grammar: Grammar
  /// By kind of subject and callback, row major: whether a lifecycle names the callback or a case of it.
  private var inLifecycles: [Bool]
  /// The same for rules on subjects side by side.
  private var besideOthers: [Bool]

  /// - Complexity: O(kinds × callbacks + steps).
  init(_ grammar: Grammar) {
    self.grammar = grammar
    let count = grammar.callbacks.count
    inLifecycles = Array(repeating: false, count: grammar.subjects.count * count)
    besideOthers = inLifecycles
    let whole = IDArray<CallbackID, CallbackID>(grammar.callbacks.indices.map(grammar.whole))
    for lifecycle in grammar.lifecycles {
      for step in lifecycle.transitions {
        inLifecycles[lifecycle.subject.index * count + whole[step.callback].index] = true
      }
    }
    for rule in grammar.rules.indices {
      guard let demand = grammar.rules[rule].form as? PeerForm, demand.question != .ofAlias else {
        continue
      }
      for callback in demand.named {
        besideOthers[demand.subject.index * count + callback.index] = true
      }
    }
  }

  /// Whether a rule on subjects side by side names a callback.
  func isBesideOthers(_ callback: CallbackID) -> Bool {
    grammar.subjects.indices.contains {
      besideOthers[$0.index * grammar.callbacks.count + callback.index]
    }
  }

  /// Whether a lifecycle or rule about a kind of subject names a callback about another kind that does not belong to it.
  func concerns(_ callback: CallbackID, _ kind: SubjectKindID) -> Bool {
    let own = grammar.callbacks[callback].subject
    if grammar.isWithin(own, kind) { return false }
    let cell = kind.index * grammar.callbacks.count + callback.index
    return inLifecycles[cell] || besideOthers[cell] && !grammar.isWithin(kind, own)
  }
}
