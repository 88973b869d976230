import CallOrderKit
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceGrammar
import TraceReading

@Suite("A legal life never has a violation", .seeds)
struct BlindedRecordingTests {
  /// How many lives are recorded in each shape.
  private static let lives = Effort.seeds(40)

  @Test("however little of it is recorded", arguments: RecordingShape.all)
  func isNotAccused(shape: RecordingShape) {
    var inputs: [TraceInput] = []
    var texts: [String: String] = [:]
    for seed in Self.lives {
      var generator = LifeGenerator(seed: seed, style: shape.style)
      var random = SeededGenerator(seed: seed &* 31)
      let recorded = shape.record(generator.life(), &random)
      if recorded.isEmpty { continue }
      let text = shape.text(recorded)
      texts["\(seed)"] = text
      inputs.append(TraceInput(path: "\(seed)") { MemorySource(Array(text.utf8)) })
    }
    let report = checkTraces(inputs, against: .uiScene())
    let accused = report.traces.filter { $0.counts.errors + $0.counts.warnings > 0 }
    print("\(shape.name): \(accused.count) of \(report.traces.count) accused")
    #expect(report.failures.isEmpty)
    #expect(!report.traces.isEmpty)
    for trace in accused.prefix(2) {
      Issue.record(
        """
        \(shape.name), seed \(trace.path)
        \(trace.violations.map { "\($0.event) \($0.rule): \($0.message)" }.joined(separator: "\n"))
        \(texts[trace.path] ?? "")
        """)
    }
  }
}
