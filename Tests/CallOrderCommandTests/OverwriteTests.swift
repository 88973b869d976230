import Foundation
import TestSupport
import Testing

@testable import CallOrderCommand

/// An output must not overwrite an input of the run, nor another output.
@Suite("Overwriting") struct OverwriteTests {
  struct Case: CustomTestStringConvertible {
    var words: [String]
    var message: String
    var testDescription: String { words.joined(separator: " ") }

    init(_ line: String, _ message: String) {
      words = line.split(separator: " ").map(String.init)
      self.message = message
    }
  }

  static let refused: [Case] = [
    Case("check error -r json=error", "the report error would be written over the trace error"),
    Case("check error -r json=link", "the report link would be written over the trace error"),
    Case("check link -r json=./error", "written over the trace link"),
    Case("check error -r json=hard", "written over the trace error"),
    Case("check inner -r json=inner/a.json", "written over the trace inner/a.json"),
    Case(
      "check error --config config.json -r junit=config.json", "over the configuration config.json"),
    Case("check error -b base -r junit=base", "written over the baseline base"),
    Case("check error -g own.lifecycle -r text=own.lifecycle", "over the grammar own.lifecycle"),
    Case("check error -g wider.lifecycle -r json=own.lifecycle", "over the grammar own.lifecycle"),
    Case(
      "check error -r json=new -r junit=./new",
      "the report ./new would be written over the report new"),
    Case("check error -r json=inner/new -r junit=inside/new", "written over the report inner/new"),
    Case("check error -r json=old -r junit=old", "written over the report old"),
    Case("check error -r json=a/b -r junit=a/./b", "written over the report a/b"),
    Case("check error --config twice.json", "would be written over the configuration's report"),
    Case("report saved -r html=saved", "written over the saved report saved"),
    Case(
      "compare error clean -r json=clean", "the comparison clean would be written over the input"),
    Case("baseline create error -b error --force", "the baseline error would be written over"),
    Case("baseline update error -b error", "the baseline error would be written over"),
    Case("grammar graph -g own.lifecycle -o own.lifecycle", "over the grammar own.lifecycle"),
    Case("grammar graph --coverage saved -o saved", "over the saved report saved"),
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try Traces.folder()
    try folder.write(Traces.error, to: "inner/a.json")
    try folder.link("link", to: "error")
    try folder.link("inside", to: "inner")
    try FileManager.default.linkItem(atPath: folder.path("error"), toPath: folder.path("hard"))
    try folder.write("{}", to: "config.json")
    try folder.write(
      #"{"reports": [{"format": "json", "path": "x"}, {"format": "junit", "path": "x"}]}"#,
      to: "twice.json")
    try folder.write("old", to: "old")
    try folder.write(callorder("grammar", "show").output, to: "own.lifecycle")
    try folder.write(
      "grammar Wider \"1.0\" extends \"own.lifecycle\" { text \"x\" }", to: "wider.lifecycle")
    _ = callorder("check", "clean", "-r", "json=saved", in: folder)
    _ = callorder("baseline", "create", "error", "-b", "base", in: folder)
    return folder
  }

  private static func contents(_ folder: TemporaryFolder) -> [String: String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).reduce(into: [:]) { $0[$1] = folder.text($1) ?? "" }
  }

  @Test("is rejected before anything is done", arguments: refused)
  func refuses(_ test: Case) throws {
    let folder = try Self.folder()
    let before = Self.contents(folder)
    let run = callorder(test.words, in: folder)
    #expect(run.status == 2, "\(run.errorOutput)")
    #expect(run.errorOutput.contains(test.message), "\(run.errorOutput)")
    #expect(run.output.isEmpty)
    #expect(Self.contents(folder) == before)
  }

  @Test("is rejected for standard input and standard output as well")
  func streams() throws {
    let folder = try Self.folder()
    for (line, message) in [
      ("check - -r json=error < error", "the report error would be written over standard input"),
      ("check error -r json=out > out", "the report out would be written over standard output"),
      ("check error >> error", "standard output would be written over the trace error"),
    ] {
      let answer = try bash("'\(builtProgram)' \(line)", in: folder)
      #expect(answer.status == 2, "\(line)")
      #expect(answer.output.contains(message), "\(line): \(answer.output)")
      #expect(folder.text("error") == Traces.error)
    }
  }

  @Test(
    "does not apply to an older report, a device, or an option that replaces the configuration",
    arguments: [
      "-r json=old", "-r json=/dev/null -r junit=/dev/null", "--config twice1.json -r junit=x",
    ])
  func allows(line: String) throws {
    let folder = try Self.folder()
    try folder.write(#"{"reports": [{"format": "json", "path": "x"}]}"#, to: "twice1.json")
    let run = callorder(
      ["check", "clean"] + line.split(separator: " ").map(String.init), in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
  }

  @Test("a missing folder for a report is created, and a file in its place is an error")
  func missingFolder() throws {
    let folder = try Self.folder()
    let run = callorder("check", "clean", "-r", "json=reports/of/a.json", in: folder)
    #expect(run.status == 0 && folder.text("reports/of/a.json") != nil)
    try folder.write("", to: "file")
    let words = ["check", "clean", "-r", "json=file/a.json", "-r", "junit=fine"]
    let refused = callorder(words, in: folder)
    #expect(refused.status == 3 && folder.names.contains("fine"))
    #expect(refused.errorOutput.contains("callorder: cannot write file/a.json: "))
  }
}
