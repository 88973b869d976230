import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceJSON
import TraceReading

/// Returns some of its bytes and then fails, like a faulty disk.
private final class FailingSource: ByteSource {
  private let memory: MemorySource
  init(_ text: String) { memory = MemorySource(Array(text.utf8)) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = memory.read(into: buffer)
    if count == 0 { throw ByteSourceError("input/output error") }
    return count
  }
}

@Suite("The number of jobs changes nothing", .seeds) struct JobsTests {
  private static let trace = LongTrace(seed: 1)

  /// Checks the same files with several numbers of jobs, and expects the output to have the same bytes.
  private func sameOutput(
    _ words: [String], in folder: TemporaryFolder, jobs: [Int], _ location: SourceLocation
  ) -> String {
    let words = ["check", "--no-config"] + words
    let one = callorder(words + ["--jobs", "1"], in: folder)
    for jobs in jobs {
      let many = callorder(words + ["--jobs", "\(jobs)"], in: folder, processorCount: jobs)
      #expect(many.status == one.status, "\(jobs) jobs", sourceLocation: location)
      #expect(many.errorOutput == one.errorOutput, "\(jobs) jobs", sourceLocation: location)
      // Compared outside of `#expect`, because the texts are too long to print.
      let isSame = many.output == one.output
      #expect(isSame, "\(jobs) jobs, \(words)", sourceLocation: location)
    }
    return one.output
  }

  private func sameReports(
    _ words: [String], in folder: TemporaryFolder, jobs: [Int] = [2, 3, 8],
    _ location: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let words = ["--format", "json", "--timeline", "50"] + words
    return try JSONValue(
      parsing: Array(sameOutput(words, in: folder, jobs: jobs, location).utf8))
  }

  @Test(
    "in the other formats, and whatever the recording is said to show",
    arguments: ["sarif", "sarif --records all", "text --records all", "html --timeline 3000"])
  func formats(options: String) throws {
    let folder = try TemporaryFolder()
    let text = LongTrace(seed: 2, processes: 60).text(.lines)
    #expect(text.utf8.count > 1 << 20)
    try folder.write(text, to: "long")
    let words = ["long", "--format"] + options.split(separator: " ").map(String.init)
    let output = sameOutput(words, in: folder, jobs: [3], #_sourceLocation)
    #expect(output.contains("activate-while-active"))
  }

  @Test(
    "in the report of a trace with losses, unknown callbacks and another process, or whose end names no subject, or several",
    arguments: [
      #"{"callback":"sceneDidBecomeActive(_:)","process":101}"#,
      #"{"callback":"application(_:didDiscardSceneSessions:)","sessions":["S1","S2","S3"],"process":101}"#,
      #"{"lost":3}"#, #"{"callback":"somethingElse","process":101,"session":"S1"}"#,
      #"{"callback":"applicationDidReceiveMemoryWarning(_:)","process":2}"#,
    ])
  func others(line: String) throws {
    let folder = try TemporaryFolder()
    var trace = Self.trace
    for index in stride(from: 500, to: trace.lines.count, by: 200) { trace.lines[index] = line }
    try folder.write(trace.text(.lines), to: "often")
    try folder.write((Self.trace.lines + [line]).joined(separator: "\n"), to: "last")
    for path in ["often", "last"] { _ = try sameReports([path], in: folder, jobs: [3]) }
  }

  @Test("in the report of one long trace", arguments: LongTrace.Shape.allCases)
  func long(shape: LongTrace.Shape) throws {
    let folder = try TemporaryFolder()
    let text = Self.trace.text(shape)
    #expect(text.utf8.count > 3 * (256 << 10))
    try folder.write(text, to: "long")
    let report = try sameReports(["long"], in: folder)
    #expect(report["summary"]?["events"]?.integer == Int64(Self.trace.lines.count))
    #expect(report["summary"]?["violations"]?.integer ?? 0 > 20)
  }

  @Test("in the report of a list with many texts that look like the end of an event")
  func decoys() throws {
    let folder = try TemporaryFolder()
    var trace = Self.trace
    let size = (256 << 10)
    for index in trace.lines.indices where index % 3 == 0 {
      let count = index % 300 == 0 ? size / 10 : 20
      let objects = Array(repeating: "{\"callback\":\"x\"}", count: count)
      let nested = objects.joined(separator: ",\n")
      let text = Array(repeating: "}, {\\\"callback\\\":\\\"x\\\"", count: 20).joined()
      trace.lines[index] =
        trace.lines[index].dropLast() + ",\"nested\":[\(nested)],\"text\":\"\(text)\"}"
    }
    let after = String(repeating: "{\"a\":[{},{},\n{}]},", count: size / 20)
    let document = trace.text(.document).dropLast()
    try folder.write(trace.text(.array), to: "array")
    try folder.write(document + ",\"x\":[\(after)0]}", to: "members-after")
    try folder.write(document + ",\"x\":[\(after)}", to: "fault-after")
    try folder.write(trace.text(.array) + after, to: "events-after")
    try folder.write(String(trace.text(.array).dropLast(3)), to: "no-end")
    let events = try sameReports(["array"], in: folder)["summary"]?["events"]?.integer
    #expect(events == Int64(trace.lines.count))
    #expect(
      try sameReports(["members-after"], in: folder, jobs: [2])["failures"]?.array?.count == 0)
    for path in ["fault-after", "events-after"] {
      let failures = try sameReports([path], in: folder, jobs: [3])["failures"]?.array
      #expect(failures?.count == 1, "\(path)")
    }
    // Truncated input is checked up to its end.
    let cut = try sameReports(["no-end"], in: folder, jobs: [3])
    #expect(cut["failures"]?.array?.count == 0)
    #expect(cut["summary"]?["events"]?.integer == Int64(trace.lines.count))
  }

  @Test("in the report of many inputs, some of which are not traces")
  func many() throws {
    let folder = try TemporaryFolder()
    for number in 0..<24 {
      var trace = LongTrace(seed: UInt64(number), processes: 1 + number % 3)
      if number % 5 == 3 { trace.lines.insert("{\"callback\":", at: trace.lines.count / 2) }
      let shape = LongTrace.Shape.allCases[number % 4]
      try folder.write(trace.text(shape), to: "traces/\(number).json")
    }
    let report = try sameReports(["traces", "missing"], in: folder, jobs: [2, 8])
    #expect(report["summary"]?["traces"]?.integer == 19)
    #expect(report["summary"]?["failures"]?.integer == 6)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    /// The text in place of an event.
    var line: String
    var testDescription: String { name }
  }

  static let faults = [
    Fault(name: "no JSON", line: "é {\"callback\""), Fault(name: "no object", line: " 7"),
    Fault(name: "no callback", line: "{\"x\":1}"),
    Fault(name: "control", line: "{\"callback\":\"\u{1}\"}"),
    Fault(name: "wrong value", line: "{\"callback\":\"a\",\"x\":[{}],\"time\":\"é\"}"),
    Fault(name: "two events", line: "{\"callback\":\"a\"} {\"callback\":\"b\"}"),
    Fault(name: "unfinished string", line: "{\"callback\":\"a"),
    Fault(name: "unfinished event", line: "{\"callback\":\"a\", \t"),
  ]

  @Test(
    "in the message about a fault far inside a trace", arguments: faults,
    [LongTrace.Shape.lines, .array])
  func fault(fault: Fault, shape: LongTrace.Shape) throws {
    let folder = try TemporaryFolder()
    let (middle, last) = (Self.trace.lines.count * 2 / 3, Self.trace.lines.count - 1)
    for place in fault.name.hasPrefix("unfinished") ? [middle, last] : [middle] {
      var trace = Self.trace
      trace.lines[place] = fault.line
      try folder.write(trace.text(shape), to: "long")
      let report = try sameReports(["long"], in: folder, jobs: [3])
      let failures = try #require(report["failures"]?.array)
      // A truncated last line is not a fault: what comes before it is checked.
      if place == last, shape == .lines {
        #expect(failures.isEmpty)
        #expect(report["summary"]?["events"]?.integer == Int64(last))
        continue
      }
      #expect(failures.count == 1)
      if shape == .lines {
        #expect(
          failures.map { $0["position"]?["line"]?.integer } == [Int64(place + 1)], "\(failures)")
      }
    }
  }

  @Test("in the message about a fault, for any shape", arguments: LongTrace.Shape.allCases)
  func fault(shape: LongTrace.Shape) throws {
    let folder = try TemporaryFolder()
    var trace = Self.trace
    let place = trace.lines.count - 20
    trace.lines[place] = "{\"callback\":\"é\",\"time\":true}"
    try folder.write(trace.text(shape), to: "long")
    let failure = try #require(
      sameReports(["long"], in: folder, jobs: [8])["failures"]?.array?.first)
    let line = [place + 1, place * 2 + 2, place + 2, 1]
    let index = try #require(LongTrace.Shape.allCases.firstIndex(of: shape))
    #expect(failure["position"]?["line"]?.integer == Int64(line[index]), "\(failure)")
    if shape != .document { #expect(failure["position"]?["column"]?.integer == 24, "\(failure)") }
  }

  @Test(
    "in the message about an event beyond the size limit",
    arguments: [LongTrace.Shape.lines, .array, .document])
  func tooLong(shape: LongTrace.Shape) throws {
    let folder = try TemporaryFolder()
    var trace = Self.trace
    // A line this long does not end within any batch; an event of a list can be shorter.
    let size = shape == .lines ? 17 << 20 : 9 << 20
    trace.lines[600] = "{\"callback\":\"" + String(repeating: "x", count: size) + "\"}"
    try folder.write(trace.text(shape), to: "long")
    let report = try sameReports(["long"], in: folder, jobs: [2])
    let line = shape == .lines ? 601 : shape == .array ? 602 : 1
    let failure = try #require(report["failures"]?.array?.first)
    #expect(failure["position"]?["line"]?.integer == Int64(line))
    #expect(failure["message"]?.string?.contains("larger than the limit") ?? false, "\(failure)")
  }

  @Test(
    "in the message about a source that fails in the middle",
    arguments: [LongTrace.Shape.lines, .array])
  func failingSource(shape: LongTrace.Shape) throws {
    var text = Self.trace.text(shape)
    text.removeLast(2_000)
    let grammar = try #require(Grammar.parse(ShippedGrammar.uiScene.source.bytes).grammar)
    let input = TraceInput(path: "x") { [text] in FailingSource(text) }
    let failures = [1, 2, 3, 8].map { jobs in
      var reading = ReadingOptions()
      reading.jobs = jobs
      return checkTraces([input], against: grammar, reading: reading).failures
    }
    #expect(failures[0].map(\.message) == ["input/output error"])
    for failure in failures { #expect(failure == failures[0]) }
  }
}
