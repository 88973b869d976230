import Foundation
import TestSupport
import Testing
import TraceJSON
import TraceReporting

/// Ten times as many items take no more memory than the limit for each allows, and about ten times the time.
@Suite("Growth", .growth, .serialized) struct GrowthTests {
  /// Something that an input can have many of.
  struct Dimension: Sendable, CustomTestStringConvertible {
    var name: String
    /// How many there are in the smaller of the two runs.
    var count: Int
    /// The memory that each of them may take, in bytes, according to the page on limits.
    var bytesForEach: Int
    /// The same for a run with only a text report; nil for the same number, but at most a thousand.
    var bytesInText: Int?
    /// The traces with a given number of them.
    var traces: @Sendable (Int) -> [String]
    var testDescription: String { name }
  }

  private static func line(_ callback: String, _ session: Int, process: Int = 1) -> String {
    "{\"callback\":\"\(callback)\",\"session\":\"S\(session)\",\"process\":\(process)}\n"
  }

  private static let life = [
    "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)", "sceneDidDisconnect(_:)",
  ]

  static let dimensions = [
    Dimension(name: "events", count: 10_000, bytesForEach: 250, bytesInText: 150) { count in
      let cycle = life[1...4].map { line($0, 1) }.joined()
      return [line(life[0], 1) + String(repeating: cycle, count: count / 4)]
    },
    Dimension(name: "sessions", count: 1_000, bytesForEach: 3_000) { count in
      [(0..<count).map { line(life[0], $0) }.joined()]
    },
    Dimension(name: "processes", count: 500, bytesForEach: 3_000) { count in
      [(0..<count).map { line(life[0], 1, process: $0) }.joined()]
    },
    Dimension(name: "violations", count: 1_000, bytesForEach: 500) { count in
      [(0..<count).map { line(life[2], 1) + line(life[$0 % 2 + 3], 1) }.joined()]
    },
    Dimension(
      name: "repeated calls", count: 1_000, bytesForEach: 1_000, bytesInText: 150,
      traces: repeatedCalls),
    // More than one state remains possible, so nothing is ever certain.
    Dimension(
      name: "repeated calls, from an unknown start", count: 1_000, bytesForEach: 1_000,
      bytesInText: 1_100
    ) {
      [String(repeating: line(life[2], 1), count: $0)]
    },
    Dimension(name: "unknown callbacks", count: 1_000, bytesForEach: 1_000) { count in
      [(0..<count).map { line("unknown\($0)", 1) }.joined()]
    },
    // In one event of the maximum size.
    Dimension(name: "identities of a set", count: 16_000, bytesForEach: 3_000, bytesInText: 1_200) {
      count in
      let identities = (0..<count).map { "\"S\($0)\"" }.joined(separator: ",")
      return [
        "{\"callback\":\"application(_:didDiscardSceneSessions:)\",\"sessions\":[\(identities)]}\n"
      ]
    },
    Dimension(name: "members of an event", count: 40_000, bytesForEach: 250) { count in
      let members = (0..<count).map { ",\"m\($0)\":1" }.joined()
      return [line(life[0], 1).replacingOccurrences(of: "}", with: members + "}")]
    },
    Dimension(name: "files", count: 30, bytesForEach: 8_000) { count in
      (0..<count).map { _ in life.map { line($0, 1) }.joined() }
    },
  ]

  /// One call that comes again and again, which is one finding.
  private static let repeatedCalls: @Sendable (Int) -> [String] = { count in
    [life[0...2].map { line($0, 1) }.joined() + String(repeating: line(life[2], 1), count: count)]
  }

  @Test("is linear", arguments: dimensions)
  func linear(of dimension: Dimension) throws {
    let small = try Self.run(dimension.traces(dimension.count))
    let large = try Self.run(dimension.traces(dimension.count * 10))
    let allowed = dimension.bytesForEach * dimension.count * 9 + (16 << 20)
    #expect(
      large.memory - small.memory <= allowed,
      "from \(small.memory) to \(large.memory) bytes, \(allowed) are allowed")
    #expect(large.seconds <= small.seconds * 20 + 0.5, "\(small.seconds) s, \(large.seconds) s")
  }

  @Test("is linear a hundred times, too", arguments: dimensions)
  func linearHundredTimesToo(of dimension: Dimension) throws {
    // No event is larger than eight megabytes.
    let count = min(dimension.count, 4_000)
    let small = try Self.run(dimension.traces(count), formats: ["text"])
    let large = try Self.run(dimension.traces(count * 100), formats: ["text"])
    let each = dimension.bytesInText ?? min(dimension.bytesForEach, 1_000)
    let allowed = each * count * 99 + (8 << 20)
    #expect(
      large.memory - small.memory <= allowed,
      "from \(small.memory) to \(large.memory) bytes, \(allowed) are allowed")
  }

  /// A finding keeps its first and last events, however many it has; the lists beside it are full with fewer than these. So only
  /// the events themselves take memory.
  @Test("is that of the events for repeated calls beyond what is shown")
  func repeatedCallsBeyond() throws {
    let formats = ["text", "json", "html", "sarif"]
    let small = try Self.run(Self.repeatedCalls(300_000), formats: formats)
    let large = try Self.run(Self.repeatedCalls(1_200_000), formats: formats)
    #expect(
      large.memory - small.memory <= 900_000 * 150 + (8 << 20),
      "from \(small.memory) to \(large.memory) bytes")
  }

  @Test("is that of the events for calls that are never certain")
  func noneForCallsNeverCertain() throws {
    func memory(_ count: Int) throws -> Int {
      try Self.run([String(repeating: Self.line(Self.life[2], 1), count: count)], formats: ["text"])
        .memory
    }
    let (small, large) = (try memory(70_000), try memory(280_000))
    #expect(large - small <= 210_000 * 1_100 + (8 << 20), "from \(small) to \(large) bytes")
  }

  /// What is the same for all traces is computed once, not for each trace with a finding.
  @Test("is not that of the grammar for each finding") func notGrammarForEachFinding() throws {
    func seconds(_ calls: some Sequence<String>) throws -> Double {
      let trace = calls.map { Self.line($0, 1) }.joined()
      return try Self.run(
        Array(repeating: trace, count: 1_000), formats: ["text"], records: "trace"
      ).seconds
    }
    let life = Self.life
    let legal = try seconds(life[0...4] + life[1...4])
    // The second time no call leaves the active state.
    let wrong = try seconds(life[0...4] + life[1...2] + [life[4]])
    #expect(wrong <= legal * 8 + 0.5, "\(legal) s, and with findings \(wrong) s")
  }

  @Test("is linear in the rules of a grammar") func linearInRulesGrammar() throws {
    func run(_ count: Int, _ formats: [String]) throws -> (memory: Int, seconds: Double) {
      let folder = try TemporaryFolder()
      let rules = (1...count).map {
        "rule r\($0) warning { a takes at most \($0) s title \"t\" message \"m\" }\n"
      }
      try folder.write(
        """
        grammar Many "1.0" {}
        subject session { member "session" }
        callback a about session {}
        callback b about session {}
        lifecycle l about session {
          x -> a y
          y -> b x
        }
        rule unexpected-callback error { anything else title "t" message "m" }

        """ + rules.joined(), to: "many.lifecycle")
      return try Self.run(
        ["{\"callback\":\"a\",\"session\":\"A\",\"duration\":5}\n"], formats: formats,
        options: ["--grammar", folder.path("many.lifecycle")])
    }
    let (small, large) = (
      try run(100, ["json", "html", "text"]), try run(1_000, ["json", "html", "text"])
    )
    #expect(large.memory - small.memory <= 2_500 * 900 + (4 << 20))
    #expect(large.seconds <= small.seconds * 20 + 0.5, "\(small.seconds) s, \(large.seconds) s")
    let (few, many) = (try run(10, ["text"]), try run(1_000, ["text"]))
    #expect(many.memory - few.memory <= 2_000 * 990 + (4 << 20))
  }

  /// The names of the coverage of merged reports are kept once. Coverage is nearly all of these reports.
  @Test("is that of the traces for merged reports") func tracesForMergedReports() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.life.map { Self.line($0, 1) }.joined(), to: "t.jsonl")
    let report = callorder("check", "t.jsonl", "--format", "json", "--no-config", in: folder).output
    let line = try JSONValue(parsing: Array(report.utf8)).serialized(indentation: nil)
    let text = String(decoding: line, as: UTF8.self)
    func run(_ count: Int) throws -> (memory: Int, seconds: Double) {
      let lines = (0..<count).map { text.replacing("t.jsonl", with: "\($0).jsonl") + "\n" }
      try folder.write(lines.joined(), to: "lines")
      return try Self.measured(
        [builtProgram, "report", "-q", "-r", "json=\(folder.path("all"))", folder.path("lines")],
        in: folder,
        statuses: [0])
    }
    let (small, large) = (try run(1_500), try run(6_000))
    #expect(
      large.memory - small.memory <= 5_000 * 4_500 + (4 << 20),
      "from \(small.memory) to \(large.memory) bytes")
    #expect(large.seconds <= small.seconds * 8 + 0.5, "\(small.seconds) s, \(large.seconds) s")
  }

  @Test("is linear in the length of a path that is refused") func linearInLengthPathRefused() throws
  {
    func run(_ count: Int) throws -> (memory: Int, seconds: Double) {
      let path = String(repeating: "a/", count: count) + "r.json"
      return try Self.run(
        [Self.line(Self.life[0], 1)], formats: [],
        options: ["--report", "json=\(path)"], status: 3)
    }
    let (small, large) = (try run(6_000), try run(60_000))
    #expect(large.seconds <= small.seconds * 20 + 0.5, "\(small.seconds) s, \(large.seconds) s")
  }

  /// Checks traces with the built program, and writes reports; by default the most detailed ones.
  private static func run(
    _ traces: [String], formats: [String] = ["json", "html", "text"], records: String = "all",
    options: [String] = [], status expected: Int32 = 0
  ) throws -> (memory: Int, seconds: Double) {
    let folder = try TemporaryFolder()
    for (index, trace) in traces.enumerated() { try folder.write(trace, to: "t/\(index).jsonl") }
    let reports = formats.flatMap { ["--report", "\($0)=\(folder.path)/r.\($0)"] }
    let words =
      [builtProgram, "check", "\(folder.path)/t", "--no-config", "--records", records, "-q"]
      + ["--jobs", "1"] + reports + options
    // Violations are not a failure of the program.
    return try measured(words, in: folder, statuses: [expected, 1])
  }

  /// Runs a program, and returns its peak memory in bytes and its processor time.
  private static func measured(
    _ words: [String], in folder: TemporaryFolder, statuses: [Int32]
  ) throws -> (memory: Int, seconds: Double) {
    let usage = folder.path("usage")
    var arguments = (["python3", "-c", measuring, usage] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    try #require(posix_spawnp(&process, "python3", nil, nil, &arguments, environ) == 0)
    var status: Int32 = 0
    try #require(waitpid(process, &status, 0) == process)
    #expect(statuses.contains { $0 << 8 == status }, "the program ended with \(status)")
    let numbers = try #require(folder.text("usage")).split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return (Int(numbers[0]) * 1_024, numbers[1])
  }

  /// Runs a program, and writes into a file its peak memory in kilobytes and the seconds of processor time that it took. What
  /// this process itself takes would count for a program that it starts, until that is loaded.
  private static let measuring = """
    import resource, subprocess, sys
    status = subprocess.call(sys.argv[2:])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    open(sys.argv[1], "w").write(f"{usage.ru_maxrss} {usage.ru_utime}")
    sys.exit(status)
    """
}
