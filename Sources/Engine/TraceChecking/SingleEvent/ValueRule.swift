internal import TraceGrammar

/// A rule on the value of an event's member.
struct ValueRule: Sendable {
  /// The rule.
  let rule: RuleID
  /// The member, and its index in an event.
  let member: String
  let place: Int
  /// The values that the rule knows.
  let known: [String]
  /// For every callback, which of the known values it may have; empty if the rule does not ask about the callback.
  let allowed: IDArray<CallbackID, [Bool]>
  /// Whether a value that the rule does not know breaks it, in a trace that names one that it knows.
  let comparesToNamed: Bool

  /// The value rules of a grammar.
  /// - Parameter places: the members that an event can store, by index.
  static func all(in grammar: Grammar, _ places: [String]) -> [ValueRule] {
    grammar.rules.numbered.compactMap { number, rule in
      switch rule.form {
      case .contradiction(let member):
        let own = grammar.callbacks.table { callback in
          callback.readings.first { $0.member == member }?.values ?? []
        }
        let known = Set(own.joined()).sorted()
        return ValueRule(
          rule: number, member: member, place: places.firstIndex(of: member) ?? 0, known: known,
          allowed: own.table { own in own.isEmpty ? [] : known.map(own.contains) },
          comparesToNamed: false)
      case .differingValue(let callbacks, let member, let values):
        return ValueRule(
          rule: number, member: member, place: places.firstIndex(of: member) ?? 0, known: values,
          allowed: IDArray(
            grammar.callbacks.indices.map { callback in
              callbacks.contains(callback) ? values.map { _ in true } : []
            }), comparesToNamed: true)
      default: return nil
      }
    }
  }
}
