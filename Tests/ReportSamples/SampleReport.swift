import TraceModel
package import TraceFindings

/// The sample reports that are rendered in every format.
package enum SampleReport: String, CaseIterable, Sendable {
  /// No trace at all.
  case empty
  /// One trace without findings.
  case conforming
  /// One trace with one error, and every field set.
  case one
  /// Several traces: equal faults, all severities, a quirk, a known violation, an unreadable file, notes.
  case many
  /// A violation at the end of a trace, without steps, ids and times; an inconclusive trace.
  case bare
  /// Text that attacks every format.
  case hostile
  /// Text in other scripts.
  case foreign
  /// Findings whose events have source locations: inside the folder with the lines, inside without them, and outside.
  case placed

  package var report: Report {
    switch self {
    case .empty: Report(toolVersion: "0.1.0", grammarName: "UIScene", grammarVersion: "1.0")
    case .conforming: Self.report([Self.conformingTrace("traces/fine.json")])
    case .one: Self.report([Self.discardTrace], rules: [Self.discardRule])
    case .many: Self.manyTraces
    case .bare: Self.bareTraces
    case .hostile: Self.hostileTrace
    case .foreign: Self.foreignTrace
    case .placed: Self.placedTrace
    }
  }

  private static func report(
    _ traces: [TraceReport], failures: [Report.Failure] = [], rules: [Report.RuleText] = []
  ) -> Report {
    Report(
      toolVersion: "0.1.0", grammarName: "UIScene", grammarVersion: "1.0", traces: traces,
      failures: failures, rules: rules)
  }
}

// MARK: One

extension SampleReport {
  package static let discardRule = Report.RuleText(
    id: "discard-before-disconnect", severity: .error,
    title: "A session is not discarded while its scene is connected",
    explanation:
      "UIKit disconnects a scene before it discards the session. Data that is deleted on "
      + "discard is still in use by the connected scene. Delete it in didDiscardSceneSessions only.",
    link: "https://developer.apple.com/documentation/uikit/uiapplicationdelegate",
    facts: ["R-25", "R-29"])

  package static let discard = Violation(
    rule: "discard-before-disconnect", severity: .error, cause: .missing, event: 9, line: 31,
    callback: "didDiscard", spelling: "application(_:didDiscardSceneSessions:)",
    lifecycle: "session", subject: "0F3C", process: "4021", time: 12.25, states: ["background"],
    expected: ["willEnterForeground", "didDisconnect"],
    message: "didDiscardSceneSessions names a session whose scene is still connected",
    assumption: "no call was lost between the events 8 and 9",
    repair: Repair(insertions: [.init(callback: "didDisconnect", beforeEvent: 9)]),
    related: [.init(event: 8, line: 28, message: "the scene went to the background here")],
    steps: [
      .init(
        mark: .match, event: 3, line: 12, callback: "willConnect", states: ["connecting"],
        time: 0.5),
      .init(
        mark: .match, event: 4, line: 16, callback: "willEnterForeground", states: ["inactive"],
        time: 0.625),
      .init(
        mark: .match, event: 8, line: 28, callback: "didEnterBackground", states: ["background"],
        time: 10),
      .init(
        mark: .missing, event: nil, line: nil, callback: "didDisconnect", states: ["disconnected"]),
      .init(
        mark: .match, event: 9, line: 31, callback: "didDiscard", states: ["discarded"],
        time: 12.25, offending: true),
    ], fingerprint: "0123456789abcdef0123456789abcdef")

  package static let discardTrace: TraceReport = {
    var trace = violating("traces/discard.json", [discard])
    trace.metadata = [.init(name: "app", value: "Drafts"), .init(name: "os", value: "iOS 26.1")]
    trace.coverage = coverage
    trace.timeline = Timeline(
      lanes: [
        .init(kind: "process", subject: "4021"),
        .init(
          kind: "session", subject: "0F3C", role: "windowApplication",
          intervals: [
            .init(state: "connecting", firstEvent: 3, endEvent: 4),
            .init(state: "background", firstEvent: 8, endEvent: 9),
          ]),
      ],
      entries: [
        .init(
          event: 3, line: 12, callback: "willConnect", kind: .delegate, time: 0.5, lanes: [1],
          processLane: 0, details: [.init(name: "thread", value: "main")]),
        .init(
          event: 4, line: 16, callback: "willEnterForeground", kind: .delegate, time: 0.625,
          lanes: [1], processLane: 0),
        .init(event: 5, line: 17, callback: "", kind: .gap),
        .init(
          event: 9, line: 31, callback: "didDiscard", kind: .delegate, time: 12.25,
          duration: 0.001, lanes: [0, 1], processLane: 0),
      ], isComplete: false)
    return trace
  }()

  /// A trace with violations; unless something else is said, with the numbers of the one that is discarded too early.
  private static func violating(
    _ path: String, _ violations: [Violation], events: Int = 14,
    subjects: [SubjectCount] = subjects(sessions: 2), repairCost: Int = 1
  ) -> TraceReport {
    var trace = TraceReport(path: path)
    trace.verdict = .violating
    trace.events = events
    trace.subjectCounts = subjects
    trace.repairCost = repairCost
    trace.add(violations)
    return trace
  }

  package static func subjects(processes: Int = 1, sessions: Int) -> [SubjectCount] {
    [.init(kind: "process", count: processes), .init(kind: "session", count: sessions)]
  }

  package static let coverage = Coverage(
    lifecycles: [
      .init(
        name: "session",
        states: [
          .init(name: "connecting", visits: 2), .init(name: "background", visits: 1),
          .init(name: "disconnected", visits: 0),
        ],
        transitions: [
          .init(
            from: "connecting", callback: "didEnterBackground", to: "background", visits: 1),
          .init(from: "background", callback: "didDisconnect", to: "disconnected", visits: 0),
        ])
    ],
    rules: [
      .init(id: "connect-while-connected", exercised: 2, violated: 0),
      .init(id: "discard-before-disconnect", exercised: 1, violated: 1),
      .init(id: "slow-launch", exercised: 0, violated: 0),
    ], unmentioned: [.init(callback: "didUpdate", count: 3)])

  package static func conformingTrace(_ path: String) -> TraceReport {
    var trace = TraceReport(path: path)
    trace.verdict = .conforming
    trace.events = 20
    trace.subjectCounts = subjects(sessions: 1)
    trace.coverage = Coverage(
      lifecycles: coverage.lifecycles,
      rules: [.init(id: "connect-while-connected", exercised: 1, violated: 0)])
    return trace
  }
}

// MARK: Many

extension SampleReport {
  private static var manyTraces: Report {
    var resign = Violation(
      rule: "background-without-resign", severity: .error, cause: .outOfOrder, event: 4, line: 5,
      callback: "didEnterBackground", spelling: "sceneDidEnterBackground:", lifecycle: "session",
      subject: "A", process: "7", time: 1.5, states: ["active"], expected: ["willResignActive"],
      message: "sceneDidEnterBackground came before sceneWillResignActive",
      repair: Repair(
        insertions: [.init(callback: "willResignActive", beforeEvent: 4)],
        deletions: [.init(event: 5, callback: "willResignActive")]),
      steps: [
        .init(
          mark: .match, event: 3, line: 4, callback: "didBecomeActive", states: ["active"], time: 1),
        .init(
          mark: .missing, event: nil, line: nil, callback: "willResignActive",
          states: ["inactive"]),
        .init(
          mark: .match, event: 4, line: 5, callback: "didEnterBackground", states: ["background"],
          time: 1.5, offending: true),
        .init(
          mark: .unexpected, event: 5, line: 6, callback: "willResignActive",
          states: ["background"], time: 1.625),
      ], fingerprint: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
    var again = resign
    var violations: [Violation] = []
    for index in 0..<12 {
      again.event = 4 + 10 * index
      again.line = 5 + 10 * index
      violations.append(again)
    }
    resign.subject = "B"
    var traces = [Self.discardTrace, conformingTrace("traces/fine.json")]
    var repeated = violating(
      "traces/repeated.jsonl", violations + [activeTwice, quirk], events: 200,
      subjects: subjects(sessions: 1), repairCost: 26)
    repeated.unlistedViolations = 30
    repeated.counts.errors += 30
    repeated.groups[0].count += 30
    repeated.notes = [
      .init(
        id: "time-goes-backwards", event: 7, line: 8, count: 3,
        message: "the time goes back by 0.2 s")
    ]
    repeated.unknownCallbacks = [
      .init(callback: "sceneDidDance", count: 2), .init(callback: "viewDidLoad", count: 1),
    ]
    traces.append(repeated)
    resign.suppression = Suppression(source: .baseline, reason: "fixed in release 9")
    traces.append(
      violating(
        "traces/known.json", [resign], events: 6, subjects: subjects(sessions: 1), repairCost: 2))
    return report(
      traces,
      failures: [
        .init(
          path: "traces/broken.json", position: SourcePosition(line: 3, column: 14, offset: 80),
          message: "the event has no member \"callback\""),
        .init(path: "traces/gone.json", message: "no such file"),
      ],
      rules: [
        discardRule,
        .init(
          id: "background-without-resign", severity: .error,
          title: "A scene resigns before it goes to the background",
          explanation: "Work is paused in sceneWillResignActive."),
        .init(
          id: "activate-while-active", severity: .warning, title: "A scene becomes active once",
          explanation: "A second call means that two delegates are forwarded to."),
        .init(
          id: "callback-after-discard", severity: .error, title: "A discarded session is gone",
          explanation: "Nothing follows a discard.", facts: ["R-29"]),
      ])
  }

  private static var activeTwice: Violation {
    Violation(
      rule: "activate-while-active", severity: .warning, cause: .repeated, event: 150, line: 151,
      callback: "didBecomeActive", spelling: "sceneDidBecomeActive(_:)", lifecycle: "session",
      subject: "A", time: 20, states: ["active"], expected: ["willResignActive"],
      message: "sceneDidBecomeActive came while the scene was active",
      repair: Repair(deletions: [.init(event: 150, callback: "didBecomeActive")]),
      steps: [
        .init(
          mark: .match, event: 149, line: 150, callback: "didBecomeActive", states: ["active"]),
        .init(
          mark: .unexpected, event: 150, line: 151, callback: "didBecomeActive",
          states: ["active"], offending: true),
      ], fingerprint: "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
  }

  private static var quirk: Violation {
    Violation(
      rule: "callback-after-discard", severity: .note, cause: .afterTheEnd, event: 160, line: 161,
      callback: "willEnterForeground", spelling: "UISceneWillEnterForegroundNotification",
      kind: .notification, lifecycle: "session", subject: "A", states: ["discarded"],
      message: "a call about a discarded session", repair: Repair(), quirk: "Q-01",
      fingerprint: "cccccccccccccccccccccccccccccccc")
  }
}

// MARK: Bare and hostile

extension SampleReport {
  private static var bareTraces: Report {
    let violation = Violation(
      rule: "incomplete-lifecycle", severity: .error, cause: .missing, event: 3, line: 3,
      callback: "didEnterBackground", spelling: "sceneDidEnterBackground(_:)",
      lifecycle: "session", subject: "", states: ["background", "connecting"],
      expected: ["didDisconnect"], message: "the trace ends while the scene is connected",
      repair: Repair(insertions: [.init(callback: "didDisconnect", beforeEvent: 4)]),
      fingerprint: "dddddddddddddddddddddddddddddddd")
    let trace = violating(
      "-", [violation], events: 3, subjects: subjects(processes: 0, sessions: 1))
    var silent = TraceReport(path: "traces/silent.json")
    silent.reason = "no event is about anything the grammar knows"
    silent.events = 2
    return report([trace, silent])
  }

  /// The worst text that a trace can contain.
  package static let hostileText =
    "a\u{1B}[31mred\u{202E}evil\u{2066}|`<b>&\"'\r\n::error::pwned]]></script>--><!--%0A,:;#\\\t"
    + "\u{7F}\u{85}\u{FEFF}e\u{301}👩‍👩‍👧 $(id) ${x} *_~"

  private static var hostileTrace: Report {
    var violation = Self.discard
    violation.callback = hostileText
    violation.spelling = hostileText
    violation.subject = hostileText
    violation.process = hostileText
    violation.message = hostileText
    violation.assumption = hostileText
    violation.states = [hostileText]
    violation.expected = [hostileText]
    violation.repair.insertions[0].callback = hostileText
    violation.related[0].message = hostileText
    violation.time = 1_720_000_000.123456
    for index in violation.steps.indices {
      violation.steps[index].callback = hostileText
      violation.steps[index].states = [hostileText]
    }
    var trace = violating(
      "tra ces/100%#é:[x] <\"'&|`>\u{1B}\u{202E}👩‍👩‍👧,.json", [violation])
    trace.metadata = [.init(name: hostileText, value: hostileText)]
    trace.notes = [.init(id: "subject-missing", message: hostileText)]
    trace.unknownCallbacks = [
      .init(callback: hostileText, count: 1), .init(callback: "::add-mask::x", count: 2),
    ]
    trace.timeline = Timeline(
      lanes: [.init(kind: "session", subject: hostileText, role: hostileText)],
      entries: [
        .init(
          event: 1, line: 1, callback: hostileText, kind: .delegate, lanes: [0],
          details: [.init(name: hostileText, value: hostileText)])
      ])
    var absolute = conformingTrace("/tmp/with space/fine.json")
    absolute.reason = hostileText
    return report(
      [trace, absolute],
      failures: [.init(path: "a:b\u{1B}.json", message: hostileText)], rules: [discardRule])
  }
}

// MARK: Other scripts

extension SampleReport {
  private static var foreignTrace: Report {
    var violation = Self.discard
    violation.subject = "セッション"
    violation.process = "процесс 7"
    violation.message = "el número de sesión «ñ» — 場面はまだ接続中です"
    violation.assumption = "שום קריאה לא אבדה"
    violation.steps[0].callback = "場面が現れる"
    var trace = violating("traces/été/追跡 – 1.json", [violation])
    trace.metadata = [.init(name: "app", value: "Zażółć 📝")]
    trace.unknownCallbacks = [.init(callback: "画面が消える", count: 2)]
    return report(
      [trace], failures: [.init(path: "पथ.json", message: "ファイルがありません")], rules: [discardRule])
  }
}

// MARK: Source places

extension SampleReport {
  private static var placedTrace: Report {
    var shown = Self.discard
    shown.origin = EventOrigin(
      file: "App/Scene Delegate.swift", line: 9,
      excerpt: .init(
        firstLine: 7,
        lines: [
          "final class SceneDelegate: UIResponder {",
          "  func sceneDidDisconnect(_ scene: UIScene) {",
          "\tCallOrder.record(scene) // <b>&", "  }", "}",
        ]),
      members: [.init(name: "delegate", value: "SceneDelegate")])
    shown.fingerprint = String(repeating: "e", count: 32)
    var named = Self.discard
    (named.event, named.line) = (10, 32)
    named.origin = EventOrigin(file: "App/Other.swift", line: 3)
    var outside = Self.discard
    (outside.event, outside.line) = (11, 33)
    outside.origin = EventOrigin(file: "/Users/me/App/Other.swift")
    var beside = Self.discard
    (beside.event, beside.line) = (12, 34)
    beside.origin = EventOrigin(file: "../Other.swift", line: 4)
    return report(
      [
        violating("traces/placed.json", [shown, named, outside, beside], repairCost: 4),
        violating("/tmp/away.json", [outside]),
      ], rules: [discardRule])
  }
}
