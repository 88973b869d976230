import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TraceJSON
import TraceReporting

@Suite("The JSON report") struct JSONReportTests {
  @Test("read back is the report it was made from", arguments: SampleReport.allCases)
  func readBackReportWasMade(_ sample: SampleReport) throws {
    #expect(try Report(json: JSONReport().render(sample.report)) == sample.report)
  }

  @Test("read back is the report, for any report", arguments: 0..<200 as Range<UInt64>)
  func readBackReportForAny(_ seed: UInt64) throws {
    var reports = RandomReports(seed: seed)
    let report = reports.report()
    let bytes = JSONReport().render(report)
    let again = try Report(json: bytes)
    #expect(again == report, "seed \(seed)")
    #expect(JSONReport().render(again) == bytes, "seed \(seed)")
  }

  @Test("is written in pieces, and only for as long as they are taken")
  func writtenInPiecesAndOnly() {
    let report = PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 100)])
    var document: [UInt8] = []
    var pieces = 0
    JSONReport().write(report) { piece in
      #expect(piece.count < 1 << 17)
      document += piece
      pieces += 1
      return true
    }
    #expect(document == JSONReport().render(report) && document.count > 1 << 19 && pieces > 8)
    var taken = 0
    JSONReport().write(report) { _ in
      taken += 1
      return taken < 3
    }
    #expect(taken == 3)
  }

  @Test("is what any JSON layout of the same value reads as") func whatAnyJSONLayoutSame() throws {
    for sample in SampleReport.allCases {
      let compact = try JSONValue(parsing: JSONReport().render(sample.report))
        .serialized(indentation: nil)
      #expect(try Report(json: compact) == sample.report)
    }
  }

  @Test("keeps the members of version 1 in their order") func keepsMembersVersion1In() throws {
    let value = try JSONValue(parsing: JSONReport().render(SampleReport.one.report))
    func names(_ value: JSONValue?) -> [String] { value?.members?.map(\.name) ?? [] }
    func expectOrder(_ expected: [String], in value: JSONValue?) {
      #expect(names(value).filter(expected.contains) == expected)
    }
    expectOrder(["format", "tool", "grammar", "verdict", "summary", "traces"], in: value)
    expectOrder(
      [
        "traces", "events", "subjects", "violations", "errors", "warnings", "notes",
        "unknownCallbacks", "repairCost",
      ], in: value["summary"])
    let trace = value["traces"]?.array?.first
    expectOrder(
      [
        "path", "format", "verdict", "events", "processes", "sessions", "repairCost", "violations",
        "notes",
      ], in: trace)
    let violation = trace?["violations"]?.array?.first
    expectOrder(
      [
        "rule", "severity", "event", "line", "callback", "spelling", "lifecycle", "subject",
        "process", "time", "states", "expected", "message", "repair", "related", "quirk",
        "fingerprint",
      ], in: violation)
    #expect(names(violation?["repair"]) == ["cost", "insert", "delete"])
    #expect(violation?["quirk"] == .null)
  }

  @Test("with nothing but the members of version 1 can be read") func withNothingButMembersVersion()
    throws
  {
    let report = try Report(
      json: Array(
        """
        {"format": "callorder.report/1", "tool": {"name": "callorder", "version": "9"},
         "grammar": {"name": "G", "version": "2"}, "verdict": "violating", "summary": {},
         "traces": [{"path": "a", "format": "x", "verdict": "violating", "events": 2,
           "processes": 1, "sessions": 1, "repairCost": 1, "notes": [], "later": 1,
           "counts": {"errors": 0, "warnings": 1, "notes": 0},
           "violations": [{"rule": "r", "severity": "warning", "event": 1, "line": 2,
             "callback": "c", "spelling": "c", "lifecycle": "l", "subject": "", "process": null,
             "time": 3, "states": ["s"], "expected": [], "message": "m",
             "repair": {"cost": 1, "insert": [], "delete": [{"event": 1, "callback": "c"}]},
             "related": [], "quirk": null,
             "fingerprint": "00000000000000000000000000000000"}]}]}
        """.utf8))
    #expect(report.traces[0].violations[0].time == 3)
    #expect(report.counts == SeverityCounts(warnings: 1))
  }

  @Test(
    "that is none is refused in words",
    arguments: [
      ("", "not JSON: unexpected token near end of file"),
      ("[]", "not a saved report: it has no member \"format\""),
      ("{\"format\": \"callorder.trace/1\"}", "format: expected \"callorder.report/1\", found"),
      ("{\"format\": \"callorder.report/1\"}", "the member \"tool\" is missing"),
    ])
  func noneRefusedInWords(_ text: String, _ expected: String) {
    let error = #expect(throws: ReportError.self) { try Report(json: Array(text.utf8)) }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "none")")
  }

  @Test(
    "with one member changed names that member",
    arguments: [
      (
        "\"mark\": \"missing\"", "\"mark\": \"lost\"",
        "traces[0].violations[0].steps[3].mark: expected one of \"match\", \"missing\", "
          + "\"unexpected\", found \"lost\""
      ),
      (
        "\"cost\": 1", "\"cost\": 2",
        "traces[0].violations[0].repair: the cost is 2, the edits are 1"
      ),
      (
        "\"laneSets\": [\n          [1]", "\"laneSets\": [\n          [2]",
        "traces[0].timeline.laneSets[0][0]: expected an index below 2, found 2"
      ),
      (
        "\"kind\": [0, 0, 1, 0]", "\"kind\": [0, 0, 0]",
        "traces[0].timeline.columns.kind: expected 4 rows as in \"event\", found 3"
      ),
      (
        "\"kind\": [0, 0, 1, 0]", "\"kind\": [0, 0, null, 0]",
        "traces[0].timeline.columns.kind[2]: expected an integer, found null"
      ),
      (
        "\"sessions\": 2,", "\"session\": 2,", "traces[0]: the member \"sessions\" is missing"
      ),
      (
        "\"sessions\": 2,", "\"subjectCounts\": {\"host\": -2},",
        "traces[0].subjectCounts.host: expected an integer from 0, found -2"
      ),
      (
        "\"sessions\": 2,",
        "\"subjectCounts\": {\((1...257).map { "\"k\($0)\": 1" }.joined(separator: ", "))},",
        "traces[0].subjectCounts: expected at most 256 members, found 257"
      ),
      ("\"events\": 14,", "\"events\": \"14\",", "traces[0].events: expected an integer, found a"),
      (
        "\"events\": 14,", "\"events\": 68719476736,",
        "traces[0].events: expected an integer of at most 68719476735, found 68719476736"
      ),
      (
        "\"fingerprint\": \"0123456789abcdef0123456789abcdef\",",
        "\"fingerprint\": \"0123456789ABCDEF0123456789abcdef\",",
        "traces[0].groups[0].fingerprint: expected 32 lowercase hexadecimal digits"
      ),
    ])
  func namesChangedMember(
    _ original: String, _ changed: String, _ expected: String
  ) throws {
    var text = String(decoding: JSONReport().render(SampleReport.one.report), as: UTF8.self)
    // The numbers of the trace come after the summary, which is not read.
    let start = try #require(text.firstRange(of: "\"traces\": [")).lowerBound
    let range = try #require(text[start...].firstRange(of: original))
    text.replaceSubrange(range, with: changed)
    let error = #expect(throws: ReportError.self) { try Report(json: Array(text.utf8)) }
    #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "none")")
  }
}

@Suite("The JSON layout") struct JSONReportLayoutTests {
  @Test("has one line for what holds only scalars") func hasOneLine() {
    let value: JSONValue = [
      "numbers": .array((1...9).map { JSONValue($0) }), "empty": [],
      "pairs": [["name": "a", "count": 1], ["name": "b", "list": [[]]]],
      "made": .elements(JSONElements(count: 2, areScalars: false) { ["index": JSONValue($0)] }),
    ]
    #expect(
      String(decoding: value.laidOut(), as: UTF8.self) == """
        {
          "numbers": [1, 2, 3, 4, 5, 6, 7, 8, 9],
          "empty": [],
          "pairs": [
            {"name": "a", "count": 1},
            {
              "name": "b",
              "list": [[]]
            }
          ],
          "made": [
            {"index": 0},
            {"index": 1}
          ]
        }

        """)
  }

  @Test("never changes the value", arguments: 0..<100 as Range<UInt64>)
  func neverChangesValue(_ seed: UInt64) throws {
    var reports = RandomReports(seed: seed)
    let value = try JSONValue(parsing: JSONReport().render(reports.report()))
    #expect(try JSONValue(parsing: value.laidOut()) == value, "seed \(seed)")
  }
}
