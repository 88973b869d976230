@MainActor open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }

  @MainActor open class ConnectionOptions: NSObject {
    public package(set) var urlContexts: Set<UIOpenURLContext> = []
    public package(set) var handoffUserActivityType: String?
    public package(set) var userActivities: Set<NSUserActivity> = []
    public package(set) var notificationResponse: UNNotificationResponse?
    public package(set) var shortcutItem: UIApplicationShortcutItem?
    public package(set) var cloudKitShareMetadata: CKShareMetadata?

    package nonisolated override init() { super.init() }

    /// Key-value coding, which every object has on Apple's systems.
    public func value(forKey key: String) -> Any? {
      switch key {
      case "cloudKitShareMetadata": cloudKitShareMetadata
      case "notificationResponse": notificationResponse
      default: preconditionFailure("the class has no key \(key)")
      }
    }
  }

  public let session: UISceneSession
  public var delegate: (any UISceneDelegate)?
  public package(set) var activationState = ActivationState.unattached

  public init(session: UISceneSession, connectionOptions: UIScene.ConnectionOptions) {
    self.session = session
    super.init()
  }

  public nonisolated static let willConnectNotification = name("WillConnect")
  public nonisolated static let didDisconnectNotification = name("DidDisconnect")
  public nonisolated static let didActivateNotification = name("DidActivate")
  public nonisolated static let willDeactivateNotification = name("WillDeactivate")
  public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
  public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")

  private nonisolated static func name(_ text: String) -> Notification.Name {
    Notification.Name("UIScene\(text)Notification")
  }
}

@MainActor open class UIWindowScene: UIScene {
  public struct Geometry: Sendable {
    package init() {}
  }
}

@MainActor open class UIWindow: UIResponder {
  public var rootViewController: UIViewController?
  public init(windowScene: UIWindowScene) {}
  open func makeKeyAndVisible() {}
}

@MainActor public final class UISceneSession: NSObject {
  public struct Role: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let windowApplication = Role(rawValue: "UIWindowSceneSessionRoleApplication")
  }

  public let persistentIdentifier: String
  public let role: Role
  public var stateRestorationActivity: NSUserActivity?

  package init(_ persistentIdentifier: String, role: Role = .windowApplication) {
    self.persistentIdentifier = persistentIdentifier
    self.role = role
  }
}

@MainActor public final class UISceneConfiguration: NSObject {
  public let name: String?
  public let role: UISceneSession.Role
  public var sceneClass: AnyClass?
  public var delegateClass: AnyClass?
  public init(name: String?, sessionRole: UISceneSession.Role) {
    self.name = name
    role = sessionRole
  }
}

@MainActor public final class UIOpenURLContext: NSObject {
  public let url: URL
  package init(_ url: URL) { self.url = url }
}

@MainActor public final class UIApplicationShortcutItem: NSObject {
  public let type: String
  public init(type: String) { self.type = type }
}

public final class NSUserActivity: NSObject, @unchecked Sendable {
  public let activityType: String
  public init(activityType: String) { self.activityType = activityType }
}

public final class UNNotificationResponse: NSObject, @unchecked Sendable {
  package override init() {}
}

public final class CKShareMetadata: NSObject, @unchecked Sendable {
  package override init() {}
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func sceneDidDisconnect(_ scene: UIScene)
  func sceneDidBecomeActive(_ scene: UIScene)
  func sceneWillResignActive(_ scene: UIScene)
  func sceneWillEnterForeground(_ scene: UIScene)
  func sceneDidEnterBackground(_ scene: UIScene)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
  func scene(
    _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity)
  func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
  func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error)
  func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity)
}

extension UISceneDelegate {
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func sceneDidDisconnect(_ scene: UIScene) {}
  public func sceneDidBecomeActive(_ scene: UIScene) {}
  public func sceneWillResignActive(_ scene: UIScene) {}
  public func sceneWillEnterForeground(_ scene: UIScene) {}
  public func sceneDidEnterBackground(_ scene: UIScene) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
  public func scene(
    _ scene: UIScene, restoreInteractionStateWith stateRestorationActivity: NSUserActivity
  ) {}
  public func scene(_ scene: UIScene, willContinueUserActivityWithType userActivityType: String) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
  public func scene(
    _ scene: UIScene, didFailToContinueUserActivityWithType userActivityType: String,
    error: any Error
  ) {}
  public func scene(_ scene: UIScene, didUpdate userActivity: NSUserActivity) {}
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
  func windowScene(
    _ windowScene: UIWindowScene,
    userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShareMetadata)
  func windowScene(
    _ windowScene: UIWindowScene,
    didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry)
}

extension UIWindowSceneDelegate {
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  public func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
  public func windowScene(
    _ windowScene: UIWindowScene,
    userDidAcceptCloudKitShareWith cloudKitShareMetadata: CKShareMetadata
  ) {}
  public func windowScene(
    _ windowScene: UIWindowScene,
    didUpdateEffectiveGeometry previousEffectiveGeometry: UIWindowScene.Geometry
  ) {}
}
