import Testing
import TraceModel
import TraceFindings
import TracePages

@Suite("The story of a violation") struct StoryTests {
  private func violation(
    _ cause: Cause, callback: String = "didEnterBackground", states: [String] = ["active"],
    time: Double? = 12.169, repair: Repair = Repair(), steps: [Violation.Step] = []
  ) -> Violation {
    Violation(
      rule: "r", severity: .error, cause: cause, event: 7, line: 8, callback: callback,
      spelling: callback, lifecycle: "session", subject: "A", time: time, states: states,
      message: "m", repair: repair, steps: steps, fingerprint: "f")
  }

  private func step(
    _ event: Int?, _ callback: String, _ states: [String], _ time: Double? = nil,
    mark: Violation.Step.Mark = .match, offending: Bool = false
  ) -> Violation.Step {
    Violation.Step(
      mark: mark, event: event, line: event, callback: callback, states: states, time: time,
      offending: offending)
  }

  private func told(_ violation: Violation) -> String {
    violation.story(of: "Session A") { "\($0)" }
  }

  @Test("names the state, how long it lasted, and the call that never came")
  func namesStateHowLongLasted() {
    let steps = [
      step(5, "willEnterForeground", ["inactive"], 0.134),
      step(6, "didBecomeActive", ["active"], 0.169),
      step(nil, "willResignActive", ["inactive"], mark: .missing),
      step(7, "didEnterBackground", ["background"], 12.169, offending: true),
    ]
    // The step with the missing call ends the search, because the state before it is the relevant one.
    let repair = Repair(insertions: [.init(callback: "willResignActive", beforeEvent: 7)])
    #expect(
      told(violation(.missing, repair: repair, steps: steps))
        == "Session A was active for 12 s when didEnterBackground came. willResignActive is missing before it."
    )
  }

  @Test("tells without times, and with several missing calls") func tellsWithoutTimesAndWith() {
    let repair = Repair(insertions: [
      .init(callback: "willConnect", beforeEvent: 7),
      .init(callback: "willEnterForeground", beforeEvent: 7),
    ])
    #expect(
      told(violation(.missing, time: nil, repair: repair))
        == "Session A was active when didEnterBackground came. "
        + "willConnect and willEnterForeground are missing before it.")
  }

  @Test("names no state where it is not certain") func namesNoStateWhereNot() {
    #expect(
      told(violation(.extra, states: ["active", "inactive"])) == "")
    #expect(
      told(violation(.tooLate, states: [])) == "")
  }

  @Test("says that a call came again, and as which event before") func saysCallCameAgainAnd() {
    let steps = [
      step(3, "didEnterBackground", ["active"]),
      step(7, "didEnterBackground", ["active"], mark: .unexpected, offending: true),
    ]
    #expect(
      told(
        violation(
          .repeated, repair: Repair(deletions: [.init(event: 7, callback: "x")]), steps: steps))
        == "Session A was already active: the same call had come before (event 3).")
  }

  @Test("never says of a call that it never came when it came afterwards")
  func neverSaysCallNeverCame() {
    let repair = Repair(
      insertions: [.init(callback: "willResignActive", beforeEvent: 7)],
      deletions: [.init(event: 8, callback: "willResignActive")])
    let text = told(violation(.outOfOrder, repair: repair))
    #expect(text.hasSuffix("willResignActive came only afterwards, as event 8."))
    #expect(!text.contains("never"))
  }

  @Test("says no more of an extra call than its state") func saysNoMoreOfExtraCall() {
    let repair = Repair(deletions: [.init(event: 7, callback: "didEnterBackground")])
    #expect(
      told(violation(.extra, repair: repair))
        == "Session A was active when didEnterBackground came.")
  }
}
