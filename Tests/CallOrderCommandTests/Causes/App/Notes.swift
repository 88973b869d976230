// An app. It plays the calls that standard input lists, one on each line: who makes it, which one, and the session.
import AnalyticsSDK
import CallOrderRecorder
import UIKitCore

final class AppDelegate: ApplicationDelegating {
  override func application(_ application: Int, willFinishLaunchingWithOptions options: [String]?)
    -> Bool
  {
    CallOrder.record()
    return true
  }
  override func application(_ application: Int, didFinishLaunchingWithOptions options: [String]?)
    -> Bool
  {
    CallOrder.record()
    return true
  }
  override func application(
    _ application: Int, configurationForConnecting session: Scene, options: [String]
  ) -> String {
    CallOrder.record(session: session.session)
    return "Default"
  }
}

class SceneDelegate: SceneDelegating {
  override func scene(_ scene: Scene, willConnectTo session: String, options: [String]) {
    CallOrder.record(session: scene.session)
    // An own call of a method with the same base name.
    if !options.isEmpty { self.scene(scene, openURLContexts: options) }
    returned += 1
  }
  override func scene(_ scene: Scene, openURLContexts urls: [String]) {
    CallOrder.record(session: scene.session)
  }
  override func sceneWillEnterForeground(_ scene: Scene) {
    CallOrder.record(session: scene.session)
  }
  override func sceneDidBecomeActive(_ scene: Scene) { CallOrder.record(session: scene.session) }
  override func sceneWillResignActive(_ scene: Scene) { CallOrder.record(session: scene.session) }
  override func sceneDidEnterBackground(_ scene: Scene) {
    CallOrder.withRecording { returned += 1 }
  }
  override func sceneDidDisconnect(_ scene: Scene) { CallOrder.record(session: scene.session) }
}

/// Passes UIKit's calls on to the delegate, and records them as well.
final class Coordinator: SceneDelegate {
  private let target = SceneDelegate()

  override func scene(_ scene: Scene, willConnectTo session: String, options: [String]) {
    CallOrder.record(session: scene.session)
    target.scene(scene, willConnectTo: session, options: options)
    returned += 1
  }
  override func sceneWillEnterForeground(_ scene: Scene) {
    CallOrder.record(session: scene.session)
    target.sceneWillEnterForeground(scene)
    returned += 1
  }
  override func sceneDidBecomeActive(_ scene: Scene) {
    CallOrder.record(session: scene.session)
    target.sceneDidBecomeActive(scene)
    returned += 1
  }
  override func sceneWillResignActive(_ scene: Scene) {
    CallOrder.record(session: scene.session)
    super.sceneWillResignActive(scene)
    returned += 1
  }
  override func sceneDidEnterBackground(_ scene: Scene) {
    CallOrder.record(session: scene.session)
    target.sceneDidEnterBackground(scene)
    returned += 1
  }
}

/// Makes UIKit's calls by itself.
final class RefreshTimer {
  func fire(_ name: String, about scene: Scene, to delegate: SceneDelegate) {
    switch name {
    case "foreground": delegate.sceneWillEnterForeground(scene)
    case "active": delegate.sceneDidBecomeActive(scene)
    case "resign": delegate.sceneWillResignActive(scene)
    default: delegate.sceneDidEnterBackground(scene)
    }
    returned += 1
  }
}

/// Keeps delegates whose scenes are gone.
enum Cache {
  nonisolated(unsafe) static var kept: [String: SceneDelegate] = [:]

  static func flush(_ name: String, about scene: Scene) {
    guard let delegate = kept[scene.session] else { return }
    switch name {
    case "active": delegate.sceneDidBecomeActive(scene)
    case "resign": delegate.sceneWillResignActive(scene)
    default: delegate.sceneDidEnterBackground(scene)
    }
    returned += 1
  }
}

@main enum Notes {
  static func main() {
    CallOrder.start(
      RecordingHeader(), to: [.standardOutput], callers: !CommandLine.arguments.contains("none"))
    let (app, timer) = (AppDelegate(), RefreshTimer())
    var delegates: [String: SceneDelegate] = [:]
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      let (name, scene) = (words[1], Scene(words[2]))
      let delegate = delegates[scene.session] ?? SceneDelegate()
      delegates[scene.session] = delegate
      switch words[0] {
      case "UIKit" where ["will", "did", "config"].contains(name): send(name, about: scene, to: app)
      case "UIKit": send(name, about: scene, to: delegate)
      case "proxy": send(name, about: scene, to: SceneProxy(delegate))
      case "coordinator": send(name, about: scene, to: Coordinator())
      case "SDK": Tracker.replay(name, about: scene, to: delegate)
      case "app": timer.fire(name, about: scene, to: delegate)
      case "link": delegate.scene(scene, willConnectTo: scene.session, options: ["notes://1"])
      default:
        Cache.kept[scene.session] = delegate
        Cache.flush(name, about: scene)
      }
    }
    CallOrder.stop()
  }
}
