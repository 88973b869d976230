internal import TraceGrammar

/// A rule on the value that a member of an event has.
struct ValueRule: Sendable {
  /// The rule's index in the grammar.
  let rule: Int
  /// The member, and its index in an event.
  let member: String
  let place: Int
  /// The values that the rule knows.
  let known: [String]
  /// For every callback which of them it may have; empty for one that the rule does not ask.
  let allowed: [[Bool]]
  /// Whether a value that it does not know breaks the rule, in a trace that names one that it knows.
  let comparesToNamed: Bool

  /// The rules on values of a grammar.
  /// - Parameter places: the members that an event has room for.
  static func all(in grammar: Grammar, _ places: [String]) -> [ValueRule] {
    grammar.rules.enumerated().compactMap { number, rule in
      switch rule.form {
      case .contradiction(let member):
        let own = grammar.callbacks.map { callback in
          callback.readings.first { $0.member == member }?.values ?? []
        }
        let known = Set(own.joined()).sorted()
        return ValueRule(
          rule: number, member: member, place: places.firstIndex(of: member) ?? 0, known: known,
          allowed: own.map { own in own.isEmpty ? [] : known.map(own.contains) },
          comparesToNamed: false)
      case .differingValue(let callbacks, let member, let values):
        return ValueRule(
          rule: number, member: member, place: places.firstIndex(of: member) ?? 0, known: values,
          allowed: grammar.callbacks.indices.map { callback in
            callbacks.contains(callback) ? values.map { _ in true } : []
          }, comparesToNamed: true)
      default: return nil
      }
    }
  }
}
