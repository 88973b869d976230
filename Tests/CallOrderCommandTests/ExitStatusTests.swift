import Foundation
import TestSupport
import Testing
import TraceSystem

@Suite("Exit status") struct ExitStatusTests {
  struct Row: CustomTestStringConvertible {
    var trace: String
    var options: [String]
    var expected: Int32
    var testDescription: String { "\(trace) \(options) -> \(expected)" }

    init(_ trace: String, _ options: [String] = [], _ expected: Int32) {
      (self.trace, self.options, self.expected) = (trace, options, expected)
    }
  }

  static let severities: [Row] = [
    Row("clean", [], 0), Row("note", [], 0), Row("warning", [], 0), Row("error", [], 1),
    Row("clean", ["--fail-on", "note"], 0), Row("note", ["--fail-on", "note"], 1),
    Row("warning", ["--fail-on", "note"], 1), Row("error", ["--fail-on", "note"], 1),
    Row("note", ["--fail-on", "warning"], 0), Row("warning", ["--fail-on", "warning"], 1),
    Row("error", ["--fail-on", "never"], 0), Row("malformed", ["--fail-on", "never"], 3),
    Row("malformed", [], 3), Row("nothing", [], 3),
    Row("error", ["--rule", "background-without-resign=note"], 0),
    Row("error", ["--rule", "background-without-resign=off"], 0),
    Row("warning", ["--rule", "activate-while-active=error"], 1),
    Row("warning", ["--rule", "activate-while-actve=error"], 2),
    Row("error", ["--max-findings", "0"], 1), Row("error", ["--quiet"], 1),
    Row("clean", ["--complete"], 0),
    Row("clean", ["--complete", "--records", "all"], 1), Row("clean", ["--min-coverage", "0"], 0),
    Row("clean", ["--min-coverage", "99"], 1),
    Row("clean", ["--grammar", "nothing.lifecycle"], 3),
    Row("clean", ["--config", "nothing.json"], 3),
    Row("clean", ["--baseline", "nothing.json"], 3),
    Row("clean", ["--format", "html", "--coverage"], 2),
  ]

  /// Every severity with every failing severity.
  static let matrix: [Row] = ["clean", "note", "warning", "error"].enumerated().flatMap {
    worst, trace in
    ["never", "error", "warning", "note"].enumerated().map { demand, word in
      Row(trace, ["--fail-on", word], worst > 0 && demand > 0 && worst + demand >= 4 ? 1 : 0)
    }
  }

  /// Errors other than violations, with every failing severity.
  static let troubles: [Row] = ["never", "error", "warning", "note"].flatMap { word in
    let failOn = ["--fail-on", word]
    return [
      Row("malformed", failOn, 3), Row("nothing", failOn, 3),
      Row("clean", ["malformed"] + failOn, 3),
      Row("error", failOn + ["--report", "json=clean/x"], 3),
      Row("error", failOn + ["--report", "sarif=/"], 3),
      Row("error", failOn + ["--fromat", "json"], 2),
      Row("error", failOn + ["--config", "malformed"], 2),
      Row("error", failOn + ["--grammar", "malformed"], 2),
      Row("error", failOn + ["--baseline", "malformed"], 2),
      Row("error", failOn + ["--baseline", "nothing"], 3),
    ]
  }

  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let traces = [
      "clean": Traces.clean, "note": Traces.note, "warning": Traces.warning,
      "error": Traces.error, "malformed": Traces.malformed,
    ]
    for (name, text) in traces { try folder.write(text, to: name) }
    return folder
  }

  @Test(
    "follows from the worst violation, the failing severity and what could not be read",
    arguments: severities + matrix + troubles)
  func severity(row: Row) throws {
    let folder = try Self.folder()
    let run = callorder(["check", row.trace] + row.options, in: folder)
    #expect(run.status == row.expected, "\(run.errorOutput)")
    // Every error is reported on one of the two channels.
    if row.expected > 1 { #expect(!(run.output + run.errorOutput).isEmpty) }
  }

  @Test("an input that cannot be read wins over a violation, and the others are still checked")
  func oneGoodOneBad() throws {
    let run = callorder("check", "error", "malformed", in: try Self.folder())
    #expect(run.status == 3)
    #expect(run.output.contains("background-without-resign"))
    #expect(run.output.contains("malformed:2:"))
  }

  @Test("an output that cannot be written wins too, and the other outputs are still written")
  func unwritableOutput() throws {
    let folder = try Self.folder()
    let run = callorder(
      "check", "error", "--report", "json=clean/report.json", "--report", "sarif=ok.sarif",
      in: folder)
    #expect(run.status == 3)
    #expect(
      run.errorOutput.contains("callorder: cannot write clean/report.json: not a directory\n"))
    #expect(run.errorOutput.contains("wrote ok.sarif\n"))
    #expect(folder.text("ok.sarif")?.hasSuffix("}\n") ?? false)
    #expect(folder.text("clean") == Traces.clean)
  }

  @Test("a grammar or a configuration with a mistake ends the run before anything is checked")
  func brokenInputs() throws {
    let folder = try Self.folder()
    try folder.write("grammar X \"1\" { }\ncallback a about b {}\n", to: "x.lifecycle")
    try folder.write("{\"failOm\": \"error\"}", to: "config.json")
    let grammar = callorder("check", "error", "--grammar", "x.lifecycle", in: folder)
    #expect(grammar.status == 2)
    #expect(grammar.output.isEmpty)
    #expect(grammar.errorOutput.hasPrefix("x.lifecycle:2:18: error: "))
    let configuration = callorder("check", "error", "--config", "config.json", in: folder)
    #expect(configuration.status == 2)
    #expect(configuration.output.isEmpty)
    #expect(
      configuration.errorOutput
        == "callorder: config.json: unknown member \"failOm\"; did you mean \"failOn\"?\n")
  }

  @Test(
    "known violations do not fail, new ones do, and gone ones do if that is requested")
  func baseline() throws {
    let folder = try Self.folder()
    #expect(callorder("baseline", "create", "error", in: folder).status == 0)
    let known = ["--baseline", "callorder-baseline.json"]
    #expect(callorder(["check", "error"] + known, in: folder).status == 0)
    #expect(callorder(["check", "clean"] + known, in: folder).status == 0)
    // What was not checked is not gone.
    #expect(callorder(["check", "clean", "--strict-baseline"] + known, in: folder).status == 0)
    #expect(callorder(["check", "error", "--strict-baseline"] + known, in: folder).status == 0)
    for word in ["never", "error", "warning", "note"] {
      let failOn = ["--fail-on", word]
      #expect(callorder(["check", "error"] + known + failOn, in: folder).status == 0)
      let strict = ["--strict-baseline"] + known + failOn
      #expect(callorder(["check", "clean"] + strict, in: folder).status == 0)
      let error = try #require(folder.text("error"))
      try folder.write(Traces.clean, to: "error")
      #expect(callorder(["check", "error"] + strict, in: folder).status == 1)
      try folder.write(error, to: "error")
      // For a trace that cannot be read, it is unknown which violations are gone.
      let unread = callorder(["check", "malformed"] + strict, in: folder)
      #expect(unread.status == 3 && !unread.errorOutput.contains("that are gone"))
    }
    try folder.write(Traces.twoErrors, to: "error")
    #expect(callorder(["check", "error"] + known, in: folder).status == 1)
  }

  @Test(
    "fixing one violation and adding another is noticed, and only readable traces change the file")
  func swappedViolations() throws {
    let folder = try Self.folder()
    try folder.write(Traces.twoErrors, to: "trace")
    #expect(callorder("baseline", "create", "trace", in: folder).status == 0)
    let file = try #require(folder.text("callorder-baseline.json"))
    #expect(file.contains("\"count\": 2"))
    try folder.write(Traces.errorAndOther, to: "trace")
    let known = ["--baseline", "callorder-baseline.json"]
    let run = callorder(["check", "trace"] + known, in: folder)
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("lists findings that are gone"), "\(run.errorOutput)")
    #expect(run.output.contains("foreground-while-foreground"))
    // Neither adds nor drops anything if a trace cannot be read.
    for word in ["update", "prune"] {
      let refused = callorder("baseline", word, "trace", "malformed", in: folder)
      #expect(refused.status == 3 && refused.errorOutput.contains("nothing was written"))
      #expect(folder.text("callorder-baseline.json") == file)
    }
    #expect(callorder("baseline", "create", "trace", in: folder).status == 2)
    #expect(
      callorder("baseline", "prune", "trace", in: folder).errorOutput.contains(
        "0 findings added, 1 removed")
    )
    #expect(callorder(["check", "trace", "--strict-baseline"] + known, in: folder).status == 1)
    #expect(
      callorder("baseline", "update", "trace", in: folder).errorOutput.contains(
        "1 finding added, 0 removed"))
    #expect(callorder(["check", "trace", "--strict-baseline"] + known, in: folder).status == 0)
  }
}
