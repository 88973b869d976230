import Foundation
import TestSupport
import Testing

@Suite("The page about rules of your own")
struct RulesOfYourOwnTests {
  /// The code blocks of the page: a grammar, a trace, a part of the output, and two more grammars.
  private func blocks() throws -> [String] {
    let page = "Sources/Tool/CallOrderKit/Documentation.docc/RulesOfYourOwn.md"
    let blocks = Repository.codeBlocks(of: page).map {
      $0.code.trimmingCharacters(in: .newlines)
    }
    try #require(blocks.count == 5)
    return blocks
  }

  /// A folder with a grammar that is expected to be valid.
  private func folder(with grammar: String, as name: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(grammar, to: name)
    let run = callorder("grammar", "validate", name, in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errorOutput)")
    #expect(!(run.output + run.errorOutput).contains("warning"), "\(run.output)")
    return folder
  }

  @Test("has a valid grammar, which finds the stated violation in the trace")
  func isTrue() throws {
    let blocks = try blocks()
    let folder = try folder(with: blocks[0], as: "app.lifecycle")
    try folder.write(blocks[1], to: "trace.json")
    let broken = callorder("check", "trace.json", "--grammar", "app.lifecycle", in: folder)
    #expect(broken.status == 1)
    #expect(
      broken.output.hasPrefix(blocks[2] + "\n"), "\(broken.output)\(broken.errorOutput)")
    #expect(blocks[2].hasPrefix("error: ") && blocks[2].hasSuffix("  [draft-not-saved]"))
    #expect(broken.output.contains("1 error"), "\(broken.output)")
    let save = #"{"callback": "saveDraft", "kind": "action", "session": "A", "process": "1"},"#
    let kept = blocks[1].replacingOccurrences(
      of: #"  {"callback": "sceneDidDisconnect"#,
      with: save + #"  {"callback": "sceneDidDisconnect"#)
    try folder.write(kept, to: "kept.json")
    try folder.write(#"{"grammar": "app.lifecycle"}"#, to: ".callorder.json")
    #expect(callorder("check", "kept.json", in: folder).status == 0)
    #expect(callorder("check", "trace.json", in: folder).status == 1)
  }

  /// Which of some rules a recording breaks.
  private func broken(
    _ rules: some Collection<String>, _ grammar: String, _ events: [String],
    in folder: TemporaryFolder
  ) throws -> Set<String> {
    let members = ["session", "time", "document"]
    try folder.write(
      ShortEvents(events, members: members, always: "process=1").text, to: "trace.jsonl")
    let run = callorder("check", "trace.jsonl", "--grammar", grammar, in: folder)
    return Set(rules.filter { run.output.contains("[\($0)]") })
  }

  @Test("has six more valid rules, each of which is broken as described")
  func sixMore() throws {
    let grammar = "shop.lifecycle"
    let folder = try folder(with: try blocks()[3], as: grammar)
    let start = [#"{"records": ["all", "login", "sync", "pause"]}"#, "didFinishLaunching ? 0"]
    let up = ["willConnect A 0", "willEnterForeground A 0", "didBecomeActive A 0"]
    let cases: [String: [String]] = [
      "upload-before-login": ["!upload"],
      "sync-late": up + ["willResignActive A 40"],
      "play-in-background": up + ["willResignActive A 0", "didEnterBackground A 0", "!play A 0"],
      "edited-elsewhere": up + ["willConnect B 0", "!open A 0 d", "!edit B 0 d"],
      "two-players": up + ["!play A 0", "willConnect B 0", "!play B 0"],
      "saved-twice": ["willConnect A 0", "!edit A 0 d", "!autosave A 0 d", "!autosave A 1 d"],
    ]
    for (rule, events) in cases {
      let found = try broken(cases.keys, grammar, start + events, in: folder)
      #expect(found == [rule], "\(rule)")
    }
  }

  @Test(
    "has three rules in sentences, each of which only the described call breaks",
    arguments: [
      (["!playEpisode A"], "audio-session-late"), (["!startAudioSession", "!playEpisode A"], nil),
      (["willResignActive A", "!showPaymentSheet A"], "sheet-hidden"),
      (["!showPaymentSheet A", "willResignActive A"], nil),
      (
        ["!openSocket A socket=s", "willResignActive A", "didEnterBackground A"],
        "socket-left-open"
      ),
      (
        [
          "!openSocket A socket=s", "willResignActive A", "!closeSocket A socket=s",
          "didEnterBackground A",
        ], nil
      ),
    ])
  func ofSentences(_ events: [String], _ rule: String?) throws {
    let grammar = "podcast.lifecycle"
    let folder = try folder(with: try blocks()[4], as: grammar)
    let start = [
      #"{"records": ["all", "startAudioSession", "closeSocket"]}"#, "didFinishLaunching",
      "willConnect A", "willEnterForeground A", "didBecomeActive A",
    ]
    let rules = ["audio-session-late", "sheet-hidden", "socket-left-open"]
    #expect(
      try broken(rules, grammar, start + events, in: folder) == Set([rule].compactMap(\.self)))
  }

  @Test(
    "may name any file as a grammar, but nothing of one that is no grammar is shown",
    arguments: ["secret.env", "link.lifecycle", "../outside.txt", "pipe", "/dev/zero", "-"])
  func otherFiles(_ path: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("root:x:0:0\nsecret 2\n", to: "outside.txt")
    try folder.write("TOKEN=secret\nrule secret error {}\n", to: "in/secret.env")
    try folder.link("in/link.lifecycle", to: "secret.env")
    #expect(mkfifo(folder.path("in/pipe"), 0o600) == 0)
    try folder.write("grammar App \"1.0\" extends \"\(path)\" {}\n", to: "in/app.lifecycle")
    try folder.write(#"{"grammar": "app.lifecycle"}"#, to: "in/callorder.json")
    try folder.write("[]", to: "in/t.json")
    for words in [
      ["grammar", "validate", "app.lifecycle"], ["check", "t.json", "--grammar", "app.lifecycle"],
      ["check", "t.json", "--config", "callorder.json"],
    ] {
      let run = callorder(words, from: folder.path("in"), input: "grammar In \"1.0\" {}\nsecret")
      #expect(run.status != 0, "\(words)")
      let text = run.output + run.errorOutput
      #expect(text.contains("error: "), "\(text)")
      #expect(!text.contains("secret 2") && !text.contains("TOKEN") && !text.contains("root"))
    }
    // The same holds for the grammar itself, which a configuration can name.
    guard !["-", "pipe", "/dev/zero"].contains(path) else { return }
    try folder.write(#"{"grammar": "\#(path)"}"#, to: "in/callorder.json")
    let run = callorder(["check", "t.json", "--config", "callorder.json"], from: folder.path("in"))
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("[not-a-grammar]"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("TOKEN") && !run.errorOutput.contains("root"))
  }
}
