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
    // The finding stands where the deletion proves to be wrong, and names it.
    #expect(run.output.contains("not discarded: deleteSessionData at line 8\n"), "\(run.output)")
    #expect(!run.output.contains("not judged"))
    let off = callorder(
      ["check", "mine.jsonl", "--rule", "delete-before-discard=off"], in: folder)
    #expect(off.status == 0, "\(off.errorOutput)")
  }

  @Test("too late have the causes that the rule names, and no other")
  func requests() {
    let calls = Self.deleted.split(separator: "\n").prefix(4).enumerated()
      .map { String($1.dropLast()) + #", "process": "1", "time": \#($0)}"# }
    let request =
      #"{"callback": "requestSceneSessionActivation", "kind": "action", "process": "1", "time": 5}"#
    let end =
      #"{"callback": "sceneWillResignActive(_:)", "session": "A", "process": "1", "time": 40}"#
    let run = callorder(
      ["check", "-", "--no-config", "--grammar", "UIScenePractices"],
      input: (calls + [request, end]).joined(separator: "\n"))
    #expect(run.output.contains("[request-unanswered]"), "\(run.output)")
    #expect(
      run.output.contains("Possible cause: The request was refused, and there is no error handler.")
        && !run.output.contains("does too much"), "\(run.output)")
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

  @Test("that are never recorded accuse no app that says it records all, until it names them")
  func all() throws {
    func rules(_ records: String, _ calls: String, _ words: String...) -> [String] {
      let input = "{\"records\": \(records)}\n" + calls
      return callorder(
        ["check", "-", "--no-config", "--format", "concise"] + words, input: input
      ).output
        .matches(of: /\[([a-z-]+)\]/).map { String($0.1) }
    }
    // An action that comes is recorded.
    #expect(rules(#""all""#, Self.deleted) == ["delete-before-discard"])
    let connected = """
      {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": "1"}
      {"callback": "scene(_:willConnectTo:options:)", "session": "A", "options": {"stateRestoration": 1}, "process": "1"}
      {"callback": "sceneWillEnterForeground(_:)", "session": "A", "process": "1"}
      {"callback": "sceneDidBecomeActive(_:)", "session": "A", "process": "1"}

      """
    #expect(rules(#""all""#, connected, "--grammar", "UIScenePractices") == [])
    #expect(
      rules(#"["all", "restoreState", "extendStateRestoration"]"#, connected) == ["restore-missing"]
    )
    let option = ["--records", "all,restoreState,extendStateRestoration"]
    #expect(rules("null", connected, option[0], option[1]) == ["restore-missing"])
    // What the trace states wins.
    #expect(rules(#""all""#, connected, option[0], option[1]) == [])
    #expect(callorder(["check", "-", "--records", "all,saveStat"], input: connected).status == 2)
  }

  @Test("that may have come before all recorded calls accuse nobody, and no other process either")
  func before() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      grammar Launches "1.0" {}
      subject process { member "process" }
      callback launch about process {}
      callback scene about process {}
      action measure about process {}
      action decide about process {}
      lifecycle kind about process {
        state unlaunched "The start has not been recorded"
        state undecided "Nothing is known yet"
        state user "The user launched the app"
        unknown unlaunched
        unlaunched -> launch undecided | scene user | decide user | measure user
        undecided -> scene user
        stay in undecided, user on launch, measure
        stay in user on scene, decide
      }
      rule guessed warning in kind { on decide in undecided title "t" message "m" }
      rule other error { anything else title "t" message "m" }

      """, to: "launches.lifecycle")
    func output(_ records: String) -> String {
      callorder(
        ["check", "-", "--no-config", "-g", "launches.lifecycle"], in: folder,
        input: """
          {"records": \(records)}
          {"callback": "launch", "process": "1"}
          {"callback": "decide", "kind": "action", "process": "1"}
          """
      ).output
    }
    let silent = output(#""all""#)
    #expect(silent.contains("no findings in 1 trace"), "\(silent)")
    #expect(silent.contains("not judged: guessed (once)") && !silent.contains("[guessed]"))
    #expect(output(#"["all", "measure"]"#).contains("[guessed]"))
    #expect(output("null").contains("decide without scene (once)"))
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
