import CallOrderTesting

/// Recordings that the tests of both frameworks check.
enum Scenarios {
  static func launched(
    records: Records = .all, @ScenarioBuilder _ rest: () -> [ScenarioStep]
  ) -> RecordedScenario {
    RecordedScenario(records: records) {
      InProcess("1") {
        Call("application(_:willFinishLaunchingWithOptions:)")
        Call("application(_:didFinishLaunchingWithOptions:)")
        InSession("A", scene: "1") {
          Call("application(_:configurationForConnecting:options:)")
          Call("scene(_:willConnectTo:options:)")
          Call("sceneWillEnterForeground(_:)")
          Call("sceneDidBecomeActive(_:)")
          rest()
        }
      }
    }
  }

  static let conforming = launched {
    Call("sceneWillResignActive(_:)")
    Call("sceneDidEnterBackground(_:)")
  }

  static let activeTwice = launched { Call("sceneDidBecomeActive(_:)") }

  static let brokenTwice = launched {
    Call("application(_:didDiscardSceneSessions:)", sessions: ["A"])
    Call("sceneWillResignActive(_:)")
    Call("sceneDidBecomeActive(_:)")
    Call("sceneDidBecomeActive(_:)")
  }

  static let empty = Recording([], name: "empty.jsonl")
  /// A misspelt call that hides a violation.
  static let misspelt = launched { Call("sceneDidEnterBackgroud(_:)") }
}
