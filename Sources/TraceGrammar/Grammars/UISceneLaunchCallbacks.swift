extension Grammar {
  /// The callbacks that begin and end processes and sessions.
  static let uiSceneLaunchCallbacks = #"""
    // ---- Processes and sessions begin and end -------------------------------------------------------

    callback willFinishLaunching about process {
      swift "application(_:willFinishLaunchingWithOptions:)"
      objc "application:willFinishLaunchingWithOptions:"
      since iOS 6.0
      text "The process starts; the first call the app delegate gets, if it implements it."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:willfinishlaunchingwithoptions:)"
    }

    // applicationDidFinishLaunching(_:) is the form of iOS 2, called only where the newer one is missing.
    // In a scene app the launch options carry no URL, activity or shortcut: those come with the scene.
    callback didFinishLaunching about process {
      swift "application(_:didFinishLaunchingWithOptions:)", "applicationDidFinishLaunching(_:)"
      objc "application:didFinishLaunchingWithOptions:", "applicationDidFinishLaunching:"
      notification "UIApplicationDidFinishLaunchingNotification",
                   "UIApplication.didFinishLaunchingNotification"
      since iOS 3.0
      text "The process is up; scenes connect after this returns."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)"
    }

    callback willTerminate about process {
      swift "applicationWillTerminate(_:)"
      objc "applicationWillTerminate:"
      notification "UIApplicationWillTerminateNotification",
                   "UIApplication.willTerminateNotification"
      since iOS 2.0
      text "The process is about to end; the last call it gets, and most processes never get it."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillterminate(_:)"
    }

    callback configurationForConnecting about session {
      swift "application(_:configurationForConnecting:options:)"
      objc "application:configurationForConnectingSceneSession:options:"
      since iOS 13.0
      text "UIKit made a new session and asks how to configure its scene, unless Info.plist says it all."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:configurationforconnecting:options:)"
    }

    callback willConnect about session {
      swift "scene(_:willConnectTo:options:)"
      objc "scene:willConnectToSession:options:"
      notification "UISceneWillConnectNotification", "UIScene.willConnectNotification"
      since iOS 13.0
      text "A scene connects to its session, new or not; what caused the launch is in its options."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)"
    }

    callback didDisconnect about session {
      swift "sceneDidDisconnect(_:)"
      objc "sceneDidDisconnect:"
      notification "UISceneDidDisconnectNotification", "UIScene.didDisconnectNotification"
      since iOS 13.0
      text "UIKit released the scene; its session lives on, and may connect again."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenediddisconnect(_:)"
    }

    callback didDiscard about session {
      swift "application(_:didDiscardSceneSessions:)"
      objc "application:didDiscardSceneSessions:"
      since iOS 13.0
      text "The user closed these sessions for good, maybe while the app was not running."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:diddiscardscenesessions:)"
    }
    """#
}
