import CallOrderKit
import Testing
import TraceFindings
import TraceReporting

@Suite("The unrecorded calls that a repair assumes")
struct AssumedTests {
  private func report(_ records: String, _ callbacks: [String]) -> Report {
    let header = #"{"format": "callorder.trace/1", "records": \#(records)}"#
    let lines = callbacks.map { #"{"callback": "\#($0)", "process": 1, "session": "a"}"# }
    let text = ([header] + lines).joined(separator: "\n")
    return checkTraces([.bytes(Array(text.utf8), name: "x.jsonl")], against: .uiScene())
  }

  private static let calls = [
    "didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive", "willConnect",
  ]
  private static let some =
    #"["didFinishLaunching", "willConnect", "willEnterForeground", "didBecomeActive", "didDisconnect"]"#

  @Test("are listed with its edits, in the report, after reading it again, and in words")
  func isNamed() throws {
    let report = report(Self.some, Self.calls)
    let violation = try #require(report.traces.first?.violations.first)
    #expect(violation.rule == "connect-while-connected")
    #expect(
      violation.repair.insertions == [.init(callback: "didDisconnect", beforeEvent: 5)])
    #expect(violation.repair.assumed == [.init(callback: "willResignActive", beforeEvent: 5)])
    #expect(violation.repair.cost == 1)
    #expect(
      violation.repair.inWords(eventCount: 5)
        == "insert didDisconnect before event 5, if willResignActive came unrecorded")
    let json = JSONReport().render(report)
    #expect(String(decoding: json, as: UTF8.self).contains(#""assumed""#))
    #expect(try Report(json: json) == report)
  }

  @Test("are absent if everything is recorded")
  func isNothing() throws {
    let report = report(#""all""#, Self.calls)
    #expect(report.traces.first?.violations.isEmpty == false)
    #expect(report.traces.flatMap(\.violations).allSatisfy { $0.repair.assumed.isEmpty })
    let json = JSONReport().render(report)
    #expect(!String(decoding: json, as: UTF8.self).contains(#""assumed""#))
  }
}
