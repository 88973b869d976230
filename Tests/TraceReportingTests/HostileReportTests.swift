import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceJSON
import TraceReporting

@Suite("A saved report of a stranger") struct SavedReportStrangerTests {
  private static let largest = Int64(JSONCursor.largestInteger)

  @Test("brings no format to its end, whatever its numbers are", arguments: 0..<60 as Range<UInt64>)
  func bringsNoFormatToIts(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sample = SampleReport.allCases[Int(seed) % SampleReport.allCases.count]
    let share = Int.random(in: 1...20, using: &random)
    let value = try JSONValue(parsing: JSONReport().render(sample.report)).replacingIntegers {
      if Int.random(in: 0..<share, using: &random) > 0 { return $0 }
      return [1, 2, 1 << 32, Self.largest].randomElement(using: &random) ?? $0
    }
    let report = try Report(json: value.serialized())
    for format in ReportFormat.all {
      #expect(format.render(report).count < 4_000_000, "\(format), seed \(seed)")
    }
  }

  @Test("steers no terminal and hides nothing in any format") func steersNoTerminalAndHides() {
    func expectSafe(_ bytes: [UInt8], _ comment: Comment) {
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      #expect(!scalars.contains { $0.isUnsafeInTerminal && $0 != "\n" }, comment)
    }
    for sample in SampleReport.allCases {
      for format in ReportFormat.all {
        expectSafe(format.render(sample.report), "\(format), \(sample)")
      }
      for detail in [ReportDetail.summary, .findings, .explained] {
        expectSafe(TextReport(detail: detail).render(sample.report), "\(detail), \(sample)")
      }
      let comparison = ReportComparison(base: SampleReport.one.report, head: sample.report)
      for format in ComparisonFormat.allCases {
        expectSafe(comparison.rendered(as: format), "comparison as \(format), \(sample)")
      }
    }
  }

  @Test("links to nothing but https addresses in any format") func linksToNothingButHttps() throws {
    for link in [
      "javascript:alert(1)", "http://evil.example", "https://evil.example/<b>",
      "HTTPS://evil.example",
      "https://evil.example/a b", "data:text/html,evil", "https://evil.example/\u{202E}x",
    ] {
      var report = SampleReport.one.report
      for index in report.rules.indices { report.rules[index].link = "https://good.example" }
      let value = try JSONValue(parsing: JSONReport().render(report))
      let text = String(decoding: value.serialized(), as: UTF8.self)
        .replacing("https://good.example", with: "evil")
      let written = JSONValue.string(link).serialized().dropFirst().dropLast()
      let again = try Report(
        json: Array(text.replacing("evil", with: String(decoding: written, as: UTF8.self)).utf8))
      #expect(!again.rules.isEmpty && again.rules.allSatisfy { $0.link == nil })
      for format in ReportFormat.all {
        #expect(String(decoding: format.render(again), as: UTF8.self).contains("evil") == false)
      }
    }
  }

  @Test("may have the largest numbers everywhere at once") func mayHaveLargestNumbersEverywhere()
    throws
  {
    for sample in SampleReport.allCases {
      var report = sample.report
      let most = JSONCursor.largestInteger
      for index in report.traces.indices {
        report.traces[index].events = most
        report.traces[index].repairCost = most
        report.traces[index].counts = SeverityCounts(errors: most, warnings: most, notes: most)
        for group in report.traces[index].groups.indices {
          report.traces[index].groups[group].count = most
        }
        for count in report.traces[index].subjectCounts.indices {
          report.traces[index].subjectCounts[count].count = most
        }
      }
      let again = try Report(json: JSONReport().render(report))
      for format in ReportFormat.all {
        // The output does not grow with the number of events that a report claims.
        #expect(format.render(again).count < 4_000_000, "\(format), \(sample)")
      }
    }
  }

  @Test("is refused with a number that is larger", arguments: [68_719_476_736, .max] as [Int64])
  func refusedWithNumberLarger(_ number: Int64) throws {
    let value = try JSONValue(parsing: JSONReport().render(SampleReport.one.report))
      .replacingIntegers { _ in number }
    let error = #expect(throws: ReportError.self) { try Report(json: value.serialized()) }
    #expect(error?.message.contains("at most 68719476735") ?? false)
  }
}

extension JSONValue {
  /// Members whose numbers have to match others: indices, and the cost of listed edits.
  private static let bound: Set = ["cost", "columns", "laneSets", "visits", "details"]

  /// The same value with other integers, where any number is allowed.
  fileprivate func replacingIntegers(_ other: (Int64) -> Int64) -> JSONValue {
    switch self {
    case .integer(let number): .integer(other(number))
    case .array(let elements): .array(elements.map { $0.replacingIntegers(other) })
    case .object(let members):
      .object(
        members.map {
          .init(
            $0.name, Self.bound.contains($0.name) ? $0.value : $0.value.replacingIntegers(other))
        })
    default: self
    }
  }
}
