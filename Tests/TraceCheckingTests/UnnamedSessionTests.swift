import TestSupport
import Testing
import TraceGrammar
import TraceFindings

@Suite("In a trace that distinguishes processes but names no session")
struct UnnamedSessionTests {
  private let life = [
    "didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive",
    "willResignActive", "didEnterBackground",
  ]

  /// The calls of the processes, turn by turn.
  private func interleaved(_ calls: [String], processes: Int = 2) -> [LifeEvent] {
    calls.flatMap { call in (1...processes).map { LifeEvent(call, process: $0) } }
  }

  private func report(
    _ events: [LifeEvent], demandsCompleteLives: Bool = false
  ) throws -> TraceReport {
    try TraceCheck(.uiScene(), demandsCompleteLives: demandsCompleteLives)
      .report(of: events.text)
  }

  @Test("every process has its own session")
  func everyProcessHasItsOwn() throws {
    #expect(try report(interleaved(life)).violations == [])
  }

  @Test("a mistake is found in the process that made it")
  func aMistakeIsFoundInItsProcess() throws {
    var events = interleaved(life)
    events.removeAll { $0.callback == "willResignActive" && $0.process == 2 }
    let report = try report(events)
    #expect(report.violations.map(\.rule) == ["background-without-resign"])
    #expect(report.violations.map(\.process) == ["2"])
  }

  @Test("sessions of ended processes need not be complete: the last one may be the same")
  func onlyTheLastHasToBeComplete() throws {
    let ended = life + ["didDisconnect"]
    let events =
      life.map { LifeEvent($0, process: 1) } + ended.map { LifeEvent($0, process: 2) }
    let found = try report(events, demandsCompleteLives: true).violations
    #expect(found.map(\.rule) == ["incomplete-lifecycle"])
    #expect(found.map(\.event) == [events.count])
  }

  @Test("the first identity withdraws what was found for all of them")
  func theFirstIdentityTakesItBack() throws {
    var events = interleaved(life)
    events.removeAll { $0.callback == "willResignActive" }
    let last = LifeEvent("willConnect", session: "A", process: 2)
    let report = try report(events + [last])
    #expect(report.violations == [])
    #expect(report.notes.map(\.id) == ["subject-missing"])
    #expect(report.notes.map(\.count) == [8])
  }

  @Test("any number of processes needs no additional memory")
  func aProcessLongGoneIsForgotten() throws {
    let calls = ["didFinishLaunching", "willConnect", "willEnterForeground"]
    let last = ["didBecomeActive", "didEnterBackground"].map { LifeEvent($0, process: 2_000) }
    let report = try report(
      (1...2_000).flatMap { process in calls.map { LifeEvent($0, process: process) } } + last)
    #expect(report.violations.map(\.event) == [6_002])
  }
}
