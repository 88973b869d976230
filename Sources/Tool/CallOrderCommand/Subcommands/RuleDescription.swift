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
  var condition: String { rule.condition(in: grammar) }

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
