extension Grammar {
  /// Known deviations of UIKit that a trace can show, and why the others are no clauses.
  static let uiSceneQuirks = #"""
    // ---- Quirks -------------------------------------------------------------------------------------
    // A quirk turns a violation into a note, so it must not fit a plain mistake as well.

    // Only before the scene was on screen. Once it was, a discard that names it is a mistake.
    quirk Q-01 excuses discard-before-disconnect {
      on didDiscard
      in connecting
      text "A discard left over from an earlier run may name the session that is connecting now"
      source "NativeScript pull request 11376; order observed in 2022"
    }

    quirk Q-07 excuses resign-while-not-active {
      on willResignActive
      in inactive
      role "UIWindowSceneSessionRoleExternalDisplay",
           "UIWindowSceneSessionRoleExternalDisplayNonInteractive",
           "windowExternalDisplay", "windowExternalDisplayNonInteractive"
      text "A scene on an external display may never be told that it became active"
      source "SalesforceMobileSDK-iOS pull request 3679"
    }

    // Legal by the law, so there is nothing to excuse:
    //   Q-02  a discard between willConnect and the foreground; if it names the connecting session, see Q-01
    //   Q-03  no didEnterBackground when the app is closed in the switcher: inactive -> disconnected
    //   Q-04  another scene comes while the old one goes: each session has its own law
    //   Q-05  no configurationForConnecting at a relaunch: archived -> willConnect
    //   Q-12  SwiftUI and a configured scene fight: active, inactive, background in no time, all legal steps
    //   Q-21  willTerminate comes late on Mac Catalyst, but still last
    //   Q-23  the answer to a notification comes while the scene is inactive; it is no callback of a law
    //   Q-26  the other scene resigns and activates over and over while windows are resized
    //   Q-27  view controllers disappear after the discard; they are no callbacks of a law
    //   Q-28  two willResignActive with one didBecomeActive between them
    //
    // Looks like a plain mistake, so no clause may excuse it:
    //   Q-08  didActivate is not posted on return: resign-while-not-active in a trace of notifications
    //   Q-17  a framework calls both delegates: legacy-callback
    //   Q-18  a library calls applicationDidBecomeActive itself: legacy-callback
    //
    // Not a matter of order:
    //   Q-06  crash at launch without a working scene manifest; such a trace ends
    //   Q-09  a forced quit keeps the restoration activity
    //   Q-10  nothing is restored unless the activity's type is in Info.plist
    //   Q-11  the app delegate's restoration callbacks are silent in scene apps
    //   Q-13  SwiftUI's scene phase is late or missing; libraries that attach late miss willConnect
    //   Q-14  the application's state reads background during didFinishLaunching
    //   Q-15  defects of the betas of iOS 13
    //   Q-16  apps without scenes are not restored reliably on iOS 26
    //   Q-19  what caused a launch never comes by a warm callback
    //   Q-20  the app delegate's interface callbacks are silent in scene apps
    //   Q-22  an activity is delivered before the code that wants it runs
    //   Q-24  scene notifications are posted in apps without a scene delegate: only calls decide adoption
    //   Q-25  a framework's own events are missing on iOS 26
    """#

  /// The facts that are neither a step of a law nor the ground of a rule, and why.
  static let uiSceneFactsWithoutRule = #"""
    // ---- Facts without a rule -----------------------------------------------------------------------
    // In the laws themselves: R-04, R-08, R-09, R-11, R-15, R-17, R-18, R-22, R-26, R-27, R-28, R-30, R-31,
    // R-32, R-35, R-49, R-50, R-51, R-53 and R-55 say what is legal, and the laws allow it.
    //
    // No rule, because:
    //   R-05  the configured session need not connect next: others come in between, and the process may end.
    //         Anything but willConnect for it has its own rule
    //   R-12  view controllers come before or after the foreground; they are not callbacks of this grammar
    //   R-38  whether anything is saved depends on Info.plist, not on calls
    //   R-40  an activity may be filled in after the connection; no callback tells
    //   R-41  documented one way and observed the other
    //   R-42  a URL comes before the foreground, R-43 a link after it; each also the other way round
    //   R-46b the answer to a notification is no callback of the scene delegate and comes in any state
    //   R-52  external displays and CarPlay connect on their own terms, before any other scene if they like
    //   R-54  the application's own notifications follow the most active scene; legacy ones step no law
    //   R-56  a process may wait long for its first scene, or never get one
    //   R-58  the snapshot is taken after didEnterBackground; no callback tells
    //   R-59  a suspended process gets nothing, and comes back through willEnterForeground like any other
    """#
}
