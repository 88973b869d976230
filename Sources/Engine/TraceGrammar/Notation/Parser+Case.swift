internal import TraceModel

/// Cases, conditions and severities.
extension Parser {
  /// Reads what follows `case`: `coldLink of willConnect where options.urls > 0`, or
  /// `early of createWindow while session in background`, `late of setUp outside didFinishLaunching`.
  mutating func parseCase() -> CaseSyntax? {
    guard let name = expectName("the name of the case"), expectWord("of"),
      let callback = expectName("the name of a callback")
    else { return nil }
    var declared = CaseSyntax(name: name, callback: callback)
    repeat {
      if takeWord("while") {
        guard let situation = parseSituation() else { return nil }
        declared.situations.append(situation)
      } else if ["during", "outside"].contains(peek().text), peek(1).kind == .identifier {
        let isNegated = advance().text == "outside"
        guard let callbacks = expectNames("the name of a callback or group") else { return nil }
        declared.spans.append(SpanSyntax(isNegated: isNegated, callbacks: callbacks))
      } else if takeWord("where") || declared.isOnValuesAlone {
        guard let condition = parseCondition() else { return nil }
        declared.conditions.append(condition)
      } else {
        reportUnexpected(
          "'where', 'while', 'during' or 'outside'",
          among: ["where", "while", "during", "outside"])
        return nil
      }
    } while takeWord("and")
    return declared
  }

  /// Reads `session in active`, `some session in active`, `no other session in active, inactive`.
  private mutating func parseSituation() -> SituationSyntax? {
    var (whose, isNegated) = (Situation.Whose.own, false)
    if !peek(1).isWord("in") {
      switch peek().text {
      case "some": whose = .some
      case "another": whose = .another
      case "no": (whose, isNegated) = (.some, true)
      default: break
      }
      if whose != .own { advance() }
      if isNegated, peek().isWord("other"), !peek(1).isWord("in") {
        whose = .another
        advance()
      }
    }
    guard let lifecycle = expectName("the name of a lifecycle"), expectWord("in"),
      let states = expectNames("the name of a state")
    else { return nil }
    return SituationSyntax(
      whose: whose, isNegated: isNegated, lifecycle: lifecycle, states: states)
  }

  /// Reads `not options.urls > 0`, `state = "on"`, `role in "a", "b"`, or `refused`.
  private mutating func parseCondition() -> ConditionSyntax? {
    let isNegated = peek().isWord("not") && peek(1).kind == .identifier
    if isNegated { advance() }
    guard let member = expectPath() else { return nil }
    var condition = ConditionSyntax(isNegated: isNegated, member: member, test: .isSet)
    if take(.equals) != nil {
      guard let value = expectString("the member's value in quotes") else { return nil }
      condition.test = .isOneOf([value.text])
    } else if takeWord("in") {
      guard let values = expectStrings() else { return nil }
      condition.test = .isOneOf(values.map(\.text))
    } else if take(.greater) != nil {
      guard let number = expect(.number) else { return nil }
      guard let bound = Double(number.text), bound <= GrammarLimits.seconds else {
        report(Diagnostic(.invalidNumber, "this number is out of bounds", at: number.range))
        return nil
      }
      condition.test = .isGreater(than: bound)
    }
    return condition
  }

  /// Reads the name of a member, or of one within another: `options.urls`.
  private mutating func expectPath() -> Word? {
    guard var path = expectName("the name of a member of an event") else { return nil }
    while take(.dot) != nil {
      guard let part = expectName("the name of a member within '\(path.text)'") else { return nil }
      path.text += ".\(part.text)"
      path.range.end = part.range.end
    }
    return path
  }

  /// Reads what follows `severity`: `payload-before-ready note`.
  mutating func parseSeverity() -> SeveritySyntax? {
    guard let rule = expectName("the name of a rule"),
      let severity = expectName("'error', 'warning' or 'note'")
    else { return nil }
    return SeveritySyntax(rule: rule, severity: severity)
  }
}

extension CaseSyntax {
  /// Whether a condition that follows needs no `where`, as those before ask for values.
  fileprivate var isOnValuesAlone: Bool {
    !conditions.isEmpty && situations.isEmpty && spans.isEmpty
  }
}
