import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TraceJSON
import TraceReporting

/// Reading many reports gives what reading each of them alone gives.
@Suite("Reading many reports") struct ReadingManyReportsTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The same result twice: of the first report with a coverage, and of a later one.
  private func expectSame(_ bytes: [UInt8], _ reader: inout ReportReader) {
    func result(_ body: () throws(ReportError) -> Report) -> Result<Report, ReportError> {
      do throws(ReportError) { return .success(try body()) } catch { return .failure(error) }
    }
    let alone = result { () throws(ReportError) in try Report(json: bytes) }
    for _ in 1...2 {
      #expect(result { () throws(ReportError) in try reader.report(bytes) } == alone)
    }
  }

  @Test("gives the same for all samples in turn, in each layout") func givesSameForAllSamples()
    throws
  {
    var reader = ReportReader()
    for _ in 1...3 {
      for sample in SampleReport.allCases {
        expectSame(JSONReport().render(sample.report), &reader)
        expectSame(JSONReport().renderLine(sample.report), &reader)
      }
    }
  }

  @Test("gives the same for any reports", arguments: 0..<100 as Range<UInt64>)
  func givesSameForAnyReports(_ seed: UInt64) throws {
    var reports = RandomReports(seed: seed)
    var reader = ReportReader()
    for _ in 1...3 { expectSame(JSONReport().renderLine(reports.report()), &reader) }
  }

  @Test("shares the names of what could be visited") func sharesNamesWhatCouldBe() throws {
    var reader = ReportReader()
    let line = JSONReport().renderLine(try #require(covered))
    let legends = try (1...2).compactMap { _ in
      try reader.report(line).traces.first?.coverageTally?.legend
    }
    try #require(legends.count == 2)
    #expect(legends[0] === legends[1])
  }

  /// A report with coverage.
  private var covered: Report? {
    SampleReport.allCases.lazy.map(\.report).first { report in
      report.traces.contains { $0.coverageTally != nil }
    }
  }

  @Test("does not take another text for a known coverage") func doesNotTakeAnotherText() throws {
    let head =
      #"{"format":"callorder.report/1","tool":{"version":"1"},"grammar":{"name":"G","version":"1"},"#
    let coverage =
      #"{"lifecycles":[],"rules":[{"id":"a","exercised":3,"violated":1}],"unmentioned":[]}"#
    let other = coverage.replacing("3", with: "4")
    var reader = ReportReader()
    for text in [
      #""traces":[],"coverage":\#(coverage)}"#, #""traces":[],"coverage":\#(other)}"#,
      #""coverage":\#(coverage),"traces":[]}"#, #""coverage" : \#(coverage) ,"traces":[]}"#,
      #""traces":[],"cover\u0061ge":\#(coverage)}"#,
      #""traces":[],"coverage":null,"more":{"coverage":\#(coverage)}}"#,
      #""traces":[],"more":{"coverage":\#(coverage)}}"#,
      #""traces":[],"more":"\"coverage\":{","coverage":\#(coverage)}"#,
      #""traces":[],"coverage":\#(coverage),"coverage":\#(coverage)}"#,
      #""traces":[],"coverage":\#(coverage),"cover\u0061ge":\#(other)}"#,
      #""traces":[],"coverage":\#(coverage)"#, #""traces":[],"coverage":\#(coverage)x}"#,
      #""traces":[],"coverage":\#(coverage),}"#, #""traces":7,"coverage":\#(coverage)}"#,
      "\n\"traces\":[],\n\"coverage\":\(coverage),\n\"x\":?}",
      #""traces":[],"coverage":"#, #""traces":[],"coverage""#, #""traces":[],"coverage":[]}"#,
      #""traces":[],"coverage":{"lifecycles":7}}"#, #""traces":[],"coverage":"\"#,
    ] {
      expectSame(bytes(head + text), &reader)
    }
    for text in ["", "{", "[\"coverage\":{}]", "\"coverage\":{}", "}{\"coverage\":{}}"] {
      expectSame(bytes(text), &reader)
    }
  }
}
