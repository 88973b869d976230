internal import TraceModel

/// `scenario reconnect "A scene connects again" { … }`
struct ScenarioSyntax {
  enum Sign {
    case calls(callbacks: [Word], states: [Word], lifecycle: Word?)
    case several(Word)
  }

  var name: Word
  var title: Word
  var sign: Sign?
  var action: Word?
  /// Whether something in it could not be read, so that what is missing was perhaps written.
  var isDamaged = false
}

/// Reading scenarios, and looking up the names in them.
extension Parser {
  mutating func parseScenario() -> ScenarioSyntax? {
    guard let name = expectName("the scenario's name"),
      let title = expectString("what happens, in quotes")
    else { return nil }
    var scenario = ScenarioSyntax(name: name, title: title)
    let isWhole = parseBlock(of: "scenario '\(name.text)'", words: ["on", "several", "do"]) {
      parser in parser.parseClause(of: &scenario)
    }
    scenario.isDamaged = !isWhole
    return scenario
  }

  /// Reads `on willConnect`, `on willConnect in disconnected of session`, `several session` or `do "…"`.
  private mutating func parseClause(of scenario: inout ScenarioSyntax) -> Bool {
    let keyword = advance()
    switch keyword.text {
    case "on":
      guard let callbacks = expectNames("the name of a callback or group") else { return false }
      guard takeWord("in") else {
        return keep(
          .calls(callbacks: callbacks, states: [], lifecycle: nil), in: &scenario.sign, of: keyword)
      }
      guard let states = expectNames("the name of a state"), expectWord("of"),
        let lifecycle = expectName("the name of a lifecycle")
      else { return false }
      return keep(
        .calls(callbacks: callbacks, states: states, lifecycle: lifecycle), in: &scenario.sign,
        of: keyword)
    case "several":
      return keep(
        expectName("the name of a subject").map { .several($0) }, in: &scenario.sign, of: keyword)
    default:
      return keep(
        expectString("how to produce it, in quotes"), in: &scenario.action, of: keyword)
    }
  }
}

extension Resolver {
  mutating func resolveScenarios() {
    for scenario in syntax.scenarios {
      let isNew =
        declare(
          scenario.name, "scenario", scenarioNames.enter(scenario.name, atMost: GrammarLimits.rules)
        ) != nil
      if !scenario.isDamaged {
        reportLacking(
          [
            scenario.sign == nil ? "a clause such as 'on CALLBACK'" : nil,
            scenario.action == nil ? "the clause 'do'" : nil,
          ], "scenario", scenario.name)
      }
      guard let sign = scenario.sign.flatMap({ resolve($0) }), isNew else { continue }
      scenarios.append(
        Scenario(
          id: scenario.name.text, title: scenario.title.text, action: scenario.action?.text ?? "",
          sign: sign))
    }
  }

  private mutating func resolve(_ sign: ScenarioSyntax.Sign) -> Scenario.Sign? {
    switch sign {
    case .several(let subject): return resolveSubject(subject).map(Scenario.Sign.several)
    case .calls(let words, let states, let name):
      let callbacks = name == nil ? resolveCallbacks(words) : resolveWholeCallbacks(words)
      for index in callbacks where self.callbacks[index].refinement?.situations.isEmpty == false {
        report(
          .caseNotAllowed,
          "case '\(self.callbacks[index].name)' asks for a state; a scenario names its state after 'in'",
          at: words[0].range)
      }
      guard let name else { return .calls(callbacks: callbacks, lifecycle: nil, states: []) }
      guard let lifecycle = resolveLifecycle(name) else { return nil }
      return .calls(
        callbacks: callbacks, lifecycle: lifecycle, states: resolveStates(states, of: lifecycle))
    }
  }
}
