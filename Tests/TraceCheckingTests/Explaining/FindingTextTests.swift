import Testing
import TraceFindings

@Suite("Texts of findings")
struct FindingTextTests {
  @Test("name subjects instead of lifecycles")
  func subjectKinds() throws {
    let restored = try TraceCheck(TraceCheck.uiScene).report(
      of: """
        {"callback": "willConnect", "session": "A"}
        {"callback": "didBecomeActive", "session": "A"}
        {"callback": "restoreInteractionState", "session": "A"}
        """
    ).violations
    let opening = try #require(restored.first { $0.lifecycle == "opening" })
    #expect(opening.subjectKind == "session")
    #expect(opening.description.contains("(session A)"))
    #expect(restored.first { $0.lifecycle == "session" }?.subjectKind == nil)
  }

  @Test("cut long values")
  func longValues() throws {
    let long = String(repeating: "é", count: 500)
    let grammar = try CheckCase.grammar(in: "values.txt")
    let report = try TraceCheck(grammar).report(
      of: """
        {"callback": "ask", "window": "a", "thread": "\(long)"}
        {"callback": "ask", "window": "a", "thread": "main"}
        """)
    #expect(report.violations.count == 1)
    #expect((report.violations.first?.message.count ?? 0) < 100)
  }
}
