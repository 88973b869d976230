import TestSupport
import Testing

/// What an app does is judged without a word about a grammar.
@Suite("Actions") struct ActionTests {
  /// The mistake of the README's second paragraph: data is deleted when a scene is disconnected, which may connect again.
  private static let deleted = """
    {"callback": "application(_:didFinishLaunchingWithOptions:)"}
    {"callback": "scene(_:willConnectTo:options:)", "session": "A"}
    {"callback": "sceneWillEnterForeground(_:)", "session": "A"}
    {"callback": "sceneDidBecomeActive(_:)", "session": "A"}
    {"callback": "sceneWillResignActive(_:)", "session": "A"}
    {"callback": "sceneDidEnterBackground(_:)", "session": "A"}
    {"callback": "sceneDidDisconnect(_:)", "session": "A"}
    {"callback": "deleteSessionData", "kind": "action", "session": "A"}
    {"callback": "scene(_:willConnectTo:options:)", "session": "A"}

    """

  @Test(
    "are judged by the grammar that declares them, also from standard input",
    arguments: [true, false])
  func byDefault(isFile: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.deleted, to: "mine.jsonl")
    let run = callorder(["check", isFile ? "mine.jsonl" : "-"], in: folder, input: Self.deleted)
    #expect(run.status == 1)
    #expect(run.output.contains("[delete-before-discard]"), "\(run.output)")
    #expect(!run.output.contains("unknown-callback"))
    let off = callorder(
      ["check", "mine.jsonl", "--rule", "delete-before-discard=off"], in: folder)
    #expect(off.status == 0, "\(off.errorOutput)")
  }

  @Test("are not judged by a grammar that is named, and the note says which one knows them")
  func named() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.deleted, to: "mine.jsonl")
    let run = callorder("check", "mine.jsonl", "--grammar", "UIScene", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("deleteSessionData is an action of UIScenePractices"))
    #expect(run.output.contains("check with --grammar UIScenePractices"))
  }

  @Test("that are never recorded accuse no app that says it records all")
  func all() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"records\": \"all\"}\n" + Self.deleted, to: "mine.jsonl")
    let run = callorder("check", "mine.jsonl", in: folder)
    #expect(run.status == 0 && !run.output.contains("[app-"), "\(run.output)")
    #expect(run.output.contains("check with --grammar UIScenePractices"))
  }

  @Test("of a header are judged even if none comes")
  func listed() throws {
    let folder = try TemporaryFolder()
    let grammars = [#"["handle", "didFinishLaunching"]"#, #"["didFinishLaunching"]"#].map { list in
      let text = "{\"records\": \(list)}\n" + Traces.clean
      return callorder(["check", "-", "--format", "json"], in: folder, input: text).output
        .contains("\"name\": \"UIScenePractices\"")
    }
    #expect(grammars == [true, false])
  }

  @Test("of the worker's recordings are judged, each by its own")
  func worker() throws {
    let frames = [Self.deleted, Traces.clean].map { "\($0.utf8.count) x\n\($0)" }.joined()
    let lines = callorder(["worker"], input: frames).output.split(separator: "\n")
    #expect(lines.map { $0.contains("delete-before-discard") } == [true, false])
  }

  @Test("a finding's command explains it, whatever grammar has its rule")
  func explained() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.deleted, to: "mine.jsonl")
    try folder.write("grammar Own \"1.0\" extends UIScenePractices { text \"x\" }", to: "own rules")
    for words in [[], ["--grammar", "UIScenePractices"], ["--grammar", "own rules"]] {
      let run = callorder(["check", "mine.jsonl", "--verbose"] + words, in: folder)
      let line = try #require(
        run.output.split(separator: "\n").first { $0.contains("callorder explain") },
        "\(run.output)")
      let command = try #require(line.firstMatch(of: /callorder (explain[^,]*)/)?.1)
      let typed = command.split(separator: " ").map(String.init)
      let whole = words.last == "own rules"
      #expect(
        command.hasPrefix(
          whole
            ? "explain --grammar 'own rules' "
            : words.isEmpty ? "explain delete" : "explain --grammar UIScenePractices "))
      let answer = callorder(
        whole ? ["explain", "--grammar", "own rules", typed[typed.count - 1]] : typed, in: folder)
      #expect(answer.status == 0 && answer.output.contains("(error)"), "\(answer.errorOutput)")
    }
    // A configuration names the grammar for both.
    try folder.write(#"{"grammar": "own rules"}"#, to: ".callorder.json")
    let run = callorder("check", "mine.jsonl", "--verbose", in: folder)
    #expect(run.output.contains("callorder explain delete-before-discard"))
    #expect(callorder("explain", "delete-before-discard", in: folder).status == 0)
  }

  @Test(
    "rules of every shipped grammar are explained and completed",
    arguments: ["bash", "zsh", "fish"])
  func shipped(shell: String) {
    let script = callorder("completions", shell).output
    for id in ["delete-before-discard", "launch-order"] {
      #expect(callorder("explain", id).status == 0)
      #expect(script.contains(id))
    }
  }
}
