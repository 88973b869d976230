import TestSupport
import TraceDiagnostics
import TraceGrammar
import TraceModel

/// A small grammar of a wide and a narrow subject, and traces for it, all drawn from one seed.
struct RandomGrammar {
  let grammar: Grammar
  private var random: SeededGenerator
  private let wideCount: Int

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let wideCount = Int.random(in: 2...3, using: &random)
    let narrowCount = Int.random(in: 2...4, using: &random)
    var callbacks = (0..<(wideCount + narrowCount)).map { index in
      Callback(
        name: "c\(index)", subject: index < wideCount ? 0 : 1,
        notifications: Bool.random(using: &random) ? ["Notification\(index)"] : [])
    }
    if Int.random(in: 0..<3, using: &random) == 0 { callbacks[wideCount - 1].replacement = 0 }
    let narrow = Array(wideCount..<callbacks.count)
    let alsoWide = narrow.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    var lifecycles = [
      Self.lifecycle("wide", 0, Array(0..<wideCount) + alsoWide, &random),
      Self.lifecycle("narrow", 1, narrow, &random),
    ]
    if Int.random(in: 0..<3, using: &random) == 0 {
      let some = narrow.filter { _ in Bool.random(using: &random) }
      lifecycles.append(Self.lifecycle("beside", 1, some.isEmpty ? narrow : some, &random))
    }
    lifecycles.shuffle(using: &random)
    grammar = Grammar(
      name: "Random", version: "1.0",
      subjects: [
        SubjectKind(
          name: "wide", member: "wide",
          beginnings: Array(0..<Int.random(in: 1..<wideCount, using: &random))),
        SubjectKind(name: "narrow", parent: 0, member: "narrow", setMember: "narrows"),
      ],
      callbacks: callbacks, lifecycles: lifecycles, rules: Self.rules(lifecycles, &random))
    self.random = random
    self.wideCount = wideCount
  }

  private static func lifecycle(
    _ name: String, _ subject: Int, _ alphabet: [Int], _ random: inout SeededGenerator
  ) -> Lifecycle {
    let count = Int.random(in: 2...5, using: &random)
    let density = Double.random(in: 0.15...0.6, using: &random)
    var transitions: [Lifecycle.Transition] = []
    for callback in alphabet {
      for from in 0..<count where Double.random(in: 0..<1, using: &random) < density {
        for _ in 0..<(Int.random(in: 0..<6, using: &random) == 0 ? 2 : 1) {
          let to = Int.random(in: 0..<count, using: &random)
          let step = Lifecycle.Transition(from: from, callback: callback, to: to)
          if !transitions.contains(step) { transitions.append(step) }
        }
      }
    }
    // Often a state that nothing leaves, and calls that lead nowhere else.
    if Bool.random(using: &random) {
      transitions.removeAll { $0.from == count - 1 }
      if let ending = alphabet.randomElement(using: &random) {
        let steps = Set(transitions.filter { $0.callback == ending }.map(\.from))
        transitions.removeAll { $0.callback == ending }
        transitions += steps.sorted().map { .init(from: $0, callback: ending, to: count - 1) }
      }
    }
    // From every state a life can end well, as the grammar's own checks demand.
    var accepting = Set((0..<count).filter { _ in Bool.random(using: &random) })
    for state in 0..<count {
      var reached: Set<Int> = [state]
      for _ in 0..<count {
        for step in transitions where reached.contains(step.from) { reached.insert(step.to) }
      }
      if reached.isDisjoint(with: accepting) { accepting.insert(state) }
    }
    func someStates() -> [Int] {
      let states = (0..<count).filter { _ in Bool.random(using: &random) }
      return states.isEmpty ? [0] : states
    }
    return Lifecycle(
      name: name, subject: subject,
      states: (0..<count).map {
        .init(name: "\(name)\($0)", isAccepting: accepting.contains($0))
      },
      transitions: transitions, start: someStates(),
      unknownStart: Bool.random(using: &random) ? Array(0..<count) : someStates(),
      onParentBegin: subject == 0
        ? Array(0..<count) : (0..<count).map { _ in Int.random(in: 0..<count, using: &random) })
  }

  /// Rules that name some of the illegal steps, and one for the others.
  private static func rules(
    _ lifecycles: [Lifecycle], _ random: inout SeededGenerator
  ) -> [Rule] {
    var rules: [Rule] = []
    for (index, law) in lifecycles.enumerated() {
      for callback in law.alphabet where Bool.random(using: &random) {
        let illegal = law.states.indices.filter { state in
          !law.transitions.contains { $0.callback == callback && $0.from == state }
            && Int.random(in: 0..<3, using: &random) > 0
        }
        if illegal.isEmpty { continue }
        rules.append(
          Rule(
            id: "rule-\(rules.count)",
            severity: [.error, .warning, .note].randomElement(using: &random) ?? .error,
            form: .step(lifecycle: index, callbacks: [callback], states: illegal), title: "",
            message: ""))
      }
    }
    rules.shuffle(using: &random)
    rules.append(
      Rule(id: "unexpected", severity: .error, form: .unexpected, title: "", message: ""))
    rules.append(
      Rule(id: "incomplete", severity: .error, form: .incomplete, title: "", message: ""))
    return rules
  }

  /// A trace of several wide and narrow subjects; half of them walk as their laws say, mostly.
  mutating func trace() -> [ReferenceEvent] {
    let namesNarrowSubjects = Int.random(in: 0..<4, using: &random) > 0
    let narrow = (0..<Int.random(in: 1...3, using: &random)).map { "n\($0)" }
    let hasGaps = Bool.random(using: &random)
    let isInterleaved = Int.random(in: 0..<3, using: &random) == 0
    var events: [ReferenceEvent] = []
    for wide in 0..<Int.random(in: 1...4, using: &random) {
      if Bool.random(using: &random) {
        let beginning = grammar.subjects[0].beginnings.last ?? 0
        events.append(
          .init(occurrence: .callback(beginning, .delegate), wide: "w\(wide)", narrow: []))
      }
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        events.append(event("w\(wide)", namesNarrowSubjects ? narrow : [], hasGaps))
      }
    }
    // Two processes may write one log.
    for place in events.indices.dropLast() where isInterleaved && Bool.random(using: &random) {
      events.swapAt(place, place + 1)
    }
    return events
  }

  private mutating func event(_ wide: String, _ narrow: [String], _ hasGaps: Bool) -> ReferenceEvent
  {
    let draw = Int.random(in: 0..<40, using: &random)
    if draw == 0 { return .init(occurrence: .unknown, wide: wide, narrow: []) }
    if draw < 4 && hasGaps { return .init(occurrence: .gap, wide: nil, narrow: []) }
    let isWide = Int.random(in: 0..<5, using: &random) == 0
    let callback =
      isWide
      ? Int.random(in: 0..<wideCount, using: &random)
      : Int.random(in: wideCount..<grammar.callbacks.count, using: &random)
    let posts = !grammar.callbacks[callback].notifications.isEmpty
    let kind: EventKind =
      posts && Int.random(in: 0..<3, using: &random) == 0 ? .notification : .delegate
    var names: [String] = []
    // Now and then the name was not recorded, or an event is about several, one of them twice.
    if !isWide, Int.random(in: 0..<12, using: &random) > 0,
      let one = narrow.randomElement(using: &random)
    {
      names = Int.random(in: 0..<8, using: &random) == 0 ? narrow + [one] : [one]
    }
    return .init(occurrence: .callback(callback, kind), wide: wide, narrow: names)
  }
}
