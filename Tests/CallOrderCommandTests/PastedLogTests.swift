import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

/// A log from `Corpus/pasted-logs.txt`, and what is to be read from it.
struct PastedLog: Sendable, CustomTestStringConvertible {
  var name: String
  var status: Int32
  var verdict: String
  var calls: Int
  var options: [String]
  var configuration: String
  var lines: [String] = []

  var testDescription: String { name }

  var text: String {
    lines.joined(separator: "\n") + (options.contains("cut") ? "" : "\n")
  }

  init?(_ head: Substring) {
    let parts = head.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let status = Int32(parts[1]), let calls = Int(parts[3]) else {
      return nil
    }
    (name, verdict) = (parts[0], parts[2])
    (self.status, self.calls) = (status, calls)
    let options = parts[4].prefix { $0 != "{" }
    self.options = options.split(separator: " ").map(String.init)
    configuration = String(parts[4].dropFirst(options.count))
  }

  static let all: [PastedLog] = {
    let bytes = Repository.bytes("Tests/CallOrderCommandTests/Corpus/pasted-logs.txt") ?? []
    var logs: [PastedLog] = []
    for line in String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("@@ "), let log = PastedLog(line.dropFirst(3)) {
        logs.append(log)
      } else if !logs.isEmpty {
        logs[logs.count - 1].lines.append(String(line))
      }
    }
    // An empty line ends each log.
    for index in logs.indices { logs[index].lines.removeLast() }
    return logs
  }()

  func check() throws -> CommandRun {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.log")
    try folder.write(configuration.isEmpty ? "{}" : configuration, to: "c.json")
    return callorder(
      ["check", "a.log", "--config", "c.json", "--format", "json"] + options.filter { $0 != "cut" },
      from: folder.path)
  }
}

@Suite("Logs that people paste") struct PastedLogTests {
  @Test("are read, and nobody is accused", arguments: PastedLog.all)
  func read(_ log: PastedLog) throws {
    let run = try log.check()
    #expect(run.status == log.status, "\(run.errorOutput)\(run.output)")
    if log.calls == 0 {
      #expect(run.errorOutput.contains("no line names a lifecycle callback"))
      return
    }
    #expect(run.output.contains("\"verdict\": \"\(log.verdict)\""), "\(run.output)")
    for severity in ["error", "warning"] {
      #expect(!run.output.contains("\"severity\": \"\(severity)\""), "\(run.output)")
    }
    #expect(Self.calls(run) == log.calls, "\(run.output)")
  }

  @Test("there are many of them")
  func count() { #expect(PastedLog.all.count >= 50) }

  /// The calls in a report: its events without those that may be missing or are not clear.
  private static func calls(_ run: CommandRun) -> Int {
    let report = try? JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    guard let trace = (report?["traces"] as? [[String: Any]])?.first else { return 0 }
    let others = (trace["notes"] as? [[String: Any]] ?? []).filter {
      ["events-lost", "unclear-call"].contains($0["id"] as? String)
    }
    return others.reduce(trace["events"] as? Int ?? 0) { $0 - ($1["count"] as? Int ?? 0) }
  }
}
