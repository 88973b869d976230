import Foundation
import TestSupport
import Testing
import TraceReporting

@testable import CallOrderCommand

/// What was not checked is never reported as correct.
@Suite("Nothing checked") struct NothingCheckedTests {
  /// No event concerns a lifecycle.
  static let unknown = #"{"callback": "somethingElse"}"#

  static func folder() throws -> TemporaryFolder {
    let folder = try ExitStatusTests.folder()
    try folder.write("[]", to: "empty")
    try folder.write(unknown, to: "unknown")
    try folder.write("no traces here", to: "none/notes.md")
    return folder
  }

  @Test(
    "is not a success: the exit status is 1, unless that is allowed or nothing fails the run",
    arguments: [["empty"], ["unknown"], ["empty", "unknown"], ["none"], ["clean", "none"]])
  func status(paths: [String]) throws {
    let folder = try Self.folder()
    let run = callorder(["check"] + paths, in: folder)
    #expect(run.status == 1)
    #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
    for option in [["--allow-inconclusive"], ["--fail-on", "never"]] {
      #expect(callorder(["check"] + paths + option, in: folder).status == 0)
    }
    try folder.write(#"{"allowInconclusive": true}"#, to: ".callorder.json")
    #expect(callorder(["check"] + paths, in: folder).status == 0)
    #expect(callorder(["check", "malformed"] + paths, in: folder).status == 3)
  }

  @Test(
    "is an annotation in a GitHub workflow", arguments: [["empty"], ["none"], ["clean", "none"]])
  func annotation(paths: [String]) throws {
    let run = callorder(["check", "--format", "github"] + paths, in: try Self.folder())
    #expect(run.status == 1 && run.output.hasPrefix("::error title=callorder::"), "\(run.output)")
  }

  @Test("an input that cannot be read is named once on a terminal, and in both channels of a log")
  func unreadable() throws {
    let folder = try Self.folder()
    for isTerminal in [true, false] {
      let run = callorder(["check", "malformed", "nope"], in: folder, isTerminal: isTerminal)
      let lines = (run.output + run.errorOutput).split(separator: "\n")
      for name in ["malformed:", "nope:"] {
        #expect(lines.count { $0.contains(name) } == (isTerminal ? 1 : 2), "\(lines)")
      }
    }
  }

  @Test("an input that cannot be read is named once where both channels are one")
  func oneChannel() throws {
    let program = "'\(builtProgram)' check --no-config malformed nope"
    let said = try bash("\(program) 2>&1 | cat", in: try Self.folder()).output
    for name in ["malformed:", "nope:"] {
      #expect(said.split(separator: "\n").count { $0.contains(name) } == 1, "\(said)")
    }
    let apart = try bash("\(program) > report.txt", in: try Self.folder()).output
    #expect(apart.contains("malformed:") && apart.contains("nope:"), "\(apart)")
  }

  @Test(
    "has a reason and a next step for each input",
    arguments: [
      "empty": "start the recorder", "unknown": "callorder grammar list",
      "none": "callorder init lldb", "logs": "if device.log is a log, name it",
    ])
  func nextStep(path: String, step: String) throws {
    let folder = try Self.folder()
    try folder.write("", to: "logs/device.log")
    let run = callorder("check", path, in: folder)
    #expect(run.status == 1 && run.errorOutput.contains(step), "\(run.errorOutput)")
  }

  @Test("is not a failure if another trace could be checked")
  func oneIsEnough() throws {
    let run = callorder("check", "clean", "empty", in: try Self.folder())
    #expect(run.status == 0)
    #expect(run.errorOutput.isEmpty)
  }

  @Test(
    "text logs are read if they are named; compressed traces in a folder are not skipped")
  func folders() throws {
    let folder = try Self.folder()
    let log = "2026-03-02 09:14:09.000 App[8:1] sceneWillEnterForeground(_:)\n"
    try folder.write(log, to: "logs/device.log")
    try folder.write(Traces.clean, to: "logs/a.jsonl")
    #expect(callorder("check", "logs", in: folder).output.contains("no findings in 1 trace"))
    #expect(callorder("check", "logs", "logs/device.log", in: folder).output.contains("2 traces"))
    try Data([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]).write(
      to: URL(filePath: folder.path("logs/b.json.gz")))
    let run = callorder("check", "logs", in: folder)
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("logs/b.json.gz: the gzip data ends too early"))
  }

  @Test("is reported for a saved report as well")
  func savedReport() throws {
    let folder = try Self.folder()
    _ = callorder("check", "empty", "--report", "json=saved", in: folder)
    let run = callorder("report", "saved", in: folder)
    #expect(run.status == 1)
    #expect(run.errorOutput.hasPrefix("callorder: nothing was checked: the trace has no events;"))
  }

  @Test("a folder without traces gives no baseline, and is not compared")
  func otherCommands() throws {
    let folder = try Self.folder()
    #expect(callorder("baseline", "create", "none", in: folder).status == 3)
    #expect(callorder("compare", "none", "none", in: folder).status == 3)
    #expect(folder.text("callorder-baseline.json") == nil)
  }

  @Test(
    "unreadable input is one line on standard error in any format, and never \"no findings\"",
    arguments: ReportFormat.all.map(\.name))
  func unreadable(format: String) throws {
    let folder = try Self.folder()
    for paths in [["nothing"], ["malformed"], ["clean", "nothing"], ["empty", "nothing"]] {
      for options in [[], ["--quiet"], ["--summary"]] {
        let run = callorder(["check", "--format", format] + paths + options, in: folder)
        #expect(run.status == 3)
        #expect(!run.output.lowercased().contains("no findings"), "\(paths) \(options)")
        #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
        #expect(run.errorOutput.hasPrefix("callorder: \(paths.last ?? "")"))
      }
      let summary = callorder(["check", "-s"] + paths, in: folder).output
      #expect(paths.count == 1 || summary.contains("; 1 file could not be read"), "\(summary)")
    }
  }

  @Test("is stated by every format for people", arguments: ["text", "markdown", "html"])
  func words(format: String) throws {
    for trace in ["empty", "unknown"] {
      let run = callorder("check", trace, "--format", format, in: try Self.folder())
      #expect(run.output.lowercased().contains("nothing was checked"))
      #expect(!run.output.lowercased().contains("no findings"))
    }
  }

  @Test("suppressed violations are not reported as no findings", arguments: ["text", "markdown"])
  func suppressed(format: String) throws {
    let folder = try Self.folder()
    _ = callorder("baseline", "create", "error", in: folder)
    let run = callorder(
      "check", "error", "-b", "callorder-baseline.json", "--format", format, in: folder)
    #expect(run.status == 0)
    #expect(!run.output.contains("no findings"))
    #expect(run.output.contains("suppressed"))
  }
}
