extension Grammar {
  /// What can be wrong with restoration and with what a scene is handed.
  static let uiSceneDeliveryRules = #"""
    // ---- Rules about restoration and deliveries -----------------------------------------------------

    rule restore-after-activation warning in opening {
      on restoreInteractionState in restored, opened
      title "The interface of a connection is restored once, before it becomes active"
      message "{callback} came again, or after the scene had become active"
      why """
        UIKit calls scene(_:restoreInteractionStateWith:) once for a connection, while the scene is on its way
        to the foreground for the first time. Later the user sees the interface jump, and what was typed in
        between is gone.
        """
      fix """
        Leave the call to UIKit. If restoring has to wait for data, ask for time with extendStateRestoration
        and finish with completeStateRestoration.
        """
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:restoreinteractionstatewith:)"
      facts R-39
      confidence documented
    }

    // Not an error wherever it comes while the scene is connected: a refresh asks, and so does UIKit before
    // it disconnects; repeats are legal (R-37).
    rule restoration-request-while-active note in session {
      on stateRestorationActivity in active
      title "The activity to restore from is asked for on the way to the background"
      message "{callback} was asked of an active scene"
      why """
        UIKit asks when a scene goes to the background, after sceneWillResignActive and before
        sceneDidEnterBackground. Asked of an active scene it is most likely the app's own call, and the
        answer may describe an interface in the middle of a change.
        """
      fix "Share the code that builds the activity instead of calling the delegate."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/staterestorationactivity(for:)"
      facts R-36, R-37
      confidence decompiled
    }

    rule warm-delivery-while-connecting note in opening {
      on warmDeliveries in opening, restored
      title "What causes a launch comes with the connection, not by a callback"
      message "{callback} came between willConnect and the scene's first activation"
      why """
        The URL, activity or shortcut that makes a scene connect is in the options of
        scene(_:willConnectTo:options:), and UIKit does not deliver it a second time. A delivery before the
        scene was ever active is unusual: the app or a framework passes it on from the options, and a
        handler that reads both opens it twice.
        """
      fix "Read the connection options in willConnect, and handle the callback for scenes that are running."
      link "https://developer.apple.com/documentation/uikit/uiscene/connectionoptions"
      facts R-10, R-42, R-43, R-45
      confidence documented
    }

    rule continuation-unannounced warning in continuation {
      on continue, didFailToContinue in idle
      required willContinue
      title "A user activity is announced before it comes or fails"
      message "{callback} came without a willContinue before it"
      why """
        scene(_:willContinueUserActivityWithType:) lets the app show that something is on its way. It comes
        before every activity that arrives or fails. A second arrival for one announcement is mostly a
        framework that passes it on again.
        """
      fix "Take down the progress display also when no announcement put it up."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willcontinueuseractivitywithtype:)"
      facts R-44
      confidence documented
    }

    rule continuation-unresolved note in continuation {
      at end in announced after later events
      title "A user activity that is announced comes or fails"
      message "the user activity announced by {callback} neither came nor failed"
      why """
        After scene(_:willContinueUserActivityWithType:) exactly one of scene(_:continue:) and
        scene(_:didFailToContinueUserActivityWithType:error:) follows. An app that waits for either shows its
        progress for ever; one of the two is often not implemented, and so not recorded.
        """
      fix "Implement both, and end the wait in either."
      link "https://developer.apple.com/documentation/uikit/uiscenedelegate/scene(_:willcontinueuseractivitywithtype:)"
      facts R-44
      confidence documented
    }
    """#
}
