import TestSupport
import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

/// Calls that count only where they are legal are read as something else where they are not, also where others ask.
@Suite("A call that may be none, and grammars that ask") struct RefusedCallTests {
  /// A life with ends of calls whose beginnings are lost, lines that came twice, losses and names that are nearly right.
  private static func lines(seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    var style = LifeGenerator.Style()
    style.naming = [.bySession, .byScene, .none][Int(seed % 3)]
    style.notifications = [.callsOnly, .callsAndNotifications][Int(seed % 2)]
    (style.namesProcesses, style.steps) = (seed % 5 != 0, 0...20)
    var generator = LifeGenerator(seed: seed, style: style)
    var time = 0.0
    return generator.life().flatMap { event -> [String] in
      time += 1
      func line(_ members: String, _ event: LifeEvent = event) -> String {
        event.line.dropLast() + #","time":\#(time)\#(members)}"#
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0 where !event.isNotification: return [line(#","phase":"end""#)]
      case 1 where !event.isNotification:
        return [line(#","phase":"begin""#), line(#","phase":"end""#)]
      case 2: return [line(""), line("")]
      case 3: return [#"{"lost":1}"#]
      case 4:
        var nearly = event
        nearly.callback += event.callback.suffix(1)
        return [line("", nearly)]
      default: return [line("")]
      }
    }
  }

  @Test(
    "by every shipped grammar, and nothing ends the program", .seeds,
    arguments: ShippedGrammar.all.map(\.name))
  func byEveryGrammar(name: String) throws {
    let grammar = try #require(ShippedGrammar.named(name)?.grammar())
    let judge = TraceJudge(Plan(grammar))
    for seed in Effort.seeds(200) {
      let lines = Self.lines(seed: seed)
      if lines.isEmpty { continue }
      let report = try UncertainEventTests.report(lines.joined(separator: "\n"), by: judge)
      #expect(report.events == lines.count, "seed \(seed)")
      let accused = report.violations.filter { $0.severity > .note }
      #expect(
        accused.map { "\($0.rule) \($0.event)" } == [],
        "\(name), seed \(seed)\n\(lines.joined(separator: "\n"))")
    }
  }
}
