import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceGrammar

/// Recordings with one mistake that is found again and again.
@Suite("One mistake is one fault") struct FaultsOfRecordingsTests {
  /// Scenes that are opened and closed, with the calls that the closure lets come again after a millisecond.
  private func recording(
    scenes: Int, delegates: [String] = [], _ comesAgain: (Int) -> Bool
  ) -> TraceInput {
    var text = ""
    var (time, calls) = (0, 0)
    func call(_ callback: String, _ scene: Int?) {
      time += 400
      calls += 1
      let session = scene.map { ", \"session\": \"S\($0)\"" } ?? ""
      for number in 0...(comesAgain(calls) ? 1 : 0) {
        time += number
        let delegate = delegates.isEmpty ? "" : ", \"delegate\": \"\(delegates[number])\""
        text +=
          "{\"callback\": \"\(callback)\", \"process\": \"1\", \"time\": \(Double(time) / 1_000)\(session)\(delegate)}\n"
      }
    }
    call("application(_:didFinishLaunchingWithOptions:)", nil)
    for scene in 0..<scenes {
      for callback in [
        "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
        "sceneDidDisconnect(_:)",
      ] {
        call(callback, scene)
      }
    }
    return .bytes(Array(text.utf8), name: "calls.jsonl")
  }

  @Test("a hundredth of all calls comes twice")
  func rarely() throws {
    let report = checkTraces([recording(scenes: 600) { $0 % 101 == 0 }])
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.count == report.counts.total && fault.count > 30)
    #expect(fault.title == "6 calls twice, 1 ms apart")
    #expect(fault.causes[0].id == .forwarded)
    #expect(fault.causes[0].proofs == ["6 different calls, always 1 ms after the first"])
  }

  @Test("a base class records beside its subclass")
  func superclass() throws {
    let report = checkTraces([
      recording(scenes: 2, delegates: ["Base", "SceneDelegate"]) { $0 > 1 }
    ])
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.count == report.counts.total && fault.count > 4)
    #expect(fault.causes[0].proofs.first == "Base got it first, then SceneDelegate")
    #expect(
      fault.causes[0].changes.contains(
        "If SceneDelegate inherits from Base, record in one of the two only."))
  }

  @Test("a timer that calls a method is seen by its rhythm")
  func timer() throws {
    var text = ""
    func call(_ callback: String, _ time: Double) {
      let session = callback.hasPrefix("app") ? "" : ", \"session\": \"A\""
      text += "{\"callback\": \"\(callback)\", \"process\": \"1\", \"time\": \(time)\(session)}\n"
    }
    call("application(_:didFinishLaunchingWithOptions:)", 0)
    call("scene(_:willConnectTo:options:)", 0.1)
    for round in 0..<3 {
      let start = Double(round) * 300
      call("sceneWillEnterForeground(_:)", start + 1)
      call("sceneDidBecomeActive(_:)", start + 2)
      call("sceneDidEnterBackground(_:)", start + 62)
      call("sceneWillResignActive(_:)", start + 80)
      call("sceneDidEnterBackground(_:)", start + 81)
    }
    let report = checkTraces([.bytes(Array(text.utf8), name: "calls.jsonl")])
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.count == 3 && fault.causes[0].id == .calledByApp)
    #expect(
      fault.causes[0].proofs.contains(
        "it always comes 1 min after sceneDidBecomeActive, as a timer makes it"))
    #expect(fault.calls.map(\.count) == [3])
  }

  /// A process that launches, opens window A, and gets further calls, each with its window, the seconds since the one before,
  /// and more members.
  private func check(
    _ calls: [(String, String, Double)], records: String = "", window members: String = "",
    _ membersOfB: String = ""
  ) -> Report {
    let names = [
      "configure": "application(_:configurationForConnecting:options:)",
      "connect": "scene(_:willConnectTo:options:)", "foreground": "sceneWillEnterForeground(_:)",
      "active": "sceneDidBecomeActive(_:)", "resign": "sceneWillResignActive(_:)",
      "background": "sceneDidEnterBackground(_:)", "disconnect": "sceneDidDisconnect(_:)",
    ]
    let open = ["configure", "connect", "foreground", "active"].map { ($0, "A", 0.05) }
    var text = #"{"format": "callorder.trace/1"\#(records)}"# + "\n"
    var time = 0.0
    for (name, session, pause) in [("didFinishLaunching", "", 0)] + open + calls {
      time += pause
      let more = name == "configure" ? "" : session == "A" ? members : membersOfB
      let own = session.isEmpty ? "" : #", "session": "\#(session)"\#(more)"#
      text +=
        #"{"callback": "\#(names[name] ?? name)", "process": 7, "time": \#(time)\#(own)}"# + "\n"
    }
    return checkTraces([.bytes(Array(text.utf8), name: "calls.jsonl")])
  }

  private static let interruption = [
    ("resign", "A", 9.0), ("foreground", "A", 40), ("active", "A", 0.1),
  ]
  private static let home = [
    ("resign", "A", 12.0), ("background", "A", 0.4), ("foreground", "A", 30), ("active", "A", 0.1),
  ]

  @Test(
    "a call that the app makes itself after each interruption is no lost event",
    arguments: ["", #", "records": "all""#])
  func ownForeground(records: String) throws {
    let report = check(
      Self.interruption + Self.home + Self.interruption + Self.home, records: records)
    let fault = try #require(report.faults.first)
    #expect(report.faults.count == 1 && fault.count == 2)
    let message =
      "sceneWillEnterForeground was called while the scene was already in the foreground"
    #expect(fault.message == message + " (inactive)")
    #expect(fault.causes.first?.id == .calledByApp)
    #expect(
      fault.causes.first?.proofs.prefix(2) == [
        "2 times the calls around it are in order without it",
        "sceneDidEnterBackground is recorded at other times",
      ])
    #expect(
      fault.causes.first?.changes.prefix(3) == [
        PossibleCause.findCaller, "Remove the call.",
        "Do the work in sceneDidBecomeActive or in a method of your own.",
      ])
  }

  @Test("once, the call that is missing is the one that leads there, not one more connection")
  func lostOnce() throws {
    let finding = try #require(
      check(Self.interruption + Self.home).traces.first?.violations.first)
    #expect(finding.message.hasSuffix("; sceneDidEnterBackground is missing"), "\(finding)")
  }

  @Test("what the delegate of one window never has is not recorded there")
  func otherDelegate() throws {
    let second = [("configure", "B", 1.0), ("connect", "B", 0.1), ("foreground", "B", 0.1)]
    let calls =
      second + [("active", "B", 0.1)]
      + [1, 2].flatMap { _ in
        [("resign", "B", 5.0), ("foreground", "B", 20), ("active", "B", 0.1)]
      } + Self.home
    let fault = try #require(check(calls, records: #", "records": "all""#).faults.first)
    #expect(fault.causes.first?.id == .notRecorded, "\(fault.causes)")
    let noted = check(
      calls, window: #", "delegate": "Main""#, #", "delegate": "Editor""#)
    let note = try #require(noted.traces.first?.notes.first { $0.id == "depends-on-recording" })
    #expect(
      note.message.contains(
        "Editor never records sceneDidEnterBackground, and others do. Record it there, or call super"
      ), "\(note)")
  }

  @Test("a call of one window that is written with the identity of another one")
  func otherWindow() throws {
    let second = [("configure", "B", 1.0), ("connect", "B", 0.1), ("foreground", "B", 0.1)]
    // The second one is about B.
    let calls =
      second + [("active", "A", 0.2), ("resign", "B", 8), ("background", "B", 0.3)] + Self.home
    let report = check(calls, records: #", "records": "all""#)
    let again = try #require(
      report.traces.first?.violations.first { $0.rule == "activate-while-active" })
    #expect(again.causes.first?.id == .identityShared)
    #expect(
      again.causes.first?.evidence
        == "session B lacks this call just then, and it came twice here")
  }

  @Test("a call that another window lacks at another time is not that window's")
  func otherWindowLater() throws {
    let second = [("configure", "B", 1.0), ("connect", "B", 0.1), ("foreground", "B", 0.1)]
    let calls =
      second + [
        ("active", "B", 0.1), ("active", "A", 9), ("resign", "B", 8), ("background", "B", 0.3),
      ]
      + Self.home + [("foreground", "B", 5), ("resign", "B", 8)]
    let again = try #require(
      check(calls, records: #", "records": "all""#).traces.first?.violations.first {
        $0.rule == "activate-while-active"
      })
    #expect(!again.causes.contains { $0.evidence?.contains("lacks this call") ?? false })
  }

  @Test("a window that goes on after its end was not at its end, if that happens again")
  func ownDisconnect() throws {
    let home = Self.home.flatMap { call in
      [call] + (call.0 == "background" ? [("disconnect", "A", 0.2)] : [])
    }
    let once = try #require(check(home + Self.home).faults.first)
    #expect(once.causes.first?.id != .calledByApp)
    let fault = try #require(check(home + Self.home + home).faults.first)
    #expect(fault.count == 2 && fault.causes.first?.id == .calledByApp, "\(fault.causes)")
    #expect(
      fault.causes.first?.proofs.first
        == "2 times the session goes on as if sceneDidDisconnect had not come")
    // An object that was not removed gets one call, and not those that come next.
    let stale = Array(Self.home.prefix(2)) + [("disconnect", "A", 5.0), ("active", "A", 0.3)]
    let left = try #require(
      check(stale + [("connect", "A", 9), ("foreground", "A", 0.1), ("active", "A", 0.1)] + stale)
        .faults.first)
    #expect(left.causes.first?.id == .staleObject, "\(left.causes)")
  }

  @Test("calls that all come again are no second window, also where another call stands between")
  func everyCallAgain() throws {
    var text = ""
    func call(_ callback: String, _ session: String = "") {
      text += #"{"callback": "\#(callback)", "process": 1\#(session)}"# + "\n"
    }
    let session = #", "session": "A""#
    call("application(_:didFinishLaunchingWithOptions:)")
    call("scene(_:willConnectTo:options:)", session)
    for name in [
      "WillEnterForeground", "DidBecomeActive", "WillResignActive", "DidEnterBackground",
    ] {
      call("scene\(name)(_:)", session)
      call("application\(name)(_:)")
      call("scene\(name)(_:)", session)
    }
    let report = checkTraces([.bytes(Array(text.utf8), name: "a.jsonl")])
    let doubled = report.traces[0].violations.filter { $0.subject == "A" }
    #expect(doubled.count == 4)
    for finding in doubled { #expect(finding.causes.first?.id == .forwarded, "\(finding)") }
  }

  @Test("where a lost event explains a call as well, the app is not likely to blame")
  func possible() throws {
    let lost = try #require(check(Self.home + Self.home.dropFirst()).faults.first)
    #expect(lost.first.rule == "background-without-resign")
    #expect(lost.causes.heading == "probably a recording error", "\(lost.causes)")
  }

  @Test("lines that are exchanged again and again are no calls of the app's own")
  func exchangedAgainAndAgain() throws {
    let round = [
      ("background", "A", 9.0), ("resign", "A", 0.004), ("foreground", "A", 30),
      ("active", "A", 0.1),
    ]
    let fault = try #require(check(round + round + round).faults.first)
    #expect(fault.count == 3 && fault.causes.first?.id == .writtenOutOfOrder, "\(fault.causes)")
  }

  @Test("a call right after the end was made there, and not by an object that was left")
  func madeInTheEnd() throws {
    let end = [("resign", "A", 9.0), ("background", "A", 0.4), ("disconnect", "A", 9)]
    let fault = try #require(check(end + [("background", "A", 0.002)]).faults.first)
    #expect(fault.causes.first?.id == .calledByApp, "\(fault.causes)")
    #expect(fault.causes.first?.changes.first == PossibleCause.findCaller)
    let later = try #require(check(end + [("background", "A", 0.6)]).faults.first)
    #expect(later.causes.first?.id == .staleObject, "\(later.causes)")
  }

  @Test("two sessions under one identity are one fault, unless there is one window")
  func sharedIdentity() throws {
    let second = [("connect", "A", 1.0), ("foreground", "A", 0.1), ("active", "A", 0.1)]
    let down = [("resign", "A", 4.0), ("background", "A", 0.4)]
    let calls = second + down + down + [("disconnect", "A", 1), ("disconnect", "A", 3)]
    let shared = check(calls, records: #", "records": "all""#).faults
    #expect(shared.count == 1 && shared[0].causes.first?.id == .identityShared, "\(shared)")
    let one = check(calls, records: #", "records": "all", "windows": 1"#).faults
    #expect(!one.flatMap(\.causes).contains { $0.id == .identityShared })
  }

  @Test("a call that is missing once was lost, and the app did not call the next one")
  func missingOnce() throws {
    let calls =
      [("background", "A", 9.0), ("foreground", "A", 30), ("active", "A", 0.1)] + Self.home
    let finding = try #require(
      check(calls, records: #", "records": "all""#).traces.first?.violations.first)
    #expect(finding.repair.insertions.map(\.callback) == ["willResignActive"])
    #expect(finding.causes.first?.id == .recordingCut, "\(finding.causes)")
  }

  @Test("a question for a configuration that no new window follows was asked by the app")
  func ownConfiguration() throws {
    let fault = try #require(
      check([("configure", "A", 11.0)] + Self.home + [("configure", "A", 16)] + Self.home).faults
        .first)
    #expect(fault.count == 2 && fault.causes.first?.id == .calledByApp, "\(fault.causes)")
  }

  @Test("an activity that arrives twice is found where no end of a scene is recorded")
  func activityTwice() {
    let announced = [("scene(_:willContinueUserActivityWithType:)", "A", 9.0)]
    let arrival = [("scene(_:continue:)", "A", 0.03)]
    let report = check(announced + arrival + arrival + Self.home)
    #expect(report.faults.map(\.first.rule) == ["continuation-unannounced"])
    #expect(check(announced + arrival + announced + arrival + Self.home).faults.isEmpty)
  }

  @Test("a window that is created in the app delegate belongs to no scene")
  func windowOfAppDelegate() {
    let launch =
      #"{"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1}"# + "\n"
    let window = #"{"callback": "createWindow", "kind": "action", "process": 1}"# + "\n"
    let connect =
      #"{"callback": "scene(_:willConnectTo:options:)", "process": 1, "session": "A"}"# + "\n"
    func rules(_ lines: String) -> [String] {
      checkTraces([.bytes(Array(lines.utf8), name: "a.jsonl")], against: Self.practices)
        .traces[0].violations.map(\.rule)
    }
    #expect(rules(launch + window + connect) == ["window-without-scene"])
    #expect(rules(launch + connect + window) == [])
    #expect(rules(window + connect) == [])
  }

  @Test("an app delegate that gets calls of the scene delegate is changed there first")
  func forwarded() throws {
    let calls = Self.home.flatMap { call in
      [call] + (call.0 == "active" ? [("applicationDidBecomeActive(_:)", "", 0.001)] : [])
    }
    let fault = try #require(check(calls).faults.first)
    #expect(fault.causes.first?.id == .forwarded)
    #expect(
      fault.causes.first?.changes.prefix(2) == [
        PossibleCause.findCaller,
        "Delete the forwarding in the scene delegate, and move the work there.",
      ])
  }

  @Test("a launch that comes after scenes is not told to come before the launch")
  func lateLaunch() throws {
    let text = """
      {"records": "all"}
      {"callback": "scene(_:willConnectTo:options:)"}
      {"callback": "application(_:didFinishLaunchingWithOptions:)"}
      """
    let report = checkTraces([.bytes(Array(text.utf8), name: "a.jsonl")])
    let message = try #require(report.faults.first?.message)
    #expect(message.hasPrefix("application(_:didFinishLaunchingWithOptions:) was called while "))
    #expect(!message.contains("before"))
  }

  @Test("a payload is not called unhandled where handling is not recorded")
  func unknownHandling() throws {
    func check(_ more: String) -> [String] {
      let text = """
        {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1}
        {"callback": "scene(_:willConnectTo:options:)", "process": 1, "session": "A", "payloads": ["u"]}
        {"callback": "sceneWillEnterForeground(_:)", "process": 1, "session": "A"}
        {"callback": "sceneDidBecomeActive(_:)", "process": 1, "session": "A"}
        {"callback": "sceneWillResignActive(_:)", "process": 1, "session": "A"}
        {"callback": "sceneDidEnterBackground(_:)", "process": 1, "session": "A"}
        {"callback": "sceneWillEnterForeground(_:)", "process": 1, "session": "A"}
        {"callback": "scene(_:openURLContexts:)", "process": 1, "session": "A", "payloads": ["v"]}
        \(more)
        {"callback": "sceneDidBecomeActive(_:)", "process": 1, "session": "A"}

        """
      return checkTraces([.bytes(Array(text.utf8), name: "a.jsonl")], against: Self.practices)
        .traces[0].violations.map(\.rule)
    }
    #expect(check(#"{"callback": "setUp", "kind": "action", "process": 1}"#) == [])
    let handled =
      #"{"callback": "handle", "kind": "action", "process": 1, "session": "A", "payload": "v"}"#
    #expect(check(handled) == ["payload-unhandled"])
  }

  private static let practices = ShippedGrammar.named("UIScenePractices")?.grammar() ?? .uiScene()
}
