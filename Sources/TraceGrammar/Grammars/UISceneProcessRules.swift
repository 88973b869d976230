extension Grammar {
  /// What can be wrong with the calls of a process.
  static let uiSceneProcessRules = #"""
    // ---- Rules about the process --------------------------------------------------------------------

    rule launch-order error in process {
      on willFinishLaunching, didFinishLaunching in any
      title "A process launches once, willFinishLaunching before didFinishLaunching"
      message "{callback} came in a process that had already got it or its successor"
      why """
        The app delegate sets up the app in these two callbacks, first the one, then the other, each once
        in the life of a process. A second launch inside one process sets everything up twice; the usual
        cause is a subclass or a library that forwards the call after UIKit has made it. A second launch
        in a recording may also be the next run of the app: then the events need a member 'process'.
        """
      fix """
        Look for code that calls the launch methods itself: test harnesses, application subclasses,
        plug-in registries. If it is another run, record the process id with each event.
        """
      link "https://developer.apple.com/documentation/uikit/about-the-app-launch-sequence"
      facts R-01
      confidence documented
    }

    // In a trace that begins after the launch nothing is too early: there the state is joined.
    rule callback-before-launch error in launch {
      on sceneOrSession, willFinishLaunching, didFinishLaunching in any
      title "No scene or session is heard of before didFinishLaunching"
      message "{callback} came in the wrong order: a process is launched before its scenes are heard of"
      why """
        UIKit finishes the launch of the process first. Only then does it ask for configurations, connect
        scenes, and tell about sessions that were discarded. Code in the scene delegate relies on what
        didFinishLaunching has set up.
        """
      fix """
        Check that the recorder stamps events when they are called and not when they are written, and that
        nothing of the app calls the scene delegate by hand while it launches.
        """
      link "https://developer.apple.com/documentation/uikit/about-the-app-launch-sequence"
      facts R-01, R-03
      confidence documented
    }

    rule callback-after-terminate error in process {
      on willTerminate, applicationCallbacks, legacyCallbacks, scenesArrive, scenesComeUp, scenesGoOn
        in terminated
      title "Nothing follows applicationWillTerminate in its process"
      message "{callback} came after applicationWillTerminate"
      why """
        applicationWillTerminate is the last thing a process is told, and it is told it once. A callback
        after it belongs to another process, or applicationWillTerminate was called by somebody else than
        UIKit: apps that post the notification themselves to flush a library are the usual case.
        """
      fix """
        Record the process id with each event. If it is the same process, look for code that calls
        applicationWillTerminate or posts its notification.
        """
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/applicationwillterminate(_:)"
      facts R-33
      confidence documented
    }

    rule disconnect-after-terminate warning in process {
      on scenesEnd in terminated
      title "Scenes are disconnected and discarded before applicationWillTerminate"
      message "{callback} came after applicationWillTerminate"
      why """
        When the user closes the app, its scenes are disconnected first, their sessions are discarded next,
        and the process is told last that it ends. That is what everybody has seen, and Apple does not
        promise it. An app that saves in sceneDidDisconnect what it closes in applicationWillTerminate
        breaks when the order turns around.
        """
      fix "Do not rely on either order: make the two independent of each other."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenediddisconnect(_:)"
      facts R-34
      confidence observed
    }

    // Frameworks that replay scene callbacks to the app delegate break this rule in good faith: Titanium
    // fires both (Q-17), Firebase, OneSignal and their like call applicationDidBecomeActive themselves
    // (Q-18). A trace shows the call and not the caller, so no quirk excuses it.
    rule legacy-callback error in adoption {
      on legacyCallbacks, sceneOrSession in any
      title "A process gets the calls of the scene delegate or those of the old app delegate, not both"
      message "{callback} was called in a process where UIKit calls the other delegate ({states})"
      why """
        Once a process has adopted scenes, UIKit no longer calls the callbacks of the app delegate about the
        interface, even where they are still implemented; code left in them is dead. If one of them is
        called all the same, somebody else calls it: a framework that replays scene callbacks for old
        plug-ins, or the app's own code. Then the work is done twice, or at the wrong time. The
        notifications of the same names are posted in every app and are no sign of this.
        """
      fix """
        Move the code to the scene delegate's callback that took over, or to the notification, and find out
        who calls the old one: a breakpoint on it shows.
        """
      link "https://developer.apple.com/documentation/uikit/transitioning-to-the-uikit-scene-based-life-cycle"
      facts R-47, R-46, R-48, R-20
      confidence documented
    }
    """#
}
