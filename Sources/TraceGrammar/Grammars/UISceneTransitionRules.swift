extension Grammar {
  /// What can be wrong with the way a connected scene moves between its states.
  static let uiSceneTransitionRules = #"""
    // ---- Rules about foreground and background ------------------------------------------------------

    rule activate-without-foreground error in session {
      on didBecomeActive in connecting, background
      title "A scene enters the foreground before it becomes active"
      message "{callback} came without willEnterForeground (the scene was {states})"
      why """
        sceneWillEnterForeground comes before the first sceneDidBecomeActive of every connection, at launch as
        well as on return. The old app delegate was not told of the foreground at launch, so migrated code
        often expects it only on return; what it does there is then missed or done twice.
        """
      fix """
        Do in sceneWillEnterForeground what every appearance needs, and do not call the scene's callbacks from
        your own code.
        """
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenewillenterforeground(_:)"
      facts R-13, R-14
      confidence documented
    }

    rule activate-while-active warning in session {
      on didBecomeActive in active
      title "An active scene does not become active again"
      message "{callback} came to a scene that was active already"
      why """
        Between two activations of a scene it resigns. A second activation in a row is mostly another scene
        under the same identity, or a framework that passes the callback on twice; timers and players that
        start there then start twice.
        """
      fix "Record the session's identity, and make what you start there safe to start twice."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidbecomeactive(_:)"
      facts R-19
      confidence inferred
    }

    rule resign-while-not-active warning in session {
      on willResignActive in connecting, inactive, background
      title "Only an active scene resigns"
      message "{callback} came to a scene that was not active ({states})"
      why """
        sceneWillResignActive takes back what sceneDidBecomeActive gave. If it comes alone, work is paused that
        never started, or an activation was missed: a library that attaches late sees it so.
        """
      fix "Record sceneDidBecomeActive wherever you record sceneWillResignActive."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenewillresignactive(_:)"
      facts R-15
      confidence inferred
    }

    rule background-without-resign error in session {
      on didEnterBackground in active
      title "A scene resigns before it enters the background"
      message "{callback} came while the scene was active"
      why """
        An active scene is told with sceneWillResignActive that it is losing the user, and only then that it is
        off screen. What pauses in the first and saves in the second would save a running state.
        """
      fix "Look for code that calls sceneDidEnterBackground itself, and for a recorder that drops events."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidenterbackground(_:)"
      facts R-16
      confidence documented
    }

    rule background-while-background warning in session {
      on didEnterBackground in background
      title "A scene in the background does not enter it again"
      message "{callback} came to a scene that was in the background already"
      why """
        A scene comes to the foreground before it can leave it again. A second call is mostly another scene
        under the same identity, since with several scenes each reports its own, or a call that was passed
        on twice.
        """
      fix "Record the session's identity, and make saving safe to do twice."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenedidenterbackground(_:)"
      facts R-16, R-49
      confidence inferred
    }

    rule foreground-while-foreground error in session {
      on willEnterForeground in inactive, active
      title "A scene in the foreground does not enter it again"
      message "{callback} came to a scene that was in the foreground already ({states})"
      why """
        A scene enters the foreground once after it connected and once after each stay in the background. An
        interruption, say by the app switcher or by a call, does not take it off screen, and it comes back from
        that with sceneDidBecomeActive alone.
        """
      fix """
        If a didEnterBackground before it is missing, look for what keeps it from being recorded; the process
        may have been too short of time to write it.
        """
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenewillenterforeground(_:)"
      facts R-14, R-15
      confidence documented
    }
    """#
}
