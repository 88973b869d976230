import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

@Suite("Configuration") struct ConfigurationTests {
  private func folder(_ configuration: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(configuration, to: ".callorder.json")
    try folder.write(Traces.error, to: "traces/a.json")
    try folder.write(Traces.warning, to: "traces/legacy/b.json")
    return folder
  }

  @Test("a suppression counts up to the day on which it expires") func expiry() throws {
    let folder = try folder(
      #"{"suppressions": [{"path": "traces/", "reason": "old", "expires": "1970-01-02"}]}"#)
    #expect(callorder("check", "traces", in: folder).status == 0)
    let later = callorder(["check", "traces"], in: folder, secondsSince1970: 3 * 86_400)
    #expect(later.status == 1)
    let message = "the suppression of every rule in traces/ expired on 1970-01-02"
    #expect(later.errorOutput.contains(message), "\(later.errorOutput)")
  }

  @Test("config prints every setting and its origin")
  func listing() throws {
    let run = callorder(
      "config",
      in: try folder(
        #"{"failOn": "warning", "baseline": "b.json", "rules": {"launch-order": "off"}}"#))
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").map {
      $0.split(whereSeparator: { $0 == " " }).joined(separator: " ")
    }
    #expect(lines.contains("failOn warning # .callorder.json"))
    #expect(lines.contains("rules launch-order = off # .callorder.json"))
    #expect(lines.contains("complete false # default"))
    for member in ConfigurationMember.all where member.show != nil {
      #expect(lines.contains { $0.hasPrefix(member.name + " ") }, "\(member.name)")
    }
  }

  @Test("the published schema names exactly the members that are read")
  func schema() throws {
    let text = callorder("schema", "config").output
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let properties = value?["properties"] as? [String: Any]
    #expect(Set(properties?.keys.map { $0 } ?? []) == Set(ConfigurationMember.all.map(\.name)))
    expectSnapshot(Array(text.utf8), named: "callorder.schema.json")
  }

  @Test(
    "path patterns",
    arguments: [
      ("traces/*.json", "traces/a.json", true), ("traces/*.json", "traces/b/a.json", false),
      ("traces/**/a.json", "traces/a.json", true), ("traces/**/a.json", "traces/b/c/a.json", true),
      ("**", "a/b", true), ("traces/", "traces/x/y", true), ("traces/", "other/traces/x", false),
      ("a?c", "abc", true), ("a?c", "a/c", false), ("./a", "a", true), ("*a*b*", "xxaxxbxx", true),
      ("*a*b*", "xxbxxaxx", false), ("**/b/**/d", "a/b/c/b/d", true),
      ("**/b/**/d", "a/b/c/d/e", false),
      ("a/**", "a", true), ("a", "a/b", false), ("a/b", "a", false),
    ])
  func patterns(pattern: String, path: String, expected: Bool) {
    #expect(PathPattern(pattern).matches(path) == expected)
  }
}
