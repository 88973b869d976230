extension IllegalExample {
  /// The smallest trace that breaks each rule, by rule id: what is in `traces/violating/RULE/smallest.json`.
  ///
  /// They are here so that the program explains its rules wherever it runs; a test compares them with the files.
  static let texts: [String: String] = [
    "activate-while-active": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)"},
      {"callback": "sceneDidBecomeActive(_:)"}
    ]

    """#,
    "activate-without-foreground": #"""
    [
      {"callback": "scene(_:willConnectTo:options:)"},
      {"callback": "sceneDidBecomeActive(_:)"}
    ]

    """#,
    "background-while-background": #"""
    [
      {"callback": "sceneDidEnterBackground(_:)"},
      {"callback": "sceneDidEnterBackground(_:)"}
    ]

    """#,
    "background-without-resign": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)"},
      {"callback": "sceneDidEnterBackground(_:)"}
    ]

    """#,
    "callback-after-discard": #"""
    [
      {"callback": "application(_:didDiscardSceneSessions:)", "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C"]},
      {"callback": "scene(_:willConnectTo:options:)", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"}
    ]

    """#,
    "callback-after-disconnect": #"""
    [
      {"callback": "sceneDidDisconnect(_:)"},
      {"callback": "sceneDidBecomeActive(_:)"}
    ]

    """#,
    "callback-after-terminate": #"""
    [
      {"callback": "applicationWillTerminate(_:)"},
      {"callback": "sceneDidEnterBackground(_:)"}
    ]

    """#,
    "callback-before-connect": #"""
    [
      {"callback": "application(_:didFinishLaunchingWithOptions:)"},
      {"callback": "sceneWillEnterForeground(_:)"}
    ]

    """#,
    "callback-before-launch": #"""
    [
      {"callback": "scene(_:willConnectTo:options:)"},
      {"callback": "application(_:didFinishLaunchingWithOptions:)"}
    ]

    """#,
    "configuration-for-known-session": #"""
    [
      {"callback": "scene(_:willConnectTo:options:)"},
      {"callback": "application(_:configurationForConnecting:options:)"}
    ]

    """#,
    "connect-while-connected": #"""
    [
      {"callback": "scene(_:willConnectTo:options:)"},
      {"callback": "scene(_:willConnectTo:options:)"}
    ]

    """#,
    "continuation-unannounced": #"""
    [
      {"callback": "scene(_:willContinueUserActivityWithType:)"},
      {"callback": "scene(_:continue:)"},
      {"callback": "scene(_:continue:)"}
    ]

    """#,
    "continuation-unresolved": #"""
    [
      {"callback": "scene(_:willContinueUserActivityWithType:)"},
      {"callback": "sceneDidEnterBackground(_:)"}
    ]

    """#,
    "discard-before-disconnect": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "application(_:didDiscardSceneSessions:)", "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C"]}
    ]

    """#,
    "discard-repeated": #"""
    [
      {"callback": "application(_:didDiscardSceneSessions:)", "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C"]},
      {"callback": "application(_:didDiscardSceneSessions:)", "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C"]}
    ]

    """#,
    "disconnect-after-terminate": #"""
    [
      {"callback": "applicationWillTerminate(_:)"},
      {"callback": "sceneDidDisconnect(_:)"}
    ]

    """#,
    "disconnect-while-active": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)"},
      {"callback": "sceneDidDisconnect(_:)"}
    ]

    """#,
    "foreground-while-foreground": #"""
    [
      {"callback": "sceneWillEnterForeground(_:)"},
      {"callback": "sceneWillEnterForeground(_:)"}
    ]

    """#,
    "incomplete-lifecycle": #"""
    [
      {"callback": "sceneDidDisconnect(_:)"}
    ]

    """#,
    "launch-order": #"""
    [
      {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1},
      {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 1}
    ]

    """#,
    "legacy-callback": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)"},
      {"callback": "applicationDidBecomeActive(_:)"}
    ]

    """#,
    "notification-before-callback": #"""
    [
      {"callback": "UISceneDidEnterBackgroundNotification", "kind": "notification"},
      {"callback": "sceneDidEnterBackground(_:)"}
    ]

    """#,
    "resign-while-not-active": #"""
    [
      {"callback": "sceneWillResignActive(_:)"},
      {"callback": "sceneWillResignActive(_:)"}
    ]

    """#,
    "restoration-request-while-active": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)"},
      {"callback": "stateRestorationActivity(for:)"}
    ]

    """#,
    "restore-after-activation": #"""
    [
      {"callback": "sceneDidBecomeActive(_:)"},
      {"callback": "scene(_:restoreInteractionStateWith:)"}
    ]

    """#,
    "slow-background": #"""
    [
      {"callback": "sceneDidEnterBackground(_:)", "duration": 5.5}
    ]

    """#,
    "slow-launch": #"""
    [
      {"callback": "application(_:didFinishLaunchingWithOptions:)", "duration": 20.5}
    ]

    """#,
    "slow-terminate": #"""
    [
      {"callback": "applicationWillTerminate(_:)", "duration": 5.5}
    ]

    """#,
    "unexpected-callback": #"""
    [
      {"callback": "application(_:configurationForConnecting:options:)", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "application(_:didDiscardSceneSessions:)", "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C"]}
    ]

    """#,
    "warm-delivery-while-connecting": #"""
    [
      {"callback": "scene(_:willConnectTo:options:)"},
      {"callback": "scene(_:openURLContexts:)"}
    ]

    """#,
  ]
}
