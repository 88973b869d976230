import Foundation
import TestSupport
import Testing
import TraceJSON
import TraceReporting

@testable import CallOrderCommand

@Suite("Check") struct CheckTests {
  @Test(
    "a file without permission is reported, and the others are checked",
    .enabled(if: getuid() != 0))
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "t/a.json")
    try folder.write(Traces.clean, to: "t/b.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path("t/b.json"))
    let run = callorder("check", "t", in: folder)
    #expect(run.status == 3)
    #expect(run.output.contains("t/b.json: permission denied"))
    #expect(run.output.contains("1 trace"))
  }

  @Test("json alone lists fewer events than the HTML page, and any number on request")
  func timelineLimits() throws {
    let folder = try TemporaryFolder()
    let turns = (0..<5_001).map { _ in "sceneDidBecomeActive(_:) sceneWillResignActive(_:)" }
    let lines = turns.joined(separator: " ").split(separator: " ").map {
      "{\"callback\": \"\($0)\", \"session\": \"A\"}"
    }
    try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    func events(_ words: String...) throws -> (entries: Int?, intervals: Int?) {
      let run = callorder(["check", "a.jsonl", "--format", "json"] + words, in: folder)
      let report = try JSONValue(parsing: Array(run.output.utf8))
      let timeline = report["traces"]?.array?.first?["timeline"]
      let sessions = timeline?["lanes"]?.array?.last
      return (
        timeline?["columns"]?["event"]?.array?.count, sessions?["intervals"]?.array?.count
      )
    }
    #expect(try events() == (10_000, 10_000))
    #expect(try events("--report", "html=a.html") == (10_002, 10_002))
    #expect(try events("--timeline", "3") == (3, 3))
  }

  @Test(
    "every format is written to a file completely, the same as to standard output",
    arguments: ReportFormat.all.map(\.name))
  func formats(name: String) throws {
    let folder = try TemporaryFolder()
    var outputs: [String] = []
    for (file, trace) in [("error.json", Traces.error), ("clean.json", Traces.clean)] {
      try folder.write(trace, to: file)
      let run = callorder(
        "check", file, "--format", name, "--report", "\(name)=out", "--fail-on", "never", in: folder
      )
      #expect(run.status == 0)
      #expect(folder.text("out") == run.output)
      #expect(!run.output.contains("\u{1B}"))
      #expect(!run.output.contains(folder.path), "no absolute path is in a report")
      outputs.append(run.output)
    }
    #expect(outputs[0] != outputs[1])
    let message = "idEnterBackground was called while the scene was active"
    // On a page, long names may break between their words.
    let texts = outputs.map { $0.replacing("<wbr>", with: "") }
    #expect(texts[0].contains(message) && !texts[1].contains(message))
  }
}
