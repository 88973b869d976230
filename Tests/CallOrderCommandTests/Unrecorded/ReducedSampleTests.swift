import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceReading

@Suite("A sample without a violation is not accused")
struct ReducedSampleTests {
  @Test("where one of its callbacks was not recorded")
  func isNotAccused() throws {
    var inputs: [TraceInput] = []
    let samples = Expectation.all.filter { $0.verdict != "violating" }
    for sample in samples {
      for (left, text) in Self.reduced(Repository.bytes(sample.path) ?? []) {
        inputs.append(.bytes(Array(text), name: "\(sample.path) without \(left)"))
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

  /// A trace without the events under one name, for each of its names; nothing for what another program wrote.
  private static func reduced(_ bytes: [UInt8]) -> [(left: String, text: Data)] {
    var document: [String: Any] = [:]
    var events: [[String: Any]] = []
    if let value = try? JSONSerialization.jsonObject(with: Data(bytes)) {
      document = value as? [String: Any] ?? [:]
      events = value as? [[String: Any]] ?? document["events"] as? [[String: Any]] ?? []
    } else {
      let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Data($0) }
      let values = lines.compactMap { try? JSONSerialization.jsonObject(with: $0) }
      events = values.compactMap { $0 as? [String: Any] }
      if events.count < lines.count { return [] }
      if let header = events.first, header["format"] != nil {
        document = header
        events.removeFirst()
      }
    }
    if !events.allSatisfy({ $0["callback"] is String || $0["lost"] != nil }) { return [] }
    // What is left out was not recorded, whatever the recorder of the sample says of itself.
    document["records"] = nil
    document["complete"] = nil
    document["format"] = "callorder.trace/1"
    let names = Set(events.compactMap { $0["callback"] as? String })
    return names.sorted().compactMap { left in
      let kept = events.filter { $0["callback"] as? String != left }
      if kept.isEmpty { return nil }
      document["events"] = kept
      return (try? JSONSerialization.data(withJSONObject: document)).map { (left, $0) }
    }
  }
}
