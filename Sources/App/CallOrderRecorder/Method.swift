extension CallOrder {
  /// A method of a delegate that has a line with `record`, under the name that `#function` has there.
  public struct Method: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Its name, such as `sceneDidBecomeActive(_:)`.
    public let name: String

    /// Makes a method that your own grammar declares.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { name = value }
  }
}

// The methods of UIKit and CarPlay that the built-in grammar knows.
extension CallOrder.Method {
  public static let willFinishLaunching: Self = "application(_:willFinishLaunchingWithOptions:)"
  public static let didFinishLaunching: Self = "application(_:didFinishLaunchingWithOptions:)"
  public static let willTerminate: Self = "applicationWillTerminate(_:)"
  public static let configurationForConnecting: Self =
    "application(_:configurationForConnecting:options:)"
  public static let willConnect: Self = "scene(_:willConnectTo:options:)"
  public static let didDisconnect: Self = "sceneDidDisconnect(_:)"
  public static let didDiscard: Self = "application(_:didDiscardSceneSessions:)"
  public static let willEnterForeground: Self = "sceneWillEnterForeground(_:)"
  public static let didBecomeActive: Self = "sceneDidBecomeActive(_:)"
  public static let willResignActive: Self = "sceneWillResignActive(_:)"
  public static let didEnterBackground: Self = "sceneDidEnterBackground(_:)"
  public static let openURLContexts: Self = "scene(_:openURLContexts:)"
  public static let willContinue: Self = "scene(_:willContinueUserActivityWithType:)"
  public static let `continue`: Self = "scene(_:continue:)"
  public static let didFailToContinue: Self =
    "scene(_:didFailToContinueUserActivityWithType:error:)"
  public static let didUpdate: Self = "scene(_:didUpdate:)"
  public static let stateRestorationActivity: Self = "stateRestorationActivity(for:)"
  public static let restoreInteractionState: Self = "scene(_:restoreInteractionStateWith:)"
  public static let willPerformAppIntent: Self = "scene(_:willPerformAppIntent:)"
  public static let didUpdateCoordinateSpace: Self =
    "windowScene(_:didUpdate:interfaceOrientation:traitCollection:)"
  public static let didUpdateEffectiveGeometry: Self = "windowScene(_:didUpdateEffectiveGeometry:)"
  public static let performAction: Self = "windowScene(_:performActionFor:completionHandler:)"
  public static let userDidAcceptCloudKitShare: Self =
    "windowScene(_:userDidAcceptCloudKitShareWith:)"
  public static let preferredWindowingControlStyle: Self = "preferredWindowingControlStyle(for:)"
  public static let supportedInterfaceOrientations: Self = "supportedInterfaceOrientations(for:)"
  public static let memoryWarning: Self = "applicationDidReceiveMemoryWarning(_:)"
  public static let significantTimeChange: Self = "applicationSignificantTimeChange(_:)"
  public static let protectedDataWillBecomeUnavailable: Self =
    "applicationProtectedDataWillBecomeUnavailable(_:)"
  public static let protectedDataDidBecomeAvailable: Self =
    "applicationProtectedDataDidBecomeAvailable(_:)"
  public static let backgroundURLSessionEvents: Self =
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)"
  public static let didReceiveRemoteNotification: Self =
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
  public static let performFetch: Self = "application(_:performFetchWithCompletionHandler:)"
  public static let didRegisterForRemoteNotifications: Self =
    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
  public static let didFailToRegisterForRemoteNotifications: Self =
    "application(_:didFailToRegisterForRemoteNotificationsWithError:)"
  public static let handlerForIntent: Self = "application(_:handlerFor:)"
  public static let shouldAutomaticallyLocalizeKeyCommands: Self =
    "applicationShouldAutomaticallyLocalizeKeyCommands(_:)"
  public static let shouldSaveSecureApplicationState: Self =
    "application(_:shouldSaveSecureApplicationState:)"
  public static let shouldRestoreSecureApplicationState: Self =
    "application(_:shouldRestoreSecureApplicationState:)"
  public static let shouldSaveApplicationState: Self = "application(_:shouldSaveApplicationState:)"
  public static let shouldRestoreApplicationState: Self =
    "application(_:shouldRestoreApplicationState:)"
  public static let willEncodeRestorableState: Self =
    "application(_:willEncodeRestorableStateWith:)"
  public static let didDecodeRestorableState: Self = "application(_:didDecodeRestorableStateWith:)"
  public static let viewControllerWithRestorationIdentifierPath: Self =
    "application(_:viewControllerWithRestorationIdentifierPath:coder:)"
  public static let templateSceneDidConnect: Self = "templateApplicationScene(_:didConnect:)"
  public static let templateSceneDidDisconnect: Self =
    "templateApplicationScene(_:didDisconnectInterfaceController:)"
  public static let navigationSceneDidConnect: Self = "templateApplicationScene(_:didConnect:to:)"
  public static let navigationSceneDidDisconnect: Self =
    "templateApplicationScene(_:didDisconnect:from:)"
  public static let templateSceneDidSelect: Self = "templateApplicationScene(_:didSelect:)"
  public static let contentStyleDidChange: Self = "contentStyleDidChange(_:)"
  public static let dashboardSceneDidConnect: Self =
    "templateApplicationDashboardScene(_:didConnect:to:)"
  public static let dashboardSceneDidDisconnect: Self =
    "templateApplicationDashboardScene(_:didDisconnect:from:)"
  public static let instrumentClusterSceneDidConnect: Self =
    "templateApplicationInstrumentClusterScene(_:didConnect:)"
  public static let instrumentClusterSceneDidDisconnect: Self =
    "templateApplicationInstrumentClusterScene(_:didDisconnectInstrumentClusterController:)"
}
