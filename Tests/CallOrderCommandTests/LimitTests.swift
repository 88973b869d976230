import Foundation
import TestSupport
import Testing
import TraceJSON

/// The limits on the page about limits, each with the largest input that is accepted and one that is rejected.
@Suite("A limit of what is read") struct LimitTests {
  /// Something that is limited in an event.
  struct Limit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var largest: Int
    var message: String
    /// An event with a given amount of it.
    var event: @Sendable (Int) -> String
  }

  private static let eventBytes = 8 << 20
  private static let tooLarge = "an event or a header is larger than the limit of 8388608 bytes"

  /// An event of a given size in bytes, padded with spaces.
  private static func filled(_ event: String, to size: Int) -> String {
    event + String(repeating: " ", count: size - event.utf8.count - 1) + "}"
  }

  static let limits = [
    Limit(
      testDescription: "nesting", largest: 2_047,
      message: "values are nested too deeply; the limit is 2,048 levels"
    ) { depth in
      let (opening, closing) = (
        String(repeating: "[", count: depth), String(repeating: "]", count: depth)
      )
      return "{\"callback\":\"sceneDidBecomeActive(_:)\",\"note\":\(opening)\(closing)}"
    },
    Limit(
      testDescription: "a spelling", largest: 65_536,
      message: "is 65537 bytes long; the limit is 65536 bytes"
    ) { "{\"callback\":\"\(String(repeating: "c", count: $0))\"}" },
    Limit(
      testDescription: "an identity", largest: 65_536,
      message: "is 65537 bytes long; the limit is 65536 bytes"
    ) {
      "{\"callback\":\"sceneDidBecomeActive(_:)\",\"session\":\"\(String(repeating: "s", count: $0))\"}"
    },
    Limit(testDescription: "members", largest: eventBytes, message: tooLarge) { size in
      let members = (0..<200_000).map { ",\"m\($0)\":1" }.joined()
      return filled("{\"callback\":\"sceneDidBecomeActive(_:)\"\(members)", to: size)
    },
    Limit(testDescription: "a set", largest: eventBytes, message: tooLarge) { size in
      let identities = (0..<200_000).map { "\"S\($0)\"" }.joined(separator: ",")
      return filled(
        "{\"callback\":\"application(_:didDiscardSceneSessions:)\",\"sessions\":[\(identities)]",
        to: size)
    },
  ]

  @Test("accepts the largest value and rejects a larger one, with its position", arguments: limits)
  func refused(limit: Limit) throws {
    let before = "{\"callback\":\"sceneWillEnterForeground(_:)\",\"session\":\"A\"}\n"
    func check(_ size: Int) -> CommandRun {
      callorder(
        ["check", "-", "--stdin-name", "t.jsonl", "--format", "concise"],
        input: before + limit.event(size) + "\n" + before)
    }
    let largest = check(limit.largest)
    #expect(largest.status != 3, "\(largest.errorOutput.prefix(500))")
    let larger = check(limit.largest + 1)
    #expect(larger.status == 3)
    #expect(larger.errorOutput.contains("t.jsonl:2:"), "\(larger.errorOutput.prefix(500))")
    #expect(larger.errorOutput.contains(limit.message), "\(larger.errorOutput.prefix(500))")
  }

  static let keptWhole: [(size: Int, arguments: [String])] = [
    (16 << 20, ["check", "t.jsonl", "--config"]), (16 << 20, ["check", "t.jsonl", "--grammar"]),
    (1 << 30, ["check", "t.jsonl", "--baseline"]),
  ]

  @Test("rejects a larger file where the whole file is kept in memory", arguments: keptWhole)
  func files(limit: (size: Int, arguments: [String])) throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"callback\":\"sceneDidBecomeActive(_:)\"}\n", to: "t.jsonl")
    // A sparse file, which takes no space on the disk.
    try folder.write("", to: "large.json")
    #expect(truncate(folder.path("large.json"), off_t(limit.size + 1)) == 0)
    let run = callorder(limit.arguments + ["large.json"], in: folder)
    #expect(run.status == 3)
    #expect(
      run.errorOutput.contains("large.json: larger than the limit of \(limit.size) bytes"),
      "\(run.errorOutput.prefix(500))")
  }

  @Test("on unknown callbacks counts all and names only some")
  func unknownCallbacks() throws {
    func report(_ count: Int) throws -> (callbacks: [JSONValue], note: String) {
      let events = (0..<count).map { "{\"callback\":\"unknown\($0)\"}\n" }.joined()
      let run = callorder(
        ["check", "-", "--format", "json", "--allow-inconclusive"], input: events + events)
      let trace = try #require(
        try JSONValue(parsing: Array(run.output.utf8))["traces"]?.array?.first)
      let note = try #require(
        trace["notes"]?.array?.first { $0["id"]?.string == "unknown-callback" })
      return (trace["unknownCallbacks"]?.array ?? [], note["message"]?.string ?? "")
    }
    let largest = try report(10_000)
    #expect(largest.callbacks.count == 10_000)
    #expect(largest.note.hasPrefix("20000 events of 10000 callbacks"))
    let larger = try report(10_050)
    #expect(larger.callbacks.count == 10_001)
    let others = larger.callbacks.first { $0["name"]?.string == "(others)" }
    #expect(others?["count"]?.integer == 100)
    #expect(larger.note.hasPrefix("20100 events of more than 10000 callbacks"))
  }
}
