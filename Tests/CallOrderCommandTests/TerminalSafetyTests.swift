import Foundation
import TestSupport
import Testing

/// Texts from a trace, a path or a configuration reach a terminal or a build log only as text.
@Suite("Hostile text") struct TerminalSafetyTests {
  static let evil = "\u{1B}]0;t\u{7}\u{9B}31m\u{202E}\u{85}\u{7F}"

  private func actingScalars(_ run: CommandRun) -> [UInt32] {
    (run.output + run.errorOutput).unicodeScalars.filter { scalar in
      scalar != "\n"
        && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
    }.map(\.value)
  }

  @Test("from a path, an option or a file reaches neither channel of any subcommand unescaped")
  func everySubcommand() throws {
    let folder = try TemporaryFolder()
    let name = "x\(Self.evil).json"
    let event = #"{"callback": "x\u001b[2J\u202E", "session": "\u001b]0;t\u0007"}"#
    try folder.write("{\"records\": \"all\"}\n\(event)\n\(Traces.errorLines)", to: name)
    try folder.write(Traces.clean, to: "clean.json")
    try folder.write("{\"\(Self.evil)\": 1}", to: "bad\(Self.evil).json")
    let configuration = [
      "suppressions": [["rule": "launch-order", "path": name, "reason": Self.evil]]
    ]
    try folder.write(
      String(decoding: try JSONSerialization.data(withJSONObject: configuration), as: UTF8.self),
      to: "suppress.json")
    let commands: [[String]] = [
      ["check", name], ["check", name, "--report", "json=\(name)/\(Self.evil)"],
      ["check", name, "--report", "json=out\(Self.evil)"],
      ["check", name, "--config", "suppress.json"],
      ["check", name, "--config", "bad\(Self.evil).json"], ["check", "bad\(Self.evil).json"],
      ["check", "--baseline", "bad\(Self.evil).json", name], ["check", name, "--coverage"],
      ["baseline", "create", name, "-b", "base\(Self.evil)", "--reason", Self.evil],
      ["baseline", "create", name, "-b", "base\(Self.evil)"],
      ["check", "clean.json", "-b", "base\(Self.evil)"],
      ["compare", "clean.json", name], ["compare", name, "nothing\(Self.evil)"],
      ["compare", "clean.json", name, "--format", "markdown", "-r", "json=\(name)/x"],
      ["explain", Self.evil], ["rules", "-g", "bad\(Self.evil).json"], [Self.evil],
      ["--\(Self.evil)"],
      ["config", "--config", "suppress.json"], ["report", "bad\(Self.evil).json"],
      ["grammar", "validate", "bad\(Self.evil).json"], ["init", Self.evil],
      ["check", name, "--format", Self.evil], ["check", name, "--rule", "\(Self.evil)=error"],
    ]
    for words in commands {
      let run = callorder(words, in: folder, isTerminal: true)
      #expect(actingScalars(run).isEmpty, "\(words) \(run.errorOutput)\(run.output)")
    }
  }

  @Test("cannot begin a line that a build log interprets as a command")
  func workflowCommands() throws {
    let folder = try TemporaryFolder()
    let path = "::error title=x::pwned.json"
    let command = "::add-mask::x"
    let trace = [
      Traces.error,
      #"{"callback": "\#(command)", "session": "\#(command)", "process": "\#(command)"}"#,
    ].joined(separator: "\n").replacing("\"A\"", with: "\"\(command)\"")
    try folder.write(trace, to: path)
    try folder.write(Traces.clean, to: "before/::clean.json")
    try folder.write("[", to: "before/::broken.json")
    var runs: [CommandRun] = []
    for format in [
      "text", "concise", "json", "jsonl", "markdown", "gitlab", "sarif", "junit",
    ] {
      runs.append(callorder("check", path, "--format", format, "--verbose", in: folder))
      runs.append(callorder("check", path, "::missing", "--format", format, in: folder))
    }
    for format in ["text", "markdown", "json"] {
      runs.append(callorder("compare", "before", path, "--format", format, in: folder))
      runs.append(callorder("compare", "before/::clean.json", path, "--format", format, in: folder))
    }
    runs.append(callorder("check", path, "--report", "text=::error::y", in: folder))
    // Also as the place in the source, and for services that look for their commands anywhere in a line.
    let places = [
      "::stop-commands::pwn", "##[set-output name=x]y", "##vso[task.setvariable x=y]/z",
    ]
    let lines = places.enumerated().flatMap { number, place in
      let launch =
        #"{"callback":"application(_:didFinishLaunchingWithOptions:)","process":\#(number)"#
      return [
        launch + "}", launch + #","file":"\#(place)","sourceLine":1,"delegate":"\#(place)"}"#,
        #"{"callback":"sceneDidBecomeActive(_:)","session":"\#(place)","process":\#(number)}"#,
      ]
    }
    try folder.write(lines.joined(separator: "\n"), to: "places.jsonl")
    for format in [
      "text", "concise", "xcode", "json", "jsonl", "markdown", "gitlab", "sarif", "junit", "github",
      "html",
    ] {
      let run = callorder("check", "places.jsonl", "--format", format, "--verbose", in: folder)
      #expect(run.status == 1)
      #expect(!run.output.contains("##[") && !run.output.contains("##vso["), "\(format)")
      // Style sheets have lines that begin with colons.
      if !["github", "html"].contains(format) { runs.append(run) }
    }
    for run in runs {
      for line in (run.output + run.errorOutput).split(separator: "\n") {
        #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
      }
    }
  }
}
