extension CallOrder {
  /// A method of a delegate that has a line with `record`, under the name that `#function` has there.
  ///
  /// The constants are the methods of UIKit and CarPlay that the built-in grammar knows.
  public struct Method: Sendable, Hashable, ExpressibleByStringLiteral {
    /// Its name, such as `sceneDidBecomeActive(_:)`.
    public let name: String

    /// Makes a method that your own grammar declares.
    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { name = value }

    /// `application(_:willFinishLaunchingWithOptions:)`
    public static let willFinishLaunching: Method = "application(_:willFinishLaunchingWithOptions:)"
    /// `application(_:didFinishLaunchingWithOptions:)`
    public static let didFinishLaunching: Method = "application(_:didFinishLaunchingWithOptions:)"
    /// `applicationWillTerminate(_:)`
    public static let willTerminate: Method = "applicationWillTerminate(_:)"
    /// `application(_:configurationForConnecting:options:)`
    public static let configurationForConnecting: Method =
      "application(_:configurationForConnecting:options:)"
    /// `scene(_:willConnectTo:options:)`
    public static let willConnect: Method = "scene(_:willConnectTo:options:)"
    /// `sceneDidDisconnect(_:)`
    public static let didDisconnect: Method = "sceneDidDisconnect(_:)"
    /// `application(_:didDiscardSceneSessions:)`
    public static let didDiscard: Method = "application(_:didDiscardSceneSessions:)"
    /// `sceneWillEnterForeground(_:)`
    public static let willEnterForeground: Method = "sceneWillEnterForeground(_:)"
    /// `sceneDidBecomeActive(_:)`
    public static let didBecomeActive: Method = "sceneDidBecomeActive(_:)"
    /// `sceneWillResignActive(_:)`
    public static let willResignActive: Method = "sceneWillResignActive(_:)"
    /// `sceneDidEnterBackground(_:)`
    public static let didEnterBackground: Method = "sceneDidEnterBackground(_:)"
    /// `scene(_:openURLContexts:)`
    public static let openURLContexts: Method = "scene(_:openURLContexts:)"
    /// `scene(_:willContinueUserActivityWithType:)`
    public static let willContinue: Method = "scene(_:willContinueUserActivityWithType:)"
    /// `scene(_:continue:)`
    public static let `continue`: Method = "scene(_:continue:)"
    /// `scene(_:didFailToContinueUserActivityWithType:error:)`
    public static let didFailToContinue: Method =
      "scene(_:didFailToContinueUserActivityWithType:error:)"
    /// `scene(_:didUpdate:)`
    public static let didUpdate: Method = "scene(_:didUpdate:)"
    /// `stateRestorationActivity(for:)`
    public static let stateRestorationActivity: Method = "stateRestorationActivity(for:)"
    /// `scene(_:restoreInteractionStateWith:)`
    public static let restoreInteractionState: Method = "scene(_:restoreInteractionStateWith:)"
    /// `scene(_:willPerformAppIntent:)`
    public static let willPerformAppIntent: Method = "scene(_:willPerformAppIntent:)"
    /// `windowScene(_:didUpdate:interfaceOrientation:traitCollection:)`
    public static let didUpdateCoordinateSpace: Method =
      "windowScene(_:didUpdate:interfaceOrientation:traitCollection:)"
    /// `windowScene(_:didUpdateEffectiveGeometry:)`
    public static let didUpdateEffectiveGeometry: Method =
      "windowScene(_:didUpdateEffectiveGeometry:)"
    /// `windowScene(_:performActionFor:completionHandler:)`
    public static let performAction: Method = "windowScene(_:performActionFor:completionHandler:)"
    /// `windowScene(_:userDidAcceptCloudKitShareWith:)`
    public static let userDidAcceptCloudKitShare: Method =
      "windowScene(_:userDidAcceptCloudKitShareWith:)"
    /// `preferredWindowingControlStyle(for:)`
    public static let preferredWindowingControlStyle: Method =
      "preferredWindowingControlStyle(for:)"
    /// `supportedInterfaceOrientations(for:)`
    public static let supportedInterfaceOrientations: Method =
      "supportedInterfaceOrientations(for:)"
    /// `applicationDidReceiveMemoryWarning(_:)`
    public static let memoryWarning: Method = "applicationDidReceiveMemoryWarning(_:)"
    /// `applicationSignificantTimeChange(_:)`
    public static let significantTimeChange: Method = "applicationSignificantTimeChange(_:)"
    /// `applicationProtectedDataWillBecomeUnavailable(_:)`
    public static let protectedDataWillBecomeUnavailable: Method =
      "applicationProtectedDataWillBecomeUnavailable(_:)"
    /// `applicationProtectedDataDidBecomeAvailable(_:)`
    public static let protectedDataDidBecomeAvailable: Method =
      "applicationProtectedDataDidBecomeAvailable(_:)"
    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)`
    public static let backgroundURLSessionEvents: Method =
      "application(_:handleEventsForBackgroundURLSession:completionHandler:)"
    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`
    public static let didReceiveRemoteNotification: Method =
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
    /// `application(_:performFetchWithCompletionHandler:)`
    public static let performFetch: Method = "application(_:performFetchWithCompletionHandler:)"
    /// `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`
    public static let didRegisterForRemoteNotifications: Method =
      "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
    /// `application(_:didFailToRegisterForRemoteNotificationsWithError:)`
    public static let didFailToRegisterForRemoteNotifications: Method =
      "application(_:didFailToRegisterForRemoteNotificationsWithError:)"
    /// `application(_:handlerFor:)`
    public static let handlerForIntent: Method = "application(_:handlerFor:)"
    /// `applicationShouldAutomaticallyLocalizeKeyCommands(_:)`
    public static let shouldAutomaticallyLocalizeKeyCommands: Method =
      "applicationShouldAutomaticallyLocalizeKeyCommands(_:)"
    /// `application(_:shouldSaveSecureApplicationState:)`
    public static let shouldSaveSecureApplicationState: Method =
      "application(_:shouldSaveSecureApplicationState:)"
    /// `application(_:shouldRestoreSecureApplicationState:)`
    public static let shouldRestoreSecureApplicationState: Method =
      "application(_:shouldRestoreSecureApplicationState:)"
    /// `application(_:shouldSaveApplicationState:)`
    public static let shouldSaveApplicationState: Method =
      "application(_:shouldSaveApplicationState:)"
    /// `application(_:shouldRestoreApplicationState:)`
    public static let shouldRestoreApplicationState: Method =
      "application(_:shouldRestoreApplicationState:)"
    /// `application(_:willEncodeRestorableStateWith:)`
    public static let willEncodeRestorableState: Method =
      "application(_:willEncodeRestorableStateWith:)"
    /// `application(_:didDecodeRestorableStateWith:)`
    public static let didDecodeRestorableState: Method =
      "application(_:didDecodeRestorableStateWith:)"
    /// `application(_:viewControllerWithRestorationIdentifierPath:coder:)`
    public static let viewControllerWithRestorationIdentifierPath: Method =
      "application(_:viewControllerWithRestorationIdentifierPath:coder:)"
    /// `templateApplicationScene(_:didConnect:)`
    public static let templateSceneDidConnect: Method = "templateApplicationScene(_:didConnect:)"
    /// `templateApplicationScene(_:didDisconnectInterfaceController:)`
    public static let templateSceneDidDisconnect: Method =
      "templateApplicationScene(_:didDisconnectInterfaceController:)"
    /// `templateApplicationScene(_:didConnect:to:)`
    public static let navigationSceneDidConnect: Method =
      "templateApplicationScene(_:didConnect:to:)"
    /// `templateApplicationScene(_:didDisconnect:from:)`
    public static let navigationSceneDidDisconnect: Method =
      "templateApplicationScene(_:didDisconnect:from:)"
    /// `templateApplicationScene(_:didSelect:)`
    public static let templateSceneDidSelect: Method = "templateApplicationScene(_:didSelect:)"
    /// `contentStyleDidChange(_:)`
    public static let contentStyleDidChange: Method = "contentStyleDidChange(_:)"
    /// `templateApplicationDashboardScene(_:didConnect:to:)`
    public static let dashboardSceneDidConnect: Method =
      "templateApplicationDashboardScene(_:didConnect:to:)"
    /// `templateApplicationDashboardScene(_:didDisconnect:from:)`
    public static let dashboardSceneDidDisconnect: Method =
      "templateApplicationDashboardScene(_:didDisconnect:from:)"
    /// `templateApplicationInstrumentClusterScene(_:didConnect:)`
    public static let instrumentClusterSceneDidConnect: Method =
      "templateApplicationInstrumentClusterScene(_:didConnect:)"
    /// `templateApplicationInstrumentClusterScene(_:didDisconnectInstrumentClusterController:)`
    public static let instrumentClusterSceneDidDisconnect: Method =
      "templateApplicationInstrumentClusterScene(_:didDisconnectInstrumentClusterController:)"
  }
}
