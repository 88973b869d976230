extension Grammar {
  /// What the grammar is about, and what its callbacks are about.
  static let uiSceneHeader = #"""
    // The life of an iOS app that adopts scenes: what UIKit may call when.
    //
    // Three things live and die at different times. A process is one run of the app. A session is one
    // instance of its interface, which survives the process and ends when the user discards it. A scene is
    // one connection of a session: UIKit may disconnect it to reclaim memory and connect it again later.
    // Sessions have an identity that lasts, scenes have not; so the law is about processes and sessions.
    //
    // Every rule names the facts it rests on (R-01…R-59) and how sure they are: documented by Apple,
    // observed in somebody's recording, decompiled, or inferred from the others.

    grammar UIScene "1.0" {
      text "What UIKit calls in an app that adopts scenes: processes, scene sessions and scenes."
    }

    subject process {
      member "process"
      begins with willFinishLaunching, didFinishLaunching
    }

    // A scene object is new at every connection (R-08), so its identity only stands for the session that
    // connected with it. One didDiscardSceneSessions names a set of sessions (R-28). Each session reports
    // only its own transitions, and those of several interleave as they like (R-49, R-50).
    subject session within process {
      member "session"
      members "sessions"
      alias "scene"
    }
    """#
}
