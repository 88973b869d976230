extension LegalExample {
  /// For each rule, the file of `traces/conforming` that shows it kept.
  static let names: [String: String] = [
    "launch-order": "cold-launch.json",
    "callback-before-launch": "cold-launch.json",
    "callback-after-terminate": "kill-terminate.json",
    "disconnect-after-terminate": "kill-discard-terminate.json",
    "legacy-callback": "calls-and-notifications.json",
    "configuration-for-known-session": "memory-reclaim-and-reconnect.jsonl",
    "connect-while-connected": "memory-reclaim-and-reconnect.jsonl",
    "discard-before-disconnect": "window-closed.json",
    "callback-after-discard": "window-closed.json",
    "discard-repeated": "window-closed.json",
    "callback-before-connect": "cold-launch.json",
    "callback-after-disconnect": "memory-reclaim-and-reconnect.jsonl",
    "activate-without-foreground": "home-and-back.json",
    "activate-while-active": "interruption.json",
    "resign-while-not-active": "interruption.json",
    "background-without-resign": "home-and-back.json",
    "background-while-background": "home-and-back.json",
    "foreground-while-foreground": "home-and-back.json",
    "disconnect-while-active": "window-closed.json",
    "restore-after-activation": "state-restoration.jsonl",
    "restoration-request-while-active": "state-restoration.jsonl",
    "warm-delivery-while-connecting": "url-warm.json",
    "continuation-unannounced": "universal-link-warm.json",
    "continuation-unresolved": "universal-link-warm.json",
    "slow-launch": "cold-launch.json",
    "slow-background": "home-and-back.json",
    "slow-terminate": "kill-terminate.json",
    "notification-before-callback": "calls-and-notifications.json",
    "unexpected-callback": "home-and-back.json",
    "incomplete-lifecycle": "whole-life.json",
  ]

  /// The texts of those files, by name; a test compares them with the files.
  static let texts: [String: String] = [
    "calls-and-notifications.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "Each notification echoes its call; those of the application follow",
        "os": "iOS 26.0",
        "app": "Notebook"
      },
      "events": [
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 58, "time": 0.0},
        {"callback": "UIApplicationDidFinishLaunchingNotification", "kind": "notification", "process": 58, "time": 0.001},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.021},
        {"callback": "scene(_:willConnectTo:options:)", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.031},
        {"callback": "UIScene.willConnectNotification", "kind": "notification", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.032},
        {"callback": "sceneWillEnterForeground(_:)", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.082},
        {"callback": "UIScene.willEnterForegroundNotification", "kind": "notification", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.083},
        {"callback": "UIApplication.willEnterForegroundNotification", "kind": "notification", "process": 58, "time": 0.084},
        {"callback": "sceneDidBecomeActive(_:)", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.134},
        {"callback": "UIScene.didActivateNotification", "kind": "notification", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.135},
        {"callback": "UIApplication.didBecomeActiveNotification", "kind": "notification", "process": 58, "time": 0.136},
        {"callback": "sceneWillResignActive(_:)", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.186},
        {"callback": "UIScene.willDeactivateNotification", "kind": "notification", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.187},
        {"callback": "UIApplication.willResignActiveNotification", "kind": "notification", "process": 58, "time": 0.188},
        {"callback": "sceneDidEnterBackground(_:)", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.238},
        {"callback": "UIScene.didEnterBackgroundNotification", "kind": "notification", "process": 58, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.239},
        {"callback": "UIApplication.didEnterBackgroundNotification", "kind": "notification", "process": 58, "time": 0.24}
      ]
    }

    """#,
    "cold-launch.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "The user taps the icon; the session is new",
        "app": "Notebook",
        "os": "iOS 18.5",
        "device": "iPhone"
      },
      "events": [
        {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 4021, "time": 0.102},
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 4021, "time": 0.12},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 4021, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "role": "UIWindowSceneSessionRoleApplication", "time": 0.161},
        {"callback": "scene(_:willConnectTo:options:)", "process": 4021, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "role": "UIWindowSceneSessionRoleApplication", "time": 0.173},
        {"callback": "sceneWillEnterForeground(_:)", "process": 4021, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "role": "UIWindowSceneSessionRoleApplication", "time": 0.236},
        {"callback": "sceneDidBecomeActive(_:)", "process": 4021, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "role": "UIWindowSceneSessionRoleApplication", "time": 0.271}
      ]
    }

    """#,
    "home-and-back.json": #"""
    [
      {"callback": "sceneWillEnterForeground:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneDidBecomeActive:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneWillResignActive:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneDidEnterBackground:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneWillEnterForeground:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneDidBecomeActive:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneWillResignActive:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"},
      {"callback": "sceneDidEnterBackground:", "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C"}
    ]

    """#,
    "interruption.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "Control center, a phone call, and notification center pulled down twice",
        "app": "Notebook",
        "os": "iOS 17.6",
        "device": "iPhone"
      },
      "events": [
        {"callback": "-[AppDelegate application:willFinishLaunchingWithOptions:]", "process": 1200, "time": 3.5},
        {"callback": "-[AppDelegate application:didFinishLaunchingWithOptions:]", "process": 1200, "time": 3.518},
        {"callback": "-[AppDelegate application:configurationForConnectingSceneSession:options:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.559},
        {"callback": "-[SceneDelegate scene:willConnectToSession:options:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.571},
        {"callback": "-[SceneDelegate sceneWillEnterForeground:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.634},
        {"callback": "-[SceneDelegate sceneDidBecomeActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.669},
        {"callback": "-[SceneDelegate sceneWillResignActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 7.769},
        {"callback": "-[SceneDelegate sceneDidBecomeActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 9.669},
        {"callback": "-[SceneDelegate sceneWillResignActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 39.869},
        {"callback": "-[SceneDelegate sceneDidBecomeActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 52.469},
        {"callback": "-[SceneDelegate sceneWillResignActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 55.769},
        {"callback": "-[SceneDelegate sceneDidBecomeActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 56.469},
        {"callback": "-[SceneDelegate sceneWillResignActive:]", "process": 1200, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 56.769}
      ]
    }

    """#,
    "kill-discard-terminate.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "app": "Notebook",
        "os": "iOS 18.4",
        "device": "iPhone",
        "scenario": "Closed in the app switcher: disconnected, discarded, terminated"
      },
      "events": [
        {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 36196, "time": 120.0},
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 36196, "time": 120.018},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.059},
        {"callback": "scene(_:willConnectTo:options:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.071},
        {"callback": "sceneWillEnterForeground(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.134},
        {"callback": "sceneDidBecomeActive(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.169},
        {"callback": "sceneWillResignActive(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 128.369},
        {"callback": "sceneDidDisconnect(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 129.469},
        {"callback": "application(_:didDiscardSceneSessions:)", "process": 36196, "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C"], "time": 129.475},
        {"callback": "applicationWillTerminate(_:)", "process": 36196, "time": 129.479, "duration": 0.011}
      ]
    }

    """#,
    "kill-terminate.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "app": "Notebook",
        "os": "iOS 18.4",
        "device": "iPhone",
        "scenario": "Closed in the app switcher: disconnected and terminated; the discard may come with the next launch"
      },
      "events": [
        {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 36196, "time": 120.0},
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 36196, "time": 120.018},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.059},
        {"callback": "scene(_:willConnectTo:options:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.071},
        {"callback": "sceneWillEnterForeground(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.134},
        {"callback": "sceneDidBecomeActive(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 120.169},
        {"callback": "sceneWillResignActive(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 128.369},
        {"callback": "sceneDidDisconnect(_:)", "process": 36196, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 129.469},
        {"callback": "applicationWillTerminate(_:)", "process": 36196, "time": 129.473, "duration": 0.011}
      ]
    }

    """#,
    "memory-reclaim-and-reconnect.jsonl": #"""
    {"format": "callorder.trace/1", "metadata": {"scenario": "UIKit releases the scene and connects another to the same session", "os": "iPadOS 17.4", "app": "Notebook"}}
    {"callback": "application:didFinishLaunchingWithOptions:", "process": 640, "time": 0.018}
    {"callback": "application:configurationForConnectingSceneSession:options:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.059}
    {"callback": "scene:willConnectToSession:options:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "scene": "0x600003f6cc40", "time": 0.071}
    {"callback": "sceneWillEnterForeground:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.134}
    {"callback": "sceneDidBecomeActive:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.169}
    {"callback": "sceneWillResignActive:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 22.169}
    {"callback": "sceneDidEnterBackground:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 22.579}
    {"callback": "stateRestorationActivityForScene:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 22.589}
    {"callback": "applicationDidReceiveMemoryWarning:", "process": 640, "time": 112.589}
    {"callback": "sceneDidDisconnect:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 112.789}
    {"callback": "scene:willConnectToSession:options:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "scene": "0x600003e01a80", "time": 112.801}
    {"callback": "sceneWillEnterForeground:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 112.864}
    {"callback": "sceneDidBecomeActive:", "process": 640, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 112.899}

    """#,
    "state-restoration.jsonl": #"""
    {"format": "callorder.trace/1", "metadata": {"scenario": "The interface is saved on the way out and restored in the next process", "os": "iOS 18.5", "app": "Notebook"}}
    {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 71, "time": "2026-05-20T17:03:11.000Z"}
    {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 71, "time": "2026-05-20T17:03:11.018Z"}
    {"callback": "application(_:configurationForConnecting:options:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:11.059Z"}
    {"callback": "scene(_:willConnectTo:options:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:11.071Z"}
    {"callback": "sceneWillEnterForeground(_:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:11.134Z"}
    {"callback": "sceneDidBecomeActive(_:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:11.169Z"}
    {"callback": "sceneWillResignActive(_:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:51.169Z"}
    {"callback": "stateRestorationActivity(for:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:51.369Z"}
    {"callback": "sceneDidEnterBackground(_:)", "process": 71, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T17:03:51.373Z"}
    {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 95, "time": "2026-05-20T18:03:51.373Z"}
    {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 95, "time": "2026-05-20T18:03:51.393Z"}
    {"callback": "scene(_:willConnectTo:options:)", "process": 95, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T18:03:51.405Z"}
    {"callback": "sceneWillEnterForeground(_:)", "process": 95, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T18:03:51.455Z"}
    {"callback": "scene(_:restoreInteractionStateWith:)", "process": 95, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T18:03:51.475Z"}
    {"callback": "extendStateRestoration()", "kind": "action", "process": 95, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T18:03:51.476Z"}
    {"callback": "completeStateRestoration()", "kind": "action", "process": 95, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T18:03:51.786Z"}
    {"callback": "sceneDidBecomeActive(_:)", "process": 95, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": "2026-05-20T18:03:51.836Z"}

    """#,
    "universal-link-warm.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "A universal link brings the app back: after the foreground, before it is active",
        "os": "iOS 18.5",
        "app": "Notebook"
      },
      "events": [
        {"callback": "application:willFinishLaunchingWithOptions:", "process": 302, "time": 0.0},
        {"callback": "application:didFinishLaunchingWithOptions:", "process": 302, "time": 0.018},
        {"callback": "scene:willConnectToSession:options:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.03},
        {"callback": "sceneWillEnterForeground:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.093},
        {"callback": "sceneDidBecomeActive:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.128},
        {"callback": "sceneWillResignActive:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.128},
        {"callback": "sceneDidEnterBackground:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.538},
        {"callback": "sceneWillEnterForeground:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 11.538},
        {"callback": "scene:continueUserActivity:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 11.558},
        {"callback": "sceneDidBecomeActive:", "process": 302, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 11.588}
      ]
    }

    """#,
    "url-warm.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "A URL brings the app back: before the foreground",
        "os": "iOS 18.5",
        "app": "Notebook"
      },
      "events": [
        {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 301, "time": 0.0},
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 301, "time": 0.018},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.059},
        {"callback": "scene(_:willConnectTo:options:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.071},
        {"callback": "sceneWillEnterForeground(_:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.134},
        {"callback": "sceneDidBecomeActive(_:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.169},
        {"callback": "sceneWillResignActive(_:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.169},
        {"callback": "sceneDidEnterBackground(_:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 3.579},
        {"callback": "scene(_:openURLContexts:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 23.579},
        {"callback": "sceneWillEnterForeground(_:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 23.589},
        {"callback": "sceneDidBecomeActive(_:)", "process": 301, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 23.624}
      ]
    }

    """#,
    "whole-life.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "Two windows from their making to their end; passes with --complete too",
        "os": "iPadOS 18.5",
        "app": "Notebook"
      },
      "events": [
        {"callback": "application(_:willFinishLaunchingWithOptions:)", "process": 64, "time": 0.0},
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 64, "time": 0.018},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.059},
        {"callback": "scene(_:willConnectTo:options:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.071},
        {"callback": "application(_:configurationForConnecting:options:)", "process": 64, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 0.271},
        {"callback": "scene(_:willConnectTo:options:)", "process": 64, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 0.283},
        {"callback": "sceneWillEnterForeground(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.346},
        {"callback": "sceneDidBecomeActive(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 0.381},
        {"callback": "sceneWillEnterForeground(_:)", "process": 64, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 0.444},
        {"callback": "sceneDidBecomeActive(_:)", "process": 64, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 0.479},
        {"callback": "sceneWillResignActive(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 9.479},
        {"callback": "sceneDidEnterBackground(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 9.889},
        {"callback": "sceneDidDisconnect(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 69.889},
        {"callback": "scene(_:willConnectTo:options:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 69.901},
        {"callback": "sceneWillEnterForeground(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 69.964},
        {"callback": "sceneDidBecomeActive(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 69.999},
        {"callback": "sceneWillResignActive(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 70.999},
        {"callback": "sceneWillResignActive(_:)", "process": 64, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 71.999},
        {"callback": "sceneDidDisconnect(_:)", "process": 64, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 72.299},
        {"callback": "sceneDidDisconnect(_:)", "process": 64, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 72.599},
        {"callback": "application(_:didDiscardSceneSessions:)", "process": 64, "sessions": ["00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "9E58A2C0-9B53-47EE-9018-3A454DB2D647"], "time": 72.609},
        {"callback": "applicationWillTerminate(_:)", "process": 64, "time": 72.629}
      ]
    }

    """#,
    "window-closed.json": #"""
    {
      "format": "callorder.trace/1",
      "metadata": {
        "scenario": "One of two windows is closed; the recording starts in the middle",
        "app": "Notebook",
        "os": "iPadOS 18.4",
        "device": "iPad"
      },
      "events": [
        {"callback": "sceneWillResignActive(_:)", "process": 88, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 400.0},
        {"callback": "sceneWillResignActive(_:)", "process": 88, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 400.004},
        {"callback": "sceneDidBecomeActive(_:)", "process": 88, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 400.334},
        {"callback": "sceneDidEnterBackground(_:)", "process": 88, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 400.534},
        {"callback": "sceneDidDisconnect(_:)", "process": 88, "session": "9E58A2C0-9B53-47EE-9018-3A454DB2D647", "time": 401.434},
        {"callback": "application(_:didDiscardSceneSessions:)", "process": 88, "sessions": ["9E58A2C0-9B53-47EE-9018-3A454DB2D647"], "time": 401.437},
        {"callback": "sceneWillResignActive(_:)", "process": 88, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 413.437},
        {"callback": "sceneDidEnterBackground(_:)", "process": 88, "session": "00EC9A6B-8D40-4FD3-BDE7-052BF674282C", "time": 413.937}
      ]
    }

    """#,
  ]
}
