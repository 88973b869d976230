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

  @Test("sets what to check, how to judge and what to write; options win")
  func settings() throws {
    let folder = try folder(
      #"""
      {"traces": ["traces"], "failOn": "never", "rules": {"background-without-resign": "note"},
       "reports": [{"format": "json", "path": "out/report.json"}]}
      """#)
    let run = callorder("check", in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output.contains("2 traces"))
    #expect(folder.text("out/report.json") != nil)
    #expect(callorder("check", "--fail-on", "warning", in: folder).status == 1)
    #expect(callorder("check", "traces/a.json", "--fail-on", "warning", in: folder).status == 0)
    #expect(callorder("check", "--no-config", in: folder).status == 2)
    #expect(callorder("check", "--no-config", "--config", "x", in: folder).status == 2)
  }

  @Test(
    "is found in parent folders up to the project's root; its paths are relative to its own folder")
  func lookup() throws {
    let outer = try folder(#"{"traces": ["traces"], "failOn": "never"}"#)
    try outer.write("", to: "inner/deep/file")
    let deep = outer.path("inner/deep")
    let run = callorder(["check"], from: deep)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output.contains("../../traces/a.json"))
    try outer.write("", to: "inner/.git/config")
    #expect(callorder(["check"], from: deep).status == 2)
  }

  @Test(
    "what it names wrongly is reported with its path",
    arguments: [
      #""baseline": "missing""#: "callorder: .callorder.json: baseline: missing: no such file",
      #""grammar": "missing""#: "callorder: .callorder.json: grammar: missing: no such file",
      #""traces": ["missing"]"#: "no such file or directory; .callorder.json names it",
      #""traces": ["none"]"#: "if notes.txt is a log, name it; .callorder.json names it",
      #""reports": [{"format": "html", "path": "traces"}]"#: "; .callorder.json names it",
      #""reports": [{"format": "html", "path": "traces/a.json"}]"#:
        "the configuration's report traces/a.json would be written over",
    ])
  func origin(member: String, message: String) throws {
    let traces = member.contains("traces\":") ? "" : #", "traces": ["traces"]"#
    let folder = try folder("{\(member)\(traces)}")
    try folder.write("", to: "none/notes.txt")
    let run = callorder("check", in: folder)
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
  }

  @Test(
    "every mistake is reported with its position",
    arguments: [
      ("{\"grammer\": \"x\"}", "unknown member \"grammer\"; did you mean \"grammar\"?"),
      ("{\"xyz\": 1}", "unknown member \"xyz\""),
      ("[]", "expected an object, found an array"),
      ("{\"failOn\": \"eror\"}", "failOn: unknown value \"eror\"; did you mean \"error\"?"),
      ("{\"failOn\": 1}", "failOn: expected a string, found a number"),
      (
        "{\"rules\": {\"a\": \"loud\"}}",
        "rules.a: a severity cannot be 'loud'; choose from off, note, warning and error"
      ),
      ("{\"traces\": [\"\"]}", "traces[0]: must not be empty"),
      ("{\"os\": \"x.y\"}", "os: 'x.y' is not a version such as \"iOS 26.0\""),
      ("{\"maxViolations\": -1}", "maxViolations: must be from 0 to 1000000"),
      ("{\"minCoverage\": 101}", "minCoverage: must be from 0 to 100"),
      ("{\"reports\": [{\"format\": \"html\"}]}", "reports[0]: the member \"path\" is missing"),
      (
        "{\"reports\": [{\"format\": \"pdf\", \"path\": \"x\"}]}",
        "reports[0].format: unknown value \"pdf\", only "
      ),
      (
        "{\"suppressions\": [{\"rule\": \"x\"}]}",
        "suppressions[0]: a suppression needs a \"reason\""
      ),
      (
        "{\"suppressions\": [{\"reason\": \"x\"}]}",
        "suppressions[0]: a suppression needs a \"rule\" or a \"path\""
      ),
      (
        "{\"suppressions\": [{\"rul\": \"x\"}]}",
        "suppressions[0]: unknown member \"rul\"; did you mean \"rule\"?"
      ),
      (
        "{\"suppressions\": [{\"rule\": \"x\", \"reason\": \"y\", \"expires\": \"soon\"}]}",
        "suppressions[0].expires: is not a date such as 2027-03-31"
      ),
    ])
  func mistakes(text: String, message: String) throws {
    let run = callorder("config", in: try folder(text))
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errorOutput.hasPrefix("callorder: .callorder.json: \(message)"), "\(run.errorOutput)")
  }

  @Test("malformed JSON is reported with its line, an unknown rule with a similar one")
  func otherMistakes() throws {
    let broken = callorder("config", in: try folder("{\n\"traces\": [}"))
    #expect(broken.errorOutput.hasPrefix("callorder: .callorder.json:2: not JSON: "))
    let rule = callorder("check", "-", in: try folder("{\"rules\": {\"lanch-order\": \"off\"}}"))
    #expect(rule.status == 2)
    #expect(
      rule.errorOutput.hasPrefix(
        "callorder: .callorder.json: rules: no rule 'lanch-order'; did you mean 'launch-order'?"))
  }

  @Test(
    "a suppressed violation is listed but does not count; an unused or expired suppression is reported"
  )
  func suppressions() throws {
    let folder = try folder(
      #"""
      {"traces": ["traces"], "failOn": "warning", "suppressions": [
        {"rule": "background-without-resign", "path": "traces/*.json", "reason": "fixed in May"},
        {"path": "traces/legacy/", "reason": "old recordings", "expires": "1970-01-02"},
        {"rule": "launch-order", "reason": "never seen"}]}
      """#)
    let run = callorder("check", in: folder)
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("1 suppressed"))
    #expect(
      run.errorOutput
        == "callorder: warning: the suppression of launch-order no longer matches any finding\n")
    let unlisted = callorder("check", "--max-findings", "0", in: folder)
    #expect(unlisted.status == 0 && unlisted.errorOutput == run.errorOutput)
    let elsewhere = callorder("check", "traces/legacy", in: folder)
    #expect(
      elsewhere.errorOutput.contains(
        "the suppression of background-without-resign in traces/*.json is about no trace that was checked"
      ), "\(elsewhere.errorOutput)")
    let later = callorder(["check"], in: folder, secondsSince1970: 3 * 86_400)
    #expect(later.status == 1)
    #expect(
      later.errorOutput.contains(
        "the suppression of every rule in traces/legacy/ expired on 1970-01-02"))
  }

  @Test("if every violation is suppressed, the summary says so instead of claiming there are none")
  func allSuppressed() throws {
    let folder = try folder(
      #"{"traces": ["traces"], "suppressions": [{"path": "traces/", "reason": "known"}]}"#)
    let run = callorder("check", in: folder)
    #expect(run.status == 0)
    #expect(
      run.output == """
        violating  1 suppressed  traces/a.json
        violating  1 suppressed  traces/legacy/b.json

        2 findings in 2 traces, all suppressed

        """)
    #expect(run.errorOutput.isEmpty)
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
