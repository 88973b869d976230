import CallOrderCore
import TestSupport
import Testing
import TraceCauses
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReporting

@testable import CallOrderCommand
@testable import CallOrderKit

/// The likely causes of a finding, based on what the trace shows.
@Suite("Causes") struct CauseTests {
  @Test("a recording in memory loses nothing")
  func inMemory() {
    let calls = ["scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)"]
    let events = (calls + ["sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)"]).map {
      RecordedEvent($0, session: "A")
    }
    var options = CheckOptions()
    options.records = .callbacks(
      calls + [
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
      ])
    let causes = checkEvents(events, options: options).violations.flatMap(\.causes)
    #expect(!causes.isEmpty && !causes.contains { $0.id == .recordingCut }, "\(causes)")
  }

  @Test("causes are ranked by their evidence, then in the order of the grammar")
  func ranking() throws {
    let text = """
      grammar Doors "1" {}
      subject door { member "door" }
      callback open about door {}
      callback close about door {}
      lifecycle life about door {
        state closed "The door is closed"
        state opened "The door is open"
        start closed
        unknown closed, opened
        closed -> open opened
        opened -> close closed
      }
      rule r error in life {
        on open in opened
        title "t"
        message "m"
        category "Twice"
        cause "a {callback}" do "fix {callback}"
        cause not-recorded "close is not recorded" do "B"
      }
      """
    let grammar = try #require(Grammar.parse(Array(text.utf8)).grammar)
    var violation = Violation(
      rule: "r", severity: .error, cause: .repeated, event: 4, line: 4, callback: "open",
      spelling: "open", lifecycle: "life", subject: "x", message: "m", fingerprint: "")
    func texts(_ recording: RecordingFacts) -> [String] {
      CauseFacts(violation, Wording(grammar), in: recording).causes.map {
        $0.text + ($0.evidence.map { ": " + $0 } ?? "")
      }
    }
    #expect(texts(RecordingFacts(occurred: ["open", "close"])) == ["a open"])
    #expect(
      texts(RecordingFacts(occurred: ["open"])).prefix(2)
        == ["close is not recorded: the recording has no close", "a open"])
    var listing = RecordingFacts(occurred: ["open"])
    listing.listed = ["open", "close"]
    #expect(texts(listing) == ["a open"])
    violation.quirk = "Q-1"
    #expect(texts(listing) == ["a open"], "the grammar has no such quirk")
  }

  @Test("every finding of every sample names a cause")
  func samples() {
    let report = checkTraces(
      ["realistic.json", "smallest.json"].flatMap { name in
        Grammar.uiScene().rules.map {
          TraceInput.file(Repository.path("traces/violating/\($0.id)/\(name)"))
        }
      })
    let violations = report.traces.flatMap(\.violations)
    #expect(violations.count > 30)
    for violation in violations {
      #expect(!violation.causes.isEmpty, "\(violation.rule)")
      #expect(violation.causes.allSatisfy { !$0.text.hasSuffix(".") && $0.action.hasSuffix(".") })
    }
    #expect(report.rules.allSatisfy { !$0.category.isEmpty })
    #expect(report.faults.reduce(0) { $0 + $1.count } == report.counts.total)
  }

  @Test("what to do is one line, also where the grammar has several")
  func oneLine() {
    let names = ["Q-01", "Q-01-before-connect", "Q-01-configured", "Q-01-on-screen"]
    let report = checkTraces(
      names.map { .file(Repository.path("traces/quirks/\($0).json")) })
    let causes = report.traces.flatMap(\.violations).flatMap(\.causes)
    #expect(causes.contains { $0.id == .platform })
    for cause in causes { #expect(!cause.inWords.contains { $0.isNewline }, "\(cause.inWords)") }
  }
}
