import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReporting

@Suite struct HTMLReportTests {
  @Test func writesSamples() throws {
    guard let folder = ProcessInfo.processInfo.environment["CALLORDER_HTML_OUT"] else { return }
    let samples: [(String, Report)] = [
      ("none", SampleReports.conforming), ("one", SampleReports.single),
      ("twelve", SampleReports.twelve), ("tenthousand", SampleReports.tenThousand),
      ("folder", SampleReports.folder(12)), ("folder200", SampleReports.folder(200)),
      ("e2k", SampleReports.report([SampleReports.long(events: 2_000, faultEvery: 160)])),
      ("e20k", SampleReports.report([SampleReports.long(events: 20_000, faultEvery: 1_000)])),
      ("e100k", SampleReports.report([SampleReports.long(events: 100_000, faultEvery: 2_000)])),
      ("empty", SampleReports.report([])),
    ]
    for (name, report) in samples {
      let page = HTMLReport().render(report, grammar: SampleGrammar.grammar)
      try Data(page).write(to: URL(filePath: folder).appending(path: "\(name).html"))
    }
    try Data(SampleGrammar.grammar.graph(format: .svg)).write(
      to: URL(filePath: folder).appending(path: "grammar.svg"))
  }
}
