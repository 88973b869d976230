extension Grammar {
  /// The callbacks of the window scene delegate, and what an app asks of UIKit.
  static let uiSceneWindowSceneCallbacks = #"""
    // ---- The window scene delegate ------------------------------------------------------------------

    // A property, so read and written at any time: for a storyboard UIKit sets it before the scene connects.
    callback windowProperty about session {
      swift "window"
      objc "window", "setWindow:"
      since iOS 13.0
      text "The scene delegate's window is read or set."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/window"
    }

    callback didUpdateCoordinateSpace about session {
      swift "windowScene(_:didUpdate:interfaceOrientation:traitCollection:)"
      objc "windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:"
      since iOS 13.0
      until iOS 26.0
      replaced by didUpdateEffectiveGeometry
      text "The scene's size, orientation or traits changed; it is given the previous ones."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/windowscene(_:didupdate:interfaceorientation:traitcollection:)"
    }

    callback didUpdateEffectiveGeometry about session {
      swift "windowScene(_:didUpdateEffectiveGeometry:)"
      objc "windowScene:didUpdateEffectiveGeometry:"
      since iOS 26.0
      text "The scene's geometry changed; it is given the previous one."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/windowscene(_:didupdateeffectivegeometry:)"
    }

    callback performAction about session {
      swift "windowScene(_:performActionFor:completionHandler:)"
      objc "windowScene:performActionForShortcutItem:completionHandler:"
      since iOS 13.0
      text "The user chose a quick action; that of a launch is in the connection options."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/windowscene(_:performactionfor:completionhandler:)"
    }

    callback userDidAcceptCloudKitShare about session {
      swift "windowScene(_:userDidAcceptCloudKitShareWith:)"
      objc "windowScene:userDidAcceptCloudKitShareWithMetadata:"
      since iOS 13.0
      text "The user accepted a shared record; that of a launch is in the connection options."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/windowscene(_:userdidacceptcloudkitsharewith:)"
    }

    callback preferredWindowingControlStyle about session {
      swift "preferredWindowingControlStyle(for:)"
      objc "preferredWindowingControlStyleForScene:"
      since iOS 26.0
      text "UIKit asks how the window's controls should look."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/preferredwindowingcontrolstyle(for:)"
    }

    callback supportedInterfaceOrientations about session {
      swift "supportedInterfaceOrientations(for:)"
      objc "supportedInterfaceOrientationsForWindowScene:"
      since iOS 27.0
      text "UIKit asks which orientations the scene supports."
      link "https://developer.apple.com/documentation/uikit/uiwindowscenedelegate/supportedinterfaceorientations(for:)"
    }

    // ---- What an app asks of UIKit ------------------------------------------------------------------
    // Recorded as actions these explain what follows; UIKit may refuse any of them, so none is a law.

    action requestSceneSessionActivation about process {
      swift "requestSceneSessionActivation(_:userActivity:options:errorHandler:)"
      objc "requestSceneSessionActivation:userActivity:options:errorHandler:"
      since iOS 13.0
      until iOS 27.0
      replaced by activateSceneSession
      text "The app asks for a new scene, or for one of its scenes to come to the front."
      link "https://developer.apple.com/documentation/uikit/uiapplication/requestscenesessionactivation(_:useractivity:options:errorhandler:)"
    }

    action activateSceneSession about process {
      swift "activateSceneSession(for:errorHandler:)"
      objc "activateSceneSessionForRequest:errorHandler:"
      since iOS 17.0
      text "The app asks for a new scene, or for one of its scenes to come to the front."
      link "https://developer.apple.com/documentation/uikit/uiapplication/activatescenesession(for:errorhandler:)"
    }

    action requestSceneSessionDestruction about session {
      swift "requestSceneSessionDestruction(_:options:errorHandler:)"
      objc "requestSceneSessionDestruction:options:errorHandler:"
      since iOS 13.0
      text "The app asks for a session to be closed for good; disconnect and discard follow."
      link "https://developer.apple.com/documentation/uikit/uiapplication/requestscenesessiondestruction(_:options:errorhandler:)"
    }

    action requestSceneSessionRefresh about session {
      swift "requestSceneSessionRefresh(_:)"
      objc "requestSceneSessionRefresh:"
      since iOS 13.0
      text "The app asks for a new snapshot; the scene may connect in the background for it."
      link "https://developer.apple.com/documentation/uikit/uiapplication/requestscenesessionrefresh(_:)"
    }

    action extendStateRestoration about session {
      swift "extendStateRestoration()"
      objc "extendStateRestoration"
      since iOS 15.0
      text "The app needs longer to restore the scene."
      link "https://developer.apple.com/documentation/uikit/uiscene/extendstaterestoration()"
    }

    action completeStateRestoration about session {
      swift "completeStateRestoration()"
      objc "completeStateRestoration"
      since iOS 15.0
      text "The app has restored the scene that it asked more time for."
      link "https://developer.apple.com/documentation/uikit/uiscene/completestaterestoration()"
    }

    action registerSceneAccessory about process {
      swift "registerSceneAccessory(_:)"
      objc "registerSceneAccessory:"
      since iOS 27.0
      text "The app asks for scenes on displays that connect; from iOS 27 none come without it."
      link "https://developer.apple.com/documentation/uikit/uiviewcontroller/registersceneaccessory(_:)"
    }
    """#
}
