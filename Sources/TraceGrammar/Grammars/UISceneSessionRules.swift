extension Grammar {
  /// What can be wrong with the way sessions and their scenes begin and end.
  static let uiSceneSessionRules = #"""
    // ---- Rules about how sessions and scenes begin and end ------------------------------------------

    rule configuration-for-known-session error in session {
      on configurationForConnecting
        in configured, connecting, inactive, active, background, disconnected, archived
      title "configurationForConnecting is asked only for a new session"
      message "{callback} asks about a session that is known already ({states})"
      why """
        UIKit asks for a configuration when it makes a new session, and keeps the answer with it. When the
        same session connects again, after its scene was released or in the next run, it is not asked
        anew. Being asked for a known session means that two sessions got one identity in the recording,
        or that somebody calls the app delegate who should not.
        """
      fix """
        Record session.persistentIdentifier, not the configuration's name and not the scene, and do not put
        work into this callback that every connection needs: that belongs into scene(_:willConnectTo:options:).
        """
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:configurationforconnecting:options:)"
      facts R-02, R-04, R-09
      confidence documented
    }

    rule connect-while-connected error in session {
      on willConnect in connecting, inactive, active, background
      title "A session whose scene is connected does not connect again"
      message "{callback} connects a session that has a connected scene ({states})"
      why """
        A session has at most one scene. Before UIKit connects another it disconnects the first. Two
        connections in a row build the window twice, and the first one stays alive unseen. Every report of
        this goes back to a framework that passes the callback on a second time.
        """
      fix """
        Look for a framework or a subclass that forwards scene(_:willConnectTo:options:), and keep the window
        you made if there is one.
        """
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)"
      facts R-07
      confidence inferred
    }

    rule discard-before-disconnect error in session {
      on didDiscard in connecting, inactive, active, background
      title "A session is discarded only after its scene was disconnected"
      message "{callback} names a session whose scene is still connected ({states})"
      why """
        Discarding is the end of a session: the app deletes what belongs to it. UIKit disconnects the scene
        first, also when the user closes a window that is on screen. If the data goes while the scene is
        still connected, the scene goes on working with nothing, and may save it again.
        """
      fix """
        Release the interface in sceneDidDisconnect and delete data in didDiscardSceneSessions only. Check the
        session's connected scenes before you delete.
        """
      link "https://developer.apple.com/documentation/uikit/uiapplication/requestscenesessiondestruction(_:options:errorhandler:)"
      facts R-24, R-25, R-29
      confidence documented
    }

    rule callback-after-discard error in session {
      on configurationForConnecting, willConnect, didDisconnect, transitions, sceneCallbacks, carInterface
        in discarded
      title "Nothing is heard of a session after it was discarded"
      message "{callback} is about a session that was discarded for good"
      why """
        didDiscardSceneSessions says that a session will never come back, and the app has deleted what
        belonged to it. A session that lives on after that lives without its data: this is how drafts get
        lost.
        """
      fix """
        If didDiscardSceneSessions named the wrong session, keep its data until a launch shows that it is not
        among the open sessions.
        """
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:diddiscardscenesessions:)"
      facts R-29
      confidence documented
    }

    rule discard-repeated warning in session {
      on didDiscard in discarded
      title "A session is discarded once"
      message "{callback} names a session that was discarded before"
      why """
        The end of a session is told once, at the latest at the next launch. When it is told again, code that
        deletes must be ready to find nothing.
        """
      fix "Make the deletion harmless when it is done twice."
      link "https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:diddiscardscenesessions:)"
      facts R-29
      confidence inferred
    }

    // Engines and libraries that attach late miss the first callbacks (flutter #186547). Then the launch is
    // missing too, and with it the certainty that no scene was connected.
    rule callback-before-connect error in session {
      on transitions, sceneCallbacks, didDisconnect in new, configured, archived
      title "The first callback of a scene is willConnect"
      message "{callback} came before the scene connected in this process"
      why """
        UIKit connects a scene before it tells it anything else, in every process anew: scenes do not outlive
        their process, only sessions do. A callback before that finds no window and no state. It also comes
        about when scene(_:willConnectTo:options:) is not implemented, or not recorded, in one of several
        scene delegates.
        """
      fix "Record scene(_:willConnectTo:options:) in every scene delegate, and attach before UIKit connects."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willconnectto:options:)"
      facts R-06, R-36, R-39, R-55
      confidence documented
    }

    rule callback-after-disconnect error in session {
      on transitions, sceneCallbacks, didDisconnect in disconnected
      title "Nothing is heard of a scene after it was disconnected, until it connects again"
      message "{callback} came after the scene was disconnected, without a new willConnect"
      why """
        UIKit lets go of a scene when it has called sceneDidDisconnect, and so should the app. What comes after
        that is meant for an object that ought to be gone: an observer that was not removed, a framework
        that replays, or a second scene under the same identity.
        """
      fix """
        Remove the scene's observers in sceneDidDisconnect, and record the session's identity with every
        callback so that two scenes do not look like one.
        """
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenediddisconnect(_:)"
      facts R-21, R-36
      confidence documented
    }

    rule disconnect-while-active warning in session {
      on didDisconnect in active
      title "A scene resigns before it is disconnected"
      message "{callback} came while the scene was active"
      why """
        A scene that the user closes resigns first, in the app switcher or when its window goes away; nobody
        has reported it otherwise. An app that saves in sceneWillResignActive would lose the last edits.
        """
      fix "Save in sceneDidDisconnect too, whatever came before it."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scenediddisconnect(_:)"
      facts R-22, R-23
      confidence inferred
    }
    """#
}
