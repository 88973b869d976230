import TestSupport
import Testing
import TraceFindings

@testable import TraceChecking

/// A legal life in which something became less certain is still legal.
@Suite("A legal life has no findings if one event gets less certain", .seeds)
struct LessCertainLifeTests {
  enum Loss: CaseIterable { case nearName, lost, endOfCall, noProcess, noSession }

  /// The lines of a life, one event of which is recorded less certainly; nil if there is no such event.
  private func lines(
    _ life: [LifeEvent], _ loss: Loss, _ random: inout SeededGenerator
  ) -> [String]? {
    let places = life.indices.filter { place in
      switch loss {
      case .nearName, .endOfCall: !life[place].isNotification
      case .lost: true
      case .noProcess: life[place].process != nil
      case .noSession: life[place].session != nil
      }
    }
    guard let place = places.randomElement(using: &random) else { return nil }
    var event = life[place]
    switch loss {
    case .nearName: event.callback += event.callback.suffix(1)
    case .lost: event = .gap
    case .endOfCall: break
    case .noProcess: event.process = nil
    case .noSession: event.session = nil
    }
    var lines = life.map(\.line)
    lines[place] = event.line
    if loss == .endOfCall { lines[place] = lines[place].dropLast() + #","phase":"end"}"# }
    return lines
  }

  @Test("in each of its ways", arguments: LegalLifeTests.styles.indices)
  func hasNoFindings(style: Int) throws {
    let judge = TraceJudge(TraceCheck.uiScene)
    for seed in Effort.seeds(8, from: UInt64(style) * 1_000) {
      var random = SeededGenerator(seed: seed)
      var generator = LifeGenerator(seed: seed, style: LegalLifeTests.styles[style])
      let life = generator.life()
      if try Self.accused(life.map(\.line), by: judge) != [] { continue }
      for loss in Loss.allCases {
        guard let lines = lines(life, loss, &random) else { continue }
        let accused = try Self.accused(lines, by: judge)
        if accused == [] { continue }
        Issue.record(
          "seed \(seed), \(loss), \(LegalLifeTests.styles[style]): \(accused)\n\(lines.joined(separator: "\n"))"
        )
      }
    }
  }

  private static func accused(_ lines: [String], by judge: TraceJudge) throws -> [String] {
    if lines.isEmpty { return [] }
    return try UncertainEventTests.report(lines.joined(separator: "\n"), by: judge).violations
      .filter { $0.severity != .note }.map { "\($0.rule) \($0.event)" }
  }
}
