extension CustomerIOTrace {
  /// The UIKit callbacks in the format's closed list, and how UIKit spells them.
  static let callbacks: [String: String] = [
    "application.did-finish-launching": "application(_:didFinishLaunchingWithOptions:)",
    "application.configuration-for-connecting":
      "application(_:configurationForConnecting:options:)",
    "application.did-discard-scene-sessions": "application(_:didDiscardSceneSessions:)",
    "application.did-become-active": "applicationDidBecomeActive(_:)",
    "application.will-resign-active": "applicationWillResignActive(_:)",
    "application.did-enter-background": "applicationDidEnterBackground(_:)",
    "application.will-enter-foreground": "applicationWillEnterForeground(_:)",
    "application.will-terminate": "applicationWillTerminate(_:)",
    "application.open-url": "application(_:open:options:)",
    "application.continue-user-activity": "application(_:continue:restorationHandler:)",
    "application.perform-quick-action": "application(_:performActionFor:completionHandler:)",
    "application.did-register-for-remote-notifications":
      "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
    "application.did-fail-to-register-for-remote-notifications":
      "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
    "application.did-receive-remote-notification":
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application.perform-background-fetch":
      "application(_:performFetchWithCompletionHandler:)",
    "scene.will-connect": "scene(_:willConnectTo:options:)",
    "scene.did-disconnect": "sceneDidDisconnect(_:)",
    "scene.did-become-active": "sceneDidBecomeActive(_:)",
    "scene.will-resign-active": "sceneWillResignActive(_:)",
    "scene.did-enter-background": "sceneDidEnterBackground(_:)",
    "scene.will-enter-foreground": "sceneWillEnterForeground(_:)",
    "scene.open-url-contexts": "scene(_:openURLContexts:)",
    "scene.continue-user-activity": "scene(_:continue:)",
    "scene.perform-quick-action": "windowScene(_:performActionFor:completionHandler:)",
    "uikit.application-did-finish-launching-notification":
      "UIApplicationDidFinishLaunchingNotification",
    "uikit.application-did-become-active-notification": "UIApplicationDidBecomeActiveNotification",
    "uikit.application-will-resign-active-notification":
      "UIApplicationWillResignActiveNotification",
    "uikit.application-did-enter-background-notification":
      "UIApplicationDidEnterBackgroundNotification",
    "uikit.application-will-enter-foreground-notification":
      "UIApplicationWillEnterForegroundNotification",
    "uikit.application-will-terminate-notification": "UIApplicationWillTerminateNotification",
    "uikit.scene-will-connect-notification": "UISceneWillConnectNotification",
    "uikit.scene-did-disconnect-notification": "UISceneDidDisconnectNotification",
    "uikit.scene-did-activate-notification": "UISceneDidActivateNotification",
    "uikit.scene-will-deactivate-notification": "UISceneWillDeactivateNotification",
    "uikit.scene-did-enter-background-notification": "UISceneDidEnterBackgroundNotification",
    "uikit.scene-will-enter-foreground-notification": "UISceneWillEnterForegroundNotification",
  ]
}
