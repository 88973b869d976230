extension Grammar {
  /// The callbacks of the app delegate that are about the process and stay with it in scene apps.
  static let uiSceneApplicationCallbacks = #"""
    // ---- The app delegate, about the process --------------------------------------------------------
    // These come with or without a scene: a push or a finished download may launch a process that never
    // shows one (R-56).

    callback memoryWarning about process {
      swift "applicationDidReceiveMemoryWarning(_:)"
      objc "applicationDidReceiveMemoryWarning:"
      notification "UIApplicationDidReceiveMemoryWarningNotification",
                   "UIApplication.didReceiveMemoryWarningNotification"
      since iOS 2.0
      text "The process should let go of memory it can do without."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationdidreceivememorywarning(_:)"
    }

    callback significantTimeChange about process {
      swift "applicationSignificantTimeChange(_:)"
      objc "applicationSignificantTimeChange:"
      notification "UIApplicationSignificantTimeChangeNotification",
                   "UIApplication.significantTimeChangeNotification"
      since iOS 2.0
      text "A new day began, or the clock or the time zone changed."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationsignificanttimechange(_:)"
    }

    callback protectedDataWillBecomeUnavailable about process {
      swift "applicationProtectedDataWillBecomeUnavailable(_:)"
      objc "applicationProtectedDataWillBecomeUnavailable:"
      notification "UIApplicationProtectedDataWillBecomeUnavailable",
                   "UIApplication.protectedDataWillBecomeUnavailableNotification"
      since iOS 4.0
      text "The device is being locked; protected files are about to close."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationprotecteddatawillbecomeunavailable(_:)"
    }

    callback protectedDataDidBecomeAvailable about process {
      swift "applicationProtectedDataDidBecomeAvailable(_:)"
      objc "applicationProtectedDataDidBecomeAvailable:"
      notification "UIApplicationProtectedDataDidBecomeAvailable",
                   "UIApplication.protectedDataDidBecomeAvailableNotification"
      since iOS 4.0
      text "The device was unlocked; protected files can be read again."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationprotecteddatadidbecomeavailable(_:)"
    }

    callback backgroundURLSessionEvents about process {
      swift "application(_:handleEventsForBackgroundURLSession:completionHandler:)"
      objc "application:handleEventsForBackgroundURLSession:completionHandler:"
      since iOS 7.0
      text "A background transfer has news; its identifier is a URL session's, not a scene session's."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:handleeventsforbackgroundurlsession:completionhandler:)"
    }

    callback didReceiveRemoteNotification about process {
      swift "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
      objc "application:didReceiveRemoteNotification:fetchCompletionHandler:"
      since iOS 7.0
      text "A push arrived that lets the app work in the background."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didreceiveremotenotification:fetchcompletionhandler:)"
    }

    callback performFetch about process {
      swift "application(_:performFetchWithCompletionHandler:)"
      objc "application:performFetchWithCompletionHandler:"
      since iOS 7.0
      until iOS 13.0
      text "Time to fetch in the background, by the interface that background tasks took over from."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:performfetchwithcompletionhandler:)"
    }

    callback didRegisterForRemoteNotifications about process {
      swift "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
      objc "application:didRegisterForRemoteNotificationsWithDeviceToken:"
      since iOS 3.0
      text "The push service gave the app its device token."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)"
    }

    callback didFailToRegisterForRemoteNotifications about process {
      swift "application(_:didFailToRegisterForRemoteNotificationsWithError:)"
      objc "application:didFailToRegisterForRemoteNotificationsWithError:"
      since iOS 3.0
      text "The push service gave no device token."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)"
    }

    callback handlerForIntent about process {
      swift "application(_:handlerFor:)"
      objc "application:handlerForIntent:"
      since iOS 14.0
      text "The system asks which object handles an intent inside the app."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:handlerfor:)"
    }

    callback shouldAutomaticallyLocalizeKeyCommands about process {
      swift "applicationShouldAutomaticallyLocalizeKeyCommands(_:)"
      objc "applicationShouldAutomaticallyLocalizeKeyCommands:"
      since iOS 15.0
      text "UIKit asks whether it may adapt key commands to the keyboard layout."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationshouldautomaticallylocalizekeycommands(_:)"
    }

    // State restoration as storyboards had it. Observed to go silent once an app adopts scenes (Q-11), but
    // nobody has documented that, so a call to one of these proves nothing and breaks no rule.

    callback shouldSaveSecureApplicationState about process {
      swift "application(_:shouldSaveSecureApplicationState:)"
      objc "application:shouldSaveSecureApplicationState:"
      since iOS 13.2
      text "Asks an app without scenes whether to save its interface."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:shouldsavesecureapplicationstate:)"
    }

    callback shouldRestoreSecureApplicationState about process {
      swift "application(_:shouldRestoreSecureApplicationState:)"
      objc "application:shouldRestoreSecureApplicationState:"
      since iOS 13.2
      text "Asks an app without scenes whether to restore its interface."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:shouldrestoresecureapplicationstate:)"
    }

    callback shouldSaveApplicationState about process {
      swift "application(_:shouldSaveApplicationState:)"
      objc "application:shouldSaveApplicationState:"
      since iOS 6.0
      until iOS 13.2
      text "The older question whether to save the interface."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:shouldsaveapplicationstate:)"
    }

    callback shouldRestoreApplicationState about process {
      swift "application(_:shouldRestoreApplicationState:)"
      objc "application:shouldRestoreApplicationState:"
      since iOS 6.0
      until iOS 13.2
      text "The older question whether to restore the interface."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:shouldrestoreapplicationstate:)"
    }

    callback willEncodeRestorableState about process {
      swift "application(_:willEncodeRestorableStateWith:)"
      objc "application:willEncodeRestorableStateWithCoder:"
      since iOS 6.0
      text "The app may add its own data to the saved interface."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:willencoderestorablestatewith:)"
    }

    callback didDecodeRestorableState about process {
      swift "application(_:didDecodeRestorableStateWith:)"
      objc "application:didDecodeRestorableStateWithCoder:"
      since iOS 6.0
      text "The app may read its own data back from the saved interface."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:diddecoderestorablestatewith:)"
    }

    callback viewControllerWithRestorationIdentifierPath about process {
      swift "application(_:viewControllerWithRestorationIdentifierPath:coder:)"
      objc "application:viewControllerWithRestorationIdentifierPath:coder:"
      since iOS 6.0
      text "The app may supply a view controller that is being restored."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:viewcontrollerwithrestorationidentifierpath:coder:)"
    }

    // Known by their notification only.

    callback backgroundRefreshStatusDidChange about process {
      notification "UIApplicationBackgroundRefreshStatusDidChangeNotification",
                   "UIApplication.backgroundRefreshStatusDidChangeNotification"
      since iOS 7.0
      text "The user allowed or forbade background refresh."
      link "https://developer.apple.com/documentation/uikit/uiapplication/backgroundrefreshstatusdidchangenotification"
    }

    callback userDidTakeScreenshot about process {
      notification "UIApplicationUserDidTakeScreenshotNotification",
                   "UIApplication.userDidTakeScreenshotNotification"
      since iOS 7.0
      text "The user took a screenshot."
      link "https://developer.apple.com/documentation/uikit/uiapplication/userdidtakescreenshotnotification"
    }

    // AppKit's peer of willTerminate in a Mac Catalyst process. It comes beside UIKit's own, so it takes no
    // part in any law.
    callback appKitWillTerminate about process {
      notification "NSApplicationWillTerminateNotification",
                   "NSApplication.willTerminateNotification"
      since macCatalyst 13.1
      text "AppKit's word, in a Mac Catalyst process, that the process is about to end."
      link "https://developer.apple.com/documentation/appkit/nsapplication/willterminatenotification"
    }
    """#
}
