@_exported public import Foundation

// Declarations of UIKit that the recorder and its documentation use, as far as Linux can have them, so that both are
// compiled and run there. Only tests call them: nothing here behaves like UIKit by itself. Methods that are optional in
// UIKit have empty bodies here.

// Without an initializer of its own: then subclasses in modules with main-actor isolation by default compile, as on iOS.
@MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public internal(set) static var shared = UIApplication()
  public weak var delegate: (any UIApplicationDelegate)?
  public package(set) var openSessions: Set<UISceneSession> = []

  /// Makes the application of the next process.
  package static func launch() -> UIApplication {
    shared = UIApplication()
    return shared
  }

  public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
  public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
  public nonisolated static let willResignActiveNotification = name("WillResignActive")
  public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
  public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
  public nonisolated static let willTerminateNotification = name("WillTerminate")
  public nonisolated static let didReceiveMemoryWarningNotification = name(
    "DidReceiveMemoryWarning")
  public nonisolated static let significantTimeChangeNotification = name("SignificantTimeChange")

  private nonisolated static func name(_ text: String) -> Notification.Name {
    Notification.Name("UIApplication\(text)Notification")
  }
}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)
  func applicationWillTerminate(_ application: UIApplication)
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
  func applicationSignificantTimeChange(_ application: UIApplication)
  func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  )
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
  }
  public func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) {}
  public func applicationWillTerminate(_ application: UIApplication) {}
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  public func applicationSignificantTimeChange(_ application: UIApplication) {}
  public func application(
    _ application: UIApplication,
    performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) {}
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor public final class UIDevice: NSObject {
  public static let current = UIDevice()
  public var systemName: String { "iOS" }
  public var systemVersion: String { "26.4" }
  public var model: String { "iPhone" }
}

/// Stands in for Foundation's `Thread`. On Linux, the main actor runs on changing threads, so a test sets the answer.
public enum Thread {
  @TaskLocal package static var isSimulated = false
  /// Whether the test says that this is the main thread.
  public static var isMainThread: Bool { isSimulated }
}
