import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceReading

@Suite("A conforming sample has no violation", .seeds)
struct ReducedSampleTests {
  @Test("if one of its callbacks was not recorded, at all or by one delegate")
  func isNotAccused() throws {
    var inputs: [TraceInput] = []
    let samples = Expectation.all.filter { $0.verdict != "violating" }
    for sample in samples {
      guard let document = SampleDocument(Repository.bytes(sample.path) ?? []) else { continue }
      for (left, text) in document.withoutOneCallback + document.withoutOneOfARecorder {
        inputs.append(.bytes(text, name: "\(sample.path) without \(left)"))
      }
    }
    let report = checkTraces(inputs, against: CorpusTests.grammar)
    let accused = report.traces.filter { $0.counts.errors + $0.counts.warnings > 0 }
    print("reduced samples: \(accused.count) of \(report.traces.count) are accused")
    #expect(report.failures.isEmpty)
    #expect(report.traces.count > 500)
    for trace in accused {
      Issue.record(
        "\(trace.path): \(trace.violations.map { "\($0.event) \($0.rule): \($0.message)" })")
    }
  }
}
