import CallOrderKit
import CallOrderLiveCheck
import CallOrderRecorder
import TestSupport
import Testing
import UIKit

/// The recorder records exactly what a simulated UIKit plays.
///
/// This tests the recorder, not UIKit: how UIKit itself calls and posts cannot be tested without Apple's SDK.
@Suite("The recorder in a simulated UIKit", .seeds, .serialized) @MainActor struct RecordedLifeTests
{
  /// The seeds of the lives that are played.
  private static let lives = Effort.seeds(32)

  @Test("writes every call and notification that is played, and it is legal")
  func legal() throws {
    var texts: [String] = []
    var areChecked: [Bool] = []
    for seed in Self.lives {
      for (hasDelegates, postsFirst) in [(true, false), (true, true), (false, false)] {
        let (played, text) = record(life(seed), hasDelegates: hasDelegates, postsFirst: postsFirst)
        try expectSame(text, played, "seed \(seed)")
        texts.append(text)
        areChecked.append(played.contains { !$0.sessions.isEmpty })
      }
    }
    for (index, trace) in check(texts).enumerated() {
      let comment: Comment = "seed \(index / 3)"
      #expect(trace.violations.filter { $0.severity >= .warning } == [], comment)
      // In a life without a session there may be nothing to check.
      #expect(trace.verdict == .conforming || !areChecked[index], comment)
      #expect(trace.unknownCallbacks == [], comment)
    }
  }

  @Test("finds a mistake in what is played", arguments: Mistake.allCases)
  func mistakes(mistake: Mistake) throws {
    var texts: [String] = []
    for seed in Self.lives {
      var random = SeededGenerator(seed: seed)
      guard let wrong = mistake.made(in: life(seed), &random) else { continue }
      for hasDelegates in [true, false] where hasDelegates || mistake.isPosted {
        let (played, text) = record(wrong, hasDelegates: hasDelegates, postsFirst: false)
        try expectSame(text, played, "seed \(seed)")
        texts.append(text)
      }
    }
    #expect(texts.count > Self.lives.count / 4)
    for (index, trace) in check(texts).enumerated() {
      let found = trace.violations.filter { $0.severity >= .warning }
      #expect(found.map(\.rule) == [mistake.rawValue], "\(texts[index])")
    }
  }

  @Test("reports only that mistake when checking live", arguments: Mistake.allCases)
  func mistakesLive(mistake: Mistake) throws {
    var (told, played) = (0, 0)
    let grammar = Grammar.uiScene()
    for seed in Self.lives {
      var random = SeededGenerator(seed: seed)
      guard let wrong = mistake.made(in: life(seed), &random) else { continue }
      let box = FindingBox()
      let checking = LiveChecking.prepared(grammar).reporting { box.add($0) }.inReleaseBuilds
      _ = record(wrong, hasDelegates: true, postsFirst: false, checking: checking)
      let rules = box.findings.map(\.rule)
      // The check of a process does not know the processes before.
      #expect(rules.isEmpty || rules == [mistake.rawValue], "seed \(seed)")
      told += rules.count
      played += 1
    }
    #expect(told * 2 > played)
  }

  @Test("a call and its notification are one transition, whichever comes first")
  func echoes() {
    let calls = ["willConnect", "willEnterForeground", "didBecomeActive"]
    let life =
      [LifeEvent("didFinishLaunching", process: 1)]
      + calls.map { LifeEvent($0, session: "A", process: 1) }
    for postsFirst in [false, true] {
      let (played, text) = record(life, hasDelegates: true, postsFirst: postsFirst)
      #expect(played.count == 10)
      let trace = check([text])[0]
      #expect(trace.counts.errors + trace.counts.warnings == 0)
      #expect(trace.countsByRule.map(\.rule).contains("notification-before-callback") == postsFirst)
    }
  }

  @Test("a call with a body is recorded with its beginning and its end")
  func phases() {
    let recording = MemoryRecording()
    CallOrder.start(to: [.memory(recording)])
    let scene = UIWindowScene(
      session: UISceneSession("A"), connectionOptions: UIScene.ConnectionOptions())
    let result = CallOrder.withRecording(scene, callback: "sceneDidEnterBackground(_:)") {
      CallOrder.did(.saveState, in: scene)
      return 7
    }
    CallOrder.stop()
    let lines = recording.text.split(separator: "\n").dropFirst()
    #expect(result == 7 && lines.count == 3)
    #expect(lines[1].contains("\"phase\":\"begin\",\"session\":\"A\""))
    #expect(lines[2].contains("\"saveState\",\"kind\":\"action\",\"session\":\"A\""))
    #expect(lines[3].contains("\"phase\":\"end\",\"session\":\"A\""))
  }

  @Test("a method can name a session without its scene")
  func session() throws {
    let recording = MemoryRecording()
    CallOrder.start(to: [.memory(recording)])
    CallOrder.record(callback: "sceneDidBecomeActive(_:)", session: "A")
    CallOrder.record(callback: "applicationDidReceiveMemoryWarning(_:)")
    CallOrder.stop()
    #expect(
      try recorded(recording.text) == [
        .init(callback: "sceneDidBecomeActive(_:)", sessions: ["A"]),
        .init(callback: "applicationDidReceiveMemoryWarning(_:)"),
      ])
  }

  @Test("a payload is recorded as a hash, the same on arrival and when it is handled")
  func payloads() throws {
    let recording = MemoryRecording()
    CallOrder.start(recording: [.handle], to: [.memory(recording)])
    let url = try #require(URL(string: "notes://secret"))
    let (options, context) = (UIScene.ConnectionOptions(), UIOpenURLContext(url))
    let activity = NSUserActivity(activityType: "com.example.edit")
    (options.urlContexts, options.userActivities) = ([context], [activity])
    let scene = UIWindowScene(session: UISceneSession("A"), connectionOptions: options)
    CallOrder.record(scene, options, callback: "scene(_:willConnectTo:options:)")
    CallOrder.did(.handle, in: scene, payload: url)
    CallOrder.did(.handle, payload: activity)
    CallOrder.did(.handle, payload: context)
    CallOrder.stop()
    let lines = try recording.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let arrived = lines[1]["payloads"] as? [String] ?? []
    let handled = lines[2...].compactMap { $0["payload"] as? String }
    #expect(Set(arrived) == Set(handled) && arrived.count == 2 && handled[0] == handled[2])
    let counts = lines[1]["options"] as? [String: Int] ?? [:]
    #expect(counts["urls"] == 1 && counts["userActivities"] == 1 && counts["shortcutItem"] == 0)
    #expect(!recording.text.contains("secret"))
    #expect((lines[0]["records"] as? [String])?.last == "handle")
  }

  @Test("every action has its members, and identifying texts are hashes")
  func actions() throws {
    let recording = MemoryRecording()
    let actions: [CallOrder.Action] = [.saveState, .write, .post, .createWindow, "ownName"]
    CallOrder.start(recording: actions, to: [.memory(recording)])
    let scene = UIWindowScene(
      session: UISceneSession("A"), connectionOptions: UIScene.ConnectionOptions())
    CallOrder.did(.saveState, in: scene, activity: "secret")
    CallOrder.did(.restoreState, activity: "secret", session: "B")
    CallOrder.did(.write, in: scene, key: "secret")
    CallOrder.did(.post, update: "secret")
    CallOrder.did(.requestFailed, request: "secret")
    CallOrder.did(.readApplicationState, state: "active")
    CallOrder.did(.createWindow, in: scene)
    CallOrder.did("ownName", members: ["count": 3, "isNew": true, "kind of": "x"])
    CallOrder.checkpoint()
    CallOrder.stop()
    #expect(!recording.text.contains("secret"))
    let lines = try recording.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect((lines[0]["records"] as? [String])?.suffix(5) == actions.map(\.name)[...])
    let events = lines.dropFirst()
    #expect(events.allSatisfy { $0["kind"] as? String == "action" })
    #expect(
      events.allSatisfy { ($0["file"] as? String)?.hasSuffix("RecordedLifeTests.swift") == true })
    #expect(events.allSatisfy { $0["sourceLine"] as? Int ?? 0 > 0 })
    let number = try #require(lines[1]["activity"] as? String)
    #expect(lines[1]["session"] as? String == "A" && lines[2]["session"] as? String == "B")
    for (line, name) in [(2, "activity"), (3, "key"), (4, "update"), (5, "request")] {
      #expect(lines[line][name] as? String == number)
    }
    #expect(lines[6]["state"] as? String == "active")
    #expect(lines[7]["windowScene"] as? Bool == true)
    #expect(lines[8]["count"] as? Int == 3 && lines[8]["kind of"] as? String == "x")
    #expect(lines[9]["callback"] as? String == "checkpoint")
  }

  @Test("a notification from another thread does not trap, and its object is not read")
  func background() throws {
    let recording = MemoryRecording()
    CallOrder.start(to: [.memory(recording)])
    let scene = UIWindowScene(
      session: UISceneSession("A"), connectionOptions: UIScene.ConnectionOptions())
    NotificationCenter.default.post(name: UIScene.didActivateNotification, object: scene)
    CallOrder.stop()
    #expect(
      try recorded(recording.text) == [
        .init(callback: "UISceneDidActivateNotification", kind: "notification")
      ])
  }

  // MARK: -

  private func life(_ seed: UInt64) -> [LifeEvent] {
    var style = LifeGenerator.Style()
    (style.processes, style.steps) = (1...3, 0...30)
    var lives = LifeGenerator(seed: seed, style: style)
    return lives.life()
  }

  /// Plays a life, and returns what was played and what was recorded, process by process.
  private func record(
    _ life: [LifeEvent], hasDelegates: Bool, postsFirst: Bool, checking: LiveChecking? = nil
  ) -> (played: [SimulatedUIKit.Played], text: String) {
    let system = SimulatedUIKit(hasDelegates: hasDelegates, postsFirst: postsFirst)
    var texts: [String] = []
    var rest = life[...]
    while let process = rest.first?.process {
      let recording = MemoryRecording()
      system.launch()
      CallOrder.start(
        methods: SimulatedUIKit.methods(hasDelegates).map { CallOrder.Method($0) },
        to: [.memory(recording)],
        checking: checking, callers: false)
      while let event = rest.first, event.process == process {
        system.play(event)
        rest.removeFirst()
      }
      CallOrder.stop()
      let text = recording.text
      texts.append(texts.isEmpty ? text : String(text[text.firstIndex(of: "\n")!...].dropFirst()))
    }
    return (system.played, texts.joined())
  }

  private func check(_ texts: [String]) -> [TraceReport] {
    let report = checkTraces(
      // Numbers of equal length, because a report sorts its traces by name.
      texts.enumerated().map { .bytes(Array($1.utf8), name: "\(1_000_000 + $0).jsonl") })
    #expect(report.failures.isEmpty)
    return report.traces
  }

  private func expectSame(
    _ text: String, _ played: [SimulatedUIKit.Played], _ comment: Comment
  ) throws {
    let recorded = try recorded(text)
    let different = zip(recorded, played).first { $0 != $1 }
    #expect(different == nil, comment)
    #expect(recorded.count == played.count, comment)
  }

  /// The events of a recording, in the form of what was played.
  private func recorded(_ text: String) throws -> [SimulatedUIKit.Played] {
    try text.split(separator: "\n").dropFirst().compactMap { line in
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      if json["phase"] as? String == "end" { return nil }
      let sessions = json["sessions"] as? [String] ?? (json["session"] as? String).map { [$0] }
      return SimulatedUIKit.Played(
        callback: json["callback"] as? String ?? "", kind: json["kind"] as? String ?? "delegate",
        sessions: sessions ?? [])
    }
  }
}

/// A mistake in a life, named after the rule that it breaks.
enum Mistake: String, CaseIterable {
  case activateWhileActive = "activate-while-active"
  case backgroundWithoutResign = "background-without-resign"
  case discardBeforeDisconnect = "discard-before-disconnect"
  case connectWhileConnected = "connect-while-connected"
  case backgroundWhileBackground = "background-while-background"
  case foregroundWhileForeground = "foreground-while-foreground"
  case resignWhileNotActive = "resign-while-not-active"

  /// Whether notifications alone reveal it.
  var isPosted: Bool { self != .discardBeforeDisconnect }

  /// The life with the mistake; nil if it does not fit anywhere.
  func made(in life: [LifeEvent], _ random: inout SeededGenerator) -> [LifeEvent]? {
    switch self {
    case .activateWhileActive: return repeated("didBecomeActive", "didBecomeActive", life, &random)
    case .discardBeforeDisconnect:
      // A session of an earlier run may have been discarded in the meantime.
      let isNew: (Int) -> Bool = { place in
        life[..<place].contains {
          $0.callback == "configurationForConnecting" && $0.session == life[place].session
            && $0.process == life[place].process
        }
      }
      return repeated("didBecomeActive", "didDiscard", life, &random, where: isNew)
    case .connectWhileConnected:
      return repeated("willEnterForeground", "willConnect", life, &random)
    case .backgroundWhileBackground:
      return repeated("didEnterBackground", "didEnterBackground", life, &random)
    case .foregroundWhileForeground:
      return repeated("willEnterForeground", "willEnterForeground", life, &random)
    case .resignWhileNotActive:
      return repeated("willResignActive", "willResignActive", life, &random)
    case .backgroundWithoutResign:
      let places = life.indices.filter { index in
        let later = life[(index + 1)...].first {
          $0.session == life[index].session && SimulatedUIKit.steps[$0.callback]?.post != nil
        }
        return life[index].callback == "willResignActive"
          && later?.callback == "didEnterBackground" && later?.process == life[index].process
      }
      guard let place = places.randomElement(using: &random) else { return nil }
      var life = life
      life.remove(at: place)
      return life
    }
  }

  /// The life with an additional call after one of another callback.
  private func repeated(
    _ callback: String, _ wrong: String, _ life: [LifeEvent], _ random: inout SeededGenerator,
    where isPlace: (Int) -> Bool = { _ in true }
  ) -> [LifeEvent]? {
    let places = life.indices.filter { life[$0].callback == callback && isPlace($0) }
    guard let place = places.randomElement(using: &random) else { return nil }
    var life = life
    let event = life[place]
    life.insert(LifeEvent(wrong, session: event.session, process: event.process), at: place + 1)
    return life
  }
}
