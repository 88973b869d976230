import CallOrderKit
import Foundation
import TestSupport
import Testing

@testable import TraceCauses

/// Events that are fed one by one are judged like the same events in a file.
@Suite("Live checks agree with traces") struct LiveComparisonTests {
  @Test("over legal lives and faulty ones, however they are recorded", arguments: Effort.seeds(48))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 7_919)
    var style = LifeGenerator.Style()
    style.naming = LifeGenerator.Style.Naming.allCases[Int(seed % 3)]
    style.notifications = LifeGenerator.Style.Notifications.allCases[Int(seed / 3 % 3)]
    style.namesProcesses = seed % 2 == 0
    style.recordsLaunches = seed % 5 != 0
    var lives = LifeGenerator(seed: seed, style: style)
    for _ in 0..<2 {
      var life = lives.life()
      life.addMistakes(0...3, using: &random)
      if let index = life.indices.randomElement(using: &random) {
        let other = [
          "sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)", "didDiscard", "unheardOf", "",
        ].randomElement(using: &random)
        life[index].callback = other ?? ""
      }
      try compare(life, "seed \(seed)")
    }
  }

  @Test("over calls with beginnings and ends, roles and times")
  func members() throws {
    let events = [
      RecordedEvent("didFinishLaunching", phase: .begin, process: "7", time: 0),
      RecordedEvent("didFinishLaunching", phase: .end, process: "7", time: 25),
      RecordedEvent("willConnect", session: "A", process: "7", role: "r", time: 26, duration: 9),
      RecordedEvent("applicationWillResignActive", process: "7", time: 20),
      RecordedEvent("didBecomeActive", session: "A", scene: "s", process: "7"),
    ]
    let text = """
      {"callback": "didFinishLaunching", "phase": "begin", "process": 7, "time": 0}
      {"callback": "didFinishLaunching", "phase": "end", "process": 7, "time": 25}
      {"callback": "willConnect", "session": "A", "process": 7, "role": "r", "time": 26, "duration": 9}
      {"callback": "applicationWillResignActive", "process": 7, "time": 20}
      {"callback": "didBecomeActive", "session": "A", "scene": "s", "process": 7}
      """
    var checker = LiveChecker(grammar: Self.grammar, name: "trace")
    for event in events { _ = checker.feed(event) }
    let live = checker.finish()
    let batch = Self.check.report(of: [.bytes(Array(text.utf8), name: "trace")])
    #expect(try batch.judged(like: live) == live)
    #expect(live.countsByRule.map(\.rule).contains("slow-launch"))
  }

  @Test(
    "what is reported is reported once, no later than its event, and is a fault in the report",
    arguments: Effort.seeds(32))
  func atOnce(seed: UInt64) {
    let life = faultyLife(seed)
    var checker = LiveChecker(grammar: Self.grammar, name: "trace")
    var told: [Violation] = []
    for (index, event) in life.enumerated() {
      for violation in checker.feed(RecordedEvent(event)) {
        #expect(violation.event <= index + 1)
        told.append(violation)
      }
    }
    let report = checker.finish()
    func place(_ violation: Violation) -> String {
      "\(violation.event) \(violation.lifecycle) \(violation.subject)"
    }
    #expect(Set(told.map(place)).count == told.count, "seed \(seed)")
    for violation in told {
      // One may turn out to be part of another one about the same subject.
      let isFault = report.violations.contains {
        $0.subject == violation.subject && $0.lifecycle == violation.lifecycle
      }
      #expect(isFault, "seed \(seed): \(violation)")
    }
  }

  // MARK: -

  /// A life of some processes with four mistakes.
  private func faultyLife(_ seed: UInt64) -> [LifeEvent] {
    var random = SeededGenerator(seed: seed)
    var lives = LifeGenerator(seed: seed)
    var life = lives.life()
    while life.count < 60 { life += lives.life() }
    life.addMistakes(4...4, using: &random)
    return life
  }

  private func feed(_ life: [LifeEvent]) -> (told: [Violation], report: TraceReport) {
    var checker = LiveChecker(grammar: Self.grammar, name: "trace")
    var told: [Violation] = []
    for event in life { told += checker.feed(RecordedEvent(event)) }
    return (told, checker.finish())
  }

  private func compare(_ life: [LifeEvent], _ comment: Comment) throws {
    let (told, found) = feed(life)
    let input = TraceInput.bytes(Array(life.isEmpty ? "[]".utf8 : life.text.utf8), name: "trace")
    let batch = Self.check.report(of: [input])
    #expect(batch.failures == [], comment)
    let shown = Self.checkByTraces.report(of: [input]).traces.first?.observed
    let live = found.settled(
      by: try #require(batch.traces.first), Self.wording,
      RecordingFacts(occurred: Set((shown?.calls ?? []) + (shown?.notifications ?? []))))
    let judged = try batch.judged(like: live)
    #expect(judged == live, comment)
    // Each that is reported is a fault of the report about the same lifecycle and subject.
    for violation in told {
      #expect(
        live.violations.contains {
          $0.lifecycle == violation.lifecycle && $0.subject == violation.subject
        }, "\(comment): \(violation)")
    }
  }

  private static let grammar = Grammar.uiScene()
  private static let check = {
    var options = CheckOptions()
    options.records = .all
    return PreparedCheck(against: grammar, options: options)
  }()
  /// The same check for recordings that may miss calls.
  private static let checkByTraces = PreparedCheck(against: grammar)
  private static let wording = Wording(grammar)
}

extension RecordedEvent {
  /// The same event as a value.
  fileprivate init(_ event: LifeEvent) {
    if event.callback.isEmpty {
      self = .gap
    } else {
      self.init(
        event.callback, kind: event.isNotification ? .notification : .delegate,
        session: event.session, sessions: event.sessions, scene: event.scene,
        process: event.process.map(String.init))
    }
  }
}

extension Report {
  /// The report of its only trace, with its coverage, and otherwise as a live check has it.
  fileprivate func judged(like live: TraceReport) throws -> TraceReport {
    var trace = try #require(traces.first)
    trace.coverageCounts = foldedCoverage
    return trace.judged(like: live)
  }
}

extension TraceReport {
  /// The report of a live check once the first cause of each finding has decided between repairs that are equally good.
  ///
  /// The causes depend on the origins of events, which a live check does not keep. So it is told those of the report: from
  /// them, it has to come to the same repairs and headlines.
  fileprivate func settled(
    by explained: TraceReport, _ wording: Wording, _ facts: RecordingFacts
  ) -> TraceReport {
    var (report, facts) = (self, facts)
    facts.learn(from: violations, wording)
    for (index, causes) in zip(violations.indices, explained.violations.map(\.causes)) {
      var violation = violations[index]
      violation.causes = causes
      CauseFacts(violation, wording, in: facts).settle(&violation)
      if violation.repair != violations[index].repair {
        violation.message = wording.headline(of: violation)
      }
      violation.causes = []
      report.violations[index] = violation
    }
    return report
  }

  /// The report without what is read again from the file: the origin and the causes of each violation, and what would be
  /// wrong if the app had one window.
  fileprivate func judged(like live: TraceReport) -> TraceReport {
    func first(_ text: String) -> String {
      text.components(separatedBy: "; or the app has one window")[0]
    }
    var report = self
    report.reason = reason.map(first)
    for index in notes.indices { report.notes[index].message = first(notes[index].message) }
    for index in report.violations.indices {
      report.violations[index].origin = EventOrigin()
      report.violations[index].causes = []
    }
    // A live check is asked for causes later, and they may leave out of the message what is missing.
    for (index, pair) in zip(report.violations, live.violations).enumerated()
    where pair.1.message.hasPrefix(pair.0.message + "; ") {
      report.violations[index].message = pair.1.message
    }
    return report
  }
}
