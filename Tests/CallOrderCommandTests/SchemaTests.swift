import Foundation
import TestSupport
import Testing
import TraceJSON

@testable import CallOrderCommand

@Suite("The published schemas") struct SchemaTests {
  private static func schema(_ name: String) throws -> JSONValue {
    let run = callorder("schema", name)
    #expect(run.status == 0)
    return try JSONValue(parsing: Array(run.output.utf8))
  }

  private static func validator(_ name: String) throws -> SchemaValidator {
    SchemaValidator(root: try schema(name))
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try #require(FileManager.default.contents(atPath: Repository.path(path))))
  }

  /// The sample traces in our own format; those in other formats are in `traces/formats`.
  static let traces: [String] = {
    let names = FileManager.default.enumerator(atPath: Repository.path("traces"))?.allObjects ?? []
    return names.compactMap { $0 as? String }
      .filter { $0.contains(".json") && !$0.hasPrefix("formats/") }.map { "traces/" + $0 }.sorted()
  }()

  /// The JSON values of a file: a single one, or one per line.
  static func values(in path: String) throws -> [JSONValue] {
    let bytes = try bytes(path)
    if !path.hasSuffix("l") { return [try JSONValue(parsing: bytes)] }
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
  }

  @Test("of a report does not change")
  func snapshot() {
    expectSnapshot(Array(callorder("schema", "report").output.utf8), named: "report.schema.json")
  }

  @Test("of a trace accepts every sample")
  func samples() throws {
    let validator = try Self.validator("trace")
    #expect(Self.traces.count > 100)
    for path in Self.traces {
      for (line, value) in try Self.values(in: path).enumerated() {
        #expect(validator.faults(in: value) == [], "\(path), value \(line + 1)")
      }
    }
  }

  @Test("of a trace accepts and rejects the same texts as the reader")
  func sameAsReader() throws {
    let validator = try Self.validator("trace")
    for (text, isTrace) in Self.documents {
      let run = callorder(["check", "--no-config", "-"], input: text)
      #expect((run.status != 3) == isTrace, "\(text): \(run.errorOutput)")
      let faults = validator.faults(in: try JSONValue(parsing: Array(text.utf8)))
      #expect(faults.isEmpty == isTrace, "\(text): \(faults)")
    }
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

  /// The report of all sample traces, and reports of generated traces.
  static let savedReports =
    ["reports/report.json"]
    + ["bare", "conforming", "empty", "foreign", "hostile", "many", "one"].map {
      "Tests/TraceReportingTests/Snapshots/\($0).json"
    }

  @Test("of a report accepts every report that the program writes", arguments: savedReports)
  func reports(path: String) throws {
    let report = try JSONValue(parsing: try Self.bytes(path))
    #expect(report["traces"]?.array != nil)
    #expect(try Self.validator("report").faults(in: report) == [])
  }

  /// Each value of a report is replaced in turn by a value of another type.
  @Test("of a report names every member that is written, and rejects what the reader rejects")
  func changed() throws {
    let run = callorder(
      ["check", "--no-config", "--records", "all", "--format", "json", "-"],
      input: #"[{"callback": "willResignActive"}, {"callback": "willResignActive"}, {"lost": 2}]"#)
    let report = try JSONValue(parsing: Array(run.output.utf8))
    let schema = try Self.schema("report")
    let validator = SchemaValidator(root: schema)
    #expect(validator.faults(in: report) == [])
    #expect(Set(report.members?.map(\.name) ?? []) == Set(try names(of: schema)))
    for definition in ["trace", "violation", "repair", "timeline", "step"] {
      let members = try names(of: try #require(schema["$defs"]?[definition]))
      let written = Self.objects(named: definition, in: report).flatMap { $0.members ?? [] }
      #expect(!written.isEmpty, "\(definition)")
      for member in written { #expect(members.contains(member.name), "\(member.name)") }
    }
    for name in ["format", "tool", "grammar", "traces"] {
      let changed = JSONValue.object(report.members?.filter { $0.name != name } ?? [])
      #expect(!validator.faults(in: changed).isEmpty, "without \(name)")
    }
    for (original, other) in [
      ("\"repairCost\": ", "\"repairCost\": -"), ("\"sessions\"", "\"wires\""),
    ] {
      let text = run.output.replacingOccurrences(of: original, with: other)
      #expect(text != run.output)
      #expect(!validator.faults(in: try JSONValue(parsing: Array(text.utf8))).isEmpty, "\(other)")
    }
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
    let article = String(decoding: try Self.bytes(path), as: UTF8.self)
    let schemas = try Self.schema("trace")["$defs"]
    let members = ["event", "document"].flatMap { schemas?[$0]?["properties"]?.members ?? [] }
    #expect(members.count > 20)
    for member in members { #expect(article.contains("`\(member.name)`"), "\(member.name)") }
  }

  @Test(
    "are valid, and accept the reports and the samples, according to check-jsonschema",
    .enabled(
      if: canCall("check-jsonschema"),
      "needs check-jsonschema; 'make validator-tools' installs it")
  )
  func otherValidator() throws {
    let checker = try #require(OtherPrograms.path(of: "check-jsonschema"))
    let folder = try TemporaryFolder()
    for name in PublishedSchema.names {
      try folder.write(callorder("schema", name).output, to: "\(name).schema")
    }
    let metaschemas = try bash(
      "'\(checker)' --check-metaschema *.schema", in: folder)
    #expect(metaschemas.status == 0, "\(metaschemas.output)")
    let paths = Self.savedReports.map { "'\(Repository.path($0))'" }.joined(separator: " ")
    let reports = try bash("'\(checker)' --schemafile report.schema \(paths)", in: folder)
    #expect(reports.status == 0, "\(reports.output)")
    var count = 0
    for path in Self.traces {
      for value in try Self.values(in: path) {
        count += 1
        let text = String(decoding: value.serialized(indentation: nil), as: UTF8.self)
        try folder.write(text, to: "value-\(count).json")
      }
    }
    let traces = try bash("'\(checker)' --schemafile trace.schema value-*.json", in: folder)
    #expect(traces.status == 0, "\(traces.output)")
    try folder.write(#"[{"callback": 1}]"#, to: "wrong.json")
    #expect(try bash("'\(checker)' --schemafile trace.schema wrong.json", in: folder).status == 1)
  }
}
