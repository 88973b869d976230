import TestSupport
import Testing

@testable import CallOrderCommand

/// What the second command, the second format and the second file get.
@Suite("Seams") struct SeamTests {
  @Test("traces are compared by their path below the folder that was named, whatever else is there")
  func pairs() throws {
    let folder = try TemporaryFolder()
    for name in ["base/p/1", "base/p/2", "head/p/1", "head/p/2"] {
      try folder.write(Traces.clean, to: "\(name).json")
    }
    try folder.write(Traces.clean, to: "head/q/3.json")
    let run = callorder("compare", "base", "head", "--no-config", in: folder)
    #expect(run.output.contains("only now"), "\(run.output)")
    #expect(!run.output.contains("only before") && !run.output.contains("No trace is in both"))
    // A saved report does not say which folder was named.
    _ = callorder("check", "base", "-r", "json=saved.json", "-q", in: folder)
    let saved = callorder("compare", "saved.json", "head", "--no-config", in: folder)
    #expect(saved.output == run.output)
  }

  @Test("a comparison with nothing says so, and one stream is not two")
  func nothingToCompare() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a/x.txt")
    try folder.write("", to: "b/x.txt")
    let run = callorder("compare", "a", "b", in: folder)
    #expect(run.errorOutput.contains("nothing was compared: there is no trace in a\n"))
    #expect(callorder("compare", "-", "-", in: folder).status == 2)
  }

  @Test(
    "the list of --migration is in files, too, and what cannot be shown is refused before anything is done"
  )
  func migration() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"callback": "applicationDidBecomeActive(_:)"}"#, to: "a.json")
    let words = ["check", "a.json", "--migration", "--fail-on", "never"]
    let run = callorder(words + ["-f", "markdown", "-r", "markdown=m.md"], in: folder)
    let file = try #require(folder.text("m.md"))
    #expect(file.contains("applicationDidBecomeActive") && file == run.output)
    let refused = callorder(
      ["check", "missing", "--migration", "-f", "json", "-r", "json=m.json"], in: folder)
    #expect(refused.status == 2 && !folder.names.contains("m.json"))
    #expect(!refused.errorOutput.contains("missing"), "\(refused.errorOutput)")
  }

  @Test("the command that a page offers has all that changes the verdict")
  func copiedCommand() throws {
    let folder = try TemporaryFolder()
    try folder.write(callorder("grammar", "show").output, to: "own.lifecycle")
    try folder.write(Traces.error, to: "t.json")
    for words in [
      ["--grammar", "own.lifecycle"], ["--profile", "flutter"],
      ["--records", "all", "--no-config"],
      ["--rule", "background-without-resign=warning", "--os", "18"], ["--one-window"],
      ["--sdk", "26"],
    ] {
      _ = callorder(["check", "t.json", "-q", "-r", "html=p.html"] + words, in: folder)
      let command = "data-copy=\"callorder check t.json \(words.joined(separator: " "))\""
      #expect(folder.text("p.html")?.contains(command) == true, "\(words)")
    }
  }

  @Test("what the configuration's schema allows can be read")
  func schema() throws {
    let folder = try TemporaryFolder()
    let schema = callorder("schema", "config").output
    #expect(schema.contains(#""minimum": 1, "maximum": 1000}"#))
    try folder.write(#"{"windows": 1001}"#, to: ".callorder.json")
    #expect(callorder("config", in: folder).status == 2)
  }

  @Test("a mistake in the configuration names the file, one of an option does not")
  func configuration() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a.json")
    for (text, message) in [
      (#"{"rules": {"background-witout-resign": "off"}}"#, ".callorder.json: rules: no rule"),
      (#"{"records": ["sceneDidBecomActive(_:)"]}"#, ".callorder.json: records: the grammar"),
      (#"{"messages": {"on": "sceneDidBecomActive(_:)"}}"#, ".callorder.json: messages: the"),
    ] {
      try folder.write(text, to: ".callorder.json")
      let run = callorder("check", "a.json", in: folder)
      #expect(run.status == 2 && run.errorOutput.contains(message), "\(run.errorOutput)")
    }
    let typed = callorder(
      "check", "a.json", "--no-config", "--rule", "background-witout-resign=off", in: folder)
    #expect(typed.errorOutput.hasPrefix("callorder: no rule"), "\(typed.errorOutput)")
  }

  @Test("a variable that is not set is no path and no value")
  func empty() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a.json")
    for words in [
      ["check", ""], ["check", "a.json", "--baseline", ""], ["check", "a.json", "--config="],
      ["check", "a.json", "-r", ""],
    ] {
      let run = callorder(words, in: folder)
      #expect(run.status == 2 && run.errorOutput.contains("is a variable not set?"), "\(words)")
    }
    let report = callorder("check", "a.json", "--report=json=", in: folder)
    #expect(report.errorOutput.contains("such as json=report.json"), "\(report.errorOutput)")
  }

  @Test("- is standard output, and no file")
  func dash() throws {
    let folder = try TemporaryFolder()
    #expect(callorder("man", "-o", "-", in: folder).output == callorder("man").output)
    #expect(callorder("grammar", "graph", "-o", "-", in: folder).output.contains("<svg"))
    try folder.write(Traces.clean, to: "a.json")
    #expect(callorder("baseline", "create", "a.json", "-b", "-", in: folder).status == 2)
    #expect(folder.names == ["a.json"])
  }

  @Test("a suppression that is not needed is said once a run, and not for each of many recordings")
  func suppressions() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a/a.json")
    try folder.write(Traces.clean, to: "b/a.json")
    try folder.write(
      #"{"suppressions": [{"rule": "launch-order", "reason": "r"}]}"#, to: ".callorder.json")
    let words = "no longer matches"
    #expect(callorder("check", "a", "b", in: folder).errorOutput.contains(words))
    #expect(!callorder("compare", "a", "b", in: folder).errorOutput.contains(words))
    let frame = "\(Traces.clean.utf8.count) x\n\(Traces.clean)"
    #expect(!callorder(["worker"], in: folder, input: frame + frame).errorOutput.contains(words))
  }

  @Test("JSON ends with a line feed, whoever prints it")
  func lineEnds() {
    for words in [
      ["explain", "launch-order", "-f", "json"], ["rules", "-f", "json"], ["schema", "trace"],
      ["explain", "Q-01", "-f", "json"], ["explain", "forwarded", "-f", "json"],
    ] {
      let output = callorder(words).output
      #expect(output.hasSuffix("}\n") && !output.hasSuffix("\n\n"), "\(words)")
    }
  }
}
