import Testing

@testable import CallOrderCommand

/// Lists of attachments; what is done with them is in `Corpus/Commands/attachments.txt`.
@Suite("Attachments of tests") struct AttachmentTests {
  @Test("never refer to a file outside the folder")
  func hostile() throws {
    let names = ["../a.jsonl", "/etc/a.jsonl", "..", ".", "", "b/c.jsonl", "good.jsonl"]
    let list = names.map { "{\"exportedFileName\": \"\($0)\"}" }.joined(separator: ",")
    let text = """
      [{"testIdentifier": "../../T/./t()",
        "attachments": [{"exportedFileName": "good.jsonl", "suggestedHumanReadableName": "../x/y.jsonl"}]},
       {"testIdentifier": "T", "attachments": [\(list)]}]
      """
    let manifest = try #require(
      AttachmentManifest(parsing: Array(text.utf8), endings: [".jsonl"]))
    #expect(
      manifest.recordings == [
        .init(file: "good.jsonl", name: "T/t()/y.jsonl"),
        .init(file: "good.jsonl", name: "T/good.jsonl"),
      ])
  }

  @Test(
    "are in no other text",
    arguments: ["", "{}", "[1]", #"[{"testIdentifier": "T", "attachments": [{}]}]"#])
  func others(text: String) {
    #expect(AttachmentManifest(parsing: Array(text.utf8), endings: [".json"]) == nil)
  }
}
