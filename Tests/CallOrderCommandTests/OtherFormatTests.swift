import CallOrderKit
import Foundation
import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReading

@testable import CallOrderCommand

/// Real recordings that are not part of the project: in a folder next to it, or in `CALLORDER_RECORDINGS`.
private let recordingsFolder: String =
  ProcessInfo.processInfo.environment["CALLORDER_RECORDINGS"]
  ?? Repository.path("../shared/recordings")

@Suite("Recordings in foreign formats") struct OtherFormatTests {
  /// Real recordings, with their format, verdict and number of events.
  static let expected: [(file: String, format: String, verdict: Verdict, events: Int)] = [
    ("bugsnag-ios_handled_nserror.json", "bugsnag", .conforming, 4),
    ("sentry-crash-sigterm.json", "sentry", .conforming, 3),
  ]

  @Test(
    "from real apps are read",
    .enabled(
      if: FileManager.default.fileExists(atPath: recordingsFolder), "the recordings are not here"),
    arguments: expected)
  func recordings(sample: (file: String, format: String, verdict: Verdict, events: Int)) throws {
    let path = "\(recordingsFolder)/\(sample.file)"
    let bytes = try #require(FileManager.default.contents(atPath: path))
    let report = checkTraces(
      [TraceInput(path: sample.file) { MemorySource([UInt8](bytes)) }], against: .uiScene())
    let trace = try #require(report.traces.first)
    #expect(trace.format == sample.format)
    #expect(trace.verdict == sample.verdict)
    #expect(trace.events == sample.events)
    #expect(trace.violations == [])
  }

  @Test(
    "have the name of their format, and findings with the lines of the file",
    arguments: [
      ("apple-log.json", "apple-log", [7]), ("apple-log-stream.ndjson", "apple-log", []),
      ("bugsnag.json", "bugsnag", []), ("sentry.json", "sentry", []),
    ])
  func samples(file: String, format: String, lines: [Int]) throws {
    let trace = try #require(CorpusTests.reports["traces/formats/\(file)"])
    #expect(trace.format == format)
    #expect(trace.violations.map(\.line) == lines)
    for violation in trace.violations {
      let bytes = Repository.bytes("traces/formats/\(file)") ?? []
      let line = bytes.split(separator: 10, omittingEmptySubsequences: false)[violation.line - 1]
      let text = String(decoding: line, as: UTF8.self)
      #expect(text.contains(violation.spelling), "\(text)")
    }
  }

  private static let log = """
    {"timestamp":"2026-03-02 09:14:07+0100","eventMessage":"ui ▸ didBecomeActive ▸ A","processID":8}
    {"timestamp":"2026-03-02 09:14:09+0100","eventMessage":"ui ▸ didEnterBackground ▸ A","processID":8}
    {"timestamp":"2026-03-02 09:14:10+0100","eventMessage":"ui ▸ didEnterBackgroud ▸ A","processID":8}
    """

  @Test(
    "are read with the patterns of the configuration; without them, only names are read")
  func patterns() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.log, to: "app.ndjson")
    let without = callorder("check", "app.ndjson", in: folder)
    #expect(without.status == 0 && without.errorOutput.isEmpty, "\(without.errorOutput)")
    let notRead =
      "read 2 of 3 log entries that look like lifecycle calls; not read: \"ui ▸ didEnterBackgroud ▸ A\""
    #expect(without.output.contains(notRead), "\(without.output)")
    // Only a pattern can say that `A` is a session.
    let nameless = callorder("check", "app.ndjson", "--records", "all", in: folder)
    #expect(nameless.status == 1)
    #expect(nameless.output.contains("app.ndjson:2, 2026-03-02 08:14:09.000 UTC, process 8  ["))
    try folder.write(
      #"{"records": "all", "messagePatterns": ["ui ▸ {callback} ▸ {session}"]}"#,
      to: ".callorder.json")
    let with = callorder("check", "app.ndjson", in: folder)
    #expect(with.status == 1)
    #expect(with.output.hasPrefix("error: sceneDidEnterBackground was called while"))
    #expect(
      with.output.contains(
        "\n  app.ndjson:2, 2026-03-02 08:14:09.000 UTC, session A, process 8"
          + "  [background-without-resign]\n"), "\(with.output)")
    #expect(
      with.output.contains(
        "\"ui ▸ didEnterBackgroud ▸ A\", which has no callback that the grammar knows where a pattern has one"
      ) || with.output.contains("\"ui ▸ didEnterBackgroud ▸ A\", which is misspelt"),
      "\(with.output)")
    #expect(callorder("config", in: folder).output.contains("ui ▸ {callback} ▸ {session}"))
  }

  @Test("a text log is checked like any recording, and an enter and a leave are one call")
  func console() throws {
    let text = String(
      decoding: try #require(Repository.bytes("traces/formats/console.log")), as: UTF8.self)
    let run = callorder(["check", "-", "--no-config"], input: text)
    #expect(run.status == 0)
    #expect(run.output.contains("\nok  8 events, all in order  -\n"), "\(run.output)")
    let twice = text.replacing("leave scene(", with: "enter scene(")
    let accused = callorder(["check", "-", "--no-config", "--records", "all"], input: twice)
    #expect(accused.status == 1, "\(accused.output)")
    #expect(
      accused.output.hasPrefix("error: scene(_:willConnectTo:options:) was called twice, "),
      "\(accused.output)")
    #expect(accused.output.contains("  [connect-while-connected]\n"), "\(accused.output)")
  }

  @Test("patterns can set any member of the grammar in use")
  func patternsOfOtherGrammars() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Doors "1.0" { text "Doors open and close." }
      subject door { member "door" }
      callback didOpen about door { swift "doorDidOpen(_:)" text "It is open." }
      callback didClose about door { swift "doorDidClose(_:)" text "It is closed." }
      lifecycle door about door {
        closed -> didOpen open | .
        open   -> didClose closed | .
      }
      rule surprise error { anything else title "In turns" message "{callback} came while {states}" }
      """, to: "doors.lifecycle")
    try folder.write("open: didOpen A\nopen: didOpen B\n", to: "doors.log")
    try folder.write(#"{"messagePatterns": ["open: {callback} {door}"]}"#, to: ".callorder.json")
    let known = callorder("check", "doors.log", "-g", "doors.lifecycle", in: folder)
    #expect(known.status == 0, "\(known.output)\(known.errorOutput)")
    #expect(known.output.contains("2 events"))
    let unknown = callorder("check", "doors.log", in: folder)
    #expect(unknown.status == 2)
    #expect(
      unknown.errorOutput.contains("column 18: unknown placeholder {door}"),
      "\(unknown.errorOutput)")
  }

  @Test("full spellings and long names in log messages are events, ambiguous words are not")
  func baseNames() {
    func check(_ messages: [String]) -> CommandRun {
      let lines = messages.map { #"{"timestamp":"","eventMessage":"\#($0)"}"# }
      return callorder(["check", "-", "--no-config"], input: lines.joined(separator: "\n"))
    }
    // Short names of callbacks, and words of UIKit that have other meanings as well.
    let words = [
      "continue", "willTerminate", "performAction", "scene", "application", "windowScene",
    ]
    let ambiguous = check(words)
    #expect(ambiguous.status == 1 && ambiguous.errorOutput.contains("nothing was checked: "))
    #expect(
      ambiguous.output.contains("\(words.count) log entries are not lifecycle calls"),
      "\(ambiguous.output)")
    let names = ["didBecomeActive", "supportedInterfaceOrientations", "stateRestorationActivity"]
    let long = check(names)
    #expect(long.output.contains("ok  1 note, \(names.count) events  -"), "\(long.output)")
    // All except names of properties, which are ordinary words.
    let spellings = Grammar.uiScene().callbacks.flatMap { callback in
      (callback.swift + callback.objectiveC).filter { $0.contains(":") } + callback.notifications
    }
    let calls = spellings.map { #"{"timestamp":"","eventMessage":"called \#($0), now"}"# }
    let bytes = Array(calls.joined(separator: "\n").utf8)
    let found = checkTraces([TraceInput(path: "-") { MemorySource(bytes) }], against: .uiScene())
    #expect(found.traces.map(\.events) == [spellings.count])
  }

  @Test("that are damaged are read or rejected, and never crash the program", arguments: 0..<4)
  func damaged(file: Int) throws {
    let names = [
      "apple-log.json", "apple-log-stream.ndjson", "bugsnag.json", "sentry.json",
    ]
    let bytes = try #require(Repository.bytes("traces/formats/\(names[file])"))
    var random = SeededGenerator(seed: UInt64(file))
    let inputs = (0..<150).map { round in
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged.removeSubrange(place...)
        case 1: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 2:
          damaged.insert(Array("\"{}[]:,\\0\n".utf8).randomElement(using: &random) ?? 0, at: place)
        default: damaged.removeSubrange(place..<min(damaged.count, place + 40))
        }
        if damaged.isEmpty { damaged = [0] }
      }
      return TraceInput(path: "\(round)") { [damaged] in MemorySource(damaged) }
    }
    let report = checkTraces(inputs, against: .uiScene())
    #expect(report.traces.count + report.failures.count == inputs.count)
    for failure in report.failures { #expect(failure.position != nil, "\(failure.message)") }
  }
}
