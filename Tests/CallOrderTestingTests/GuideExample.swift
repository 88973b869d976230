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

@Test func launchIsAsItWas() {
  let scenario = RecordedScenario {
    InProcess("1") {
      Call("application(_:didFinishLaunchingWithOptions:)")
      InSession("A") { Call("scene(_:willConnectTo:options:)") }
    }
  }
  expectSame(scenario, as: "Golden/launch.txt")
}

final class Player {
  static let methods: [CallOrder.Method] = [
    .willConnect, .willEnterForeground, .didBecomeActive, .willResignActive, .didEnterBackground,
  ]
  private(set) var isPlaying = false

  func receive(_ callback: String) {
    CallOrder.record(callback: callback)
    switch callback {
    case "sceneDidBecomeActive(_:)": isPlaying = true
    case "sceneWillResignActive(_:)": isPlaying = false
    default: break
    }
  }

  func open() {
    for method in Self.methods.prefix(3) { receive(method.name) }
  }
}

@Suite(.recordsLifecycle(methods: Player.methods)) struct PlayerTests {
  @Test func pausesWhileItIsNotActive() {
    let player = Player()
    player.open()
    #expect(player.isPlaying)
    player.receive("sceneWillResignActive(_:)")
    #expect(!player.isPlaying)
  }
}

@Test(.recordsLifecycle(methods: Player.methods, expecting: "background-without-resign"))
func goesOnWhereTheHostForgetsToResign() {
  let player = Player()
  player.open()
  player.receive("sceneDidEnterBackground(_:)")
  player.receive("sceneWillEnterForeground(_:)")
  player.receive("sceneDidBecomeActive(_:)")
  #expect(player.isPlaying)
}
