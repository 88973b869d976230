// A library in UIKit's place: it calls delegates as UIKit does, from an image of its own.

public final class Scene {
  public let session: String
  public init(_ session: String) { self.session = session }
}

// Classes in place of protocols: on Apple's systems, the thunks between UIKit and a method have the method's name, and on Linux,
// those for protocols have none.
open class SceneDelegating {
  public init() {}
  open func scene(_ scene: Scene, willConnectTo session: String, options: [String]) {}
  open func scene(_ scene: Scene, openURLContexts urls: [String]) {}
  open func sceneWillEnterForeground(_ scene: Scene) {}
  open func sceneDidBecomeActive(_ scene: Scene) {}
  open func sceneWillResignActive(_ scene: Scene) {}
  open func sceneDidEnterBackground(_ scene: Scene) {}
  open func sceneDidDisconnect(_ scene: Scene) {}
}

open class ApplicationDelegating {
  public init() {}
  open func application(
    _ application: Int, willFinishLaunchingWithOptions options: [String]?
  ) -> Bool { true }
  open func application(
    _ application: Int, didFinishLaunchingWithOptions options: [String]?
  ) -> Bool { true }
  open func application(
    _ application: Int, configurationForConnecting session: Scene, options: [String]
  ) -> String { "" }
}

/// How many calls have returned, so that no call is the last thing that a function does.
nonisolated(unsafe) public var returned = 0

public func send(_ name: String, about scene: Scene, to delegate: SceneDelegating) {
  switch name {
  case "connect": delegate.scene(scene, willConnectTo: scene.session, options: [])
  case "foreground": delegate.sceneWillEnterForeground(scene)
  case "active": delegate.sceneDidBecomeActive(scene)
  case "resign": delegate.sceneWillResignActive(scene)
  case "background": delegate.sceneDidEnterBackground(scene)
  default: delegate.sceneDidDisconnect(scene)
  }
  returned += 1
}

public func send(_ name: String, about scene: Scene, to delegate: ApplicationDelegating) {
  switch name {
  case "will": _ = delegate.application(1, willFinishLaunchingWithOptions: nil)
  case "did": _ = delegate.application(1, didFinishLaunchingWithOptions: nil)
  default: _ = delegate.application(1, configurationForConnecting: scene, options: [])
  }
  returned += 1
}
