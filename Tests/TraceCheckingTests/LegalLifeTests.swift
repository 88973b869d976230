import TestSupport
import Testing
import TraceFindings
import TraceGrammar

@Suite("A legal life has no findings", .seeds)
struct LegalLifeTests {
  private let check = TraceCheck.ofMadeUpLives

  static let styles: [LifeGenerator.Style] = {
    var styles: [LifeGenerator.Style] = []
    for naming in LifeGenerator.Style.Naming.allCases {
      for notifications in LifeGenerator.Style.Notifications.allCases {
        for (namesProcesses, recordsLaunches) in [
          (true, true), (true, false), (false, true), (false, false),
        ] {
          var style = LifeGenerator.Style()
          style.naming = naming
          style.notifications = notifications
          style.namesProcesses = namesProcesses
          style.recordsLaunches = recordsLaunches
          styles.append(style)
        }
      }
    }
    return styles
  }()

  private func expectNoFindings(
    _ life: [LifeEvent], notes: Bool = false, _ label: String
  ) throws {
    if life.isEmpty { return }
    let report = try check.report(of: life.text)
    guard report.counts.total == (notes ? report.counts.notes : 0) else {
      let least = try shrunk(life)
      let findings = try check.report(of: least.text).violations
      Issue.record(
        """
        \(label)
        \(findings.map { "\($0.event) \($0.rule): \($0.message)" }.joined(separator: "\n"))
        \(least.text)
        """)
      return
    }
    #expect(report.unknownCallbacks.isEmpty, "\(label)")
  }

  /// The start of the life up to the first finding; removing events in the middle could make it illegal.
  private func shrunk(_ life: [LifeEvent]) throws -> [LifeEvent] {
    var least = life
    while !least.isEmpty {
      let shorter = Array(least.dropLast())
      if shorter.isEmpty { break }
      let counts = try check.report(of: shorter.text).counts
      if counts.errors + counts.warnings == 0 { break }
      least = shorter
    }
    return least
  }

  @Test("however it is recorded", arguments: styles.indices)
  func hasNoFindings(style: Int) throws {
    for seed in Effort.seeds(15) {
      var generator = LifeGenerator(seed: seed, style: Self.styles[style])
      try expectNoFindings(generator.life(), "\(Self.styles[style]), seed \(seed)")
    }
  }

  @Test(
    "in any window of the recording", arguments: styles.indices.filter { styles[$0].namesProcesses }
  )
  func hasNoFindingsInAnyWindow(style: Int) throws {
    for seed in Effort.seeds(20, from: 1_000) {
      var generator = LifeGenerator(seed: seed, style: Self.styles[style])
      let life = generator.life()
      var random = SeededGenerator(seed: seed)
      let first = Int.random(in: 0...life.count, using: &random)
      let last = Int.random(in: first...life.count, using: &random)
      try expectNoFindings(
        Array(life[first..<last]), notes: true,
        "\(Self.styles[style]), seed \(seed), \(first)..<\(last)")
    }
  }

  @Test("if events were lost", arguments: styles.indices)
  func hasNoFindingsWhereEventsWereLost(style: Int) throws {
    for seed in Effort.seeds(20, from: 2_000) {
      var generator = LifeGenerator(seed: seed, style: Self.styles[style])
      var life = generator.life()
      var random = SeededGenerator(seed: seed)
      for _ in 0..<2 {
        let first = Int.random(in: 0...life.count, using: &random)
        let last = min(life.count, first + Int.random(in: 0...10, using: &random))
        life.replaceSubrange(first..<last, with: [.gap])
      }
      try expectNoFindings(life, notes: true, "\(Self.styles[style]), seed \(seed)")
    }
  }
}
