import TraceModel
package import TraceGrammar

/// A grammar like the built-in one, but small enough to read here.
package enum SampleGrammar {
  package static let grammar = Grammar(
    name: "UIScene", version: "1.0", text: "The delegate calls of an app that has adopted scenes",
    subjects: [
      SubjectKind(name: "process", members: ["process"]),
      SubjectKind(
        name: "session", parent: 0, members: ["session"], setMember: "sessions",
        aliasMember: "scene"),
    ],
    callbacks: names.map { name, subject in
      var callback = Callback(name: name, subject: subject)
      callback.swift = ["\(name)(_:)"]
      return callback
    },
    lifecycles: [process, session], rules: rules,
    quirks: [
      Quirk(
        id: "Q-01", rule: 2, text: "UIKit calls sceneDidBecomeActive twice after a system alert",
        source: "seen on iOS 17")
    ])

  private static let names: [(String, SubjectKindID)] = [
    ("willFinishLaunching", 0), ("didFinishLaunching", 0), ("applicationWillTerminate", 0),
    ("configurationForConnecting", 1), ("willConnect", 1), ("willEnterForeground", 1),
    ("didBecomeActive", 1), ("willResignActive", 1), ("didEnterBackground", 1),
    ("didDisconnect", 1), ("didDiscard", 1), ("openURLContexts", 1),
    ("stateRestorationActivity", 1), ("didUpdateCoordinateSpace", 1),
  ]

  package static func callback(_ name: String) -> CallbackID {
    CallbackID(names.firstIndex { $0.0 == name } ?? 0)
  }

  private static let process = lifecycle(
    "process", subject: 0,
    states: ["launching", "running", "terminated"],
    steps: [
      ("launching", "willFinishLaunching", "launching"),
      ("launching", "didFinishLaunching", "running"),
      ("running", "applicationWillTerminate", "terminated"),
    ], start: ["launching"], accepting: ["terminated"])

  private static let session = lifecycle(
    "session", subject: 1,
    states: [
      "new", "configured", "connecting", "inactive", "active", "background", "disconnected",
      "discarded",
    ],
    steps: [
      ("new", "configurationForConnecting", "configured"), ("new", "willConnect", "connecting"),
      ("new", "didDiscard", "discarded"), ("configured", "willConnect", "connecting"),
      ("connecting", "willEnterForeground", "inactive"),
      ("connecting", "didEnterBackground", "background"),
      ("connecting", "didDisconnect", "disconnected"), ("inactive", "didBecomeActive", "active"),
      ("inactive", "didEnterBackground", "background"),
      ("inactive", "didDisconnect", "disconnected"), ("active", "willResignActive", "inactive"),
      ("background", "willEnterForeground", "inactive"),
      ("background", "didDisconnect", "disconnected"),
      ("disconnected", "willConnect", "connecting"), ("disconnected", "didDiscard", "discarded"),
      ("inactive", "openURLContexts", "inactive"), ("active", "openURLContexts", "active"),
      ("background", "stateRestorationActivity", "background"),
      ("inactive", "stateRestorationActivity", "inactive"),
      ("inactive", "didUpdateCoordinateSpace", "inactive"),
      ("active", "didUpdateCoordinateSpace", "active"),
    ], start: ["new", "disconnected"], accepting: ["disconnected", "discarded"])

  private static func lifecycle(
    _ name: String, subject: SubjectKindID, states: [String], steps: [(String, String, String)],
    start: [String], accepting: [String]
  ) -> Lifecycle {
    let index = { (state: String) in StateID(states.firstIndex(of: state) ?? 0) }
    return Lifecycle(
      name: name, subject: subject,
      states: states.map { .init(name: $0, isAccepting: accepting.contains($0)) },
      transitions: steps.map {
        .init(from: index($0.0), callback: callback($0.1), to: index($0.2))
      },
      start: start.map(index), unknownStart: Array(StateID.all(states.count)),
      onParentBegin: Array(StateID.all(states.count)))
  }

  private static let rules: [Rule] = [
    rule(
      "discard-before-disconnect", .error, "didDiscard", ["background", "active", "inactive"],
      title: "A session is not discarded while its scene is still connected",
      message:
        "application(_:didDiscardSceneSessions:) names a session whose scene is still connected",
      why:
        "UIKit disconnects a scene before it discards the session. Code that deletes the session's data on discard then runs while the scene still uses it, and drafts are lost.",
      fix: "Delete data in didDiscardSceneSessions only, and release memory in sceneDidDisconnect."),
    rule(
      "background-without-resign", .error, "didEnterBackground", ["active"],
      title: "A scene resigns before it goes to the background",
      message: "sceneDidEnterBackground(_:) came while the scene was active",
      why:
        "Work that pauses in sceneWillResignActive never pauses when the call is skipped, so timers and audio go on in the background.",
      fix: "Pause in sceneWillResignActive and do not call the delegate yourself."),
    rule(
      "activate-while-active", .warning, "didBecomeActive", ["active"],
      title: "An active scene does not become active again",
      message: "sceneDidBecomeActive(_:) came twice without sceneWillResignActive(_:) in between",
      why: "Work that starts here starts twice.", fix: ""),
    rule(
      "activate-without-foreground", .error, "didBecomeActive", ["background", "connecting"],
      title: "A scene enters the foreground before it becomes active",
      message: "sceneDidBecomeActive(_:) came before sceneWillEnterForeground(_:)",
      why: "Undo what was done for the background in sceneWillEnterForeground.", fix: ""),
    rule(
      "restoration-request-while-active", .note, "stateRestorationActivity", ["active"],
      title: "The activity to restore from is asked for in the background",
      message: "stateRestorationActivity(for:) was asked for while the scene was active",
      why: "It is usually asked for right after the scene went to the background.", fix: ""),
    rule(
      "callback-after-discard", .error, "willConnect", ["discarded"],
      title: "Nothing is called about a session that was discarded",
      message: "a call about a session that was discarded", why: "", fix: ""),
    rule(
      "foreground-while-foreground", .error, "willEnterForeground", ["inactive", "active"],
      title: "A scene in the foreground does not enter it again", message: "", why: "", fix: ""),
  ]

  private static func rule(
    _ id: String, _ severity: Severity, _ name: String, _ states: [String], title: String,
    message: String, why: String, fix: String
  ) -> Rule {
    let indices = states.compactMap { state in session.states.firstIndex { $0.name == state } }
    var rule = Rule(
      id: id, severity: severity,
      form: StepForm(lifecycle: 1, callbacks: [callback(name)], states: indices), title: title,
      message: message)
    (rule.explanation, rule.fix) = (why, fix)
    rule.link = "https://developer.apple.com/documentation/uikit/\(id)"
    rule.facts = ["R-25"]
    return rule
  }
}
