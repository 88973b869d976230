// An app that records nothing. Its first argument says what happens.
import AnalyticsSDK
import Glibc
import UIKitCore

let way = CommandLine.arguments.dropFirst().first ?? "bug"

final class AppDelegate: UIApplicationDelegate {
  func application(_ application: Int, didFinishLaunchingWithOptions options: [String]?) -> Bool {
    returned < 0
  }
  func applicationDidReceiveMemoryWarning(_ application: Int) { returned += 2 }
  func applicationWillTerminate(_ application: Int) { returned += 3 }
}

enum Store {
  @inline(never) static func deleteSessionData() { returned += 4 }
}

class BaseSceneDelegate {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: [String]) {
    returned += 5
  }
  @inline(never) func scene(_ scene: UIScene, openURLContexts urls: [String]) { returned += 6 }
  func sceneDidDisconnect(_ scene: UIScene) { returned += 7 }
  func sceneWillEnterForeground(_ scene: UIScene) { returned += 8 }
  @inline(never) func sceneDidBecomeActive(_ scene: UIScene) { returned += 9 }
  func sceneWillResignActive(_ scene: UIScene) { returned += 10 }
  func sceneDidEnterBackground(_ scene: UIScene) { returned += 11 }
}

class SceneDelegate: BaseSceneDelegate, UISceneDelegate {
  override func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: [String]) {
    // An own call of a method with the same base name.
    if !options.isEmpty { self.scene(scene, openURLContexts: options) }
    returned += 1
  }
  override func sceneDidDisconnect(_ scene: UIScene) {
    if way == "bug" { Store.deleteSessionData() }
    returned += 1
  }
  override func sceneDidBecomeActive(_ scene: UIScene) {
    returned += 1
    // The last thing that it does, so that optimized code jumps there.
    super.sceneDidBecomeActive(scene)
  }
  override func sceneWillResignActive(_ scene: UIScene) {
    if way == "exit" { exit(3) }
    if way == "crash" { fatalError("as asked") }
    returned += 12
  }
}

final class CarDelegate: BaseSceneDelegate, UISceneDelegate {
  override func sceneDidBecomeActive(_ scene: UIScene) { returned += 13 }
}

@_silgen_name("legacyMethod") func legacyMethod() -> UnsafeRawPointer

let (app, life) = (AppDelegate(), "connect foreground active resign background disconnect")
switch way {
case "callers":
  play("launch connect active", app, SceneDelegate(), options: ["notes://1"])
  play("active active", app, CarDelegate())
  play("resign", app, SceneProxy(CarDelegate()))
  replay(CarDelegate(), about: UIScene())
  send(legacyMethod())
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { _ in
      play("warn", app, CarDelegate()); return nil
    }, nil)
  pthread_join(thread, nil)
case "wait":
  // Until the debugger says so, at most some seconds.
  for _ in 0..<2_000 where access("go", F_OK) != 0 { usleep(10_000) }
  play("active resign", app, SceneDelegate())
default:
  play("launch \(life) connect foreground active resign background terminate", app, SceneDelegate())
}
