// A library in UIKit's place: it calls delegates as UIKit does, from an image of its own.

public final class UIScene {
  public init() {}
}
public final class UISceneSession {
  public init() {}
}

public protocol UISceneDelegate: AnyObject {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: [String])
  func scene(_ scene: UIScene, openURLContexts urls: [String])
  func sceneDidDisconnect(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
}

public protocol UIApplicationDelegate: AnyObject {
  func application(_ application: Int, didFinishLaunchingWithOptions options: [String]?) -> Bool
  func applicationDidReceiveMemoryWarning(_ application: Int)
  func applicationWillTerminate(_ application: Int)
}

/// How many calls have returned, so that no call is the last thing that a function does.
nonisolated(unsafe) public var returned = 0

/// Makes calls about an app with one window.
public func play(
  _ calls: String, _ application: any UIApplicationDelegate, _ delegate: any UISceneDelegate,
  options: [String] = []
) {
  let scene = UIScene()
  for call in calls.split(separator: " ") {
    switch call {
    case "launch": _ = application.application(1, didFinishLaunchingWithOptions: nil)
    case "warn": application.applicationDidReceiveMemoryWarning(1)
    case "terminate": application.applicationWillTerminate(1)
    case "connect": delegate.scene(scene, willConnectTo: UISceneSession(), options: options)
    case "disconnect": delegate.sceneDidDisconnect(scene)
    case "foreground": delegate.sceneWillEnterForeground(scene)
    case "active": delegate.sceneDidBecomeActive(scene)
    case "resign": delegate.sceneWillResignActive(scene)
    default: delegate.sceneDidEnterBackground(scene)
    }
    returned += 1
  }
}

/// Calls a method as Objective-C's runtime does: with the object, the selector and the argument.
public func send(_ method: UnsafeRawPointer) {
  typealias Method =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
  unsafeBitCast(method, to: Method.self)(nil, nil, nil)
  returned += 1
}
