/// Reading why a rule is usually broken.
extension Parser {
  /// Reads what follows `cause`: an id, `"…" do "…"`, and the evidence after `when`.
  mutating func parseCause() -> RuleSyntax.Cause? {
    var id: Word?
    if peek().kind != .string {
      guard let name = expectName("the id of a cause, or the cause in quotes") else { return nil }
      id = name
    }
    guard let text = expectString("the cause in quotes"), expectWord("do"),
      let action = expectString("what to do, in quotes")
    else { return nil }
    var cause = RuleSyntax.Cause(id: id, text: text, action: action)
    guard takeWord("when") else { return cause }
    repeat {
      var all: [Rule.Cause.Evidence] = []
      repeat {
        guard let next = parseEvidence(for: &cause) else { return nil }
        all.append(next)
      } while takeWord("and")
      cause.evidence.append(all)
    } while takeWord("or")
    return cause
  }

  /// Reads `never recorded`, `text redacted`, `willConnect unrecorded`, `caller recorded`, `delegate differs`, `delegate
  /// repeats` or `delegate is "Flutter*"`.
  private mutating func parseEvidence(for cause: inout RuleSyntax.Cause) -> Rule.Cause.Evidence? {
    if takeWord("never") { return expectWord("recorded") ? .neverRecorded : nil }
    if peek().isWord("text"), peek(1).isWord("redacted") {
      advance()
      advance()
      return .redacted
    }
    guard
      let member = expectName("the name of a callback or a member of an event, or 'never recorded'")
    else { return nil }
    if takeWord("unrecorded") {
      cause.callbacks.append(member)
      return .unrecorded(callback: member.text)
    }
    if takeWord("recorded") { return .recorded(member: member.text) }
    if takeWord("differs") { return .differs(member: member.text) }
    if takeWord("repeats") { return .repeats(member: member.text) }
    if takeWord("is") {
      return expectStrings().map { .matches(member: member.text, values: $0.map(\.text)) }
    }
    reportUnexpected(
      "'recorded', 'unrecorded', 'differs', 'repeats' or 'is'",
      among: ["recorded", "unrecorded", "differs", "repeats", "is"])
    return nil
  }
}
