extension Grammar {
  /// The law of a session and of the scenes that connect with it.
  static let uiSceneSessionLaw = #"""
    // ---- The law of a session -----------------------------------------------------------------------

    lifecycle session about session {
      state new "The session does not exist yet, or the app was not told of it"
      state configured "The app was asked for the configuration of the scene that connects next"
      state connecting "The scene is connected and was not on screen yet"
      state inactive "The scene is on screen and receives no events"
      state active "The scene is on screen and receives events"
      state background "The scene is off screen"
      state disconnected "The scene is gone; the session is kept"
      state archived "The session is kept from an earlier run and has no scene in this process"
      state discarded "The session is gone for good"

      // A recorded launch says that no scene is connected yet. A session met for the first time is new,
      // or left over from a run that was not recorded.
      start new, archived
      unknown new, configured, connecting, inactive, active, background, disconnected, archived

      // Without configurationForConnecting the configuration of Info.plist is used (R-04).
      new          -> configurationForConnecting configured
                    | willConnect connecting
                    | didDiscard discarded            // closed while the app was not running (R-30)
      configured   -> willConnect connecting
      // Most scenes come to the foreground. One that the system asked for may stay behind (R-11), by a
      // callback or by none.
      connecting   -> willEnterForeground inactive
                    | didEnterBackground background
                    | didDisconnect disconnected
      // An interruption leads from active to inactive and back, any number of times (R-15, R-51). A scene
      // need not become active (R-17, R-18), and one closed in the app switcher goes without
      // didEnterBackground (R-22, Q-03).
      inactive     -> didBecomeActive active
                    | didEnterBackground background
                    | didDisconnect disconnected
      active       -> willResignActive inactive
      background   -> willEnterForeground inactive
                    | didDisconnect disconnected
      disconnected -> willConnect connecting          // a known session is not configured again (R-09)
                    | didDiscard discarded            // or never: the discard may come in a later run (R-26)
      archived     -> willConnect connecting
                    | didDiscard discarded            // at any time after the launch (R-27)
      discarded    -> .

      stay in connecting, inactive, active, background on sceneCallbacks
      stay in new, configured, connecting, inactive, active, background, disconnected, archived
        on carInterface

      // Scenes die with their process and nobody is told; sessions stay (R-32, R-55).
      when process begins:
        configured, connecting, inactive, active, background, disconnected become archived
    }
    """#

  /// The laws of a process: that it starts once and ends, that it starts before its scenes, and how it is run.
  static let uiSceneProcessLaws = #"""
    // ---- The laws of a process ----------------------------------------------------------------------

    // A process starts once and ends once. Where a trace does not tell processes apart, a launch callback
    // begins the next one, unless scenes were just seen to arrive: then it may be their own, come late.
    lifecycle process about process {
      state notRunning "The process was not seen to start"
      state launching "The process is starting"
      state running "The process is up"
      state arriving "Scenes were seen to arrive before a launch"
      state settled "The process has been up for a while; its launch is not in the trace"
      state terminated "The process was told that it ends"

      start notRunning
      unknown notRunning, settled

      notRunning -> willFinishLaunching launching | didFinishLaunching running
                  | scenesArrive arriving | scenesComeUp settled | scenesGoOn settled
                  | didDisconnect settled | legacyLeaving settled
      launching  -> didFinishLaunching running | willTerminate terminated
      running    -> willTerminate terminated
      arriving   -> willFinishLaunching launching | didFinishLaunching running
                  | scenesGoOn settled | didDisconnect settled | legacyLeaving settled
                  | willTerminate terminated
      settled    -> willFinishLaunching launching | didFinishLaunching running
                  | willTerminate terminated

      // Whether a scene is too early is the business of the next law.
      stay in notRunning on didDiscard, applicationCallbacks, legacyStaying
      stay in arriving on scenesArrive, scenesComeUp, didDiscard, applicationCallbacks, legacyStaying
      stay in launching, running, settled on sceneOrSession, applicationCallbacks, legacyCallbacks

      renew in running, settled, terminated
    }

    // A process starts before its scenes do. A trace that joins late says nothing about it, unless the
    // launch of the same process comes after all.
    lifecycle launch about process {
      state unlaunched "The process was not seen to start"
      state launching "The process is starting"
      state launched "The process is up"
      state joined "Scenes were heard of; the launch is not in the trace so far"

      start unlaunched
      unknown unlaunched, joined

      unlaunched -> willFinishLaunching launching | didFinishLaunching launched
      launching  -> didFinishLaunching launched
      joined     -> willTerminate launched

      stay in joined on sceneOrSession
      stay in launching on willFinishLaunching
      stay in launched on willFinishLaunching, didFinishLaunching, sceneOrSession
      stay in unlaunched, launching, launched on willTerminate
    }

    // A process is run one way or the other. Only calls decide: the notifications of both kinds are posted
    // in every app (R-48, Q-24). One that did not adopt scenes is not judged by their law.
    lifecycle adoption about process {
      state undecided "Neither the scene delegate nor the app delegate was called about the interface"
      state sceneBased "The process adopted scenes: UIKit calls the scene delegate"
      state appBased
        "No scene callbacks, only those of the old app delegate; built with the iOS 27 SDK this app would not launch"

      start undecided
      unknown undecided
      beyond appBased

      undecided -> sceneOrSession sceneBased | legacyCallbacks appBased

      stay in sceneBased on sceneOrSession
      stay in appBased on legacyCallbacks
    }
    """#

  /// Small laws beside that of the session, robust against faults of the session's own.
  static let uiSceneSmallLaws = #"""
    // ---- Small laws beside the session's ------------------------------------------------------------
    // What breaks the law of the session is no news here: whether a scene connects, disconnects or moves
    // at the right time is not asked again.

    // How far a connection has come on its way to the first activation.
    lifecycle opening about session {
      state closed "No scene is connected"
      state opening "The scene is connected and was not active yet"
      state waiting "The scene turned back before it was active"
      state restored "The scene's interface was restored and it was not active yet"
      state opened "The scene has been active since it connected"

      start closed
      unknown opening, waiting, restored, opened

      closed   -> willConnect opening
      opening  -> restoreInteractionState restored | didBecomeActive opened
                | willResignActive waiting | didEnterBackground waiting | didDisconnect closed
      waiting  -> restoreInteractionState restored | didBecomeActive opened
                | willConnect opening | didDisconnect closed
      restored -> didBecomeActive opened | willResignActive opened
                | willConnect opening | didDisconnect closed
      opened   -> willConnect opening | didDisconnect closed

      stay in closed on restoreInteractionState, didBecomeActive, willResignActive,
                        didEnterBackground, didDisconnect
      stay in opening on willConnect
      stay in waiting on willResignActive, didEnterBackground
      stay in restored on didEnterBackground
      stay in opened on didBecomeActive, willResignActive, didEnterBackground
      stay in closed, opening, waiting, restored, opened on warmDeliveries

      when process begins: opening, waiting, restored, opened become closed
    }

    // A user activity is announced, and then it comes or it fails (R-44).
    lifecycle continuation about session {
      state closed "No scene is connected"
      state idle "No user activity is announced"
      state announced "A user activity is announced and did not come yet"

      start closed
      unknown idle, announced

      closed    -> willConnect idle
      idle      -> willContinue announced | didDisconnect closed
      announced -> continue idle | didFailToContinue idle

      stay in closed on willContinue, continue, didFailToContinue, didDisconnect
      stay in idle on willConnect
      stay in announced on willContinue, willConnect, didDisconnect

      when process begins: idle, announced become closed
    }
    """#
}
