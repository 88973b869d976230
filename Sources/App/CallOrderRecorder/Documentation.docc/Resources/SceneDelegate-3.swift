import CallOrderRecorder
import UIKit

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private let notes = Notes()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    CallOrder.record(scene, connectionOptions)
    guard let windowScene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: windowScene)
    window?.rootViewController = NotesViewController { [weak self] in self?.reload() }
    window?.makeKeyAndVisible()
  }

  func sceneDidBecomeActive(_ scene: UIScene) {
    CallOrder.record(scene)
    reload()
  }

  func sceneWillResignActive(_ scene: UIScene) {
    CallOrder.record(scene)
  }

  func reload() {
    notes.reload()
  }
}

@MainActor final class Notes {
  private(set) var reloads = 0
  func reload() { reloads += 1 }
}
