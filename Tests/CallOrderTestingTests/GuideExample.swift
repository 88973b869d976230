import CallOrderTesting
import Testing

@Test func windowComesBack() {
  let scenario = RecordedScenario(records: .all) {
    InProcess("1") {
      Call("application(_:didFinishLaunchingWithOptions:)")
      InSession("A") {
        Call("application(_:configurationForConnecting:options:)")
        Call("scene(_:willConnectTo:options:)", options: ["urls": 1])
        Post("UISceneWillEnterForegroundNotification")
        Call("sceneWillEnterForeground(_:)")
        Call("sceneDidBecomeActive(_:)")
        for _ in 1...3 {
          Call("sceneWillResignActive(_:)")
          Call("sceneDidBecomeActive(_:)")
        }
      }
    }
  }
  expectConforming(scenario)
}

@Test func discardComesTooEarly() {
  let scenario = RecordedScenario(records: .all) {
    InSession("A", scene: "1") {
      Call("sceneWillEnterForeground(_:)")
      Call("sceneDidBecomeActive(_:)")
      Call("application(_:didDiscardSceneSessions:)", sessions: ["A"])
      Call("sceneWillResignActive(_:)")
    }
  }
  expectViolation("discard-before-disconnect", in: scenario)
}

@Test func launchIsAsItWas() throws {
  let recording = try Recording(contentsOf: samplePath)
  expectSame(recording, as: "Golden/launch.jsonl")
}
