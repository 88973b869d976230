import TestSupport
import TraceChecking
import TraceGrammar

/// Which callbacks a generated recording shows, and how that is known.
struct FormRecords {
  /// The callbacks whose calls, and whose notifications, are recorded; by name.
  var calls: Set<String>
  var notifications: Set<String>
  /// Whether that is inferred from what occurs.
  var isInferred = false

  func shows(_ event: FormEvent) -> Bool {
    event.isGap
      || (event.isNotification ? notifications : calls).contains(event.callback)
  }

  /// Whether a callback may have come unrecorded.
  func isSilent(_ callback: String) -> Bool {
    !calls.contains(callback) && !notifications.contains(callback)
  }

  func alphabet(_ grammar: Grammar) -> RecordedCallbacks {
    var alphabet = RecordedCallbacks()
    for (index, callback) in grammar.callbacks.numbered where callback.refinement == nil {
      if calls.contains(callback.name) { alphabet.calls.insert(index) }
      if notifications.contains(callback.name) { alphabet.notifications.insert(index) }
    }
    alphabet.isInferred = isInferred
    return alphabet
  }

  /// The letters of a lifecycle that may have come unrecorded.
  ///
  /// A letter about another subject, or to an optional state, is not among them if, wherever it changes something, a
  /// recorded letter shows as much: that one leads to the same state, or it leads on from there and nothing else does that
  /// the state it leads to does not know.
  func silentLetters(of law: Lifecycle, _ grammar: Grammar) -> Set<CallbackID> {
    func isSilent(_ letter: CallbackID) -> Bool {
      let whole = grammar.callbacks[letter].refinement?.callback ?? letter
      let name = grammar.callbacks[whole].name
      return self.isSilent(name)
    }
    let silent = law.alphabet.filter(isSilent)
    if law.origin == .duty { return Set(silent) }
    let changes = law.transitions.filter { $0.from != $0.to }
    func leads(_ from: StateID, by letter: CallbackID, to: StateID) -> Bool {
      changes.contains { $0.from == from && $0.callback == letter && $0.to == to }
    }
    func isTold(_ step: Lifecycle.Transition) -> Bool {
      changes.contains { other in
        if other.from != step.from || isSilent(other.callback) { return false }
        if other.to == step.to { return true }
        let next = changes.filter { $0.from == step.to }
        return leads(step.to, by: other.callback, to: other.to)
          && next.allSatisfy {
            $0.callback == other.callback || leads(other.to, by: $0.callback, to: $0.to)
          }
      }
    }
    // A case may have come if its callback may.
    func source(_ letter: CallbackID) -> CallbackID {
      grammar.callbacks[letter].refinement?.callback ?? letter
    }
    return Set(
      silent.filter { letter in
        let steps = changes.filter { source($0.callback) == source(letter) }
        let isOwn = grammar.callbacks[letter].subject == law.subject
        let isOptional = grammar.lifecycles.contains { other in
          other.transitions.contains {
            $0.callback == letter && $0.from != $0.to && other.states[$0.to].part != nil
          }
        }
        if isOwn, !isOptional { return true }
        return !steps.allSatisfy(isTold)
      })
  }
}

extension FormGrammar {
  /// What a recording of a trace shows, and the trace as it would be recorded: everything, what the recorder states, or
  /// what occurs in it.
  mutating func recorded(_ trace: [FormEvent]) -> (trace: [FormEvent], records: FormRecords?) {
    let kind = Int.random(in: 0..<3, using: &random)
    if kind == 0 { return (trace, nil) }
    let rarity = Int.random(in: 2...6, using: &random)
    func some(_ names: [String]) -> Set<String> {
      Set(names.filter { _ in Int.random(in: 0..<rarity, using: &random) > 0 })
    }
    var records = FormRecords(
      calls: some(Array(Self.callbacks.joined())), notifications: some([Self.posted]))
    let left = trace.filter(records.shows)
    if kind == 1 { return (left, records) }
    let came = left.filter { !$0.isGap && $0.phase != .end }
    records.calls = Set(came.filter { !$0.isNotification }.map(\.callback))
    records.notifications = Set(came.filter(\.isNotification).map(\.callback))
    records.isInferred = true
    return (left, records)
  }
}
