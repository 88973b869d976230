extension Grammar {
  /// The callbacks of the app delegate that scenes took over.
  static let uiSceneLegacyCallbacks = #"""
    // ---- The app delegate, before scenes ------------------------------------------------------------
    // UIKit never calls these in a process that adopted scenes (R-47), even where they are implemented. It
    // still posts the notifications of the first four there, so those prove nothing and step no law.

    callback applicationDidBecomeActive about process {
      swift "applicationDidBecomeActive(_:)"
      objc "applicationDidBecomeActive:"
      notification "UIApplicationDidBecomeActiveNotification",
                   "UIApplication.didBecomeActiveNotification"
      since iOS 2.0
      until iOS 26.0
      replaced by didBecomeActive
      text "The app without scenes got the user's attention."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationdidbecomeactive(_:)"
    }

    callback applicationWillResignActive about process {
      swift "applicationWillResignActive(_:)"
      objc "applicationWillResignActive:"
      notification "UIApplicationWillResignActiveNotification",
                   "UIApplication.willResignActiveNotification"
      since iOS 2.0
      until iOS 26.0
      replaced by willResignActive
      text "The app without scenes is losing the user's attention."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillresignactive(_:)"
    }

    callback applicationDidEnterBackground about process {
      swift "applicationDidEnterBackground(_:)"
      objc "applicationDidEnterBackground:"
      notification "UIApplicationDidEnterBackgroundNotification",
                   "UIApplication.didEnterBackgroundNotification"
      since iOS 4.0
      until iOS 26.0
      replaced by didEnterBackground
      text "The app without scenes left the screen."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationdidenterbackground(_:)"
    }

    callback applicationWillEnterForeground about process {
      swift "applicationWillEnterForeground(_:)"
      objc "applicationWillEnterForeground:"
      notification "UIApplicationWillEnterForegroundNotification",
                   "UIApplication.willEnterForegroundNotification"
      since iOS 4.0
      until iOS 26.0
      replaced by willEnterForeground
      text "The app without scenes is coming back; unlike its successor not called at launch."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillenterforeground(_:)"
    }

    callback applicationOpenURL about process {
      swift "application(_:open:options:)"
      objc "application:openURL:options:"
      since iOS 9.0
      replaced by openURLContexts
      text "The app without scenes is asked to open a URL; a launch by URL now has it in the options."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:open:options:)"
    }

    callback applicationOpenURLFromSource about process {
      swift "application(_:open:sourceApplication:annotation:)"
      objc "application:openURL:sourceApplication:annotation:"
      since iOS 4.2
      until iOS 9.0
      replaced by openURLContexts
      text "An older form of the request to open a URL."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:open:sourceapplication:annotation:)"
    }

    callback applicationHandleOpenURL about process {
      swift "application(_:handleOpen:)"
      objc "application:handleOpenURL:"
      since iOS 2.0
      until iOS 9.0
      replaced by openURLContexts
      text "The oldest form of the request to open a URL."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:handleopen:)"
    }

    callback applicationWillContinue about process {
      swift "application(_:willContinueUserActivityWithType:)"
      objc "application:willContinueUserActivityWithType:"
      since iOS 8.0
      replaced by willContinue
      text "The app without scenes is about to be given a user activity."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:willcontinueuseractivitywithtype:)"
    }

    callback applicationContinue about process {
      swift "application(_:continue:restorationHandler:)"
      objc "application:continueUserActivity:restorationHandler:"
      since iOS 8.0
      replaced by continue
      text "The app without scenes is given a user activity; at launch it is now in the options."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:continue:restorationhandler:)"
    }

    callback applicationDidFailToContinue about process {
      swift "application(_:didFailToContinueUserActivityWithType:error:)"
      objc "application:didFailToContinueUserActivityWithType:error:"
      since iOS 8.0
      replaced by didFailToContinue
      text "The user activity that was announced to the app without scenes did not arrive."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfailtocontinueuseractivitywithtype:error:)"
    }

    callback applicationDidUpdateUserActivity about process {
      swift "application(_:didUpdate:)"
      objc "application:didUpdateUserActivity:"
      since iOS 8.0
      replaced by didUpdate
      text "The app without scenes may add to the user activity it hands on."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didupdate:)"
    }

    callback applicationPerformAction about process {
      swift "application(_:performActionFor:completionHandler:)"
      objc "application:performActionForShortcutItem:completionHandler:"
      since iOS 9.0
      replaced by performAction
      text "The user chose a Home Screen quick action of an app without scenes."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:performactionfor:completionhandler:)"
    }

    callback applicationUserDidAcceptCloudKitShare about process {
      swift "application(_:userDidAcceptCloudKitShareWith:)"
      objc "application:userDidAcceptCloudKitShareWithMetadata:"
      since iOS 10.0
      replaced by userDidAcceptCloudKitShare
      text "The user accepted a shared record in an app without scenes."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:userdidacceptcloudkitsharewith:)"
    }

    callback applicationWillChangeStatusBarFrame about process {
      swift "application(_:willChangeStatusBarFrame:)"
      objc "application:willChangeStatusBarFrame:"
      since iOS 2.0
      until iOS 13.0
      replaced by didUpdateEffectiveGeometry
      text "The status bar of an app without scenes is about to change its size."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:willchangestatusbarframe:)"
    }

    callback applicationDidChangeStatusBarFrame about process {
      swift "application(_:didChangeStatusBarFrame:)"
      objc "application:didChangeStatusBarFrame:"
      since iOS 2.0
      until iOS 13.0
      replaced by didUpdateEffectiveGeometry
      text "The status bar of an app without scenes changed its size."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didchangestatusbarframe:)"
    }

    callback applicationWillChangeStatusBarOrientation about process {
      swift "application(_:willChangeStatusBarOrientation:duration:)"
      objc "application:willChangeStatusBarOrientation:duration:"
      since iOS 2.0
      until iOS 13.0
      replaced by didUpdateEffectiveGeometry
      text "The interface of an app without scenes is about to turn."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:willchangestatusbarorientation:duration:)"
    }

    callback applicationDidChangeStatusBarOrientation about process {
      swift "application(_:didChangeStatusBarOrientation:)"
      objc "application:didChangeStatusBarOrientation:"
      since iOS 2.0
      until iOS 13.0
      replaced by didUpdateEffectiveGeometry
      text "The interface of an app without scenes turned."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didchangestatusbarorientation:)"
    }
    """#
}
