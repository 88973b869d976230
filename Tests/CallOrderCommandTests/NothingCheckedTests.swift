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
    let folder = try Traces.folder()
    try folder.write("[]", to: "empty")
    try folder.write(unknown, to: "unknown")
    try folder.write("no traces here", to: "none/notes.md")
    return folder
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

  @Test("compressed traces in a folder are not skipped")
  func compressed() throws {
    let folder = try Self.folder()
    try folder.write(Traces.clean, to: "logs/a.jsonl")
    try Data([0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0]).write(
      to: URL(filePath: folder.path("logs/b.json.gz")))
    let run = callorder("check", "logs", in: folder)
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("logs/b.json.gz: the gzip data ends too early"))
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
}
