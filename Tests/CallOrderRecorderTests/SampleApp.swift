import CallOrderRecorder
import UIKit

// An app whose delegates have a line in every method, as the guide says.

final class SampleAppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.record()
    return true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    CallOrder.record()
    return true
  }

  func application(
    _ application: UIApplication,
    configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    CallOrder.record(connectingSceneSession, options)
    return UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {
    CallOrder.record(sceneSessions)
  }

  func applicationWillTerminate(_ application: UIApplication) { CallOrder.record() }
  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { CallOrder.record() }
  func applicationSignificantTimeChange(_ application: UIApplication) { CallOrder.record() }

  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {
    CallOrder.record()
  }
}

final class SampleSceneDelegate: UIResponder, UIWindowSceneDelegate {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    CallOrder.record(scene, connectionOptions)
  }

  func sceneDidDisconnect(_ scene: UIScene) { CallOrder.record(scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { CallOrder.record(scene) }
  func sceneWillResignActive(_ scene: UIScene) { CallOrder.record(scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { CallOrder.record(scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { CallOrder.record(scene) }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    CallOrder.record(scene, URLContexts)
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    CallOrder.record(scene)
    return nil
  }

  func scene(
    _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
  ) {
    CallOrder.record(scene, stateRestorationActivity)
  }

  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {
    CallOrder.record(scene, type: userActivityType)
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    CallOrder.record(scene, userActivity)
  }

  func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error
  ) {
    CallOrder.record(scene, type: userActivityType)
  }

  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {
    CallOrder.record(scene, userActivity)
  }

  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    CallOrder.record(windowScene, shortcutItem)
  }

  func windowScene(
    _ windowScene: UIWindowScene,
    didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry
  ) {
    CallOrder.record(windowScene)
  }
}
