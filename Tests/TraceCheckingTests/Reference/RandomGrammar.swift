import TestSupport
import TraceModel
import TraceGrammar

/// A small random grammar of a wide and a narrow subject, and traces for it, all from one seed.
///
/// Callbacks are sorted by their subjects, the widest first; the narrow kind is the last.
struct RandomGrammar {
  /// What a grammar may have besides subjects, lifecycles and rules on illegal steps.
  struct Features: OptionSet {
    let rawValue: Int

    static let aliases = Features(rawValue: 1)
    /// A third kind of subject, between the two.
    static let threeLevels = Features(rawValue: 2)
    /// Rules of the forms `within` and duration.
    static let times = Features(rawValue: 4)
    /// Rules of the form `at end`.
    static let ends = Features(rawValue: 8)
    static let quirks = Features(rawValue: 16)
    /// Rules that apply only to traces with a certain callback.
    static let required = Features(rawValue: 32)
    /// Events that do not name their wide subject.
    static let adrift = Features(rawValue: 64)
    /// Cases of callbacks, by members of events and by the states of the subjects that they belong to.
    static let cases = Features(rawValue: 128)
    static let all: Features = [
      .aliases, .threeLevels, .times, .ends, .quirks, .required, .adrift, .cases,
    ]
  }

  let grammar: Grammar
  /// The OS version to judge by; nil if unknown.
  let platform: PlatformVersion?
  /// The generator for the next trace.
  var random: SeededGenerator
  private let features: Features
  private let hasMiddle: Bool

  init(seed: UInt64, features: Features = []) {
    var random = SeededGenerator(seed: seed)
    self.features = features
    hasMiddle = features.contains(.threeLevels) && Bool.random(using: &random)
    let narrowKind: SubjectKindID = hasMiddle ? 2 : 1
    var subjectOf = [SubjectKindID](repeating: 0, count: Int.random(in: 2...3, using: &random))
    if hasMiddle {
      subjectOf += Array(repeating: 1, count: Int.random(in: 1...3, using: &random))
    }
    subjectOf += Array(repeating: narrowKind, count: Int.random(in: 2...4, using: &random))
    var callbacks = IDArray<CallbackID, Callback>(
      subjectOf.enumerated().map { index, subject in
        var callback = Callback(name: "c\(index)", subject: subject)
        if Bool.random(using: &random) { callback.notifications = ["Notification\(index)"] }
        return callback
      })
    let plain = callbacks.indices
    let kinds = SubjectKindID.all(narrowKind.index + 1)
    let own = IDArray<SubjectKindID, [CallbackID]>(
      kinds.map { kind in plain.filter { subjectOf[$0.index] == kind } })
    let cases = features.contains(.cases) ? RandomCases.cases(of: &callbacks, &random) : []
    if Int.random(in: 0..<3, using: &random) == 0 {
      callbacks[own[0][own[0].count - 1]].replacement = 0
    }
    var lifecycles: IDArray<LifecycleID, Lifecycle> = []
    for kind in kinds {
      let inside = plain.filter {
        subjectOf[$0.index] > kind && Int.random(in: 0..<3, using: &random) == 0
      }
      let name = ["wide", kind == narrowKind ? "narrow" : "middle", "narrow"][kind.index]
      // A lifecycle may name four cases of a callback.
      let named = cases.filter {
        callbacks[$0].subject >= kind && Bool.random(using: &random)
      }
      lifecycles.append(
        Self.lifecycle(name, kind, own[kind] + inside + named, &random))
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let some = own[narrowKind].filter { _ in Bool.random(using: &random) }
      lifecycles.append(
        Self.lifecycle("beside", narrowKind, some.isEmpty ? own[narrowKind] : some, &random))
    }
    lifecycles.elements.shuffle(using: &random)
    RandomCases.ask(&callbacks, cases, lifecycles, &random)
    var subjects = [
      SubjectKind(
        name: "wide", members: ["wide"],
        beginnings: Array(own[0].dropLast(Int.random(in: 1..<own[0].count, using: &random))))
    ]
    if hasMiddle {
      let beginnings = own[1].prefix(Int.random(in: 0...own[1].count, using: &random))
      subjects.append(
        SubjectKind(name: "middle", parent: 0, members: ["middle"], beginnings: Array(beginnings)))
    }
    let hasAlias = features.contains(.aliases) && Bool.random(using: &random)
    subjects.append(
      SubjectKind(
        name: "narrow", parent: narrowKind - 1, members: ["narrow"], setMember: "narrows",
        aliasMember: hasAlias ? "alias" : nil))
    let rules = RandomRules.rules(callbacks, lifecycles, features, &random)
    grammar = Grammar(
      name: "Random", version: "1.0", subjects: subjects, callbacks: callbacks.elements,
      lifecycles: lifecycles.elements, rules: rules.elements,
      quirks: features.contains(.quirks)
        ? RandomRules.quirks(callbacks, lifecycles, rules, &random) : [])
    platform =
      features.contains(.quirks) && Bool.random(using: &random)
      ? PlatformVersion(platform: "iOS", numbers: [Int.random(in: 12...18, using: &random)]) : nil
    self.random = random
  }

  private static func lifecycle(
    _ name: String, _ subject: SubjectKindID, _ alphabet: [CallbackID],
    _ random: inout SeededGenerator
  ) -> Lifecycle {
    let count = Int.random(in: 2...5, using: &random)
    let density = Double.random(in: 0.15...0.6, using: &random)
    var transitions: [Lifecycle.Transition] = []
    for callback in alphabet {
      for from in StateID.all(count) where Double.random(in: 0..<1, using: &random) < density {
        for _ in 0..<(Int.random(in: 0..<6, using: &random) == 0 ? 2 : 1) {
          let to = StateID(Int.random(in: 0..<count, using: &random))
          let step = Lifecycle.Transition(from: from, callback: callback, to: to)
          if !transitions.contains(step) { transitions.append(step) }
        }
      }
    }
    // Often adds a state that nothing leaves, and calls that lead only there.
    if Bool.random(using: &random) {
      let last = StateID(count - 1)
      transitions.removeAll { $0.from == last }
      if let ending = alphabet.randomElement(using: &random) {
        let steps = Set(transitions.filter { $0.callback == ending }.map(\.from))
        transitions.removeAll { $0.callback == ending }
        transitions += steps.sorted().map { .init(from: $0, callback: ending, to: last) }
      }
    }
    // A life can end legally from every state, because valid grammars require it.
    var accepting = Set(StateID.all(count).filter { _ in Bool.random(using: &random) })
    for state in StateID.all(count) {
      var reached: Set<StateID> = [state]
      for _ in 0..<count {
        for step in transitions where reached.contains(step.from) { reached.insert(step.to) }
      }
      if reached.isDisjoint(with: accepting) { accepting.insert(state) }
    }
    func someStates() -> [StateID] {
      let states = StateID.all(count).filter { _ in Bool.random(using: &random) }
      return states.isEmpty ? [0] : states
    }
    return Lifecycle(
      name: name, subject: subject,
      states: StateID.all(count).map {
        .init(name: "\(name)\($0)", isAccepting: accepting.contains($0))
      },
      transitions: transitions, start: someStates(),
      unknownStart: Bool.random(using: &random) ? Array(StateID.all(count)) : someStates(),
      onParentBegin: subject == 0
        ? Array(StateID.all(count))
        : (0..<count).map { _ in StateID(Int.random(in: 0..<count, using: &random)) })
  }

  // MARK: Traces

  /// Which subjects the events of one trace name.
  private struct Cast {
    var middle: [String] = []
    var narrow: [String] = []
    var aliases: [String] = []
    var hasGaps = false
  }

  /// A trace of several wide and narrow subjects.
  mutating func trace() -> [ReferenceEvent] {
    var cast = Cast()
    // The middle subject is always named somewhere, so that narrow subjects without a name can be distinguished.
    let namesNarrow = hasMiddle || Int.random(in: 0..<4, using: &random) > 0
    if namesNarrow { cast.narrow = (0..<Int.random(in: 1...3, using: &random)).map { "n\($0)" } }
    if hasMiddle { cast.middle = (0..<Int.random(in: 1...3, using: &random)).map { "m\($0)" } }
    if namesNarrow && grammar.subjects.last?.aliasMember != nil {
      cast.aliases = (0..<Int.random(in: 1...3, using: &random)).map { "a\($0)" }
    }
    cast.hasGaps = Bool.random(using: &random)
    let isInterleaved = Int.random(in: 0..<3, using: &random) == 0
    var events: [ReferenceEvent] = []
    for wide in 0..<Int.random(in: 1...4, using: &random) {
      if Bool.random(using: &random) {
        let beginning = grammar.subjects[0].beginnings.last ?? 0
        events.append(
          .init(occurrence: .callback(beginning, .delegate), wide: "w\(wide)", narrow: []))
      }
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        events.append(event("w\(wide)", cast))
      }
    }
    // Two processes may write to the same log.
    for place in events.indices.dropLast() where isInterleaved && Bool.random(using: &random) {
      events.swapAt(place, place + 1)
    }
    if features.contains(.adrift) && Int.random(in: 0..<3, using: &random) == 0 {
      let first = events.firstIndex { $0.wide != nil } ?? 0
      for index in events.indices.dropFirst(first + 1)
      where Int.random(in: 0..<8, using: &random) == 0 { events[index].wide = nil }
    }
    return features.contains(.times) ? timed(events) : events
  }

  private mutating func event(_ wide: String, _ cast: Cast) -> ReferenceEvent {
    let draw = Int.random(in: 0..<40, using: &random)
    if draw < 4 && draw > 0 && cast.hasGaps {
      return .init(occurrence: .gap, wide: nil, narrow: [])
    }
    let kinds = grammar.subjects.count
    let about = SubjectKindID(
      Int.random(in: 0..<5, using: &random) == 0
        ? Int.random(in: 0..<(kinds - 1), using: &random) : kinds - 1)
    let choices = grammar.callbacks.indices.filter {
      grammar.callbacks[$0].subject == about && grammar.callbacks[$0].refinement == nil
    }
    let callback = choices.randomElement(using: &random) ?? 0
    var event = ReferenceEvent(occurrence: .unknown, wide: wide, narrow: [])
    // An event about the middle subject names it; others usually do.
    if hasMiddle && about > 0 && (about == 1 || Int.random(in: 0..<8, using: &random) > 0) {
      event.middle = cast.middle.randomElement(using: &random)
    }
    if features.contains(.cases) {
      event.value = ["1", "2", "3", nil].randomElement(using: &random) ?? nil
    }
    if draw == 0 { return event }
    let posts = !grammar.callbacks[callback].notifications.isEmpty
    let kind: EventKind =
      posts && Int.random(in: 0..<3, using: &random) == 0 ? .notification : .delegate
    event.occurrence = .callback(callback, kind)
    if features.contains(.quirks) {
      event.role = [nil, "main", "other"].randomElement(using: &random) ?? nil
    }
    if about.index < kinds - 1 { return event }
    // Sometimes the name is not recorded, or an event concerns several subjects, one of them twice.
    if Int.random(in: 0..<12, using: &random) > 0,
      let one = cast.narrow.randomElement(using: &random)
    {
      event.narrow = Int.random(in: 0..<8, using: &random) == 0 ? cast.narrow + [one] : [one]
    }
    if let alias = cast.aliases.randomElement(using: &random), event.narrow.count < 2,
      Int.random(in: 0..<3, using: &random) > 0
    {
      event.alias = alias
      if Bool.random(using: &random) { event.narrow = [] }
    }
    return event
  }

  /// The events with times, some of which are not recorded.
  private mutating func timed(_ events: [ReferenceEvent]) -> [ReferenceEvent] {
    var now = 0.0
    return events.map { event in
      var event = event
      now += Double(Int.random(in: 0...8, using: &random)) / 4
      guard case .callback(_, let kind) = event.occurrence else { return event }
      if Int.random(in: 0..<8, using: &random) > 0 { event.time = now }
      if kind == .delegate, Int.random(in: 0..<3, using: &random) == 0 {
        event.duration = Double(Int.random(in: 0...8, using: &random)) / 4
      }
      return event
    }
  }
}
