import TestSupport
import Testing
import TraceChecking
import TraceFindings
import TraceGrammar

@Suite("Interleaved processes", .seeds)
struct InterleavedProcessTests {
  /// A check without the note about the recording as a whole.
  private let check: TraceCheck = {
    var options = CheckOptions()
    options.severities.updateValue(nil, forKey: "scenes-not-adopted")
    return TraceCheck(TraceCheck.uiScene, options: options)
  }()

  private func launch(_ process: Int) -> String {
    #"{"callback": "didFinishLaunching", "process": \#(process)}"#
  }

  private func warning(_ process: Int) -> String {
    #"{"callback": "applicationDidReceiveMemoryWarning(_:)", "process": \#(process)}"#
  }

  @Test(
    "are distinguished, however many there are and however often they alternate",
    arguments: [(2, 1_000), (3, 1_000), (100, 100), (10_000, 3)])
  func aSecondLaunchIsFound(processes: Int, rounds: Int) throws {
    var lines = (1...processes).map(launch)
    for _ in 0..<rounds { lines += (1...processes).map(warning) }
    let legal = try check.report(of: lines.joined(separator: "\n"))
    #expect(legal.counts.total == 0)
    #expect(legal.subjectCounts[0].count == processes)
    lines.append(launch(1))
    lines.append(launch(processes))
    let report = try check.report(of: lines.joined(separator: "\n"))
    #expect(report.violations.map(\.rule) == ["launch-order", "launch-order"])
    #expect(report.violations.map(\.event) == [lines.count - 1, lines.count])
    #expect(report.subjectCounts[0].count == processes)
  }

  @Test("may return after many others with their own sessions")
  func aProcessReturns() throws {
    var lines: [String] = []
    func add(_ callback: String, _ session: Int, _ process: Int) {
      lines.append(
        #"{"callback": "\#(callback)", "session": "s\#(session)", "process": \#(process)}"#)
    }
    lines.append(launch(7))
    add("willConnect", 0, 7)
    for process in 1_000..<1_600 { lines.append(launch(process)) }
    add("willEnterForeground", 0, 7)
    add("didBecomeActive", 0, 7)
    #expect(try check.report(of: lines.joined(separator: "\n")).counts.total == 0)
    add("willConnect", 0, 7)
    let report = try check.report(of: lines.joined(separator: "\n"))
    #expect(report.violations.map(\.rule) == ["connect-while-connected"])
  }

  @Test("are judged as if each had a separate recording", arguments: 0..<6 as Range<UInt64>)
  func interleavedEqualsSeparated(part: UInt64) throws {
    for seed in Effort.seeds(25, from: part * 25) {
      var random = SeededGenerator(seed: seed)
      let lives = (0..<Int.random(in: 2...6, using: &random)).map { number in
        Self.life(of: number, &random)
      }
      var separated: [String] = []
      for life in lives {
        if life.isEmpty { continue }
        separated += try check.report(of: life.text).violations.compactMap(Self.inShort)
      }
      let mixed = Self.interleaved(lives, &random)
      if mixed.isEmpty { continue }
      let interleaved = try check.report(of: mixed.text).violations.compactMap(Self.inShort)
      #expect(interleaved.sorted() == separated.sorted(), "seed \(seed)\n\(mixed.text)")
    }
  }

  /// A legal life in one process, with a fault or two.
  private static func life(of number: Int, _ random: inout SeededGenerator) -> [LifeEvent] {
    var style = LifeGenerator.Style()
    style.processes = 1...1
    style.recordsLaunches = Bool.random(using: &random)
    var generator = LifeGenerator(seed: random.next(), style: style)
    var life = generator.life()
    life = life.prefix(60).map { event in
      var event = event
      event.process = 1_000 + number
      event.session = event.session.map { "\(number)-\($0)" }
      event.scene = event.scene.map { "\(number)-\($0)" }
      event.sessions = event.sessions.map { "\(number)-\($0)" }
      return event
    }
    for _ in 0..<2 where life.count > 3 {
      let index = Int.random(in: 1..<(life.count - 1), using: &random)
      if Bool.random(using: &random) {
        life.remove(at: index)
      } else {
        life.insert(life[index], at: index)
      }
    }
    return life
  }

  private static func interleaved(
    _ lives: [[LifeEvent]], _ random: inout SeededGenerator
  ) -> [LifeEvent] {
    var rests = lives.map { $0[...] }
    var mixed: [LifeEvent] = []
    while !rests.isEmpty {
      let index = Int.random(in: 0..<rests.count, using: &random)
      if let event = rests[index].popFirst() {
        mixed.append(event)
      } else {
        rests.remove(at: index)
      }
    }
    return mixed
  }

  /// Rules that depend on the whole recording.
  private static let conditional = Set(
    Grammar.uiScene().rules.filter { $0.required != nil }.map(\.id))

  private static func inShort(_ violation: Violation) -> String? {
    if conditional.contains(violation.rule) { return nil }
    let edits =
      violation.repair.insertions.map { "+\($0.callback)" }
      + violation.repair.deletions.map { "-\($0.callback)" }
    return
      "\(violation.rule) \(violation.subject) \(violation.callback) \(violation.states) \(edits)"
  }
}
