internal import TraceModel

extension Parser {
  private static let ruleWords = [
    "on", "at", "exactly", "expects", "notification", "anything", "title", "message", "why", "fix",
    "category", "cause", "link", "facts", "confidence", "required", "absent", "answers",
  ]
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
      isOther: { $0.isAtTiming }
    ) { parser in
      parser.parseClause(of: &rule)
    }
    rule.isDamaged = !isWhole
    return rule
  }

  /// Whether `CALLBACK takes at most`, `CALLBACK within 2`, `CALLBACK have`, `CALLBACK by another`,
  /// `CALLBACK, CALLBACK …` or `MEMBER contradicts its` is next: the forms that begin with a name, even a clause's name.
  private var isAtTiming: Bool {
    let first = peek()
    let second = peek(1)
    guard first.kind == .identifier else { return false }
    if second.kind == .comma || second.isWord("takes") && peek(2).isWord("at")
      || second.isWord("within") && peek(2).kind == .number
      || second.isWord("contradicts") && peek(2).isWord("its")
      || second.isWord("have") && peek(2).kind == .identifier
      || second.isWord("by") && peek(2).isWord("another")
    {
      return true
    }
    // Two names that no clause begins with are most likely such a form with a mistake further on.
    return second.kind == .identifier && !second.beginsLine && !isAtDeclaration
      && !Self.ruleWords.contains(first.text) && !Self.severityWords.contains(first.text)
      && nearestName(to: first.text, among: Self.ruleWords) == nil
  }

  private mutating func parseClause(of rule: inout RuleSyntax) -> Bool {
    if !isAtTiming, let isWellFormed = parseTextClause(of: &rule) { return isWellFormed }
    let keyword = peek()
    guard let form = parseForm() else { return false }
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
    let keyword = peek()
    switch keyword.text {
    case "title", "message", "why", "fix", "category", "link":
      advance()
      guard let text = expectString() else { return false }
      switch keyword.text {
      case "title": keep(text, in: &rule.title, of: keyword)
      case "message": keep(text, in: &rule.message, of: keyword)
      case "why": keep(text, in: &rule.why, of: keyword)
      case "fix": keep(text, in: &rule.fix, of: keyword)
      case "category": keep(text, in: &rule.category, of: keyword)
      default: keep(text, in: &rule.link, of: keyword)
      }
    case "cause":
      advance()
      guard let cause = parseCause() else { return false }
      rule.causes.append(cause)
    case "facts":
      advance()
      guard let facts = expectNames("the name of a fact such as 'R-01'") else { return false }
      keep(facts, in: &rule.facts, of: keyword)
    case "confidence":
      advance()
      guard let word = expectName("a degree of confidence") else { return false }
      keep(word, in: &rule.confidence, of: keyword)
    case "required":
      advance()
      guard let name = expectName("the name of a callback") else { return false }
      keep(name, in: &rule.required, of: keyword)
    case "absent":
      advance()
      guard let names = expectNames("the name of a callback or group") else { return false }
      keep(names, in: &rule.absent, of: keyword)
    case "answers":
      advance()
      guard let callback = expectName("the name of a callback"), expectWord("by"),
        let member = expectName("the name of a member of an event")
      else { return false }
      keep((callback, member), in: &rule.answering, of: keyword)
    case "error", "warning", "note":
      advance()
      guard let condition = parseSeverityCondition() else { return false }
      let severity = Word(text: keyword.text, range: keyword.range)
      rule.severityCases.append((severity, condition))
    default: return nil
    }
    return true
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

  // MARK: Forms

  private mutating func parseForm() -> RuleSyntax.Form? {
    if isAtTiming { return parseTiming() }
    let keyword = advance()
    switch keyword.text {
    case "on": return parseStep()
    case "at": return parseAt()
    case "exactly":
      guard expectWords("one", "of"),
        let callbacks = expectNames("the name of a callback or group"), expectWord("after"),
        let after = expectName("the name of a callback or group")
      else { return nil }
      return .exactlyOne(callbacks: callbacks, after: after)
    case "expects": return parseDuty()
    case "notification":
      return expectWords("before", "its", "callback") ? .notificationAhead : nil
    default:
      return expectWord("else") ? .unexpected : nil
    }
  }

  /// Reads what follows `on`: `didDiscard in connecting, active`, `… in any`, or no state at all.
  private mutating func parseStep() -> RuleSyntax.Form? {
    guard let callbacks = expectNames("the name of a callback or group") else { return nil }
    guard takeWord("in") else {
      return reportCondition(on: callbacks[0]) ? nil : .ban(callbacks: callbacks)
    }
    if peek().isWord("any"), peek(1).kind != .comma {
      advance()
      return .step(callbacks: callbacks, states: nil)
    }
    return expectNames("the name of a state, or 'any'").map {
      .step(callbacks: callbacks, states: $0)
    }
  }

  /// Reports a condition where only the case can stand that has it.
  private mutating func reportCondition(on callback: Word) -> Bool {
    let token = peek()
    let words = ["where", "while", "when", "if", "during", "outside", "after", "before"]
    guard token.kind == .identifier, words.contains(token.text) else { return false }
    reportUnexpected(
      "'in' and states, or nothing",
      note: ["after", "before"].contains(token.text)
        ? "for a call that has to come first, write 'expects … after … before …'"
        : "a condition belongs to a case: write 'case NAME of \(callback.text) while …' and 'on NAME'"
    )
    return true
  }

  /// Reads what follows `expects`: `saveState after willResignActive, before didDisconnect`,
  /// `saveState within 5 s after willResignActive`, or
  /// `showUpdate by each session in active after post before checkpoint`.
  private mutating func parseDuty() -> RuleSyntax.Form? {
    let role = "the name of a callback or group"
    guard let callbacks = expectNames(role) else { return nil }
    var peers: (lifecycle: Word, states: [Word])?
    if takeWord("by") {
      guard expectWord("each"), let lifecycle = expectName("the name of a lifecycle"),
        expectWord("in"), let states = expectNames("the name of a state")
      else { return nil }
      peers = (lifecycle, states)
    }
    var seconds: Double?
    if peers == nil, takeWord("within") {
      seconds = expectSeconds()
      if seconds == nil { return nil }
    }
    guard expectWord("after"), let after = expectNames(of: role, upTo: "before") else {
      return nil
    }
    guard takeWord("before") else {
      if seconds != nil {
        return .duty(callbacks: callbacks, seconds: seconds, after: after, before: [])
      }
      report(
        Diagnostic(
          .dutyWithoutEnd,
          "nothing breaks the rule, as the call may always come later; add 'before' and the call that it has to precede",
          at: endOfLast))
      return nil
    }
    guard let before = expectNames(role) else { return nil }
    guard let peers else {
      return .duty(callbacks: callbacks, seconds: seconds, after: after, before: before)
    }
    return .dutyOfEach(
      callbacks: callbacks, lifecycle: peers.lifecycle, states: peers.states, after: after,
      before: before)
  }

  /// Reads names with commas between them, up to a word that a comma may stand before.
  private mutating func expectNames(of role: String, upTo word: String) -> [Word]? {
    var names: [Word] = []
    repeat {
      guard let name = expectName(role) else { return nil }
      names.append(name)
      if peek().kind == .comma, peek(1).isWord(word) { advance() }
    } while !peek().isWord(word) && take(.comma) != nil
    return names
  }

  /// Reads what follows the number of `at most 2 session in active, inactive`.
  private mutating func parseAtMost(_ number: Token) -> RuleSyntax.Form? {
    guard let count = Int(number.text), count <= GrammarLimits.counted else {
      report(
        Diagnostic(
          .invalidNumber, "expected a whole number up to \(GrammarLimits.counted)",
          at: number.range))
      return nil
    }
    guard let lifecycle = expectName("the name of a lifecycle"), expectWord("in"),
      let states = expectNames("the name of a state")
    else { return nil }
    return .atMost(count: count, lifecycle: lifecycle, states: states)
  }

  /// Reads what follows `at`.
  private mutating func parseAt() -> RuleSyntax.Form? {
    if takeWord("most") {
      if let number = take(.number) { return parseAtMost(number) }
      let role = "the name of a callback or group"
      if !peek().isWord("once") {
        reportUnexpected("'once' or a number such as 2", among: ["once"])
        return nil
      }
      advance()
      guard let callback = expectName(role) else { return nil }
      var peer: Word?
      if takeWord("by") {
        guard expectWord("each"), let name = expectName("the name of a subject") else { return nil }
        peer = name
      }
      guard expectWord("after"), let after = expectName(role) else { return nil }
      return peer.map { .onceByEach(callback: callback, peer: $0, after: after) }
        ?? .atMostOnce(callback: callback, after: after)
    }
    guard expectWord("end") else { return nil }
    if takeWord("of") {
      return expectWords("an", "incomplete", "life") ? .incomplete : nil
    }
    guard expectWord("in"), let states = expectNames("the name of a state") else { return nil }
    guard takeWord("after") else {
      return .end(states: states, afterLaterEvents: false, of: nil)
    }
    guard expectWords("later", "events") else { return nil }
    guard takeWord("of") else { return .end(states: states, afterLaterEvents: true, of: nil) }
    return expectName("the name of a wider subject").map {
      .end(states: states, afterLaterEvents: true, of: $0)
    }
  }

  /// Reads `willTerminate takes at most 5 s`, `didBecomeActive within 2 s of willEnterForeground`,
  /// `state contradicts its callback`, `willConnect, didDisconnect have thread "main"`, or
  /// `handle by another session than arrives`.
  private mutating func parseTiming() -> RuleSyntax.Form? {
    guard let callbacks = expectNames("the name of a callback or group") else { return nil }
    if takeWord("by") {
      guard expectWord("another"), let peer = expectName("the name of a subject"),
        expectWord("than"), let after = expectNames("the name of a callback or group")
      else { return nil }
      guard takeWord("across") else {
        return .byAnother(callbacks: callbacks, peer: peer, after: after, across: nil)
      }
      return expectName("the name of the wider subject").map {
        .byAnother(callbacks: callbacks, peer: peer, after: after, across: $0)
      }
    }
    if callbacks.count == 1, takeWord("within") {
      guard let seconds = expectSeconds(), expectWord("of"),
        let after = expectName("the name of a callback")
      else { return nil }
      return .within(callback: callbacks[0], seconds: seconds, after: after)
    }
    if callbacks.count == 1, takeWord("contradicts") {
      return expectWords("its", "callback") ? .contradiction(member: callbacks[0]) : nil
    }
    if takeWord("have") {
      guard let member = expectName("the name of a member of an event"),
        let values = expectStrings()
      else { return nil }
      return .differingValue(callbacks: callbacks, member: member, values: values)
    }
    guard takeWord("takes") else {
      reportUnexpected(
        "'takes', 'within', 'have' or 'by'", among: ["takes", "within", "have", "by"],
        note: ["before", "after"].contains(peek().text)
          ? "for a call that has to come first, write 'expects … after … before …'" : nil)
      return nil
    }
    guard expectWords("at", "most"), let seconds = expectSeconds() else { return nil }
    return .duration(callbacks: callbacks, seconds: seconds)
  }

  /// Reads `20 s` or `500 ms`, in seconds.
  private mutating func expectSeconds() -> Double? {
    guard let number = expect(.number), let unit = expectName("'s' or 'ms'") else { return nil }
    guard let value = Double(number.text), value.isFinite, value > 0 else {
      report(
        Diagnostic(.invalidNumber, "expected a duration such as '20' or '0.5'", at: number.range))
      return nil
    }
    if value > GrammarLimits.seconds {
      report(
        Diagnostic(
          .limitExceeded, "a duration may be at most 1000000000 s; this is more", at: number.range))
      return nil
    }
    switch unit.text {
    case "s": return value
    case "ms": return value / 1_000
    default:
      report(
        Diagnostic(
          .unknownUnit, "'\(unit.text)' is not a unit of time; write 's' or 'ms'", at: unit.range))
      return nil
    }
  }
}
