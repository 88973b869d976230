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
}
