import Foundation
import TestSupport
import Testing
import TraceJSON

@testable import CallOrderCommand

@Suite("The published schemas") struct SchemaTests {
  private static let canValidate: ConditionTrait = .enabled(
    if: canCall("check-jsonschema"), "needs check-jsonschema; 'make validator-tools' installs it")

  private static func schema(_ name: String) throws -> JSONValue {
    let run = callorder("schema", name)
    #expect(run.status == 0)
    return try JSONValue(parsing: Array(run.output.utf8))
  }

  /// Those of the texts that a schema refuses, according to check-jsonschema.
  private static func refused(_ texts: [String], by schema: String) throws -> [String] {
    let checker = try #require(OtherPrograms.path(of: "check-jsonschema"))
    let folder = try TemporaryFolder()
    try folder.write(callorder("schema", schema).output, to: "schema")
    for (index, text) in texts.enumerated() { try folder.write(text, to: "\(index).json") }
    let run = try bash("'\(checker)' -o json --schemafile schema *.json", in: folder)
    let errors = try #require(JSONValue(parsing: Array(run.output.utf8))["errors"]?.array)
    let files = Set(errors.compactMap { $0["filename"]?.string })
    return texts.enumerated().filter { files.contains("\($0.offset).json") }.map(\.element)
  }

  @Test("of a report does not change")
  func snapshot() {
    expectSnapshot(Array(callorder("schema", "report").output.utf8), named: "report.schema.json")
  }

  @Test("are schemas", canValidate)
  func metaschema() throws {
    let checker = try #require(OtherPrograms.path(of: "check-jsonschema"))
    let folder = try TemporaryFolder()
    for name in PublishedSchema.names {
      try folder.write(callorder("schema", name).output, to: "\(name).schema")
    }
    let run = try bash("'\(checker)' --check-metaschema *.schema", in: folder)
    #expect(run.status == 0, "\(run.output)")
    // A validator ignores a misspelt keyword.
    let known: Set = [
      "$defs", "$ref", "$schema", "additionalProperties", "anyOf", "const", "description", "else",
      "enum", "if", "items", "maxItems", "maxProperties", "maximum", "minItems", "minLength",
      "minimum", "not", "oneOf", "pattern", "prefixItems", "properties", "required", "then",
      "title", "type",
    ]
    for name in PublishedSchema.names {
      #expect(try Self.keywords(of: Self.schema(name)).subtracting(known) == [], "\(name)")
    }
  }

  private static func keywords(of schema: JSONValue) -> Set<String> {
    (schema.members ?? []).reduce(into: []) { keywords, member in
      keywords.insert(member.name)
      let inner =
        switch member.name {
        case "properties", "$defs": member.value.members?.map(\.value) ?? []
        case "enum", "required", "type": [] as [JSONValue]
        default: member.value.array ?? [member.value]
        }
      for schema in inner { keywords.formUnion(Self.keywords(of: schema)) }
    }
  }

  @Test("of a trace accepts every sample", canValidate)
  func samples() throws {
    // Those in other formats are in `traces/formats`.
    let paths = Repository.paths(below: "traces").filter {
      $0.contains(".json") && !$0.hasPrefix("formats/")
    }
    #expect(paths.count > 100)
    let texts = paths.flatMap { path in
      let text = Repository.text("traces/\(path)")
      return path.hasSuffix("l") ? text.split(separator: "\n").map(String.init) : [text]
    }
    #expect(try Self.refused(texts, by: "trace") == [])
  }

  @Test("of a trace accepts and rejects the same texts as the reader", canValidate)
  func sameAsReader() throws {
    for (text, isTrace) in Self.documents {
      let run = callorder(["check", "--no-config", "-"], input: text)
      #expect((run.status != 3) == isTrace, "\(text): \(run.errorOutput)")
    }
    #expect(
      try Self.refused(Self.documents.map(\.text), by: "trace")
        == Self.documents.filter { !$0.isTrace }.map(\.text))
  }

  private static let documents: [(text: String, isTrace: Bool)] = [
    (#"{"format": "callorder.trace/1", "events": []}"#, true),
    (#"{"events": [{"callback": "willConnect", "later": {}}], "later": 1}"#, true),
    (#"[{"callback": "willConnect", "kind": null, "session": 3, "process": "p"}]"#, true),
    (#"{"callback": "willConnect", "lost": null}"#, true),
    (#"{"lost": 0}"#, true),
    (#"{"metadata": {"os": "iOS 26.0"}}"#, true),
    (#"[{"callback": "didDiscard", "sessions": ["A", "B"], "time": 1, "duration": 0}]"#, true),
    (#"{"format": "callorder.trace/2", "events": []}"#, false),
    (#"{"format": 1, "events": []}"#, false),
    (#"{"metadata": [], "events": []}"#, false),
    (#"{"events": {}}"#, false),
    (#"[{}]"#, false),
    (#"[1]"#, false),
    (#"3"#, false),
    (#"[{"callback": "willConnect"}, {"end": true, "device": "A"}]"#, true),
    (#"{"callback": "willConnect", "end": true}"#, true),
    (#"{"callback": "willConnect", "end": null}"#, true),
    (#"{"end": true}"#, true),
    (#"[{"end": false}]"#, false),
    (#"[{"end": 1}]"#, false),
    (#"[{"lost": null}]"#, false),
    (#"[{"lost": -1}]"#, false),
    (#"[{"callback": "willConnect", "lost": 1}]"#, false),
    (#"[{"callback": ""}]"#, false),
    (#"[{"callback": null}]"#, false),
    (#"[{"callback": "willConnect", "kind": "gap"}]"#, false),
    (#"[{"callback": "willConnect", "session": 1.5}]"#, false),
    (#"[{"callback": "willConnect", "sessions": "A"}]"#, false),
    (#"[{"callback": "willConnect", "sessions": [1]}]"#, false),
    (#"[{"callback": "willConnect", "duration": -1}]"#, false),
    (#"[{"callback": "willConnect", "time": true}]"#, false),
  ]

  @Test("of a report accepts every report that the program writes", canValidate)
  func reports() throws {
    let paths =
      ["reports/report.json"]
      + ["bare", "conforming", "empty", "foreign", "hostile", "many", "one"].map {
        "Tests/TraceReportingTests/Snapshots/\($0).json"
      }
    #expect(try Self.refused(paths.map(Repository.text), by: "report") == [])
  }

  @Test(
    "of a report names every member that is written, and rejects what the reader rejects",
    canValidate)
  func changed() throws {
    let output = callorder(
      ["check", "--no-config", "--records", "all", "--format", "json", "-"],
      input: #"[{"callback": "willResignActive"}, {"callback": "willResignActive"}, {"lost": 2}]"#
    ).output
    let report = try JSONValue(parsing: Array(output.utf8))
    let schema = try Self.schema("report")
    #expect(Set(report.members?.map(\.name) ?? []) == Set(try names(of: schema)))
    for definition in ["trace", "violation", "repair", "timeline", "step"] {
      let members = try names(of: try #require(schema["$defs"]?[definition]))
      let written = Self.objects(named: definition, in: report).flatMap { $0.members ?? [] }
      #expect(!written.isEmpty, "\(definition)")
      for member in written { #expect(members.contains(member.name), "\(member.name)") }
    }
    var wrong = ["format", "tool", "grammar", "traces"].map { name in
      let changed = JSONValue.object(report.members?.filter { $0.name != name } ?? [])
      return String(decoding: changed.serialized(indentation: nil), as: UTF8.self)
    }
    wrong.append(output.replacing("\"repairCost\": ", with: "\"repairCost\": -"))
    wrong.append(output.replacing("\"sessions\"", with: "\"wires\""))
    #expect(try Self.refused([output] + wrong, by: "report") == wrong)
  }

  private func names(of object: JSONValue) throws -> [String] {
    try #require(object["properties"]?.members).map(\.name)
  }

  private static func objects(named name: String, in report: JSONValue) -> [JSONValue] {
    let traces = report["traces"]?.array ?? []
    let violations = traces.flatMap { $0["violations"]?.array ?? [] }
    return switch name {
    case "trace": traces
    case "timeline": traces.compactMap { $0["timeline"] }
    case "repair": violations.compactMap { $0["repair"] }
    case "step": violations.flatMap { $0["steps"]?.array ?? [] }
    default: violations
    }
  }

  @Test("and the guide to formats name the same members of a trace")
  func guide() throws {
    let path = "Sources/Tool/CallOrderKit/Documentation.docc/Formats.md"
    let article = Repository.text(path)
    let schemas = try Self.schema("trace")["$defs"]
    let members = ["event", "document"].flatMap { schemas?[$0]?["properties"]?.members ?? [] }
    #expect(members.count > 20)
    for member in members { #expect(article.contains("`\(member.name)`"), "\(member.name)") }
  }
}
