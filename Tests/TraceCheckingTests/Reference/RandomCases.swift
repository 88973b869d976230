import TestSupport
import TraceGrammar

/// Cases of callbacks for a random grammar.
enum RandomCases {
  /// Adds up to four cases after the callbacks.
  /// - Returns: their indices.
  static func cases(
    of callbacks: inout IDArray<CallbackID, Callback>, _ random: inout SeededGenerator
  ) -> [CallbackID] {
    let first = callbacks.count
    for number in 0..<Int.random(in: 1...4, using: &random) {
      let callback = CallbackID(Int.random(in: 0..<first, using: &random))
      let tests: [ValueCondition.Test] = [
        .isOneOf(["1"]), .isOneOf(["1", "2"]), .isGreater(than: 1.5), .isSet,
      ]
      let conditions = tests.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
        .map { ValueCondition(member: "value", test: $0, isNegated: Bool.random(using: &random)) }
      callbacks.append(
        Callback(
          name: "case\(number)", subject: callbacks[callback].subject,
          refinement: Refinement(callback: callback, conditions: conditions)))
    }
    return Array(CallbackID(first)..<callbacks.endIndex)
  }

  /// Gives some of the cases conditions on states of the wide or the middle subject.
  static func ask(
    _ callbacks: inout IDArray<CallbackID, Callback>, _ cases: [CallbackID],
    _ lifecycles: IDArray<LifecycleID, Lifecycle>,
    _ random: inout SeededGenerator
  ) {
    for index in cases {
      let hasConditions = callbacks[index].refinement?.conditions.isEmpty == false
      if hasConditions && Bool.random(using: &random) { continue }
      let known = lifecycles.indices.filter {
        lifecycles[$0].subject <= callbacks[index].subject && lifecycles[$0].name != "narrow"
          && lifecycles[$0].name != "beside"
      }
      guard let lifecycle = known.randomElement(using: &random) else { continue }
      let states = lifecycles[lifecycle].states.indices.filter { _ in Bool.random(using: &random) }
      callbacks[index].refinement?.situations = [
        Situation(
          whose: .own, lifecycle: lifecycle, states: states,
          isNegated: Int.random(in: 0..<4, using: &random) == 0)
      ]
    }
  }
}
