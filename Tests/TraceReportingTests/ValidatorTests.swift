import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceModel
import TraceFindings
import TraceReporting

@Suite("Validators of others accept", .process) struct ValidatorsOthersAcceptTests {
  @Test(
    "SARIF by both its schemas",
    .enabled(
      if: Validators.have(
        programs: ["check-jsonschema"],
        schemas: ["sarif-schema-2.1.0.json", "sarif-2.1.0.schemastore.json"]),
      "needs check-jsonschema in .venv and the SARIF schemas"))
  func sarifByBothItsSchemas() throws {
    try Validators.withRendered(.sarif) { files in
      for schema in ["sarif-schema-2.1.0.json", "sarif-2.1.0.schemastore.json"] {
        try expectSchema(schema, files.map(\.path))
      }
    }
  }

  @Test(
    "SARIF by GitHub's rules",
    .enabled(
      if: Validators.have(programs: ["python3"], scripts: ["sarif_gh_check.py"]),
      "needs the checker of GitHub's rules"))
  func sarifByGitHubsRules() throws {
    let python = try #require(Validators.program("python3"))
    let script = try #require(Validators.script("sarif_gh_check.py"))
    try Validators.withRendered(.sarif) { files in
      for file in files {
        let result = try OtherPrograms.run(python, [script, file.path])
        #expect(result.output == "OK\n" && result.status == 0, "\(file.sample): \(result.output)")
      }
    }
  }

  @Test(
    "SARIF as a consumer of it",
    .enabled(if: Validators.have(programs: ["sarif"]), "needs sarif-tools in .venv"))
  func sarifAsConsumer() throws {
    let sarif = try #require(Validators.program("sarif"))
    try Validators.withRendered(.sarif) { files in
      for file in files {
        let result = try OtherPrograms.run(sarif, ["--check", "error", "summary", file.path])
        let errors = file.sample.report.faults.count { $0.severity == .error }
        #expect(Int(result.status) == errors, "\(file.sample): \(result.output)")
      }
    }
  }

  @Test(
    "code quality by GitLab's schema",
    .enabled(
      if: Validators.have(
        programs: ["check-jsonschema"], schemas: ["gitlab-codequality-item.json"]),
      "needs check-jsonschema in .venv and GitLab's schema"))
  func codeQualityByGitLabsSchema() throws {
    let item = try #require(Validators.schema("gitlab-codequality-item.json"))
    try Validators.withRendered(.gitlab) { files in
      try Validators.withFolder { folder in
        let schema = folder.appending(path: "schema.json")
        let text = try String(contentsOfFile: item, encoding: .utf8)
        try Data("{\"type\": \"array\", \"items\": \(text)}".utf8).write(to: schema)
        let checker = try #require(Validators.program("check-jsonschema"))
        let result = try OtherPrograms.run(
          checker,
          ["--schemafile", schema.path(percentEncoded: false)] + files.map(\.path))
        #expect(result.status == 0, "\(result.output)")
      }
    }
  }

  @Test(
    "JUnit by both its schemas",
    .enabled(
      if: Validators.have(
        programs: ["xmllint"], schemas: ["junit-10.xsd", "junit-windyroad.xsd"]),
      "needs xmllint and the JUnit schemas"))
  func junitByBothItsSchemas() throws {
    try Validators.withRendered(.junit) { files in
      for schema in ["junit-10.xsd", "junit-windyroad.xsd"] {
        try expectXML(schema, files.map(\.path))
      }
    }
  }

  @Test(
    "JUnit as a consumer of it",
    .enabled(if: Validators.have(programs: ["junitparser"]), "needs junitparser in .venv"))
  func junitAsConsumer() throws {
    let parser = try #require(Validators.program("junitparser"))
    try Validators.withRendered(.junit) { files in
      for file in files {
        let result = try OtherPrograms.run(parser, ["verify", file.path])
        let report = file.sample.report
        let fails = report.countsInForce.errors > 0 || !report.failures.isEmpty
        #expect(result.status == (fails ? 1 : 0), "\(file.sample): \(result.output)")
      }
    }
  }

  private func expectSchema(_ schema: String, _ paths: [String]) throws {
    let checker = try #require(Validators.program("check-jsonschema"))
    let schema = try #require(Validators.schema(schema))
    let result = try OtherPrograms.run(checker, ["--schemafile", schema] + paths)
    #expect(result.status == 0, "\(result.output)")
  }

  private func expectXML(_ schema: String, _ paths: [String]) throws {
    let checker = try #require(Validators.program("xmllint"))
    let schema = try #require(Validators.schema(schema))
    let result = try OtherPrograms.run(checker, ["--noout", "--nonet", "--schema", schema] + paths)
    #expect(result.status == 0, "\(result.output)")
  }
}
