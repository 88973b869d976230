import CallOrderKit
import CallOrderTesting
import Testing

@Suite("Recorded scenarios") struct ScenarioTests {
  static let launch = RecordedScenario(isComplete: true, os: "iOS 27.0") {
    InProcess("1") {
      Call("application(_:didFinishLaunchingWithOptions:)", time: 0.5, duration: 0.25)
      InSession("A", scene: "1", role: "windowApplication") {
        Call("scene(_:willConnectTo:options:)", options: ["urls": 1])
        Lost(2)
        Post("UISceneDidActivateNotification")
      }
      Call("application(_:didDiscardSceneSessions:)", sessions: ["A", "B"])
    }
  }

  @Test("every step is a line of the trace format")
  func lines() {
    let text = String(decoding: Self.launch.recording.bytes, as: UTF8.self)
    #expect(
      text.split(separator: "\n") == [
        #"{"format":"callorder.trace/1","metadata":{"os":"iOS 27.0"},"complete":true}"#,
        #"{"callback":"application(_:didFinishLaunchingWithOptions:)","process":"1","time":0.500000,"duration":0.250000}"#,
        #"{"callback":"scene(_:willConnectTo:options:)","session":"A","scene":"1","process":"1","role":"windowApplication","options":{"urls":1}}"#,
        #"{"lost":2}"#,
        #"{"callback":"UISceneDidActivateNotification","kind":"notification","session":"A","scene":"1","process":"1","role":"windowApplication"}"#,
        #"{"callback":"application(_:didDiscardSceneSessions:)","sessions":["A","B"],"process":"1"}"#,
      ])
    #expect(text.hasSuffix("\n"))
  }

  @Test("an event's own members win over those around it, and inner ones over outer ones")
  func members() {
    let scenario = RecordedScenario {
      InProcess("1") {
        InProcess("2") { Call("applicationWillTerminate(_:)") }
        Call("sceneDidBecomeActive(_:)", members: ["process": "3"])
      }
    }
    let text = String(decoding: scenario.recording.bytes, as: UTF8.self)
    #expect(text.contains(#""process":"2"}"#))
    #expect(text.contains(#""process":"3"}"#))
    #expect(!text.contains(#""process":"1"}"#))
  }

  @Test("hostile text stays text")
  func escaping() {
    let scenario = RecordedScenario("hostile.jsonl", records: .callbacks(["\"},{"])) {
      InSession("a\"\n\u{0}\u{1F468}\\") { Call("sceneDidBecomeActive(_:)") }
    }
    let report = checkTraces([.bytes(scenario.recording.bytes, name: "hostile.jsonl")])
    #expect(report.failures == [])
    #expect(report.traces.map(\.events) == [1])
    #expect(report.traces.first?.notes.map(\.id).contains("unknown-records") == true)
  }

  @Test("steps may contain conditions and loops")
  func builder() {
    func scenario(_ isActive: Bool) -> RecordedScenario {
      RecordedScenario(records: .all) {
        for name in ["A", "B"] {
          InSession(name) {
            if isActive { Call("sceneDidBecomeActive(_:)") }
            if isActive { Act("handle", members: ["payload": "p"]) } else { Lost() }
          }
        }
      }
    }
    func lines(_ scenario: RecordedScenario) -> Int {
      scenario.recording.bytes.count { $0 == UInt8(ascii: "\n") }
    }
    #expect(lines(scenario(true)) == 5)
    #expect(lines(scenario(false)) == 3)
  }
}
