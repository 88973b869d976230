import TestSupport
import Testing

/// Which steps of the grammar traces take, and which scenarios are missing; single traces are in
/// `Corpus/Commands/coverage.txt`.
@Suite("Coverage") struct CoverageTests {
  @Test("the corpus reaches every scenario that has a sample")
  func corpus() {
    let paths = ["conforming", "violating", "quirks"]
    let run = callorder(
      ["check"] + paths.map { Repository.path("traces/\($0)") } + [
        "--no-config", "--coverage", "--summary", "--fail-on", "never",
      ])
    #expect(run.output.contains("configured -> willConnect connecting"))
    #expect(!run.output.contains("- configured -> willConnect connecting"))
    #expect(!run.output.contains("- new -> configurationForConnecting configured"))
  }

  @Test("a required coverage that was not counted fails a run, too")
  func uncounted() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a.json")
    let report = callorder("check", "a.json", "-f", "json", in: folder).output
    let start = try #require(report.firstRange(of: "\"coverage\": {"))
    // The coverage is the last member.
    try folder.write(report[..<start.lowerBound] + "\"coverage\": null\n}\n", to: "none.json")
    let run = callorder("report", "none.json", "--min-coverage", "1", in: folder)
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("no coverage was counted, and 1 % are required"))
  }

  @Test(
    "a report whose traces have coverage of their own has none, and says so where it is required")
  func ofEachTrace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a.json")
    let report = callorder("check", "a.json", "-f", "json", in: folder).output
    try folder.write(
      report.replacing("\"timeline\": ", with: "\"coverage\": {\"visits\": {}}, \"timeline\": "),
      to: "old.json")
    let run = callorder("report", "old.json", "--min-coverage", "0", in: folder)
    #expect(run.status == 1 && run.errorOutput.contains("no coverage was counted"))
    #expect(callorder("report", "old.json", in: folder).status == 0)
  }
}
