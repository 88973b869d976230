import CallOrderCore
import Testing

/// The library as seen by users who import only `CallOrderCore`.
@Suite("Events checked as they happen") struct LiveCheckerTests {
  private func feed(
    _ events: [RecordedEvent], grammar: Grammar = .uiScene(), options: CheckOptions = CheckOptions()
  ) -> (told: [[Violation]], report: TraceReport) {
    var checker = LiveChecker(grammar: grammar, options: options)
    let told = events.map { checker.feed($0) }
    return (told, checker.finish())
  }

  private let launch = RecordedEvent("application(_:didFinishLaunchingWithOptions:)", process: "1")

  private func session(_ callbacks: String...) -> [RecordedEvent] {
    [launch] + callbacks.map { RecordedEvent($0, session: "A", process: "1") }
  }

  @Test("a legal life has no violations")
  func legal() {
    let (told, report) = feed(
      session(
        "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
        "sceneDidDisconnect(_:)"))
    #expect(told.joined().isEmpty)
    #expect(report.verdict == .conforming)
    #expect(report.events == 7)
    #expect(report.description == "live: conforming, 7 events")
  }

  @Test("a violation is reported once, by the wrong call, and is in the report")
  func violation() throws {
    let (told, report) = feed(
      session(
        "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)", "sceneWillEnterForeground(_:)",
        "sceneDidBecomeActive(_:)"))
    let rule = "background-without-resign"
    #expect(told.map { $0.map(\.rule) } == [[], [], [], [], [rule], [], []])
    let violation = try #require(told[4].first)
    #expect((violation.event, violation.line) == (5, 5))
    #expect(violation.subject == "A")
    #expect(violation.repair.insertions.map(\.callback) == ["willResignActive"])
    #expect(report.violations.map(\.event) == [5] && report.violations.map(\.rule) == [rule])
    #expect(violation.description.hasPrefix("event 5: error: "))
    #expect(violation.description.hasSuffix(" (session A) [background-without-resign]"))
    #expect(report.description.split(separator: "\n").count == 2)
    // Also one about a process.
    let twice = feed([launch, launch]).told
    #expect(twice.map { $0.map(\.rule) } == [[], ["launch-order"]])
  }

  @Test("callbacks that the app does not feed are not reported as missing")
  func records() {
    let fed = [
      "application(_:didFinishLaunchingWithOptions:)", "sceneDidBecomeActive(_:)",
      "sceneWillResignActive(_:)",
    ]
    let events = session("sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)")
    #expect(feed(events).report.verdict == .violating)
    var options = CheckOptions()
    options.records = .callbacks(fed + ["sceneDidBecomAtive"])
    let report = feed(events, options: options).report
    #expect(report.verdict == .conforming)
    #expect(report.observed?.source == .stated)
    #expect(
      report.observed?.calls == ["didFinishLaunching", "didBecomeActive", "willResignActive"])
    #expect(report.notes.map(\.id) == ["unknown-records"])
    #expect(report.notes[0].message.contains("did you mean \"sceneDidBecomeActive"))
    let wrong = session("sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)")
    #expect(feed(wrong, options: options).report.violations.count == 1)
  }

  @Test("findings for sessions without identity come at the end, since others may have one")
  func unnamed() {
    let calls = [
      "scene(_:willConnectTo:options:)", "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)",
    ]
    let (told, report) = feed([launch] + calls.map { RecordedEvent($0, process: "1") })
    #expect(told.joined().isEmpty)
    #expect(report.violations.map(\.rule) == ["activate-without-foreground"])
  }

  @Test("a rule that waits for a callback reports its violations when that occurs")
  func conditional() throws {
    let text = """
      grammar Wires "1.0" {}
      subject wire { member "wire" }
      callback open about wire { swift "open" }
      callback use about wire { swift "use" }
      callback close about wire { swift "close" }
      callback tally about wire { swift "tally" }
      lifecycle wire about wire {
        start fresh
        unknown fresh
        fresh -> open ready | tally fresh
        ready -> use ready | tally ready | close fresh
        fresh -> .
        ready -> .
      }
      rule early error in wire {
        on use in fresh
        title "a wire was used before it was opened"
        message "{callback} came before open"
        required tally
      }
      """
    let grammar = try #require(Grammar.parse([UInt8](text.utf8)).grammar)
    let calls =
      ["use"] + Array(repeating: ["open", "close"], count: 4).joined() + ["tally", "open"]
    func wire(_ call: String) -> RecordedEvent { RecordedEvent(call, members: ["wire": "w"]) }
    let (told, report) = feed(calls.map(wire), grammar: grammar)
    #expect(told.map { $0.map(\.event) } == Array(repeating: [], count: 9) + [[1], []])
    #expect(report.violations == told[9])
    let (without, quiet) = feed(
      calls.filter { $0 != "tally" }.map(wire), grammar: grammar)
    #expect(without.joined().isEmpty)
    #expect(quiet.violations.isEmpty)
  }

  @Test("every violation is reported, also those that the final report no longer lists")
  func unlisted() {
    var options = CheckOptions()
    options.violationLimit = 3
    var events = session("scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)")
    for _ in 0..<100 {
      for callback in ["didBecomeActive", "didEnterBackground", "willEnterForeground"] {
        events.append(RecordedEvent(callback, session: "A", process: "1"))
      }
    }
    events.append(RecordedEvent("didBecomeActive", session: "A", process: "1"))
    let (told, report) = feed(events, options: options)
    #expect(told.joined().count == 100)
    #expect(report.violations.map(\.event) == told.joined().prefix(3).map(\.event))
    #expect(report.counts.total == 100)
  }

  @Test("severities, quirks of the platform and unknown callbacks are as in a trace")
  func options() {
    var options = CheckOptions()
    options.severities["background-without-resign"] = .some(nil)
    let calls = [
      "willConnect", "willEnterForeground", "didBecomeActive", "didEnterBackground",
      "willEnterForeground", "sceneDidDance(_:)", "",
    ]
    let events = [launch] + calls.map { RecordedEvent($0, session: "A", process: "1") } + [.gap]
    let (told, report) = feed(events, options: options)
    #expect(told.joined().isEmpty)
    #expect(report.verdict == .conforming)
    #expect(report.unknownCallbacks.map(\.callback) == ["", "sceneDidDance(_:)"])
    #expect(report.notes.map(\.id).contains("events-lost"))
  }

  @Test("numbers, names and lists of any kind are accepted")
  func hostile() {
    let long = String(repeating: "x", count: 200_000)
    let odd: [Double] = [.nan, .infinity, -.infinity, -1, .greatestFiniteMagnitude]
    var events = odd.map {
      RecordedEvent("willConnect", session: long, process: "", time: $0, duration: $0)
    }
    events.append(RecordedEvent("didDiscard", sessions: ["", long, "\u{1B}[2J"]))
    events.append(
      RecordedEvent(
        "willConnect", members: ["session": ["A", "B"], "sessions": "A", "process": 7]))
    let (_, report) = feed(events)
    #expect(report.events == 7)
    #expect(!report.description.contains("\u{1B}"))
  }

  @Test("a grammar without subjects judges nothing")
  func empty() throws {
    let grammar = try #require(Grammar.parse(Array("grammar G \"1\" {}".utf8)).grammar)
    let (told, report) = feed([launch, .gap], grammar: grammar)
    #expect(told.joined().isEmpty)
    #expect(report.verdict == .inconclusive)
  }

  @Test("after the end another run begins, independent of the one before")
  func again() {
    var checker = LiveChecker(grammar: .uiScene(), name: "app")
    let events = session("scene(_:willConnectTo:options:)", "sceneDidBecomeActive(_:)")
    var reports: [TraceReport] = []
    for _ in 0..<2 {
      for event in events { _ = checker.feed(event) }
      reports.append(checker.finish())
    }
    #expect(reports[0].counts.total == 1)
    #expect(reports[0] == reports[1])
    #expect(checker.finish().reason == "the trace has no events")
  }

  @Test("a checker can move from one thread to another")
  func sendable() async {
    let holder = Holder(LiveChecker(grammar: .uiScene()))
    let events = session("scene(_:willConnectTo:options:)")
    await withTaskGroup(of: Void.self) { group in
      for event in events { group.addTask { await holder.feed(event) } }
    }
    #expect(await holder.finish().events == 2)
  }
}

/// Owns a checker as an app would.
private actor Holder {
  private var checker: LiveChecker

  init(_ checker: consuming sending LiveChecker) { self.checker = checker }

  func feed(_ event: RecordedEvent) { _ = checker.feed(event) }

  func finish() -> TraceReport { checker.finish() }
}
