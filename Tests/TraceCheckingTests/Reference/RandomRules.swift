import TestSupport
import TraceModel
import TraceGrammar

/// Rules and quirks for a random grammar.
enum RandomRules {
  /// Rules that name some of the illegal steps, one for all others, and rules of the other forms.
  static func rules(
    _ callbacks: IDArray<CallbackID, Callback>, _ lifecycles: IDArray<LifecycleID, Lifecycle>,
    _ features: RandomGrammar.Features, _ random: inout SeededGenerator
  ) -> IDArray<RuleID, Rule> {
    var rules: IDArray<RuleID, Rule> = []
    func add(_ form: any RuleForm) {
      var rule = Rule(
        id: "rule-\(rules.count)",
        severity: [.error, .warning, .note].randomElement(using: &random) ?? .error,
        form: form, title: "", message: "")
      if features.contains(.required), Int.random(in: 0..<3, using: &random) == 0 {
        rule.required = CallbackID(Int.random(in: 0..<callbacks.count, using: &random))
      }
      rules.append(rule)
    }
    for (index, law) in lifecycles.numbered {
      for callback in law.alphabet where Bool.random(using: &random) {
        let illegal = law.states.indices.filter { state in
          !law.transitions.contains { $0.callback == callback && $0.from == state }
            && Int.random(in: 0..<3, using: &random) > 0
        }
        if illegal.isEmpty { continue }
        add(StepForm(lifecycle: index, callbacks: [callback], states: illegal))
      }
      if features.contains(.ends), law.name != "middle", Bool.random(using: &random) {
        let states = law.states.indices.filter { _ in Bool.random(using: &random) }
        add(
          EndForm(
            lifecycle: index, states: states.isEmpty ? [0] : states,
            // Whether events about a narrower kind count as later events of the wider one.
            laterEvents: law.name == "narrow" && Bool.random(using: &random) ? .ofSubject : .none))
        add(
          EndForm(
            lifecycle: index, states: [law.states.indices.randomElement(using: &random) ?? 0],
            duty: .init(expected: [], after: [])))
      }
    }
    if features.contains(.times) {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let some = callbacks.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        add(
          TimeForm(
            some.isEmpty ? [0] : some,
            seconds: Double(Int.random(in: 1...6, using: &random)) / 4))
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let callback = CallbackID(Int.random(in: 0..<callbacks.count, using: &random))
        let same = callbacks.indices.filter { callbacks[$0].subject == callbacks[callback].subject }
        add(
          TimeForm(
            [callback] + same.filter { $0 != callback && $0.index.isMultiple(of: 2) },
            seconds: Double(Int.random(in: 1...8, using: &random)) / 4,
            after: [same.randomElement(using: &random) ?? callback]))
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let callback = CallbackID(Int.random(in: 0..<callbacks.count, using: &random))
        let same = callbacks.indices.filter { callbacks[$0].subject == callbacks[callback].subject }
        add(
          TimeForm(
            [callback], seconds: Double(Int.random(in: 1...8, using: &random)) / 4, isLeast: true,
            after: [same.randomElement(using: &random) ?? callback]))
      }
    }
    rules.elements.shuffle(using: &random)
    rules.append(
      Rule(id: "unexpected", severity: .error, form: UnexpectedForm(), title: "", message: ""))
    rules.append(
      Rule(id: "incomplete", severity: .error, form: IncompleteForm(), title: "", message: ""))
    return rules
  }

  /// Quirks that excuse some of the rules, with every kind of condition.
  static func quirks(
    _ callbacks: IDArray<CallbackID, Callback>, _ lifecycles: IDArray<LifecycleID, Lifecycle>,
    _ rules: IDArray<RuleID, Rule>, _ random: inout SeededGenerator
  ) -> [Quirk] {
    (0..<Int.random(in: 1...5, using: &random)).map { number in
      let rule = RuleID(Int.random(in: 0..<(rules.count - 1), using: &random))
      var quirk = Quirk(id: "Q-\(number)", rule: rule, text: "", source: "")
      if Bool.random(using: &random) {
        quirk.callbacks = callbacks.indices.filter { _ in Bool.random(using: &random) }
      }
      if let lifecycle = rules[rule].form.lifecycle, Bool.random(using: &random) {
        quirk.states = lifecycles[lifecycle].states.indices.filter { _ in
          Int.random(in: 0..<3, using: &random) > 0
        }
      }
      if Int.random(in: 0..<3, using: &random) == 0 { quirk.roles = ["main"] }
      if Bool.random(using: &random) { quirk.since = version(&random) }
      if Bool.random(using: &random) { quirk.until = version(&random) }
      return quirk
    }
  }

  private static func version(_ random: inout SeededGenerator) -> [PlatformVersion] {
    let platform = Int.random(in: 0..<5, using: &random) == 0 ? "tvOS" : "iOS"
    return [
      PlatformVersion(platform: platform, numbers: [Int.random(in: 11...18, using: &random), 0])
    ]
  }
}
