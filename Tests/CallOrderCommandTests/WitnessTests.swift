import CallOrderKit
import TestSupport
import Testing
import TraceFindings

/// What the passing traces of a run show beside a finding.
@Suite("Witnesses") struct WitnessTests {
  private static func trace(_ calls: [(String, Double)]) -> [UInt8] {
    let lines =
      [#"{"format":"callorder.trace/1","records":"all"}"#]
      + calls.map { #"{"callback":"\#($0)","session":"A","time":\#($1)}"# }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private static func report(passing: Int) -> Report {
    let life: [(String, Double)] = [
      ("didBecomeActive", 1), ("willResignActive", 5), ("didEnterBackground", 5.4),
    ]
    var inputs = (0..<passing).map {
      TraceInput.bytes(trace(life), name: "ok\($0).jsonl")
    }
    inputs.append(
      .bytes(
        trace([("didBecomeActive", 1), ("didEnterBackground", 9), ("willResignActive", 12)]),
        name: "wrong.jsonl"))
    var options = CheckOptions()
    options.timeline = .upTo(100)
    return checkTraces(inputs, options: options)
  }

  @Test("passing traces say what usually comes before the call, and how long before")
  func usual() throws {
    let report = Self.report(passing: 4)
    let violation = try #require(report.traces.last?.violations.first)
    let witness = try #require(violation.witness)
    #expect(
      witness.inWords()
        == "in 4 of 4 other calls willResignActive came right before, typically 400 ms earlier")
    let text = report.text()
    #expect(text.contains("Your own runs: in 4 of 4"), "\(text)")
  }

  @Test("few passing traces say nothing")
  func few() {
    #expect(Self.report(passing: 2).traces.last?.violations.first?.witness == nil)
  }
}
