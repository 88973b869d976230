extension Grammar {
  /// Rules about time, about notifications, and about what no other rule names.
  static let uiSceneRecordingRules = #"""
    // ---- Rules about time, notifications and the rest -----------------------------------------------
    // The limits are those of Apple's example and of common experience. The watchdog's own differ by
    // situation, so these are hints that a process was near its end, no law.

    rule slow-launch warning {
      willFinishLaunching, didFinishLaunching takes at most 20 s
      title "A launch callback returns within 20 seconds"
      message "{callback} took longer than the 20 seconds after which a launch is usually ended"
      why """
        While it runs the app cannot draw, and the watchdog ends a process that does not get through its
        launch in time, with exception code 0x8badf00d. About 20 seconds is what such reports name; in some
        situations it is less.
        """
      fix "Move work that the first screen does not need off the main thread, or to after the launch."
      link "https://developer.apple.com/documentation/xcode/addressing-watchdog-terminations"
      facts R-57
      confidence documented
    }

    rule slow-background warning {
      didEnterBackground, applicationDidEnterBackground takes at most 5 s
      title "didEnterBackground returns within 5 seconds"
      message "{callback} took longer than the 5 seconds an app is usually given"
      why """
        The process is suspended soon after this returns, and ended if it does not return in time. With
        several scenes each has its own call, and the time is for all of them.
        """
      fix "Ask for time with beginBackgroundTask and return; save little and early."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidenterbackground(_:)"
      facts R-57, R-58
      confidence documented
    }

    rule slow-terminate warning {
      willTerminate takes at most 5 s
      title "applicationWillTerminate returns within 5 seconds"
      message "{callback} took longer than the 5 seconds an app is usually given"
      why "The process is ended whether this has returned or not; what was not saved by then is lost."
      fix "Save when a scene resigns or enters the background; most processes never get this call."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillterminate(_:)"
      facts R-57
      confidence documented
    }

    rule notification-before-callback note {
      notification before its callback
      title "UIKit calls the delegate before it posts the notification"
      message "the notification of {callback} came before its delegate call"
      why """
        For each transition of a scene UIKit calls the delegate first and posts the notification next. If it
        looks the other way round, an observer recorded before the delegate's code did, or the call was
        passed on late.
        """
      fix "Record at the beginning of the delegate's method."
      facts R-20
      confidence decompiled
    }

    rule unexpected-callback error {
      anything else
      title "Every call is one that the lifecycle allows"
      message "{callback} is not allowed here (the state was {states}; expected: {expected})"
      why "No legal history of calls explains this one, and it is none of the mistakes that have a name."
      fix "Compare the calls before it with those expected."
      facts R-05
      confidence inferred
    }

    // A discard may come in a later run, or never in the recorded ones (R-26), and a process may end without
    // a word (R-32). So this is asked only of recordings that are meant to hold whole lives.
    rule incomplete-lifecycle error {
      at end of an incomplete life
      title "In a complete recording every session is discarded in the end"
      message "the recording ends before the life does (the state was {states})"
      why """
        Asked for complete lives, every session has to be discarded by the end of the recording. This one was
        left as it was: the window was not closed, or the discard was not recorded.
        """
      fix "Close all windows at the end of the test, or check without demanding complete lives."
      facts R-26
      confidence documented
    }
    """#
}
