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

  @Test("full spellings in log messages are events")
  func spellings() {
    // All except names of properties, which are ordinary words.
    let spellings = Grammar.uiScene().callbacks.flatMap { callback in
      (callback.swift + callback.objectiveC).filter { $0.contains(":") } + callback.notifications
    }
    let calls = spellings.map { #"{"timestamp":"","eventMessage":"called \#($0), now"}"# }
    let bytes = Array(calls.joined(separator: "\n").utf8)
    let found = checkTraces([TraceInput(path: "-") { MemorySource(bytes) }], against: .uiScene())
    #expect(found.traces.map(\.events) == [spellings.count])
  }
}
