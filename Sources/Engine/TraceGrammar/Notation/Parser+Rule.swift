internal import TraceModel

extension Parser {
  /// The words that begin a clause about the rule's texts.
  private static let textWords = [
    "title", "message", "why", "fix", "category", "cause", "link", "facts", "confidence",
    "required", "absent",
  ]
  private static let ruleWords = FormNotation.firstWords + textWords
  /// The words that begin a clause about the severity in some states.
  private static let severityWords = ["error", "warning", "note"]

  /// Reads what follows `rule`.
  mutating func parseRule() -> RuleSyntax? {
    guard let name = expectName("the rule's name"),
      let severity = expectName("'error', 'warning' or 'note'")
    else { return nil }
    var rule = RuleSyntax(name: name, severity: severity)
    if takeWord("in") {
      guard let lifecycle = expectName("the name of a lifecycle") else { return nil }
      rule.scope = .lifecycle(lifecycle)
    } else if takeWord("about") {
      guard let subject = expectName("the name of a subject") else { return nil }
      rule.scope = .subject(subject)
    }
    let isWhole = parseBlock(
      of: "rule '\(name.text)'", words: Self.ruleWords + Self.severityWords,
      isOther: { $0.isAtNames }
    ) { parser in
      parser.parseClause(of: &rule)
    }
    rule.isDamaged = !isWhole
    return rule
  }

  /// Whether a form that begins with a name is next.
  private var isAtNames: Bool {
    if isAtNamesOfForm { return true }
    let first = peek()
    let second = peek(1)
    // Two names that no clause begins with are most likely such a form with a mistake further on.
    return first.kind == .identifier && second.kind == .identifier && !second.beginsLine
      && !isAtDeclaration && !Self.ruleWords.contains(first.text)
      && !Self.severityWords.contains(first.text)
      && nearestName(to: first.text, among: Self.ruleWords) == nil
  }

  private mutating func parseClause(of rule: inout RuleSyntax) -> Bool {
    let hasNames = isAtNames
    if !hasNames, let isWellFormed = parseTextClause(of: &rule) { return isWellFormed }
    let keyword = peek()
    guard let form = parseForm(hasNames: hasNames) else { return false }
    let range = SourceRange(keyword.range.start, endOfLast.end)
    if rule.form == nil {
      rule.form = (form, range)
    } else {
      report(Diagnostic(.repeatedClause, "a rule can say when it fires only once", at: range))
    }
    return true
  }

  /// Reads a clause about the rule's texts; nil when another clause is next.
  private mutating func parseTextClause(of rule: inout RuleSyntax) -> Bool? {
    guard (Self.textWords + Self.severityWords).contains(peek().text) else { return nil }
    let keyword = advance()
    switch keyword.text {
    case "title": return keep(expectString(), in: &rule.title, of: keyword)
    case "message": return keep(expectString(), in: &rule.message, of: keyword)
    case "why": return keep(expectString(), in: &rule.why, of: keyword)
    case "fix": return keep(expectString(), in: &rule.fix, of: keyword)
    case "category": return keep(expectString(), in: &rule.category, of: keyword)
    case "link": return keep(expectString(), in: &rule.link, of: keyword)
    case "cause":
      guard let cause = parseCause() else { return false }
      rule.causes.append(cause)
      return true
    case "facts":
      return keep(
        expectNames("the name of a fact such as 'R-01'"), in: &rule.facts, of: keyword)
    case "confidence":
      return keep(expectName("a degree of confidence"), in: &rule.confidence, of: keyword)
    case "required":
      return keep(expectName("the name of a callback"), in: &rule.required, of: keyword)
    case "absent":
      return keep(
        expectNames("the name of a callback or group"), in: &rule.absent, of: keyword)
    default:
      guard let condition = parseSeverityCondition() else { return false }
      let severity = Word(text: keyword.text, range: keyword.range)
      rule.severityCases.append((severity, condition))
      return true
    }
  }

  /// Reads `in archived`, `since iOS 27.0` or `unless recorded willConnect`.
  private mutating func parseSeverityCondition() -> RuleSyntax.SeverityCondition? {
    if takeWord("since") { return expectVersions().map { .since($0) } }
    if takeWord("unless") {
      guard expectWord("recorded") else { return nil }
      return expectNames("the name of a callback or group").map { .unrecorded($0) }
    }
    guard takeWord("in") else {
      reportUnexpected("'in', 'since' or 'unless'", among: ["in", "since", "unless"])
      return nil
    }
    return expectNames("the name of a state").map { .states($0) }
  }
}
