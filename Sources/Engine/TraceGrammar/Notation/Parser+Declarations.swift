internal import TraceModel

extension Parser {
  /// Reads a whole grammar.
  mutating func parseGrammar() -> GrammarSyntax {
    var syntax = GrammarSyntax()
    var isFirst = true
    while peek().kind != .end {
      let word = peek()
      guard isAtDeclaration || Self.declarationWords.contains(word.text) && word.beginsLine else {
        reportUnknownDeclaration()
        advance()
        skipToDeclaration()
        continue
      }
      advance()
      let name = peek()
      if !parseDeclaration(word, into: &syntax, isFirst: isFirst) {
        if name.kind == .identifier { syntax.damagedNames.insert(name.text) }
        skipToDeclaration()
      }
      isFirst = false
    }
    syntax.end = SourceRange(peek().range.start, peek().range.start)
    return syntax
  }

  private mutating func reportUnknownDeclaration() {
    let token = peek()
    guard token.kind == .identifier else {
      return reportUnexpected("a declaration")
    }
    report(
      Diagnostic(
        .unknownDeclaration, "no declaration begins with '\(token.text)'", at: token.range,
        suggestion: nearestName(to: token.text, among: Self.declarationWords)))
  }

  /// Reads what follows a declaration's first word; false when its head is malformed.
  private mutating func parseDeclaration(
    _ word: Token, into syntax: inout GrammarSyntax, isFirst: Bool
  ) -> Bool {
    switch word.text {
    case "grammar": parseHeader(word, into: &syntax, isFirst: isFirst)
    case "subject": append(parseSubject(), to: &syntax.subjects)
    case "one": append(parseSubject(isSingle: true), to: &syntax.subjects)
    case "callback": append(parseCallback(isAction: false), to: &syntax.callbacks)
    case "action": append(parseCallback(isAction: true), to: &syntax.callbacks)
    case "case": append(parseCase(), to: &syntax.cases)
    case "group": append(parseGroup(), to: &syntax.groups)
    case "lifecycle": append(parseLifecycle(), to: &syntax.lifecycles)
    case "rule": append(parseRule(), to: &syntax.rules)
    case "scenario": append(parseScenario(), to: &syntax.scenarios)
    case "severity": append(parseSeverity(), to: &syntax.severities)
    case "spellings", "notifications":
      append(parseSpellings(areOfNotification: word.text == "notifications"), to: &syntax.spellings)
    default: append(parseQuirk(), to: &syntax.quirks)
    }
  }

  private func append<Node>(_ node: Node?, to list: inout [Node]) -> Bool {
    guard let node else { return false }
    list.append(node)
    return true
  }

  private mutating func parseHeader(
    _ word: Token, into syntax: inout GrammarSyntax, isFirst: Bool
  ) -> Bool {
    if let first = syntax.header {
      report(
        Diagnostic(
          .misplacedHeader, "a text contains one grammar", at: word.range,
          notes: [.init("the first is here", at: first.name.range)]))
    } else if !isFirst {
      report(
        Diagnostic(
          .misplacedHeader, "the 'grammar' declaration comes first in a text", at: word.range))
    }
    syntax.hasHeader = true
    guard let name = expectName("the grammar's name"),
      let version = expectString("the grammar's version in quotes")
    else { return false }
    var header = HeaderSyntax(name: name, version: version)
    if takeWord("extends") {
      guard let base = expectBase() else { return false }
      header.base = base
    }
    parseBlock(of: "grammar '\(name.text)'", words: ["text", "called"]) { parser in
      let keyword = parser.advance()
      if keyword.isWord("called") {
        return parser.expectWord("by")
          && parser.keep(parser.expectString(), in: &header.caller, of: keyword)
      }
      return parser.keep(parser.expectString(), in: &header.text, of: keyword)
    }
    if syntax.header == nil { syntax.header = header }
    return true
  }

  /// Reads what follows `extends`: the name of a shipped grammar, or a path in quotes.
  private mutating func expectBase() -> HeaderSyntax.Base? {
    if peek().kind == .string { return expectString().map { .file($0) } }
    return expectName("the name of a grammar, or a path in quotes").map { .shipped($0) }
  }

  /// - Parameter isSingle: whether there is one such subject, which no event identifies.
  private mutating func parseSubject(isSingle: Bool = false) -> SubjectSyntax? {
    guard let name = expectName("the subject's name") else { return nil }
    var subject = SubjectSyntax(name: name, isSingle: isSingle)
    if takeWord("within") {
      guard let parent = expectName("the name of the wider subject") else { return nil }
      subject.parent = parent
    }
    if isSingle, peek().kind != .leftBrace { return subject }
    let words = isSingle ? ["begins"] : ["member", "members", "alias", "begins"]
    let isWhole = parseBlock(of: "subject '\(name.text)'", words: words) { parser in
      let keyword = parser.advance()
      switch keyword.text {
      case "begins":
        return parser.expectWord("with")
          && parser.keep(
            parser.expectNames("the name of a callback"), in: &subject.beginnings, of: keyword)
      case "member": return parser.keep(parser.expectStrings(), in: &subject.members, of: keyword)
      case "members":
        return parser.keep(parser.expectString(), in: &subject.setMember, of: keyword)
      default: return parser.keep(parser.expectString(), in: &subject.alias, of: keyword)
      }
    }
    subject.isDamaged = !isWhole
    return subject
  }

  private mutating func parseCallback(isAction: Bool) -> CallbackSyntax? {
    let role = isAction ? "action" : "callback"
    guard let name = expectName("the \(role)'s name"), expectWord("about"),
      let subject = expectName("the name of a subject")
    else { return nil }
    var callback = CallbackSyntax(name: name, subject: subject, isAction: isAction)
    let words = [
      "swift", "objc", "notification", "spelling", "has", "since", "until", "replaced", "text",
      "link",
    ]
    parseBlock(of: "\(role) '\(name.text)'", words: words) { parser in
      parser.parseClause(of: &callback)
    }
    return callback
  }

  private mutating func parseClause(of callback: inout CallbackSyntax) -> Bool {
    let keyword = advance()
    switch keyword.text {
    case "swift": return keep(expectStrings(), in: &callback.swift, of: keyword)
    case "objc": return keep(expectStrings(), in: &callback.objectiveC, of: keyword)
    case "notification": return keep(expectStrings(), in: &callback.notifications, of: keyword)
    case "spelling":
      guard let spelling = expectSpelling() else { return false }
      callback.spellings.append(spelling)
      return true
    case "has":
      guard let member = expectName("the name of a member of an event"),
        let values = expectStrings()
      else { return false }
      callback.readings.append((member, values))
      return true
    case "since": return keep(expectVersions(), in: &callback.since, of: keyword)
    case "until": return keep(expectVersions(), in: &callback.until, of: keyword)
    case "replaced":
      return expectWord("by")
        && keep(expectName("the name of a callback"), in: &callback.replacement, of: keyword)
    case "text": return keep(expectString(), in: &callback.text, of: keyword)
    default: return keep(expectString(), in: &callback.link, of: keyword)
    }
  }

  /// Reads what follows in `spellings of didBecomeActive "sceneBecameActive", "onActive"`.
  private mutating func parseSpellings(areOfNotification: Bool) -> SpellingsSyntax? {
    guard expectWord("of"), let callback = expectName("the name of a callback"),
      let spelling = expectSpelling()
    else { return nil }
    return SpellingsSyntax(
      callback: callback, areOfNotification: areOfNotification, clause: spelling)
  }

  /// Reads `"centralManagerDidUpdateState(_:)" where state = "poweredOn"`.
  private mutating func expectSpelling() -> SpellingSyntax? {
    guard let spellings = expectStrings() else { return nil }
    guard takeWord("where") else { return SpellingSyntax(spellings: spellings) }
    guard let member = expectName("the name of a member of an event"), expect(.equals) != nil,
      let value = expectString("the member's value in quotes")
    else { return nil }
    return SpellingSyntax(spellings: spellings, condition: (member, value))
  }

  /// Reads `iOS 13.0, visionOS 1.0`.
  mutating func expectVersions() -> [PlatformVersion]? {
    expectList { parser in
      guard let platform = parser.expectName("a platform such as 'iOS'"),
        let version = parser.expect(.number, "a version such as '13.0'")
      else { return nil }
      let parts = version.text.split(separator: ".")
      let numbers = parts.compactMap { Int($0) }
      if numbers.count < parts.count {
        parser.report(
          Diagnostic(.invalidNumber, "this version is out of bounds", at: version.range))
      }
      return PlatformVersion(platform: platform.text, numbers: numbers)
    }
  }

  private mutating func parseGroup() -> GroupSyntax? {
    guard let name = expectName("the group's name"), expect(.equals) != nil,
      let members = expectNames("the name of a callback or group")
    else { return nil }
    return GroupSyntax(name: name, members: members)
  }

  private mutating func parseQuirk() -> QuirkSyntax? {
    guard let name = expectName("the quirk's name"), expectWord("excuses"),
      let rule = expectName("the name of a rule")
    else { return nil }
    var quirk = QuirkSyntax(name: name, rule: rule)
    let words = ["on", "in", "while", "role", "caller", "since", "until", "text", "source"]
    let isWhole = parseBlock(of: "quirk '\(name.text)'", words: words) { parser in
      parser.parseClause(of: &quirk)
    }
    quirk.isDamaged = !isWhole
    return quirk
  }

  private mutating func parseClause(of quirk: inout QuirkSyntax) -> Bool {
    let keyword = advance()
    switch keyword.text {
    case "on":
      return keep(
        expectNames("the name of a callback or group"), in: &quirk.callbacks, of: keyword)
    case "in": return keep(expectNames("the name of a state"), in: &quirk.states, of: keyword)
    case "while":
      guard let states = expectNames("the name of a state"), expectWord("in"),
        let lifecycle = expectName("the name of a lifecycle")
      else { return false }
      return keep((states, lifecycle), in: &quirk.condition, of: keyword)
    case "role": return keep(expectStrings(), in: &quirk.roles, of: keyword)
    case "caller":
      guard keep(expectStrings(), in: &quirk.callers, of: keyword) else { return false }
      if takeWord("or") {
        guard expectWord("unknown") else { return false }
        quirk.allowsUnknownCaller = true
      }
      return true
    case "since": return keep(expectVersions(), in: &quirk.since, of: keyword)
    case "until": return keep(expectVersions(), in: &quirk.until, of: keyword)
    case "text": return keep(expectString(), in: &quirk.text, of: keyword)
    default: return keep(expectString(), in: &quirk.source, of: keyword)
    }
  }
}
