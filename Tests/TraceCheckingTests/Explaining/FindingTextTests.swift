import Testing
import TraceFindings

@Suite("Texts of findings")
struct FindingTextTests {
  private let check = TraceCheck(TraceCheck.uiScene)

  private func findings(_ lines: String...) throws -> [Violation] {
    try check.report(of: lines.joined(separator: "\n")).violations
  }

  @Test("mention lost events only if a marker does")
  func losses() throws {
    let before = [
      #"{"callback": "didFinishLaunching", "process": 1}"#,
      #"{"callback": "didDiscard", "session": "C", "process": 1}"#,
    ]
    let after = #"{"callback": "didBecomeActive", "session": "C", "process": 2}"#
    let joined = try #require(try findings(before[0], before[1], after).first)
    #expect(joined.rule == "callback-after-discard")
    #expect(joined.cause == .afterTheEnd)
    #expect(joined.assumption == nil)
    let lost = try #require(try findings(before[0], before[1], #"{"lost": 2}"#, after).first)
    #expect(lost.cause == .lostInGap)
    #expect(lost.assumption?.hasPrefix("events were lost before this") ?? false)
    let later = try #require(
      try findings(
        before[0], before[1], #"{"callback": "didBecomeActive", "session": "C", "process": 1}"#,
        #"{"lost": 2}"#, after
      ).first)
    #expect(later.event == 3)
    #expect(later.assumption == nil)
  }

  @Test("never say that the beginning of a process is not shown if its launch is")
  func recordedLaunch() throws {
    let launch = #"{"callback": "didFinishLaunching", "process": 1}"#
    let scene = #"{"callback": "willConnect", "session": "A", "process": 1}"#
    let end = #"{"callback": "willTerminate", "process": 1}"#
    for lines in [[launch, launch, scene], [scene, launch], [launch, end, scene]] {
      let found = try check.report(of: lines.joined(separator: "\n")).violations
      #expect(!found.isEmpty)
      #expect(found.allSatisfy { $0.assumption == nil }, "\(lines)")
    }
    let joined = try #require(try findings(end, scene).first)
    #expect(joined.assumption?.contains("does not show how this process began") ?? false)
  }

  @Test("name subjects instead of lifecycles")
  func subjectKinds() throws {
    let restored = try findings(
      #"{"callback": "willConnect", "session": "A"}"#,
      #"{"callback": "didBecomeActive", "session": "A"}"#,
      #"{"callback": "restoreInteractionState", "session": "A"}"#)
    let opening = try #require(restored.first { $0.lifecycle == "opening" })
    #expect(opening.subjectKind == "session")
    #expect(opening.description.contains("(session A)"))
    #expect(restored.first { $0.lifecycle == "session" }?.subjectKind == nil)
  }

  @Test("name the call that came before a launch")
  func earlyCall() throws {
    for (early, name) in [
      ("didDiscard", "application(_:didDiscardSceneSessions:)"),
      ("willConnect", "scene(_:willConnectTo:options:)"),
      ("willEnterForeground", "sceneWillEnterForeground"),
    ] {
      let found = try findings(
        #"{"callback": "\#(early)", "session": "A", "process": 1}"#,
        #"{"callback": "didFinishLaunching", "process": 1}"#)
      let violation = try #require(found.first)
      #expect(violation.rule == "callback-before-launch" && violation.event == 2)
      #expect(violation.repair.deletions.map(\.event) == [2])
      #expect(
        violation.related.map(\.message) == [
          "here, as \(name) shows: there were calls about scenes; the launch is not in the trace so far"
        ])
    }
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
