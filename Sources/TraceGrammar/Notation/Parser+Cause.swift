/// Reading why a rule is usually broken.
extension Parser {
  /// Reads what follows `cause`: `"…" do "…"`, and after `when` what speaks for it.
  mutating func parseCause() -> (text: Word, action: Word, evidence: [[Rule.Cause.Evidence]])? {
    guard let text = expectString("the cause in quotes"), expectWord("do"),
      let action = expectString("what to do, in quotes")
    else { return nil }
    var evidence: [[Rule.Cause.Evidence]] = []
    guard takeWord("when") else { return (text, action, evidence) }
    repeat {
      var all: [Rule.Cause.Evidence] = []
      repeat {
        guard let next = parseEvidence() else { return nil }
        all.append(next)
      } while takeWord("and")
      evidence.append(all)
    } while takeWord("or")
    return (text, action, evidence)
  }

  /// Reads `never recorded`, `caller recorded`, `delegate differs`, `delegate repeats` or `delegate is "Flutter*"`.
  private mutating func parseEvidence() -> Rule.Cause.Evidence? {
    if takeWord("never") { return expectWord("recorded") ? .neverRecorded : nil }
    guard let member = expectName("the name of a member of an event, or 'never recorded'") else {
      return nil
    }
    if takeWord("recorded") { return .recorded(member: member.text) }
    if takeWord("differs") { return .differs(member: member.text) }
    if takeWord("repeats") { return .repeats(member: member.text) }
    if takeWord("is") {
      return expectStrings().map { .matches(member: member.text, values: $0.map(\.text)) }
    }
    reportUnexpected(
      "'recorded', 'differs', 'repeats' or 'is'", among: ["recorded", "differs", "repeats", "is"])
    return nil
  }
}
