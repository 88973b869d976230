import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceReading
import TraceReporting

@testable import CallOrderCommand
@testable import CallOrderKit

@Suite("A worker") struct WorkerTests {
  private static func frame(_ name: String, _ text: String) -> String {
    "\(text.utf8.count) \(name)\n\(text)"
  }

  @Test(
    "answers like a check of each recording, without its coverage, and the merged answers equal one run"
  )
  func sameReports() throws {
    let folder = try TemporaryFolder()
    var stream = ""
    for seed in 0..<6 as Range<UInt64> {
      let text = LongTrace(seed: seed, processes: 3).text(seed % 2 == 0 ? .lines : .array)
      let name = "device \(seed)/ünï.json"
      try folder.write(text, to: name)
      stream += Self.frame(name, text) + (seed == 3 ? "\n\n" : "")
    }
    let run = callorder(["worker", "--no-config"], in: folder, input: stream)
    #expect(run.status == 0, "\(run.errorOutput)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 6)
    let all = callorder("check", ".", "--format", "json", "--no-config", in: folder)
    #expect(all.status == 1)
    func withoutCoverage(_ text: String) throws -> Report {
      var report = try Report(json: Array(text.utf8))
      report.foldedCoverage = nil
      return report
    }
    let answers = try lines.map { try withoutCoverage(String($0)) }
    var merge = ReportMerge()
    for answer in answers { try merge.add(answer) }
    #expect(try merge.report() == withoutCoverage(all.output))
    let one = callorder(
      "check", "device 2/ünï.json", "--format", "json", "--no-config", in: folder)
    #expect(try answers[2] == withoutCoverage(one.output))
  }

  @Test("shows the lines of each recording's findings as a check of it alone does")
  func sources() throws {
    let folder = try TemporaryFolder()
    try folder.write("func sceneDidEnterBackground() {\n  save()\n}\n", to: "Notes/A.swift")
    let texts = ["A.swift", "B.swift", "A.swift"].map {
      Traces.error.replacing(#""A"}"#, with: #""A","file":"Notes/\#($0)","sourceLine":2}"#)
    }
    let run = callorder(
      ["worker", "--no-config"], in: folder, input: texts.map { Self.frame("t", $0) }.joined())
    let answers = run.output.split(separator: "\n").map { $0.contains(#""excerpt""#) }
    #expect(answers == [true, false, true], "\(run.output)")
  }

  @Test("answers for the others if one is unreadable, and uses options and the configuration")
  func poison() throws {
    let folder = try TemporaryFolder()
    let stream =
      Self.frame("a", Traces.clean) + Self.frame("b", "{\"callback\": 7}") + Self.frame("c", "")
      + Self.frame("d", Traces.clean)
    let run = callorder(["worker"], in: folder, input: stream)
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[1].contains(#""failures":[{"path":"b""#), "\(lines[1])")
    #expect(lines[3].contains(#""path":"d""#) && lines[3].contains(#""verdict":"conforming""#))
    #expect(run.errorOutput.contains("b:1:"))
    try folder.write(#"{"records": "run"}"#, to: ".callorder.json")
    let judgedTogether = callorder(["worker"], in: folder, input: stream)
    #expect(judgedTogether.status == 2 && judgedTogether.errorOutput.contains("'records'"))
    try folder.write("{}", to: ".callorder.json")
    let violating = Self.frame("v", Traces.error)
    #expect(
      callorder(["worker"], in: folder, input: violating).output.contains(#""errors":1"#))
    #expect(callorder(["worker"], in: folder, input: "").output == "")
  }

  @Test("reports where the stream breaks off, after the answers before")
  func broken() throws {
    let good = Self.frame("a", Traces.clean)
    func run(_ rest: String) -> CommandRun {
      callorder(["worker", "--no-config"], input: good + rest)
    }
    for (rest, message) in [
      ("x y\n[]", "recording 2: expected a number of bytes, a space and a name"),
      ("12\n[]", "recording 2: expected a number of bytes, a space and a name"),
      ("-1 a\n[]", "recording 2: expected a number of bytes, a space and a name"),
      ("99999999999999999999 a\n", "recording 2: expected a number of bytes"),
      ("12 nam", "recording 1: the stream ends in the line before a recording"),
    ] {
      let run = run(rest)
      #expect(run.status == 3)
      #expect(run.errorOutput.contains(message), "\(rest): \(run.errorOutput)")
      #expect(run.output.split(separator: "\n").count == 1)
    }
    let cut = run("12 b\n[]")
    #expect(cut.status == 0)
    #expect(cut.errorOutput.contains("b: the stream ends after 2 of its 12 bytes"))
    #expect(cut.output.split(separator: "\n").count == 2)
  }

  @Test(
    "takes a stream in pieces of any size, and skips what is too large", arguments: [1, 3, 1_000])
  func frames(pieces: Int) throws {
    let stream = "3 a b\nxyz\n0 c\n12 large\n0123456789012 d\n[]5 e\n["
    var frames = RecordingFrames(
      DrippingSource(Array(stream.utf8), step: pieces), sizeLimit: 10)
    var found: [String] = []
    while true {
      guard let recording = try frames.next() else { break }
      do throws(ByteSourceError) {
        let bytes = try recording.open().chunk(of: 1_000)
        found.append("\(recording.path)=\(String(decoding: bytes, as: UTF8.self))")
      } catch {
        found.append("\(recording.path): \(error.message)")
      }
    }
    #expect(
      found == [
        "a b=xyz", "c=", "large: larger than the limit of 10 bytes",
        "d=[]", "e: the stream ends after 1 of its 5 bytes",
      ])
  }

  @Test("can be called as the documentation shows", .enabled(if: canCall("python3")))
  func documentation() throws {
    let page = "Sources/Tool/CallOrderKit/Documentation.docc/ManyRecordings.md"
    let code = try #require(
      Repository.codeBlocks(of: page).map(\.code).first { $0.hasPrefix("import ") })
    let folder = try TemporaryFolder()
    try folder.write(
      code.replacing("\"callorder\"", with: "\"\(builtProgram)\"")
        + """

        print(check("one", b'{"callback": "sceneWillResignActive(_:)"}')["traces"][0]["path"])
        print(check("two", b"[")["failures"][0]["path"])
        """, to: "engine.py")
    #expect(try bash("python3 engine.py 2>/dev/null", in: folder).output == "one\ntwo\n")
  }

  @Test("answers before the next recording comes")
  func atOnce() throws {
    let process = Process()
    process.executableURL = URL(filePath: builtProgram)
    process.arguments = ["worker", "--no-config"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    for name in ["a", "b"] {
      try input.fileHandleForWriting.write(contentsOf: Data(Self.frame(name, Traces.clean).utf8))
      var answer = Data()
      while answer.last != UInt8(ascii: "\n") {
        let part = output.fileHandleForReading.availableData
        if part.isEmpty { break }
        answer += part
      }
      #expect(String(decoding: answer, as: UTF8.self).contains("\"path\":\"\(name)\""))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
