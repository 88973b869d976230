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
    Row("error", ["--max-violations", "0"], 1), Row("error", ["--quiet"], 1),
    Row("clean", ["--complete"], 1), Row("clean", ["--min-coverage", "0"], 0),
    Row("clean", ["--min-coverage", "99"], 1),
    Row("clean", ["--grammar", "nothing.lifecycle"], 3),
    Row("clean", ["--config", "nothing.json"], 3),
    Row("clean", ["--baseline", "nothing.json"], 3),
    Row("clean", ["--format", "html", "--coverage"], 2),
  ]

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
    arguments: severities)
  func severity(row: Row) throws {
    let folder = try Self.folder()
    let run = callorder(["check", row.trace] + row.options, in: folder)
    #expect(run.status == row.expected, "\(run.errorOutput)")
    // Whatever goes wrong is told, on one of the two channels.
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
    "what the baseline knows does not fail, what is new does, and so does what is gone when that is asked"
  )
  func baseline() throws {
    let folder = try Self.folder()
    #expect(callorder("baseline", "create", "error", in: folder).status == 0)
    let known = ["--baseline", "callorder-baseline.json"]
    #expect(callorder(["check", "error"] + known, in: folder).status == 0)
    #expect(callorder(["check", "clean"] + known, in: folder).status == 0)
    #expect(callorder(["check", "clean", "--strict-baseline"] + known, in: folder).status == 1)
    #expect(callorder(["check", "error", "--strict-baseline"] + known, in: folder).status == 0)
    try folder.write(Traces.twoErrors, to: "error")
    #expect(callorder(["check", "error"] + known, in: folder).status == 1)
  }
}

@Suite("The process itself", .enabled(if: fileExists(builtProgram))) struct ProgramTests {
  @Test("a reader that goes away changes neither the status nor the files")
  func brokenPipe() throws {
    let folder = try ExitStatusTests.folder()
    let answer = try bash(
      """
      '\(builtProgram)' check error --report json=report.json | true
      echo "${PIPESTATUS[0]}"
      """, in: folder)
    #expect(answer.output.hasSuffix("1\n"), "\(answer.output)")
    #expect(folder.text("report.json")?.hasSuffix("}\n") ?? false)
  }

  @Test("a full disk behind standard output is a failure", .enabled(if: fileExists("/dev/full")))
  func fullDisk() throws {
    let answer = try bash(
      "'\(builtProgram)' rules > /dev/full; echo $?", in: try ExitStatusTests.folder())
    #expect(
      answer.output == "callorder: cannot write to standard output: no space left on device\n3\n")
  }

  @Test("report and messages go to their own channels, and standard input is a trace")
  func channels() throws {
    let folder = try ExitStatusTests.folder()
    let answer = try bash(
      """
      '\(builtProgram)' check - --stdin-name recorded --report text=r.txt < error > out 2> err
      echo $?; cat err
      """, in: folder)
    #expect(answer.output == "1\nwrote r.txt\n")
    #expect(folder.text("out")?.contains("recorded:2") ?? false)
    #expect(folder.text("out") == folder.text("r.txt"))
  }

  @Test("the report does not depend on folder, locale or number of workers")
  func sameBytes() throws {
    let folder = try ExitStatusTests.folder()
    let program = "'\(builtProgram)' check clean error warning --format json"
    let answer = try bash(
      """
      \(program) > 1
      LC_ALL=tr_TR.UTF-8 TZ=Asia/Tokyo COLUMNS=20 \(program) -j 1 > 2
      \(program) --jobs 7 > 3
      '\(builtProgram)' check warning error clean --format json > 4
      mkdir -p elsewhere && cp clean error warning elsewhere && cd elsewhere && \(program) > ../5
      cd .. && for i in 2 3 4 5; do cmp 1 $i; done
      """, in: folder)
    #expect(answer.output == "")
    #expect(folder.text("1")?.count ?? 0 > 500)
  }
}
