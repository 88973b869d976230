import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

/// Folders with attachments of tests.
@Suite("Attachments of tests") struct AttachmentTests {
  private static let uuid = "3778B134-6C75-4F5C-8C8E-3E4A1C9B7D10"
  private static let wrong = #"""
    {"records":"all"}
    {"callback":"sceneDidBecomeActive(_:)","session":"A"}
    {"callback":"sceneDidBecomeActive(_:)","session":"A"}

    """#

  private func attachment(_ file: String, _ name: String) -> String {
    #"""
    {"exportedFileName": "\#(file)", "suggestedHumanReadableName": "\#(name)", "isAssociatedWithFailure": false,
     "configurationName": "Test Scheme Action", "deviceName": "iPhone 17", "deviceId": "1", "timestamp": 1763800000.25}
    """#
  }

  private func entry(_ test: String, _ attachments: String...) -> String {
    #"{"testIdentifier": "\#(test)", "testIdentifierURL": "test://com.apple.xcode/A/B/C", "attachments": [\#(attachments.joined(separator: ","))]}"#
  }

  @Test("are named after their tests, in every report")
  func manifest() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.wrong, to: "out/1.jsonl")
    try folder.write(Traces.clean, to: "out/2.json")
    try folder.write(Self.wrong, to: "out/3.jsonl")
    try folder.write(#"{"answer": 42}"#, to: "out/4.json")
    try folder.write("no picture", to: "out/5.png")
    let list = [
      entry(
        "ReloadTests/testReload()", attachment("1.jsonl", "calls_0_\(Self.uuid).jsonl"),
        attachment("3.jsonl", "calls_1_\(Self.uuid).jsonl"),
        attachment("5.png", "Screen_0_\(Self.uuid).png")),
      entry(
        "LaunchTests/testLaunch()", attachment("2.json", "cold_launch_0_\(Self.uuid).json"),
        attachment("4.json", "answer_0_\(Self.uuid).json")),
    ]
    try folder.write("[\(list.joined(separator: ","))]", to: "out/manifest.json")
    let run = callorder("check", "out", "--format", "concise", "--fail-on", "warning", in: folder)
    #expect(run.status == 1 && run.errorOutput == "")
    #expect(
      run.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
        "out/ReloadTests/testReload()/calls-2.jsonl:3:1:",
        "out/ReloadTests/testReload()/calls.jsonl:3:1:",
      ])
    let text = callorder("check", "out", in: folder).output
    #expect(text.contains("out/LaunchTests/testLaunch()/cold_launch.json"))
    #expect(text.contains("3 traces") && !text.contains("manifest") && !text.contains("answer"))
    for format in ["json", "junit", "sarif", "html", "markdown"] {
      let report = callorder("check", "out", "--format", format, in: folder).output
      #expect(report.contains("ReloadTests"), "\(format)")
    }
    let over = callorder("check", "out", "--report", "json=out/manifest.json", in: folder)
    #expect(over.status == 2)
  }

  @Test("may be in several folders, and a missing file is reported with its test")
  func several() throws {
    let folder = try TemporaryFolder()
    for part in ["a", "b"] {
      try folder.write(Traces.clean, to: "out/\(part)/1.jsonl")
      try folder.write(
        "[\(entry("T/t()", attachment("1.jsonl", "calls.jsonl"), attachment("2.jsonl", "more.jsonl")))]",
        to: "out/\(part)/manifest.json")
    }
    let run = callorder("check", "out", in: folder)
    #expect(run.status == 3)
    #expect(
      run.errorOutput.split(separator: "\n").map { $0.prefix { $0 != "(" } } == [
        "callorder: out/a/T/t", "callorder: out/b/T/t",
      ], "\(run.errorOutput)")
    #expect(run.output.contains("out/a/T/t()/calls.jsonl"))
    #expect(run.output.contains("out/b/T/t()/calls.jsonl"))
  }

  @Test("a file that merely has the name of the manifest is read as a trace")
  func others() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "out/manifest.json")
    #expect(callorder("check", "out", in: folder).output.contains("out/manifest.json"))
    for text in ["", "{}", "[1]", #"[{"testIdentifier": "T", "attachments": [{}]}]"#] {
      #expect(AttachmentManifest(parsing: Array(text.utf8), endings: [".json"]) == nil)
    }
  }

  @Test("without a recording are no failure, because the tests attached none")
  func unattached() throws {
    let pictures = "[\(entry("T/t()", attachment("5.png", "Screen_0_\(Self.uuid).png")))]"
    for list in ["[]", pictures] {
      let folder = try TemporaryFolder()
      try folder.write("no picture", to: "out/5.png")
      try folder.write(list, to: "out/manifest.json")
      let run = callorder("check", "out", in: folder)
      #expect(run.status == 0)
      #expect(run.errorOutput.hasPrefix("callorder: out: no recording was attached"))
      // Other traces count as ever.
      try folder.write(Self.wrong, to: "more/a.jsonl")
      #expect(callorder("check", "out", "more", "--fail-on", "warning", in: folder).status == 1)
      #expect(callorder("check", "out", "none", in: folder).status == 3)
    }
  }

  @Test("may be texts, as XCTest exports what was attached as a string")
  func texts() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.wrong, to: "out/1.txt")
    try folder.write("Some notes", to: "out/2.txt")
    let list = entry(
      "ReloadTests/testReload()", attachment("1.txt", "calls.jsonl_0_\(Self.uuid).txt"),
      attachment("2.txt", "notes_0_\(Self.uuid).txt"))
    try folder.write("[\(list)]", to: "out/manifest.json")
    let run = callorder("check", "out", "--format", "concise", "--fail-on", "warning", in: folder)
    #expect(run.status == 1 && run.errorOutput == "")
    #expect(run.output.hasPrefix("out/ReloadTests/testReload()/calls.jsonl:3:1:"))
  }

  @Test("may be logs that name methods of the lifecycle")
  func logs() throws {
    let folder = try TemporaryFolder()
    let methods = [
      "application(_:didFinishLaunchingWithOptions:)", "scene(_:willConnectTo:options:)",
      "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)",
      "sceneDidBecomeActive(_:)", "sceneDidBecomeActive(_:)",
    ]
    let lines = methods.enumerated().map { "2026-05-01 10:00:0\($0).000 Notes \($1)\n" }
    try folder.write(lines.joined(), to: "out/1.txt")
    try folder.write("The scene did become active.", to: "out/2.txt")
    let list = entry(
      "ReloadTests/testReload()", attachment("1.txt", "app_0_\(Self.uuid).txt"),
      attachment("2.txt", "notes_0_\(Self.uuid).txt"))
    try folder.write("[\(list)]", to: "out/manifest.json")
    let run = callorder("check", "out", "--format", "concise", "--fail-on", "warning", in: folder)
    #expect(run.status == 1 && run.errorOutput == "", "\(run.errorOutput)")
    #expect(run.output.hasPrefix("out/ReloadTests/testReload()/app.txt:7:"), "\(run.output)")
  }

  @Test("never refer to a file outside the folder")
  func hostile() throws {
    let names = ["../a.jsonl", "/etc/a.jsonl", "..", ".", "", "b/c.jsonl", "good.jsonl"]
    let text =
      "[\(entry("../../T/./t()", attachment("good.jsonl", "../x/y.jsonl"))),"
      + "{\"testIdentifier\": \"T\", \"attachments\": ["
      + names.map { "{\"exportedFileName\": \"\($0)\"}" }.joined(separator: ",") + "]}]"
    let manifest = try #require(
      AttachmentManifest(parsing: Array(text.utf8), endings: [".jsonl"]))
    #expect(
      manifest.recordings == [
        .init(file: "good.jsonl", name: "T/t()/y.jsonl"),
        .init(file: "good.jsonl", name: "T/good.jsonl"),
      ])
  }

  @Test("of Swift Testing have no manifest; their names contain the tests")
  func swiftTesting() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.wrong, to: "out/NotesTests-reloads-calls.jsonl")
    try folder.write(Traces.clean, to: "out/NotesTests-opens-calls-1okvhj3qfbay2.jsonl")
    let run = callorder("check", "out", "--format", "concise", in: folder)
    #expect(run.output.hasPrefix("out/NotesTests-reloads-calls.jsonl:3:1: warning:"))
  }
}
