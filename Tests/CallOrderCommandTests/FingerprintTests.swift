import Foundation
import TestSupport
import Testing

/// A fault always has the same fingerprint, however often and in whatever form it is recorded.
@Suite("Fingerprints") struct FingerprintTests {
  /// The fault: entering the background without resigning, after a complete connection.
  static let calls: [[String: String]] = [
    ["callback": "scene(_:willConnectTo:options:)"], ["callback": "sceneWillEnterForeground(_:)"],
    ["callback": "sceneDidBecomeActive(_:)"], ["callback": "sceneDidEnterBackground(_:)"],
  ]

  /// The events with identities and times, one per line.
  private func lines(
    _ calls: [[String: String]] = calls, session: String = "0F3C", process: Int = 4021,
    start: Double = 0.5
  ) -> String {
    calls.enumerated().map { index, event in
      let callback = event["callback"] ?? ""
      return
        #"{"callback": "\#(callback)", "session": "\#(session)", "process": \#(process), "time": \#(start + Double(index))}"#
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
    let objects = Self.calls.map { call in
      var event: [String: Any] = call
      (event["session"], event["process"], event["time"]) = (
        "X", "launch 7", "2026-01-02T03:04:05Z"
      )
      return event
    }
    let pretty = try JSONSerialization.data(
      withJSONObject: ["metadata": ["os": "iOS 26.1"], "events": objects],
      options: [.prettyPrinted, .sortedKeys])
    let selectors = [
      "scene:willConnectToSession:options:", "sceneWillEnterForeground:",
      "-[SceneDelegate sceneDidBecomeActive:]", "sceneDidEnterBackground:",
    ].map { ["callback": $0] }
    let other = ["scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)"].map {
      #"{"callback": "\#($0)", "session": "other", "process": 4021}"#
    }.joined(separator: "\n")
    let variants: [(String, String)] = [
      ("other times, identities and processes", lines(session: "B2", process: 1, start: 1e6)),
      ("an array", "[\(events)]"), ("a document on one line", "{\"events\":[\(events)]}"),
      ("a pretty document, members in another order", String(decoding: pretty, as: UTF8.self)),
      ("other lines", "\n\n\n" + lines().replacing("\n", with: "\r\n\r\n")),
      ("a byte order mark", "\u{FEFF}" + lines()), ("selectors", lines(selectors)),
      ("calls of another session before", other + "\n" + lines()),
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
    let connect = Self.calls[0]
    func named(_ names: String...) -> [[String: String]] { names.map { ["callback": $0] } }
    let active = named("sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)")
    let faults = [
      Self.calls,
      // Another rule.
      [connect] + active + named("sceneWillEnterForeground(_:)"),
      // One rule, broken by two calls.
      named("sceneDidDisconnect(_:)", "sceneDidBecomeActive(_:)"),
      named("sceneDidDisconnect(_:)", "sceneDidEnterBackground(_:)"),
    ]
    let names = try faults.map { try fingerprints(lines($0)) }
    #expect(names.allSatisfy { $0.count == 1 }, "\(names)")
    #expect(Set(names).count == faults.count, "\(names)")
    let alike = [
      // After other calls.
      [connect] + active + named("sceneWillResignActive(_:)", "sceneDidBecomeActive(_:)")
        + named("sceneDidEnterBackground(_:)"),
      // The calls before are unknown.
      named("sceneDidBecomeActive(_:)", "sceneDidEnterBackground(_:)"),
    ]
    for calls in alike { #expect(try fingerprints(lines(calls)) == names[0]) }
    // The call is not too early here, but too many.
    let tooMany =
      [connect] + active
      + named(
        "sceneDidEnterBackground(_:)", "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)")
    let other = try fingerprints(lines(tooMany))
    #expect(other.count == 1 && other != names[0])
  }
}
