import CallOrderKit
import Testing

/// Where reports say that an event comes from: what the event itself says.
@Suite("Origins of events") struct EventOriginsTests {
  @Test(
    "each finding has its own, however many events there are and however they are written",
    arguments: [false, true])
  func anywhere(isList: Bool) throws {
    let lines = (1...6_000).map { number in
      #"{"callback":"sceneDidBecomeActive(_:)","session":"S\#(number % 600)","file":"Ünits.swift","sourceLine":\#(number)}"#
    }
    let text = isList ? "[" + lines.joined(separator: ",\n") + "]" : lines.joined(separator: "\n")
    var options = CheckOptions()
    options.records = .all
    let report = checkTraces([.bytes(Array(text.utf8), name: "t.jsonl")], options: options)
    let findings = report.traces.flatMap(\.violations)
    #expect(findings.count > 500)
    for finding in findings {
      #expect(finding.origin.file == "Ünits.swift" && finding.origin.line == finding.event)
    }
  }
}
