// A library of somebody else: it makes calls of its own, and stands between UIKit and a delegate.
import UIKitCore

public enum Tracker {
  /// Calls the delegate again, as some libraries do to learn the app's state.
  public static func replay(_ name: String, about scene: Scene, to delegate: SceneDelegating) {
    switch name {
    case "foreground": delegate.sceneWillEnterForeground(scene)
    case "active": delegate.sceneDidBecomeActive(scene)
    case "resign": delegate.sceneWillResignActive(scene)
    default: delegate.sceneDidEnterBackground(scene)
    }
    returned += 1
  }
}

/// Takes the place of the app's delegate, and passes each call on.
public final class SceneProxy: SceneDelegating {
  private let target: SceneDelegating

  public init(_ target: SceneDelegating) { self.target = target }

  public override func scene(_ scene: Scene, willConnectTo session: String, options: [String]) {
    target.scene(scene, willConnectTo: session, options: options)
    returned += 1
  }
  public override func scene(_ scene: Scene, openURLContexts urls: [String]) {
    target.scene(scene, openURLContexts: urls)
    returned += 1
  }
  public override func sceneWillEnterForeground(_ scene: Scene) {
    target.sceneWillEnterForeground(scene)
    returned += 1
  }
  public override func sceneDidBecomeActive(_ scene: Scene) {
    target.sceneDidBecomeActive(scene)
    returned += 1
  }
  public override func sceneWillResignActive(_ scene: Scene) {
    target.sceneWillResignActive(scene)
    returned += 1
  }
  public override func sceneDidEnterBackground(_ scene: Scene) {
    target.sceneDidEnterBackground(scene)
    returned += 1
  }
  public override func sceneDidDisconnect(_ scene: Scene) {
    target.sceneDidDisconnect(scene)
    returned += 1
  }
}
