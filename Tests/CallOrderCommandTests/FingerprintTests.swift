import Foundation
import TestSupport
import Testing

/// A fault always has the same fingerprint, however often and in whatever form it is recorded.
@Suite("Fingerprints") struct FingerprintTests {
  /// The fault: entering the background without resigning, after a complete connection.
  static let calls = [
    "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    "sceneDidEnterBackground(_:)",
  ]

  /// The events with identities and times, one per line.
  private func lines(
    _ calls: [String] = calls, session: String = "0F3C", process: Int = 4021, start: Double = 0.5
  ) -> String {
    calls.enumerated().map {
      #"{"callback": "\#($1)", "session": "\#(session)", "process": \#(process), "time": \#(start + Double($0))}"#
    }.joined(separator: "\n")
  }

  /// The fingerprints of a recording, in the order of the report.
  private func fingerprints(
    _ text: String, at path: String = "trace.json", _ options: [String] = []
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write(text, to: path)
    let run = callorder(
      ["check", path, "--records", "all", "--format", "jsonl"] + options, in: folder)
    return run.output.matches(of: /"fingerprint": ?"([0-9a-f]{32})"/).map { String($0.1) }
  }

  @Test("are the same when the fault is recorded again")
  func recordedAgain() throws {
    let expected = try fingerprints(lines())
    #expect(expected.count == 1)
    let events = lines().split(separator: "\n").joined(separator: ",")
    let objects = Self.calls.map {
      ["callback": $0, "session": "X", "process": "launch 7", "time": "2026-01-02T03:04:05Z"]
    }
    let pretty = try JSONSerialization.data(
      withJSONObject: ["metadata": ["os": "iOS 26.1"], "events": objects],
      options: [.prettyPrinted, .sortedKeys])
    let selectors = [
      "scene:willConnectToSession:options:", "sceneWillEnterForeground:",
      "-[SceneDelegate sceneDidBecomeActive:]", "sceneDidEnterBackground:",
    ]
    let variants: [(String, String)] = [
      ("other times, identities and processes", lines(session: "B2", process: 1, start: 1e6)),
      ("an array", "[\(events)]"), ("a document on one line", "{\"events\":[\(events)]}"),
      ("a pretty document, members in another order", String(decoding: pretty, as: UTF8.self)),
      ("other lines", "\n\n\n" + lines().replacing("\n", with: "\r\n\r\n")),
      ("a byte order mark", "\u{FEFF}" + lines()), ("selectors", lines(selectors)),
      (
        "calls of another session before",
        lines(Array(Self.calls[...1]), session: "other") + "\n" + lines()
      ),
      ("members that mean nothing", lines().replacing("{", with: "{\"memory\": 12, ")),
    ]
    for (what, text) in variants {
      #expect(try fingerprints(text) == expected, "\(what)")
    }
    #expect(try fingerprints(lines(), at: "deep/in/a folder/x.jsonl") == expected)
    #expect(
      try fingerprints(lines(), ["--rule", "background-without-resign=note"]) == expected,
      "a severity")
  }

  @Test("differ when the rule or the call differs, and not when states and the calls around do")
  func otherFaults() throws {
    let active = Array(Self.calls[...2])
    let faults = [
      Self.calls,
      // Another rule.
      active + ["sceneWillEnterForeground(_:)"],
      // One rule, broken by two calls.
      ["sceneDidDisconnect(_:)", "sceneDidBecomeActive(_:)"],
      ["sceneDidDisconnect(_:)", "sceneDidEnterBackground(_:)"],
    ]
    let names = try faults.map { try fingerprints(lines($0)) }
    #expect(names.allSatisfy { $0.count == 1 }, "\(names)")
    #expect(Set(names).count == faults.count, "\(names)")
    let (resign, leave) = ("sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)")
    let alike = [
      // After other calls.
      active + [resign, "sceneDidBecomeActive(_:)", leave],
      // The calls before are unknown.
      ["sceneDidBecomeActive(_:)", leave],
    ]
    for calls in alike { #expect(try fingerprints(lines(calls)) == names[0]) }
    // The call is not too early here, but too many.
    let tooMany = active + [leave, resign, leave]
    let other = try fingerprints(lines(tooMany))
    #expect(other.count == 1 && other != names[0])
  }
}
