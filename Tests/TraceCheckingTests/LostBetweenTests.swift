import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// Rules on the time between two calls, and on one event about several subjects.
@Suite("A rule on times") struct LostBetweenTests {
  private static let grammar = """
    grammar Doors "1.0" {}
    subject house { member "house" begins with moveIn }
    subject door within house { member "door" members "doors" }
    callback moveIn about house {}
    callback open about door {}
    callback close about door {}
    callback lock about door {}
    lifecycle door about door {
      start shut, opened
      shut   -> open opened | lock shut | .
      opened -> close shut | lock opened | .
    }
    rule slow-to-close error { close within 5 s of open title "t" message "m" }
    rule slow-lock error { lock takes at most 1 s title "t" message "m" }
    """

  private func rules(_ lines: [String]) throws -> [String] {
    let (grammar, diagnostics) = Grammar.parse(Array(Self.grammar.utf8))
    let report = try UncertainEventTests.report(
      lines.map { "{\($0)}" }.joined(separator: "\n"),
      by: TraceJudge(Plan(try #require(grammar, "\(diagnostics)"))))
    return report.violations.map { "\($0.rule) \($0.event) \($0.subject)" }
  }

  private static let open = #""callback":"open","door":"A","time":1"#
  private static let close = #""callback":"close","door":"A","time":100"#

  @Test("says nothing across lost events, or such as may be about the subject")
  func acrossLostEvents() throws {
    let begin = #""callback":"moveIn","house":"H""#
    #expect(try rules([begin, Self.open, Self.close]) == ["slow-to-close 3 A"])
    #expect(try rules([begin, Self.open, #""lost":5"#, Self.close]) == [])
    #expect(try rules([begin, Self.open, #""callback":"close","time":2"#, Self.close]) == [])
  }

  @Test("is broken once by an event about several subjects")
  func severalSubjects() throws {
    let lock = #""callback":"lock","doors":["A","B","C"],"time":1,"duration":5"#
    #expect(try rules([lock]) == ["slow-lock 1 A"])
  }
}
