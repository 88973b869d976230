internal import TraceModel
internal import TraceGrammar
internal import TraceJSON

/// A description of a rule in words.
extension Rule {
  /// The quirks of the platform that excuse the rule.
  func quirks(in grammar: Grammar) -> [Quirk] {
    grammar.quirks.filter { grammar.rules[$0.rule].id == id }
  }

  /// The description as JSON, member by member in a fixed order.
  func json(in grammar: Grammar) -> JSONValue {
    [
      "id": .string(id), "severity": .string(severity.name), "title": .string(title),
      "condition": .string(condition(in: grammar)), "message": .string(message),
      "explanation": .string(explanation), "fix": .string(fix), "category": .string(category),
      "causes": .array(causes.map { ["text": .string($0.text), "action": .string($0.action)] }),
      "link": JSONValue(link), "facts": .array(facts.map(JSONValue.string)),
      "confidence": JSONValue(confidence),
      "quirks": .array(
        quirks(in: grammar).map {
          ["id": .string($0.id), "text": .string($0.text), "source": .string($0.source)]
        }),
    ]
  }
}
