// A library of somebody else, in the folder of the app: it makes calls of its own, and stands between UIKit and a delegate.
import UIKitCore

/// Calls the delegate again, as some libraries do to learn the app's state.
public func replay(_ delegate: any UISceneDelegate, about scene: UIScene) {
  delegate.sceneDidBecomeActive(scene)
  returned += 1
}

/// Takes the place of the app's delegate, and passes each call on.
public final class SceneProxy: UISceneDelegate {
  private let target: any UISceneDelegate

  public init(_ target: any UISceneDelegate) { self.target = target }

  public func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: [String]) {
    target.scene(scene, willConnectTo: session, options: options)
    returned += 1
  }
  public func scene(_ scene: UIScene, openURLContexts urls: [String]) {
    target.scene(scene, openURLContexts: urls)
    returned += 1
  }
  public func sceneDidDisconnect(_ scene: UIScene) {
    target.sceneDidDisconnect(scene)
    returned += 1
  }
  public func sceneWillEnterForeground(_ scene: UIScene) {
    target.sceneWillEnterForeground(scene)
    returned += 1
  }
  public func sceneDidBecomeActive(_ scene: UIScene) {
    target.sceneDidBecomeActive(scene)
    returned += 1
  }
  public func sceneWillResignActive(_ scene: UIScene) {
    target.sceneWillResignActive(scene)
    returned += 1
  }
  public func sceneDidEnterBackground(_ scene: UIScene) {
    target.sceneDidEnterBackground(scene)
    returned += 1
  }
}
