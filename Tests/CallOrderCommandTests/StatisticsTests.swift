import TestSupport
import Testing
import TraceJSON

@testable import CallOrderCommand

@Suite("The statistics command") struct StatisticsTests {
  /// Reports of 60 recordings of two versions; the newer version omits a call in half of its launches.
  private func fleet() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let calls = [
      "willFinishLaunching", "didFinishLaunching", "willConnect", "willEnterForeground",
      "didBecomeActive", "willResignActive", "didEnterBackground",
    ]
    for index in 0..<60 {
      let version = index < 30 ? "1.9" : "1.10"
      let isBroken = index >= 30 && index % 2 == 0
      var text = """
        {"format": "callorder.trace/1", "records": "all", "metadata": {"app": "notes", "version": "\(version)", "os": "iOS 26.0"}}

        """
      for call in calls where !(isBroken && call == "willResignActive") {
        text += "{\"callback\": \"\(call)\", \"session\": \"a\", \"process\": \(index)}\n"
      }
      try folder.write(text, to: "night-\(index % 2)/\(index).jsonl")
    }
    for night in ["night-0", "night-1"] {
      let run = callorder("check", night, "--format", "json", "--no-config", in: folder)
      try folder.write(run.output, to: "\(night).json")
    }
    return folder
  }

  @Test("name the version that broke a rule, in every format, and write files")
  func formats() throws {
    let folder = try fleet()
    let text = callorder("stats", "night-0.json", "night-1.json", in: folder)
    #expect(text.status == 0, "\(text.errorOutput)")
    #expect(
      text.output.hasPrefix("60 launches in 60 traces, 2 groups by app, version, os and device\n"))
    #expect(
      text.output.contains("more background-without-resign: app notes: version 1.9 → 1.10\n"),
      "\(text.output)")
    #expect(text.output.contains("typical edit: insert willResignActive"))
    let markdown = callorder("stats", "night-0.json", "night-1.json", "-f", "markdown", in: folder)
    #expect(
      markdown.output.contains("| more | `background-without-resign` |"), "\(markdown.output)")
    let file = callorder(
      "stats", "night-1.json", "night-0.json", "-f", "html", "-o", "fleet.html", in: folder)
    #expect(file.status == 0 && file.output.isEmpty)
    #expect(folder.text("fleet.html")?.contains("1 regression") ?? false)
  }

  @Test("are JSON by their schema, the same for files and for lines")
  func schema() throws {
    let folder = try fleet()
    let json = callorder("stats", "night-0.json", "night-1.json", "-f", "json", in: folder)
    let schema = try JSONValue(parsing: Array(callorder("schema", "stats").output.utf8))
    let value = try JSONValue(parsing: Array(json.output.utf8))
    #expect(SchemaValidator(root: schema).faults(in: value) == [])
    #expect(
      Set(value.members?.map(\.name) ?? [])
        == Set(schema["properties"]?.members?.map(\.name) ?? [""]))
    let cut = JSONValue.object(value.members?.filter { $0.name != "rules" } ?? [])
    #expect(!SchemaValidator(root: schema).faults(in: cut).isEmpty)
    let lines = try ["night-1.json", "night-0.json"].map { name in
      let report = try JSONValue(parsing: Array((folder.text(name) ?? "").utf8))
      return String(decoding: report.serialized(indentation: nil), as: UTF8.self) + "\n"
    }
    try folder.write(lines.joined(), to: "lines")
    let read = callorder("stats", "lines", "-f", "json", in: folder)
    #expect(read.output == json.output, "\(read.errorOutput)")
  }

  @Test("are grouped by the requested members")
  func members() throws {
    let folder = try fleet()
    let reports = ["night-0.json", "night-1.json"]
    let both = callorder(["stats"] + reports + ["--by", "os", "--by", "version"], in: folder)
    #expect(both.output.contains("os iOS 26.0: version 1.9 → 1.10"), "\(both.output)")
    let first = callorder(["stats"] + reports + ["--by", "os"], in: folder)
    #expect(first.status == 0 && first.output.contains("a change of os"))
    let other = callorder(["stats"] + reports + ["--compare", "os"], in: folder)
    #expect(other.status == 0 && other.output.contains("a change of os"))
    for wrong in [["--by", "os", "--compare", "app"], ["--by", "os", "--by", "os"]] {
      #expect(callorder(["stats"] + reports + wrong, in: folder).status == 2)
    }
  }

  @Test("report an unreadable report, and count the others")
  func faults() throws {
    let folder = try fleet()
    try folder.write("{\"format\": \"callorder.report/1\"}\n", to: "bad.json")
    let run = callorder("stats", "bad.json", "night-0.json", "missing.json", in: folder)
    #expect(run.status == 3)
    #expect(run.output.hasPrefix("30 launches in 30 traces"))
    #expect(run.errorOutput.contains("bad.json: the member \"tool\" is missing"))
    #expect(run.errorOutput.contains("missing.json: "))
    let none = callorder("stats", "bad.json", in: folder)
    #expect(none.status == 3 && none.output.isEmpty)
    let report = try #require(folder.text("night-0.json"))
    let line = try JSONValue(parsing: Array(report.utf8)).serialized(indentation: nil)
    let other = String(decoding: line, as: UTF8.self).replacing("\"UIScene\"", with: "\"Other\"")
    try folder.write(
      "\(String(decoding: line, as: UTF8.self))\n{\n\(other)\n", to: "lines.jsonl")
    let lines = callorder("stats", "lines.jsonl", in: folder)
    #expect(lines.status == 3 && lines.output.hasPrefix("30 launches"))
    #expect(lines.errorOutput.contains("lines.jsonl:2: "), "\(lines.errorOutput)")
    #expect(lines.errorOutput.contains("lines.jsonl:3: made with the grammar Other"))
    #expect(callorder("stats", "night-0.json", "-o", "night-0.json", in: folder).status == 2)
  }
}
