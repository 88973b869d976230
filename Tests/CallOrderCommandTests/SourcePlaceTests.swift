import Foundation
import TestSupport
import Testing
import TraceJSON

@testable import CallOrderCommand

/// Findings point at the line of the app that recorded the event.
@Suite("Source locations") struct SourcePlaceTests {
  /// A trace with a duplicate call as its second event, recorded at the given location.
  private static func trace(_ place: String) -> String {
    ["didBecomeActive", "didEnterBackground"].map {
      #"{"callback":"\#($0)","session":"A","delegate":"Notes.SceneDelegate"\#(place)}"#
    }.joined(separator: "\n") + "\n"
  }

  private static let source =
    "func sceneDidEnterBackground(_ scene: UIScene) {\n"
    + (2...20).map { "line \($0)\n" }.joined()

  private func check(_ words: String..., in folder: TemporaryFolder, input: String = "")
    -> CommandRun
  {
    callorder(["check"] + words + ["--records", "all"], in: folder, input: input)
  }

  private static func finding(_ run: CommandRun) throws -> JSONValue {
    let report = try JSONValue(parsing: Array(run.output.utf8))
    return try #require(report["traces"]?.array?.first?["violations"]?.array?.first)
  }

  @Test(
    "are shown with the lines around them, for any shape of the trace",
    arguments: [
      #","file":"App/SceneDelegate.swift","sourceLine":12"#,
      #","sourceLine":12,"file":"App/SceneDelegate.swift","role":"x""#,
    ], ["lines", "array", "document", "stdin"])
  func shapes(_ members: String, _ shape: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.source, to: "App/SceneDelegate.swift")
    let lines = Self.trace(members)
    let list = "[" + lines.split(separator: "\n").joined(separator: ",\n") + "]"
    let text =
      switch shape {
      case "array": list
      case "document": #"{"format":"callorder.trace/1","events":\#(list),"metadata":{}}"#
      default: lines
      }
    try folder.write(text, to: "t.json")
    let run =
      shape == "stdin"
      ? check("-", "--verbose", in: folder, input: text)
      : check("t.json", "--verbose", in: folder)
    let name = shape == "stdin" ? "-" : "t.json"
    #expect(
      run.output.contains("\n  App/SceneDelegate.swift:12   \(name):2, session A"), "\(run.output)")
    #expect(run.output.contains("\n  11   line 11\n  12 > line 12\n  13   line 13\n"))
    #expect(!run.output.contains("line 9\n") && !run.output.contains("line 16\n"))
  }

  @Test("are found by the names of the module and the file, if that identifies one file")
  func modules() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.source, to: "Sources/Notes/SceneDelegate.swift")
    try folder.write(
      Self.trace(#","file":"Notes/SceneDelegate.swift","sourceLine":2"#), to: "t.json")
    var run = check("t.json", "--format", "concise", in: folder)
    #expect(run.output.hasPrefix("Sources/Notes/SceneDelegate.swift:2:1: error: "), "\(run.output)")
    #expect(run.output.hasSuffix("] (t.json:2)\n"))
    // Of two files, the one in a folder with the name of the module.
    try folder.write(Self.source, to: "Sources/Other/SceneDelegate.swift")
    run = check("t.json", "--format", "concise", in: folder)
    #expect(run.output.hasPrefix("Sources/Notes/SceneDelegate.swift:2:1: "))
    // Of two files that both match, neither.
    try folder.write(Self.source, to: "More/Notes/SceneDelegate.swift")
    run = check("t.json", "--format", "concise", in: folder)
    #expect(run.output.hasPrefix("Notes/SceneDelegate.swift:2:1: "))
  }

  @Test(
    "lead to no file outside the folder, and to none but source files",
    arguments: [
      "../outside.swift", "/etc/passwd", "secret.env", "../inside/secret.env", "folder.swift",
      "missing.swift",
    ])
  func refused(_ file: String) throws {
    let outer = try TemporaryFolder()
    try outer.write("line 1\nline 2\n", to: "outside.swift")
    try outer.write("line 1\nline 2\n", to: "inside/secret.env")
    try outer.write("", to: "inside/folder.swift/readme")
    try outer.write(Self.trace(#","file":"\#(file)","sourceLine":1"#), to: "inside/t.json")
    let run = callorder(
      ["check", "t.json", "--format", "json", "--records", "all"], from: outer.path("inside"))
    let finding = try Self.finding(run)
    #expect(finding["file"] == .string(file))
    #expect(finding["excerpt"] == nil, "\(finding)")
  }

  @Test(
    "lead through no link, to nothing hidden, and to nothing but ordinary files",
    arguments: [
      "env.swift", "linked.swift", "linked/outside.swift", "sub/up/outside.swift",
      "Up/outside.swift",
      ".git/config.swift", "sub/.hidden.swift", "sub/./../linked.swift", "pipe.swift",
      "null.swift", "./env.swift", "sub//pipe.swift",
    ], [false, true])
  func links(_ file: String, _ isAbsolute: Bool) throws {
    let outer = try TemporaryFolder()
    try outer.write("secret 1\nsecret 2\n", to: "out/outside.swift")
    try outer.write("secret 1\nsecret 2\n", to: "inside/.git/config.swift")
    try outer.write("secret 1\nsecret 2\n", to: "inside/sub/.hidden.swift")
    try outer.link("inside/env.swift", to: "/proc/self/environ")
    try outer.link("inside/linked.swift", to: "../out/outside.swift")
    try outer.link("inside/linked", to: "../out")
    try outer.link("inside/sub/up", to: outer.path("out"))
    try outer.link("inside/null.swift", to: "/dev/zero")
    #expect(mkfifo(outer.path("inside/pipe.swift"), 0o600) == 0)
    #expect(mkfifo(outer.path("inside/sub/pipe.swift"), 0o600) == 0)
    let named = isAbsolute ? outer.path("inside/\(file)") : file
    try outer.write(Self.trace(#","file":"\#(named)","sourceLine":1"#), to: "inside/t.json")
    for format in ["json", "text", "sarif", "html"] {
      let run = callorder(
        ["check", "t.json", "--no-config", "--format", format, "--records", "all"],
        from: outer.path("inside"))
      #expect(run.status == 1)
      #expect(!run.output.contains("secret") && !run.output.contains("PATH="), "\(format)")
      guard format == "json" else { continue }
      let finding = try Self.finding(run)
      #expect(finding["file"] == .string(named))
      #expect(finding["excerpt"] == nil, "\(finding)")
    }
  }

  @Test("with an absolute path inside the folder are shown with a relative path")
  func absolute() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.source, to: "App.swift")
    try folder.write(
      Self.trace(#","file":"\#(folder.path("App.swift"))","sourceLine":20"#), to: "t.json")
    let run = check("t.json", "--format", "json", in: folder)
    let finding = try Self.finding(run)
    #expect(finding["file"] == "App.swift")
    #expect(finding["sourceLine"] == 20)
    #expect(finding["excerpt"]?["firstLine"] == 18)
    #expect(finding["excerpt"]?["lines"]?.array?.count == 3)
    #expect(finding["recorded"]?["delegate"] == "Notes.SceneDelegate")
  }

  @Test("show no lines with --no-source, and none that the file does not have")
  func without() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.source, to: "App.swift")
    try folder.write(Self.trace(#","file":"App.swift","sourceLine":3"#), to: "t.json")
    var run = check("t.json", "--format", "json", "--no-source", in: folder)
    #expect(try Self.finding(run)["file"] == "App.swift")
    #expect(try Self.finding(run)["excerpt"] == nil)
    try folder.write(Self.trace(#","file":"App.swift","sourceLine":21"#), to: "t.json")
    run = check("t.json", "--format", "json", in: folder)
    #expect(try Self.finding(run)["excerpt"] == nil)
  }

  @Test("that are malformed are not shown, and the trace is still read")
  func wrong() throws {
    let folder = try TemporaryFolder()
    for place in [
      #","file":"","sourceLine":3"#, #","file":{},"sourceLine":[]"#, #","sourceLine":3"#,
    ] {
      try folder.write(Self.trace(place), to: "t.json")
      let run = check("t.json", "--format", "json", in: folder)
      #expect(run.status == 1)
      #expect(try Self.finding(run)["file"] == nil)
    }
    try folder.write(Self.trace(#","file":"A.swift","sourceLine":-3"#), to: "t.json")
    let run = check("t.json", "--format", "xcode", in: folder)
    #expect(run.output.hasPrefix("A.swift:1:1: error: "), "\(run.output)")
  }
}
