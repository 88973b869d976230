internal import TraceFindings
internal import TraceGrammar
internal import TraceJSON
internal import TraceModel
internal import TraceReporting

/// What is known about a deviation of the platform, whose id a report prints beside the finding that it excuses.
struct QuirkExplanation: Explanation {
  private static let meaning =
    "A known deviation of the platform: a finding that matches it becomes a note and names it."

  private let id: String
  private let grammar: Grammar
  /// The quirks with the id, one for each rule that it excuses.
  private let quirks: [Quirk]

  /// The explanation of an id; nil for one that no quirk of the grammar has.
  init?(of id: String, in grammar: Grammar) {
    (self.id, self.grammar) = (id, grammar)
    quirks = grammar.quirks.filter { $0.id == id }
    if quirks.isEmpty { return nil }
  }

  func text(theme: TextTheme, width: Int) -> String {
    var page = theme.paint(terminalSafe(id), .emphasis) + "\n" + wrapped(Self.meaning, width: width)
    for quirk in quirks {
      page += "\n" + theme.paint("Excuses \(terminalSafe(rule(of: quirk).id))", .emphasis) + "\n"
      for sentence in sentences(quirk) {
        page += wrapped(terminalSafe(asOneLine(sentence)), width: width, indent: 2)
      }
    }
    return page
  }

  var json: [UInt8] {
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
    let excuses = quirks.map { quirk -> JSONValue in
      [
        "rule": .string(rule(of: quirk).id), "text": .string(quirk.text),
        "callbacks": texts(quirk.callbacks.map { grammar.callbacks[$0].name }),
        "states": texts(states(of: quirk)), "roles": texts(quirk.roles),
        "callers": texts(quirk.callers), "source": .string(quirk.source),
      ]
    }
    let page: JSONValue = [
      "id": .string(id), "meaning": .string(Self.meaning), "excuses": .array(excuses),
    ]
    return page.laidOut()
  }

  /// What happens, which calls it is limited to, and who reported it.
  private func sentences(_ quirk: Quirk) -> [String] {
    [
      asSentence(quirk.text), asSentence("It excuses \(limits(of: quirk))"),
      "Source: \(quirk.source)",
    ]
  }

  private func limits(of quirk: Quirk) -> String {
    var calls: [String] = []
    for name in quirk.callbacks.map({ grammar.writtenName($0) }) where !calls.contains(name) {
      calls.append(name)
    }
    var limits = calls.isEmpty ? "any call" : listed(calls, "or")
    let states = states(of: quirk)
    if !states.isEmpty { limits += " in the state \(listed(states, "or"))" }
    if !quirk.roles.isEmpty { limits += ", if the role is \(listed(quirk.roles, "or"))" }
    if !quirk.callers.isEmpty { limits += ", if called by \(listed(quirk.callers, "or"))" }
    return limits
  }

  private func states(of quirk: Quirk) -> [String] {
    guard let lifecycle = rule(of: quirk).form.lifecycle else { return [] }
    return quirk.states.map { grammar.lifecycles[lifecycle].states[$0].name }
  }

  private func rule(of quirk: Quirk) -> Rule { grammar.rules[quirk.rule] }
}
