import ReportSamples
import Testing
import TraceFindings
import TraceGrammar
import TraceModel

@testable import TracePages

@Suite("Texts that catch a finding") struct TrapTests {
  /// A session that goes to the background while it is active, in UIKit's names.
  private func trap(
    callback: String = "didEnterBackground", state: String = "active",
    rule: String = "background-without-resign", kind: EventKind = .delegate
  ) -> [String: String] {
    let grammar = Grammar.uiScene()
    var trace = TraceReport(path: "runs/a.json")
    trace.metadata = [.init(name: "app", value: "com.example.Notes")]
    let calls = [
      ("didFinishLaunching", 0.0), ("willConnect", 0.1), ("didBecomeActive", 0.2),
      ("willResignActive", 12), ("didEnterBackground", 12.1), ("willEnterForeground", 20),
      ("didBecomeActive", 20.1), (callback, 31),
    ]
    trace.events = calls.count
    trace.timeline = Timeline(
      lanes: [.init(kind: "process", subject: "7"), .init(kind: "session", subject: "A\"\\(x)")],
      entries: calls.enumerated().map { number, call in
        Timeline.Entry(
          event: number + 1, line: number + 1, callback: call.0,
          kind: number == 7 ? kind : .delegate, time: call.1,
          lanes: [number == 0 ? 0 : 1], processLane: 0)
      })
    let violation = Violation(
      rule: rule, severity: .error, cause: .missing, event: 8, line: 8, callback: callback,
      spelling: callback, kind: kind, lifecycle: "session", subject: "A\"\\(x)", time: 31,
      states: [state], message: "m",
      repair: Repair(
        insertions: [.init(callback: "willResignActive", beforeEvent: 8)], deletions: []),
      fingerprint: String(repeating: "a", count: 32))
    let texts = Trap(violation: violation, trace: trace, grammar: grammar).texts
    return Dictionary(uniqueKeysWithValues: texts.map { ($0.title, $0.text) })
  }

  @Test("stop in the call, in the state that is wrong, and print the missing call")
  func breakpoint() {
    #expect(
      trap()["Breakpoint for LLDB"] == """
        breakpoint set --selector sceneDidEnterBackground: --condition '(NSInteger)[(id)$arg3 activationState] == 0' --command bt
        breakpoint set --selector sceneWillResignActive: --auto-continue true --command 'bt 12'
        """)
    #expect(
      trap(rule: "callback-off-main")["Breakpoint for LLDB"]?.contains("isMainThread] == NO")
        == true)
    #expect(trap(state: "connecting")["Breakpoint for LLDB"]?.contains("condition") == false)
    #expect(trap(kind: .notification)["Breakpoint for LLDB"] == nil)
  }

  @Test("replay the recording up to the finding")
  func replay() {
    #expect(
      trap()["Steps for the simulator"] == """
        app=com.example.Notes
        xcrun simctl launch --terminate-running-process booted "$app"
        sleep 13
        xcrun simctl launch booted com.apple.Preferences
        sleep 8
        xcrun simctl launch booted "$app"
        sleep 11
        # event 8: sceneDidEnterBackground(_:) came here
        """)
    #expect(trap()["The same as a UI test"]?.contains("XCUIDevice.shared.press(.home)") == true)
  }

  @Test("are a test of the recorded calls, in which no text ends a literal")
  func regression() {
    let text = trap()["Regression test"] ?? ""
    #expect(text.contains("@Test func backgroundWithoutResign() {"))
    #expect(text.contains("Call(\"sceneDidEnterBackground(_:)\", time: 31)"))
    #expect(text.contains("InSession(\"A\\\"\\\\(x)\") {"))
    #expect(text.contains("expectViolation(\"background-without-resign\", in: scenario)"))
    #expect(text.count { $0 == "{" } == text.count { $0 == "}" })
  }
}
