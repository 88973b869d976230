import Foundation
import TestSupport
import Testing

@Suite("The page about rules of your own")
struct RulesOfYourOwnTests {
  /// The code blocks of the page: a grammar, a trace, a part of the output, and two more grammars.
  private func blocks() throws -> [String] {
    let page = try #require(
      Repository.bytes("Sources/Tool/CallOrderKit/Documentation.docc/RulesOfYourOwn.md"))
    let parts = String(decoding: page, as: UTF8.self).components(separatedBy: "```")
    let blocks = parts.enumerated().filter { $0.offset % 2 == 1 }.map {
      ($0.element.hasPrefix("json") ? String($0.element.dropFirst(4)) : $0.element)
        .trimmingCharacters(in: .newlines)
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

  @Test("has six more valid rules, each of which is broken as described")
  func sixMore() throws {
    let folder = try folder(with: try blocks()[3], as: "shop.lifecycle")
    let up = ["willConnect A", "willEnterForeground A", "didBecomeActive A"]
    let broken: [String: [String]] = [
      "upload-before-login": ["upload"],
      "sync-late": up + ["willResignActive A 40"],
      "play-in-background": up + ["willResignActive A", "didEnterBackground A", "play A"],
      "edited-elsewhere": up + ["willConnect B", "open A 0 d", "edit B 0 d"],
      "two-players": up + ["play A", "willConnect B", "play B"],
      "saved-twice": ["willConnect A", "edit A 0 d", "autosave A 0 d", "autosave A 1 d"],
    ]
    let actions = ["login", "upload", "sync", "play", "pause", "open", "edit", "autosave"]
    for (rule, words) in broken {
      let events = (["didFinishLaunching"] + words).map { word in
        let parts = word.split(separator: " ")
        var members = ["\"callback\": \"\(parts[0])\"", "\"process\": \"1\""]
        if actions.contains(String(parts[0])) { members.append("\"kind\": \"action\"") }
        if parts.count > 1 { members.append("\"session\": \"\(parts[1])\"") }
        members.append("\"time\": \(parts.count > 2 ? parts[2] : "0")")
        if parts.count > 3 { members.append("\"document\": \"\(parts[3])\"") }
        return "{\(members.joined(separator: ", "))}"
      }
      let records = #"["all", "login", "sync", "pause"]"#
      try folder.write(
        "{\"records\": \(records), \"events\": [\(events.joined(separator: ",\n"))]}",
        to: "trace.json")
      let run = callorder("check", "trace.json", "--grammar", "shop.lifecycle", in: folder)
      #expect(run.output.contains("[\(rule)]"), "\(rule)\n\(run.output)\(run.errorOutput)")
      let others = broken.keys.filter { $0 != rule && run.output.contains("[\($0)]") }
      #expect(others.isEmpty, "\(rule)\n\(run.output)")
    }
  }

  @Test("has three rules in sentences, each of which only the described call breaks")
  func ofSentences() throws {
    let folder = try folder(with: try blocks()[4], as: "podcast.lifecycle")
    let resign = #"{"callback": "sceneWillResignActive(_:)", "session": "A", "process": "1"}"#
    let leave = #"{"callback": "sceneDidEnterBackground(_:)", "session": "A", "process": "1"}"#
    func act(_ action: String, _ members: String = #", "session": "A""#) -> String {
      "{\"callback\": \"\(action)\", \"kind\": \"action\", \"process\": \"1\"\(members)}"
    }
    let socket = #", "session": "A", "socket": "s""#
    func rules(_ events: String...) throws -> [String] {
      let lines = [
        #"{"records": ["all", "startAudioSession", "closeSocket"]}"#,
        #"{"callback": "application(_:didFinishLaunchingWithOptions:)", "process": "1"}"#,
        #"{"callback": "scene(_:willConnectTo:options:)", "session": "A", "process": "1"}"#,
        #"{"callback": "sceneWillEnterForeground(_:)", "session": "A", "process": "1"}"#,
        #"{"callback": "sceneDidBecomeActive(_:)", "session": "A", "process": "1"}"#,
      ]
      try folder.write((lines + events).joined(separator: "\n"), to: "trace.jsonl")
      let run = callorder("check", "trace.jsonl", "--grammar", "podcast.lifecycle", in: folder)
      return ["audio-session-late", "sheet-hidden", "socket-left-open"].filter {
        run.output.contains("[\($0)]")
      }
    }
    #expect(try rules(act("playEpisode")) == ["audio-session-late"])
    #expect(try rules(act("startAudioSession", ""), act("playEpisode")) == [])
    #expect(try rules(resign, act("showPaymentSheet")) == ["sheet-hidden"])
    #expect(try rules(act("showPaymentSheet"), resign) == [])
    #expect(try rules(act("openSocket", socket), resign, leave) == ["socket-left-open"])
    #expect(
      try rules(act("openSocket", socket), resign, act("closeSocket", socket), leave) == [])
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
