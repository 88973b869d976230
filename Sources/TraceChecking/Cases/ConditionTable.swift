internal import TraceGrammar
internal import TraceModel

/// What is known of the conditions of cases, as bits by the number of the condition.
struct ConditionOutcomes: BitwiseCopyable {
  /// Conditions of which it is known whether they hold.
  var known: UInt32 = 0
  /// Those of them that hold.
  var holding: UInt32 = 0

  init() {}

  /// Notes what is known of a condition.
  mutating func set(_ number: Int, holds: Bool?) {
    let bit: UInt32 = 1 << UInt32(number)
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
  /// For every condition where an event has the member that it asks for.
  private let places: [Int]
  /// What cases ask of states, each once, without its `no`; their numbers follow those of the conditions.
  let situations: [Situation]
  /// For every callback the situations that cases of it ask for, by index.
  let situationsAsked: [[Int]]
  /// What cases ask of calls that run, each once, without its `outside`; their numbers follow those of the situations.
  let spans: [CallSpan]
  /// For every callback what cases of it ask of calls that run, by index.
  let spansAsked: [[Int]]
  /// Where an event says on which thread it came; nil where no case asks for calls that run.
  let threadPlace: Int?
  /// The member that holds for later events of a subject, too.
  static let rememberedMember = "role"

  /// - Parameter members: the members that an event has room for.
  init(_ grammar: Grammar, places members: [String]) {
    conditions = Self.conditions(of: grammar)
    let situations = Self.situations(of: grammar)
    self.situations = situations
    situationsAsked = grammar.callbacks.indices.map { callback in
      let asked = grammar.callbacks.compactMap(\.refinement).filter { $0.callback == callback }
        .flatMap(\.situations).map(\.asserted)
      return situations.indices.filter { asked.contains(situations[$0]) }
    }
    let spans = Self.spans(of: grammar)
    self.spans = spans
    spansAsked = grammar.callbacks.indices.map { callback in
      let asked = grammar.callbacks.compactMap(\.refinement).filter { $0.callback == callback }
        .flatMap(\.spans).map(\.asserted)
      return spans.indices.filter { asked.contains(spans[$0]) }
    }
    threadPlace = spans.isEmpty ? nil : members.firstIndex(of: CallSpans.threadMember)
    places = conditions.map { members.firstIndex(of: $0.member) ?? 0 }
  }

  /// The number of the first condition on calls that run.
  var firstSpan: Int { conditions.count + situations.count }

  /// What all cases ask of calls that run, in the order of the text.
  static func spans(of grammar: Grammar) -> [CallSpan] {
    var all: [CallSpan] = []
    for span in grammar.callbacks.lazy.compactMap(\.refinement).flatMap(\.spans)
    where !all.contains(span.asserted) {
      all.append(span.asserted)
    }
    return all
  }

  /// The conditions of all cases, in the order of the text.
  static func conditions(of grammar: Grammar) -> [ValueCondition] {
    var all: [ValueCondition] = []
    for condition in grammar.callbacks.lazy.compactMap(\.refinement).flatMap(\.conditions)
    where !all.contains(condition.asserted) {
      all.append(condition.asserted)
    }
    return all
  }

  /// What all cases ask of states, in the order of the text.
  static func situations(of grammar: Grammar) -> [Situation] {
    var all: [Situation] = []
    for situation in grammar.callbacks.lazy.compactMap(\.refinement).flatMap(\.situations)
    where !all.contains(situation.asserted) {
      all.append(situation.asserted)
    }
    return all
  }

  /// What an event says of the conditions.
  /// - Parameter remembered: what the role says of them that was recorded of its subject before; nil for none.
  /// - Complexity: O(conditions), and O(bytes) for each member that the event has.
  func outcomes(
    of event: EventRecord, remembered: ConditionOutcomes?, in batch: borrowing EventBatch
  ) -> ConditionOutcomes {
    var outcomes = remembered ?? ConditionOutcomes()
    for number in places.indices {
      let name = batch.value(places[number], of: event)
      if name.isNone { continue }
      outcomes.set(number, holds: conditions[number].holds(of: batch.names.string(name)))
    }
    return outcomes
  }

  /// What a role says of the conditions that ask for it.
  func outcomes(ofRole role: String) -> ConditionOutcomes {
    var outcomes = ConditionOutcomes()
    for (number, condition) in conditions.enumerated()
    where condition.member == Self.rememberedMember {
      outcomes.set(number, holds: condition.holds(of: role))
    }
    return outcomes
  }
}
