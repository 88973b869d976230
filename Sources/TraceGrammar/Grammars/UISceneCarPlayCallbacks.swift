extension Grammar {
  /// The callbacks of the delegates of CarPlay scenes.
  static let uiSceneCarPlayCallbacks = #"""
    // ---- CarPlay ------------------------------------------------------------------------------------
    // A CarPlay scene is a scene: it connects, comes to the foreground and disconnects like any other,
    // often before the phone shows anything (R-52). Its interface controller comes and goes by calls of its
    // own. Most apps implement only those, and the last of them comes after the system has disconnected the
    // scene; so they may come at any time in a session's life and say nothing about its state.

    callback templateSceneDidConnect about session {
      swift "templateApplicationScene(_:didConnect:)"
      objc "templateApplicationScene:didConnectInterfaceController:"
      since iOS 14.0
      text "CarPlay shows the app; the root template has to be set before this returns."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationscenedelegate/templateapplicationscene(_:didconnect:)"
    }

    callback templateSceneDidDisconnect about session {
      swift "templateApplicationScene(_:didDisconnectInterfaceController:)"
      objc "templateApplicationScene:didDisconnectInterfaceController:"
      since iOS 14.0
      text "CarPlay has taken the app off its screen."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationscenedelegate/templateapplicationscene(_:diddisconnectinterfacecontroller:)"
    }

    callback navigationSceneDidConnect about session {
      swift "templateApplicationScene(_:didConnect:to:)"
      objc "templateApplicationScene:didConnectInterfaceController:toWindow:"
      since iOS 13.0
      text "CarPlay shows a navigation app and gives it a window for its map."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationscenedelegate/templateapplicationscene(_:didconnect:to:)"
    }

    callback navigationSceneDidDisconnect about session {
      swift "templateApplicationScene(_:didDisconnect:from:)"
      objc "templateApplicationScene:didDisconnectInterfaceController:fromWindow:"
      since iOS 13.0
      text "CarPlay has taken a navigation app off its screen."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationscenedelegate/templateapplicationscene(_:diddisconnect:from:)"
    }

    // Swift spells the selection of a maneuver and of an alert alike.
    callback templateSceneDidSelect about session {
      swift "templateApplicationScene(_:didSelect:)"
      objc "templateApplicationScene:didSelectManeuver:",
           "templateApplicationScene:didSelectNavigationAlert:"
      since iOS 13.0
      text "The driver chose a maneuver or a navigation alert outside the app."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationscenedelegate"
    }

    callback contentStyleDidChange about session {
      swift "contentStyleDidChange(_:)"
      objc "contentStyleDidChange:"
      since iOS 15.4
      text "The vehicle's screen switched between light and dark."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationscenedelegate/contentstyledidchange(_:)"
    }

    callback dashboardSceneDidConnect about session {
      swift "templateApplicationDashboardScene(_:didConnect:to:)"
      objc "templateApplicationDashboardScene:didConnectDashboardController:toWindow:"
      since iOS 13.4
      text "CarPlay shows the app on its dashboard."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationdashboardscenedelegate/templateapplicationdashboardscene(_:didconnect:to:)"
    }

    callback dashboardSceneDidDisconnect about session {
      swift "templateApplicationDashboardScene(_:didDisconnect:from:)"
      objc "templateApplicationDashboardScene:didDisconnectDashboardController:fromWindow:"
      since iOS 13.4
      text "CarPlay has taken the app off its dashboard."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationdashboardscenedelegate/templateapplicationdashboardscene(_:diddisconnect:from:)"
    }

    callback instrumentClusterSceneDidConnect about session {
      swift "templateApplicationInstrumentClusterScene(_:didConnect:)"
      objc "templateApplicationInstrumentClusterScene:didConnectInstrumentClusterController:"
      since iOS 15.4
      text "The vehicle shows the app in its instrument cluster."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationinstrumentclusterscenedelegate/templateapplicationinstrumentclusterscene(_:didconnect:)"
    }

    callback instrumentClusterSceneDidDisconnect about session {
      swift "templateApplicationInstrumentClusterScene(_:didDisconnectInstrumentClusterController:)"
      objc "templateApplicationInstrumentClusterScene:didDisconnectInstrumentClusterController:"
      since iOS 15.4
      text "The vehicle has taken the app out of its instrument cluster."
      link "https://developer.apple.com/documentation/carplay/cptemplateapplicationinstrumentclusterscenedelegate/templateapplicationinstrumentclusterscene(_:diddisconnectinstrumentclustercontroller:)"
    }
    """#
}
