internal import TraceModel
internal import TraceGrammar
internal import TraceJSON

/// A description of a rule in words.
struct RuleDescription {
  private let rule: Rule
  private let grammar: Grammar

  /// Describes a rule of the given grammar.
  init(_ rule: Rule, in grammar: Grammar) {
    self.rule = rule
    self.grammar = grammar
  }

  /// When the rule fires, in one sentence made from its form and what limits it.
  var condition: String {
    var text = formInWords
    if let deadline = rule.deadline,
      case .step(let lifecycle, let callbacks, let states) = rule.form
    {
      let names = inWords(states.map { grammar.lifecycles[lifecycle].states[$0].name }, "or")
      let late = "the state \(names) is not left within \(inWords(seconds: deadline))"
      text = callbacks.isEmpty ? late : "\(text), or \(late)"
    }
    if let answering = rule.answering {
      let asked = grammar.callbacks[answering.callback].name
      text += ", or answers no \(asked) of the same \(answering.member)"
    }
    if !rule.absent.isEmpty {
      let absent = inWords(rule.absent.map { grammar.callbacks[$0].name }, "or")
      text += ", in a recording without any call of \(absent)"
    }
    return text
  }

  private func sentence(of demand: PeerDemand) -> String {
    func names(_ callbacks: [CallbackID]) -> String {
      inWords(callbacks.map { grammar.callbacks[$0].name }, "or")
    }
    let (calls, peer) = (names(demand.callbacks), grammar.subjects[demand.peer].name)
    let after = names(demand.after)
    switch demand.question {
    case .theSame: return "\(calls) comes with another \(peer) than the last \(after)"
    case .once: return "\(calls) comes twice with one \(peer) after \(after)"
    case .each(let lifecycle, let states, let ends):
      let owner = grammar.lifecycles[lifecycle]
      let present = inWords(states.map { owner.states[$0].name }, "or")
      return
        "\(names(ends)) comes, and some \(peer) that was and is \(present) had no \(calls) since \(after)"
    }
  }

  private var formInWords: String {
    switch rule.form {
    case .step(let lifecycle, let callbacks, let states):
      let owner = grammar.lifecycles[lifecycle]
      let calls = inWords(callbacks.map { grammar.callbacks[$0].name }, "or")
      if owner.origin == .ban { return "\(calls) comes" }
      if states.count == owner.states.count {
        return "\(calls) comes in any state of \(owner.name)"
      }
      return "\(calls) comes in the state \(inWords(states.map { owner.states[$0].name }, "or"))"
    case .atMost(let count, let lifecycle, let states):
      let owner = grammar.lifecycles[lifecycle]
      let names = inWords(states.map { owner.states[$0].name }, "or")
      return
        "more than \(count) subjects of the kind \(grammar.subjects[owner.subject].name) are \(names)"
    case .end(let lifecycle, let states, let afterLaterEvents):
      let owner = grammar.lifecycles[lifecycle]
      let names = inWords(states.map { owner.states[$0].name }, "or")
      let more = afterLaterEvents ? " after later events" : ""
      return "\(owner.name) ends in the state \(names)\(more)"
    case .duration(let callbacks, let seconds):
      let calls = inWords(callbacks.map { grammar.callbacks[$0].name }, "or")
      return "\(calls) takes more than \(inWords(seconds: seconds))"
    case .within(let callback, let seconds, let after):
      let (call, first) = (grammar.callbacks[callback].name, grammar.callbacks[after].name)
      return "\(call) comes more than \(inWords(seconds: seconds)) after \(first)"
    case .contradiction(let member):
      return "the \(member) that a call records is one that only other callbacks have"
    case .differingValue(let callbacks, let member, let values):
      let calls = inWords(callbacks.map { grammar.callbacks[$0].name }, "or")
      let allowed = inWords(values, "or")
      return "\(calls) has another \(member) than \(allowed), which the recording names somewhere"
    case .peers(let demand): return sentence(of: demand)
    case .notificationAhead: return "a notification comes before its delegate call"
    case .unexpected: return "the grammar does not allow a step, and no other rule names it"
    case .incomplete: return "with --complete, a lifecycle ends in a state in which it may not end"
    }
  }

  /// The quirks of the platform that excuse the rule.
  var quirks: [Quirk] {
    grammar.quirks.filter { grammar.rules[$0.rule].id == rule.id }
  }

  /// The description as JSON, member by member in a fixed order.
  var json: JSONValue {
    [
      "id": .string(rule.id), "severity": .string(rule.severity.name),
      "title": .string(rule.title), "condition": .string(condition),
      "message": .string(rule.message), "explanation": .string(rule.explanation),
      "fix": .string(rule.fix), "category": .string(rule.category),
      "causes": .array(
        rule.causes.map { ["text": .string($0.text), "action": .string($0.action)] }),
      "link": JSONValue(rule.link),
      "facts": .array(rule.facts.map(JSONValue.string)),
      "confidence": JSONValue(rule.confidence),
      "quirks": .array(
        quirks.map {
          [
            "id": .string($0.id), "text": .string($0.text), "source": .string($0.source),
          ]
        }),
    ]
  }
}

/// A number of seconds with its unit, whole milliseconds below a second.
func inWords(seconds: Double) -> String {
  if seconds < 1 { return "\(Int(seconds * 1_000)) ms" }
  return seconds == Double(Int(seconds)) ? "\(Int(seconds)) s" : "\(seconds) s"
}
