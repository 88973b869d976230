internal import TraceGrammar
internal import TraceModel

/// The known conditions of cases, as bits by condition number.
struct ConditionOutcomes: BitwiseCopyable {
  /// The conditions for which it is known whether they hold.
  var known: UInt64 = 0
  /// Those of them that hold.
  var holding: UInt64 = 0

  init() {}

  /// Sets whether a condition holds; nil if that is not known.
  mutating func set(_ number: Int, holds: Bool?) {
    let bit: UInt64 = 1 << UInt64(number)
    (known, holding) = (known & ~bit, holding & ~bit)
    guard let holds else { return }
    known |= bit
    if holds { holding |= bit }
  }
}

/// The conditions of a grammar's cases, each once, without their `not`.
struct ConditionTable: Sendable {
  /// The conditions, by number.
  let conditions: [ValueCondition]
  /// The conditions of cases on states, each once, without `no`. They are numbered after `conditions`.
  let situations: [Situation]
  /// For each callback, the indices of the situations that its cases ask for.
  let situationsAsked: IDArray<CallbackID, [Int]>
  /// The conditions of cases on running calls, each once, without `outside`. They are numbered after the situations.
  let spans: [CallSpan]
  /// For each callback, the indices of the spans that its cases ask for.
  let spansAsked: IDArray<CallbackID, [Int]>
  /// The index of the event member for the thread; nil if no case asks for running calls.
  let threadPlace: Int?

  /// - Parameter members: the members that an event can store, by index.
  init(_ grammar: Grammar, places members: [String]) {
    conditions = Self.conditions(of: grammar)
    situations = Self.distinct(in: grammar) { $0.situations.map(\.asserted) }
    spans = Self.spans(of: grammar)
    func asked<Condition: Equatable>(
      _ all: [Condition], _ own: (Refinement) -> [Condition]
    ) -> IDArray<CallbackID, [Int]> {
      var asked = IDArray<CallbackID, [Int]>(repeating: [], count: grammar.callbacks.count)
      for refinement in grammar.callbacks.lazy.compactMap(\.refinement) {
        let places = all.indices.filter { own(refinement).contains(all[$0]) }
        asked[refinement.callback] = Set(asked[refinement.callback] + places).sorted()
      }
      return asked
    }
    situationsAsked = asked(situations) { $0.situations.map(\.asserted) }
    spansAsked = asked(spans) { $0.spans.map(\.asserted) }
    threadPlace = spans.isEmpty ? nil : members.firstIndex(of: "thread")
  }

  /// The conditions of a case, by their numbers.
  func asked(by refinement: Refinement) -> CallbackCases.Case {
    var asked = CallbackCases.Case()
    for condition in refinement.conditions {
      asked.ask(conditions.firstIndex(of: condition.asserted) ?? 0, condition.isNegated)
    }
    for situation in refinement.situations {
      let index = situations.firstIndex(of: situation.asserted) ?? 0
      asked.ask(conditions.count + index, situation.isNegated)
    }
    for span in refinement.spans {
      asked.ask(firstSpan + (spans.firstIndex(of: span.asserted) ?? 0), span.isNegated)
    }
    return asked
  }

  /// The number of the first condition on running calls.
  var firstSpan: Int { conditions.count + situations.count }

  /// The conditions of all cases, in the order of the text.
  static func conditions(of grammar: Grammar) -> [ValueCondition] {
    distinct(in: grammar) { $0.conditions.map(\.asserted) }
  }

  /// The conditions of all cases on running calls, in the order of the text.
  static func spans(of grammar: Grammar) -> [CallSpan] {
    distinct(in: grammar) { $0.spans.map(\.asserted) }
  }

  private static func distinct<Condition: Equatable>(
    in grammar: Grammar, _ conditions: (Refinement) -> [Condition]
  ) -> [Condition] {
    var all: [Condition] = []
    for refinement in grammar.callbacks.lazy.compactMap(\.refinement) {
      for condition in conditions(refinement) where !all.contains(condition) {
        all.append(condition)
      }
    }
    return all
  }
}
