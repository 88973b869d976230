import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceModel
import TraceReading
import TraceReporting

@testable import CallOrderKit

@Suite("Streams with many recordings") struct KeyTests {
  private static let devices = 5
  private static let options = ["--format", "json", "--timeline", "50", "--no-config"]
  private static let key = ["--key", "device", "--key", "launch"]

  /// The report of the recordings, each in a separate file.
  private func separately(_ stream: MixedStream, hasHeader: Bool) throws -> String {
    let folder = try TemporaryFolder()
    let names = (0..<Self.devices).map(MixedStream.name)
    for device in 0..<Self.devices {
      try folder.write(
        stream.recording(of: device, hasHeader: hasHeader), to: MixedStream.name(device))
    }
    return callorder(["check"] + names + Self.options, in: folder).output
  }

  @Test(
    "are judged as if each recording were alone in a file", arguments: 0..<4 as Range<UInt64>)
  func alone(seed: UInt64) throws {
    let stream = MixedStream(seed: seed, devices: Self.devices)
    let folder = try TemporaryFolder()
    var found = 0
    for shape in LongTrace.Shape.allCases {
      let hasHeader = [.linesAfterHeader, .document].contains(shape)
      let expected = try separately(stream, hasHeader: hasHeader)
      found += try Report(json: Array(expected.utf8)).counts.total
      try folder.write(stream.text(shape), to: "s")
      for jobs in ["1", "3"] {
        let words = ["check", "s", "--jobs", jobs] + Self.key + Self.options
        let isSame = callorder(words, in: folder).output == expected
        #expect(isSame, "seed \(seed), \(shape), \(jobs) jobs")
      }
      let words = ["check", "-", "--stdin-name", "s"] + Self.key + Self.options
      let isSame = callorder(words, in: folder, input: stream.text(shape)).output == expected
      #expect(isSame, "seed \(seed), \(shape), standard input")
    }
    #expect(found > 0)
  }

  @Test("may be compressed", .enabled(if: canCall("gzip")))
  func compressed() throws {
    let stream = MixedStream(seed: 7, devices: Self.devices)
    let folder = try TemporaryFolder()
    try folder.write(stream.text(), to: "s")
    let words = ["check", "s"] + Self.key + Self.options
    let plain = callorder(words, in: folder)
    #expect(try bash("gzip s && mv s.gz s", in: folder).status == 0)
    let packed = callorder(words, in: folder)
    let isSame = packed.output == plain.output
    #expect(isSame && packed.status == plain.status)
  }

  @Test(
    "split by key and merged in any order give the report of one run",
    arguments: 0..<6 as Range<UInt64>)
  func merged(seed: UInt64) throws {
    let stream = MixedStream(seed: seed, devices: Self.devices)
    var random = SeededGenerator(seed: seed)
    let limits =
      seed % 2 == 0
      ? [] : ["--max-violations-in-all", "\(Int.random(in: 0...3, using: &random))"]
    let words = ["check", "-", "--stdin-name", "s"] + Self.key + Self.options + limits
    let whole = callorder(words, input: stream.text()).output
    var shards = [Set<Int>](repeating: [], count: Int.random(in: 1...4, using: &random))
    for device in 0..<Self.devices {
      shards[Int.random(in: shards.indices, using: &random)].insert(device)
    }
    let folder = try TemporaryFolder()
    var names: [String] = []
    for (index, shard) in shards.enumerated() {
      // A shard without recordings has only a header.
      let report = callorder(words, input: stream.text(of: shard)).output
      try folder.write(report, to: "\(index)")
      names.append("\(index)")
    }
    while names.count > 1 {
      names.shuffle(using: &random)
      let count = Int.random(in: 2...names.count, using: &random)
      let name = names.prefix(count).joined(separator: "+")
      let run = callorder(
        ["merge"] + names.prefix(count) + ["-o", name, "--timeline", "50"] + limits, in: folder)
      #expect(run.status == 0, "\(run.errorOutput)")
      names = [name] + names.dropFirst(count)
    }
    let isSame = folder.text(names[0]) == whole
    #expect(isSame, "seed \(seed), \(shards), \(names[0])")
  }

  private func report(_ text: String, _ words: String...) throws -> (Report, CommandRun) {
    let run = callorder(
      ["check", "-", "--stdin-name", "s", "--no-config", "--format", "json"] + words, input: text)
    return (try Report(json: Array(run.output.utf8)), run)
  }

  @Test("have recordings that end with a marker or a pause, after which another one begins")
  func ends() throws {
    let (report, run) = try report(
      """
      {"records":"all"}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":1,"id":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":1,"id":2}
      {"end":true,"id":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":2,"id":1}
      {"callback":"sceneWillResignActive(_:)","session":"A","time":100,"id":2}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":170,"id":2}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":160,"id":2}
      {"end":true,"id":3}
      {"end":true}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":"1"}
      """, "--key", "id", "--close-after", "1m")
    let found = report.traces.map { "\($0.path) \($0.events) \($0.violations.map(\.line))" }
    #expect(
      found == [
        "s[id=1] 1 []", "s[id=1]#2 1 []", "s[id=1]#3 1 []", "s[id=2] 1 []", "s[id=2]#2 1 []",
        "s[id=2]#3 2 [2]",
      ])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(report.traces[0].metadata == [RecordedMember(name: "id", value: "1")])
  }

  @Test("may end by a pause without a key, with their lines")
  func pauses() throws {
    let (report, _) = try report(
      """
      {"records":"all"}

      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":100}

      {"callback":"sceneDidBecomeActive(_:)","session":"A","time":110}
      """, "--close-after", "90s")
    #expect(report.traces.map(\.path) == ["s", "s#2"])
    #expect(report.traces.map { $0.violations.map(\.line) } == [[], [6]])
  }

  @Test("report events without a key, and check the others")
  func strays() throws {
    let (report, run) = try report(
      """
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":1}
       {"callback":"sceneDidBecomeActive(_:)","session":"A"}
      {"callback":"sceneWillResignActive(_:)","session":"A","id":null}
      """, "--key", "id")
    #expect(report.traces.map(\.path) == ["s[id=1]"])
    #expect(run.status == 3)
    #expect(
      run.errorOutput.contains(
        "s:2:2: 2 events have no \"id\" and were not checked; this is the first"),
      "\(run.errorOutput)")
  }

  @Test("are not ended by a marker with only a part of the key")
  func partialKey() throws {
    let event = #"{"callback":"sceneDidBecomeActive(_:)","session":"A","id":1,"n":2}"# + "\n"
    let (report, run) = try report(
      event + #"{"end":true,"id":1}"# + "\n" + event, "--key", "id", "--key", "n")
    #expect(report.traces.map(\.events) == [2])
    #expect(run.errorOutput.contains("s:2:1: an event has no \"id\" or no \"n\""))
  }

  @Test("have a gap in every recording if lost events name none")
  func losses() throws {
    let (report, _) = try report(
      """
      {"records":"all"}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":2}
      {"lost":3}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":1}
      {"lost":1,"id":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":3}
      """, "--key", "id")
    #expect(report.traces.map(\.events) == [4, 2, 2])
    #expect(report.counts.total == 0)
  }

  @Test("report an invalid recording with its position, and check the others")
  func poison() throws {
    let (report, run) = try report(
      """
      {"records":"all"}
      {"callback":"sceneDidBecomeActive(_:)","session":1.5,"id":1}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":2}
      {"callback":"sceneDidBecomeActive(_:)","session":"A","id":2}
      {"callback":"sceneDidBecomeActive(_:)", "session":[],"id":3,"more":{}}
      """, "--key", "id")
    #expect(run.status == 3)
    #expect(report.traces.map(\.path) == ["s[id=2]"])
    #expect(report.counts.warnings == 1)
    #expect(run.errorOutput.contains("s[id=1]:1:50: \"session\" must be a"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("s[id=3]:1:51: \"session\" must be a"), "\(run.errorOutput)")
  }

  @Test("are checked as far as they can be read")
  func broken() throws {
    let start = #"{"callback":"sceneDidBecomeActive(_:)","session":"A","id":1}"# + "\n"
    let (cut, cutRun) = try report(start + start.prefix(30), "--key", "id")
    #expect(cut.traces.map { $0.notes.map(\.id) } == [["cut-off"]])
    #expect(cut.traces[0].notes[0].line == 1 && cutRun.status != 3)
    let (broken, run) = try report(start + start + "nonsense\n" + start, "--key", "id")
    #expect(broken.traces.map(\.events) == [3], "two events and the gap after them")
    #expect(run.status == 3 && run.errorOutput.contains("s:3:9: "), "\(run.errorOutput)")
    let (number, wrong) = try report(start + #"{"callback":"a","id":1.5}"#, "--key", "id")
    #expect(number.traces.map(\.events) == [2])
    #expect(wrong.errorOutput.contains("s:2:22: \"id\" must be a string or a whole number"))
    let long = String(repeating: "x", count: 1_025)
    let (_, tooLong) = try report(#"{"callback":"a","id":"\#(long)"}"#, "--key", "id")
    #expect(
      tooLong.errorOutput.contains("s:1:1: \"id\" is longer than a key value may be"))
    let log = "2026-11-22 09:41:00.250 Df Notes[4711:13ab5] sceneDidBecomeActive(_:) session=0F3C\n"
    let (_, foreign) = try report(log, "--key", "process")
    #expect(foreign.errorOutput.contains("s: a stream in the format text-log cannot"))
  }

  @Test("may have open recordings up to a limit")
  func limit() throws {
    let lines = (0..<5).map { #"{"callback":"a","id":\#($0 % 4)}"# + "\n" }.joined()
    let splitter = try RecordingSplitter(
      MemorySource(Array(lines.utf8)), named: "s", by: RecordingPlan(key: ["id"], pause: nil),
      members: EventMembers(single: ["id"], sets: []), foreign: ForeignOptions(), after: nil,
      openLimit: 3)
    var names: [String] = []
    while let recording = splitter.next() { names.append(recording.name) }
    #expect(names == ["s[id=0]", "s[id=1]", "s[id=2]"])
    #expect(splitter.failures.map(\.position?.line) == [4])
    #expect(splitter.failures[0].message.hasPrefix("more than 3 recordings are open at once"))
  }

  @Test("may have recordings that are longer than the part kept in memory")
  func long() throws {
    let text = String(repeating: "x", count: 10_000)
    let lines = (0..<400).map { index in
      #"{"callback":"sceneDidBecomeActive(_:)","session":"A","id":\#(index % 7),"n":"\#(text)"}"#
    }
    let (report, _) = try report(lines.joined(separator: "\n"), "--key", "id")
    #expect(report.traces.map(\.events) == [58, 57, 57, 57, 57, 57, 57])
    #expect(report.failures.isEmpty)
  }

  @Test("are also split by a worker, for a baseline and by the configuration")
  func commands() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"key": ["id"], "closeAfter": "1.5h"}"#, to: ".callorder.json")
    let text =
      #"{"callback":"sceneDidBecomeActive(_:)","id":1}"# + "\n"
      + #"{"callback":"sceneDidBecomeActive(_:)","id":2}"#
    let worker = callorder(["worker"], in: folder, input: "\(text.utf8.count) w\n\(text)")
    #expect(worker.output.contains(#""path":"w[id=2]""#), "\(worker.output)")
    let check = callorder(["check", "-", "--format", "json"], in: folder, input: text)
    #expect(check.output.contains(#""path": "-[id=2]""#))
    #expect(callorder("config", in: folder).output.contains("5400"))
    let words = ["check", "-", "--no-config", "--key"]
    for (rest, message) in [
      (["callback"], "\"callback\" cannot be a key"), ([""], "cannot be a key"),
      (["a", "--key", "a"], "named twice"), (["a", "--records", "run"], "'records'"),
      (["a", "--close-after", "5"], "'5' is not a duration"),
      (["a", "--close-after", "-5s"], "'-5s' is not a duration"),
    ] {
      let run = callorder(words + rest, input: text)
      #expect(run.status == 2 && run.errorOutput.contains(message), "\(run.errorOutput)")
    }
  }
}
