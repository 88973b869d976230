extension Grammar {
  /// The callbacks of the scene delegate, but for connecting and disconnecting.
  static let uiSceneSceneCallbacks = #"""
    // ---- The scene delegate -------------------------------------------------------------------------
    // Two notifications are not named like their callbacks: didActivate and willDeactivate.

    callback willEnterForeground about session {
      swift "sceneWillEnterForeground(_:)"
      objc "sceneWillEnterForeground:"
      notification "UISceneWillEnterForegroundNotification",
                   "UIScene.willEnterForegroundNotification"
      since iOS 13.0
      text "The scene is about to be on screen, at launch as well as on return."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenewillenterforeground(_:)"
    }

    callback didBecomeActive about session {
      swift "sceneDidBecomeActive(_:)"
      objc "sceneDidBecomeActive:"
      notification "UISceneDidActivateNotification", "UIScene.didActivateNotification"
      since iOS 13.0
      text "The scene is on screen and receives events."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidbecomeactive(_:)"
    }

    callback willResignActive about session {
      swift "sceneWillResignActive(_:)"
      objc "sceneWillResignActive:"
      notification "UISceneWillDeactivateNotification", "UIScene.willDeactivateNotification"
      since iOS 13.0
      text "The scene is about to lose the user's attention, on its way out or for a moment."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenewillresignactive(_:)"
    }

    callback didEnterBackground about session {
      swift "sceneDidEnterBackground(_:)"
      objc "sceneDidEnterBackground:"
      notification "UISceneDidEnterBackgroundNotification",
                   "UIScene.didEnterBackgroundNotification"
      since iOS 13.0
      text "The scene is off screen; its snapshot is taken after this returns."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidenterbackground(_:)"
    }

    callback openURLContexts about session {
      swift "scene(_:openURLContexts:)"
      objc "scene:openURLContexts:"
      since iOS 13.0
      text "A connected scene is asked to open URLs; those of a launch are in the connection options."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:openurlcontexts:)"
    }

    callback willContinue about session {
      swift "scene(_:willContinueUserActivityWithType:)"
      objc "scene:willContinueUserActivityWithType:"
      since iOS 13.0
      text "The scene is about to be given a user activity of this type."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willcontinueuseractivitywithtype:)"
    }

    callback continue about session {
      swift "scene(_:continue:)"
      objc "scene:continueUserActivity:"
      since iOS 13.0
      text "The scene is given a user activity; that of a launch is in the connection options."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:continue:)"
    }

    callback didFailToContinue about session {
      swift "scene(_:didFailToContinueUserActivityWithType:error:)"
      objc "scene:didFailToContinueUserActivityWithType:error:"
      since iOS 13.0
      text "The user activity that was announced did not arrive."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:didfailtocontinueuseractivitywithtype:error:)"
    }

    callback didUpdate about session {
      swift "scene(_:didUpdate:)"
      objc "scene:didUpdateUserActivity:"
      since iOS 13.0
      text "The scene may add to the user activity it hands on."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:didupdate:)"
    }

    callback stateRestorationActivity about session {
      swift "stateRestorationActivity(for:)"
      objc "stateRestorationActivityForScene:"
      since iOS 13.0
      text "UIKit asks for an activity from which the scene can be restored later."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/staterestorationactivity(for:)"
    }

    // Apple's page says iOS 13; the calls that belong with it arrived in iOS 15.
    callback restoreInteractionState about session {
      swift "scene(_:restoreInteractionStateWith:)"
      objc "scene:restoreInteractionStateWithUserActivity:"
      since iOS 13.0
      text "The interface is up and can be put back as it was, once per connection."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:restoreinteractionstatewith:)"
    }

    callback willPerformAppIntent about session {
      swift "scene(_:willPerformAppIntent:)"
      since iOS 26.0
      text "The scene may prepare for an app intent; always after it connected, at launch too."
      link "https://developer.apple.com/documentation/appintents/appintentscenedelegate/scene(_:willperformappintent:)"
    }

    // Known by its notification only.
    callback systemProtectionDidChange about session {
      notification "UISceneSystemProtectionDidChangeNotification",
                   "UIScene.systemProtectionDidChangeNotification"
      since iOS 18.0
      text "Whether the system guards the scene, say by Face ID, has changed."
      link "https://developer.apple.com/documentation/uikit/uiscene/systemprotectiondidchangenotification"
    }
    """#
}
