extension Grammar {
  /// Names for sets of callbacks that the laws and rules treat alike.
  static let uiSceneGroups = #"""
    // ---- Groups -------------------------------------------------------------------------------------

    // What moves a connected scene from state to state.
    group transitions = willEnterForeground, didBecomeActive, willResignActive, didEnterBackground

    // Delivered to a scene that is connected; what caused a connection comes with willConnect instead.
    group warmDeliveries = openURLContexts, continue, performAction, userDidAcceptCloudKitShare

    group continuations = willContinue, didFailToContinue, didUpdate

    group questions = preferredWindowingControlStyle, supportedInterfaceOrientations,
                      didUpdateCoordinateSpace, didUpdateEffectiveGeometry, willPerformAppIntent

    // All that needs a connected scene and leaves it in its state.
    group sceneCallbacks = warmDeliveries, continuations, questions, stateRestorationActivity,
                           restoreInteractionState

    group carInterfaceBegins = templateSceneDidConnect, navigationSceneDidConnect,
                               dashboardSceneDidConnect, instrumentClusterSceneDidConnect

    group carInterfaceGoesOn = templateSceneDidSelect, contentStyleDidChange,
                               templateSceneDidDisconnect, navigationSceneDidDisconnect,
                               dashboardSceneDidDisconnect, instrumentClusterSceneDidDisconnect

    group carInterface = carInterfaceBegins, carInterfaceGoesOn

    // What a process sees of its scenes: when they arrive, on their way up, and only later.
    group scenesArrive = configurationForConnecting, willConnect, carInterfaceBegins

    group scenesComeUp = willEnterForeground, didBecomeActive, restoreInteractionState, questions

    group scenesGoOn = willResignActive, didEnterBackground, warmDeliveries, continuations,
                       stateRestorationActivity, carInterfaceGoesOn

    group scenesEnd = didDisconnect, didDiscard

    // Every call about a scene or a session.
    group sceneOrSession = scenesArrive, scenesComeUp, scenesGoOn, scenesEnd

    // What the app delegate is told with and without scenes.
    group applicationCallbacks = memoryWarning, significantTimeChange,
                                 protectedDataWillBecomeUnavailable,
                                 protectedDataDidBecomeAvailable, backgroundURLSessionEvents,
                                 didReceiveRemoteNotification, performFetch,
                                 didRegisterForRemoteNotifications,
                                 didFailToRegisterForRemoteNotifications, handlerForIntent,
                                 shouldAutomaticallyLocalizeKeyCommands,
                                 shouldSaveSecureApplicationState,
                                 shouldRestoreSecureApplicationState, shouldSaveApplicationState,
                                 shouldRestoreApplicationState, willEncodeRestorableState,
                                 didDecodeRestorableState,
                                 viewControllerWithRestorationIdentifierPath,
                                 backgroundRefreshStatusDidChange, userDidTakeScreenshot

    // What the app delegate is told only without scenes.
    group legacyLeaving = applicationWillResignActive, applicationDidEnterBackground

    group legacyStaying = applicationDidBecomeActive, applicationWillEnterForeground,
                          applicationOpenURL, applicationOpenURLFromSource,
                          applicationHandleOpenURL, applicationWillContinue,
                          applicationContinue, applicationDidFailToContinue,
                          applicationDidUpdateUserActivity, applicationPerformAction,
                          applicationUserDidAcceptCloudKitShare,
                          applicationWillChangeStatusBarFrame,
                          applicationDidChangeStatusBarFrame,
                          applicationWillChangeStatusBarOrientation,
                          applicationDidChangeStatusBarOrientation

    group legacyCallbacks = legacyLeaving, legacyStaying
    """#
}
