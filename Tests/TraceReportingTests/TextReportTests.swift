import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceReporting
import TraceModel
import TraceFindings

@Suite("The text report") struct TextReportTests {
  @Test("explains, summarizes and colors on demand") func explainsSummarizesAndColorsOn() {
    let report = SampleReport.many.report
    expectSnapshot(
      TextReport(detail: .explained, width: 80).render(report), named: "many.text-explained.txt")
    expectSnapshot(TextReport(detail: .summary).render(report), named: "many.text-summary.txt")
    expectSnapshot(TextReport(theme: .color).render(report), named: "many.text-color.txt")
  }

  @Test("says with color what it says without") func saysWithColorWhatSays() {
    for sample in SampleReport.allCases {
      let plain = TextReport(detail: .explained, width: 90).render(sample.report)
      let colored = TextReport(theme: .color, detail: .explained, width: 90).render(sample.report)
      #expect(colored != plain)
      #expect(withoutColors(colored) == plain)
    }
  }

  @Test("breaks sentences and nothing else") func breaksSentencesAndNothingElse() {
    let wide = words(TextReport(width: nil).render(SampleReport.many.report))
    for width in [20, 40, 60, 100] {
      #expect(words(TextReport(width: width).render(SampleReport.many.report)) == wide)
    }
  }

  @Test("lists the traces that are not conforming when there are many")
  func listsTracesNotConformingWhen() {
    let traces =
      (100..<160).map { SampleReport.conformingTrace("t/\($0).json") } + [SampleReport.discardTrace]
    let report = Report(
      toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: traces,
      rules: [SampleReport.discardRule])
    let text = String(decoding: TextReport(detail: .summary).render(report), as: UTF8.self)
    #expect(text.contains("traces/discard.json"))
    #expect(!text.contains("t/100.json"))
    #expect(text.contains("1 error in 1 of 61 traces\n"))
  }

  /// A legal trace with events that were not judged.
  private func partlyJudged(_ path: String) -> TraceReport {
    var trace = SampleReport.conformingTrace(path)
    trace.events = 13
    trace.notes = [.init(id: "subject-missing", event: 3, line: 3, count: 5, message: "no id")]
    trace.unknownCallbacks = [.init(callback: "other", count: 2)]
    return trace
  }

  private func report(_ traces: [TraceReport]) -> Report {
    Report(toolVersion: "1", grammarName: "G", grammarVersion: "1", traces: traces)
  }

  @Test("says how many events of a trace were judged, as every format for people does")
  func saysHowManyWereJudged() {
    let one = report([partlyJudged("a.json")])
    let phrase = "6 of 13 events in order; 7 not judged"
    let text = String(decoding: TextReport().render(one), as: UTF8.self)
    #expect(text.contains("ok  \(phrase)  a.json\n") && !text.contains("all in order"))
    for format in [ReportFormat.markdown, .html] {
      let text = String(decoding: format.render(one), as: UTF8.self)
      #expect(text.contains(phrase) && !text.contains("all in order"), "\(format.name)")
    }
  }

  @Test("says it of many traces in its last line, and beside a finding that is a note")
  func saysHowManyOfManyWereJudged() {
    let many = report((1...7).map { partlyJudged("\($0).json") })
    #expect(
      String(decoding: TextReport().render(many), as: UTF8.self)
        .hasSuffix("no findings in 7 traces: 42 of 91 events in order; 49 not judged\n"))
    var noted = partlyJudged("a.json")
    var note = SampleReport.discard
    note.severity = .note
    noted.add([note])
    noted.verdict = .conforming
    let text = String(
      decoding: TextReport(detail: .summary).render(report([noted])), as: UTF8.self)
    #expect(text.contains("ok  1 note, 13 events, 7 not judged  a.json\n"), "\(text)")
  }

  @Test("stays straight: wide letters take two columns, accents none")
  func staysStraightWideLettersTake() throws {
    var report = SampleReport.one.report
    report.traces[0].violations[0].steps[0].callback = "場面が変わる"
    report.traces[0].violations[0].steps[1].callback = "e\u{301}te\u{301}"
    report.traces[0].violations[0].steps[4].callback = "変わる"
    let text = String(decoding: TextReport().render(report), as: UTF8.self)
    let columns = ["connecting", "inactive", "disconnected", "discarded"].compactMap { state in
      text.split(separator: "\n").first { $0.contains(" \(state) ") || $0.hasSuffix(" \(state)") }
        .flatMap { line in line.range(of: " " + state).map { String(line[..<$0.lowerBound]) } }
    }
    #expect(Set(columns.map(displayWidth)).count == 1, "\(text)")
    #expect(columns.count == 4)
    let calls = ComparisonSamples.compared("場面が変わる willConnect x", "場面が変わる willConnect")
    let places = String(decoding: calls.text(), as: UTF8.self).split(separator: "\n")
      .compactMap { line in line.range(of: "Session").map { String(line[..<$0.lowerBound]) } }
    #expect(places.count == 3 && Set(places.map(displayWidth)).count == 1, "\(places)")
  }

  private func words(_ bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }

  private func withoutColors(_ bytes: [UInt8]) -> [UInt8] {
    var (result, isEscape): ([UInt8], Bool) = ([], false)
    for byte in bytes {
      if byte == 0x1B {
        isEscape = true
      } else if isEscape {
        isEscape = byte != UInt8(ascii: "m")
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

@Suite("Words for reports") struct WordsForReportsTests {
  @Test(
    "tell numbers without needless zeros",
    arguments: [
      (12.25, 6, "12.25"), (0, 3, "0"), (-0.0001, 3, "0"), (-1.5, 3, "-1.5"), (0.0005, 3, "0.001"),
      (1_720_000_000.123456, 6, "1720000000.123456"), (1e300, 3, "1e+300"), (9.9999, 3, "10"),
    ])
  func tellNumbersWithoutNeedlessZeros(_ number: Double, _ places: Int, _ text: String) {
    #expect(decimal(number, places: places) == text)
  }

  @Test("pad numbers on demand") func padNumbersOnDemand() {
    #expect(decimal(0.5, places: 3, isPadded: true) == "0.500")
    #expect(decimal(12, places: 3, isPadded: true) == "12.000")
  }

  @Test(
    "tell a repair as an instruction",
    arguments: [
      (Repair(), ""),
      (Repair(insertions: [.init(callback: "a", beforeEvent: 9)]), "insert a before event 9"),
      (Repair(insertions: [.init(callback: "a", beforeEvent: 21)]), "insert a at the end"),
      (
        Repair(insertions: [
          .init(callback: "a", beforeEvent: 9), .init(callback: "b", beforeEvent: 9),
          .init(callback: "a", beforeEvent: 12),
        ]), "insert a, then b before event 9 and insert a before event 12"
      ),
      (Repair(deletions: [.init(event: 3, callback: "a")]), "remove a (event 3)"),
      (
        Repair(
          insertions: [.init(callback: "a", beforeEvent: 4)],
          deletions: [.init(event: 5, callback: "a"), .init(event: 6, callback: "b")]),
        "move a (event 5) before event 4 and remove b (event 6)"
      ),
    ])
  func repairAsInstruction(_ repair: Repair, _ words: String) {
    #expect(repair.inWords(eventCount: 20) == words)
  }
}
