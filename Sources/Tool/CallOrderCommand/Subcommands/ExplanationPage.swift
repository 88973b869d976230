internal import TraceModel
internal import TraceGrammar
internal import TraceJSON
internal import TraceReporting
internal import TraceFindings

/// All that is known about a rule, on one page.
struct ExplanationPage: Explanation {
  var rule: Rule
  var grammar: Grammar

  func text(theme: TextTheme, width: Int) -> String {
    let severity = theme.paint(rule.severity.name, .init(rule.severity))
    var page = "\(theme.paint(terminalSafe(rule.id), .emphasis)) (\(severity))\n"
    page += wrapped(terminalSafe(asOneLine(asSentence(rule.title))), width: width) + "\n"
    func section(_ title: String, _ body: String) {
      guard !body.isEmpty else { return }
      page +=
        theme.paint(title, .emphasis) + "\n"
        + wrapped(terminalSafe(asOneLine(body)), width: width, indent: 2)
        + "\n"
    }
    section("Why it matters", rule.explanation)
    if rule.causes.isEmpty {
      section("How to fix it", rule.fix)
    } else {
      page += theme.paint("Usual causes", .emphasis) + "\n"
      for cause in rule.causes {
        for (sign, words) in [("- ", cause.text), ("  ", cause.action)] {
          let text = asSentence(words.replacing("{callback}", with: "the callback"))
          page += "  " + sign + wrapped(terminalSafe(text), width: width, indent: 4).dropFirst(4)
        }
      }
      page += "\n"
    }
    for example in rule.examples {
      page += theme.paint(example.heading, .emphasis) + "\n"
      page += steps(of: example).map { "    \(terminalSafe($0))\n" }.joined() + "\n"
    }
    for quirk in rule.quirks(in: grammar) {
      section(
        "Known deviation \(terminalSafe(quirk.id))", "\(asSentence(quirk.text)) (\(quirk.source))")
    }
    section("Source", source)
    return page
  }

  private func steps(of example: Rule.Example) -> [String] {
    example.steps.map { grammar.words(of: $0) }
  }

  private var source: String {
    var parts: [String] = []
    if let link = rule.link { parts.append(link) }
    if let confidence = rule.confidence {
      parts.append(parts.isEmpty ? confidence : "(\(confidence))")
    }
    return parts.joined(separator: " ")
  }

  var json: [UInt8] {
    guard case .object(var members) = rule.json(in: grammar) else { return [] }
    for example in rule.examples {
      let steps = steps(of: example).map(JSONValue.string)
      members.append(.init(example.heading.lowercased(), .array(steps)))
    }
    return JSONValue.object(members).laidOut()
  }
}

extension Rule.Example {
  fileprivate var heading: String { isLegal ? "Legal" : "Illegal" }
}
