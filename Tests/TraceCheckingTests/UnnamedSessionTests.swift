import TestSupport
import Testing
import TraceGrammar
import TraceFindings

@Suite("In a trace that distinguishes processes but names no session")
struct UnnamedSessionTests {
  @Test("any number of processes needs no additional memory")
  func aProcessLongGoneIsForgotten() throws {
    let calls = ["didFinishLaunching", "willConnect", "willEnterForeground"]
    let last = ["didBecomeActive", "didEnterBackground"].map { LifeEvent($0, process: 2_000) }
    let all: [LifeEvent] = (1...2_000).flatMap { process in
      calls.map { LifeEvent($0, process: process) }
    }
    let report = try TraceCheck(TraceCheck.uiScene).report(of: (all + last).text)
    #expect(report.violations.map(\.event) == [6_002])
  }
}
