import Foundation
import TestSupport
import Testing
import TraceGrammar

@testable import CallOrderCommand

/// The file that `callorder init lldb` writes, in a real lldb, with an app that nobody changed.
@Suite("Recording from lldb", .process) struct DebuggerTests {
  private static let sources = Repository.path("Tests/CallOrderCommandTests/Debugger")
  private static let program = "/usr/bin/lldb"

  /// How lldb is called. Debian's package keeps its Python modules where it does not look for them itself.
  private static let call = """
    llvm=$(dirname "$(dirname "$(readlink -f \(program))")")
    export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(echo "$llvm"/lib/python3.*/dist-packages) LLDB_DEBUGSERVER_PATH=$llvm/bin/lldb-server
    timeout 60 \(program) -b
    """

  /// Whether lldb is there, has Python, and may start a program here.
  private static let isThere: Bool = {
    #if !os(Linux)
      return false
    #endif
    guard let folder = try? TemporaryFolder() else { return false }
    let answer = try? bash("\(call) -o run -o 'script print(6 * 7)' /bin/true", in: folder)
    return answer.map { $0.output.contains("\n42\n") && $0.output.contains("exited with") } ?? false
  }()
  private static let canDebug: ConditionTrait = .enabled(
    if: OtherPrograms.decide(areThere: isThere),
    "needs lldb with Python, and the right to debug; 'make validator-tools' installs it")

  enum Code: String, CaseIterable { case plain = "-Onone", optimized = "-O" }

  /// A folder with the app and the file for lldb; each is made once.
  private static func folder(_ code: Code) throws -> TemporaryFolder {
    try (code == .plain ? plain : optimized).get()
  }
  private static let plain = Result { try build(.plain) }
  private static let optimized = Result { try build(.optimized) }

  private static func build(_ code: Code) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let built = try bash("bash '\(sources)/build.sh' \(code.rawValue) '\(sources)'", in: folder)
    try #require(built.status == 0, "\(built.output)")
    try #require(callorder("init", "lldb", in: folder).status == 0)
    return folder
  }

  private struct Call: Decodable {
    var callback: String
    var time: Double
    var delegate, caller, through, thread, kind, file: String?
    var sourceLine: Int?

    var words: String {
      [callback, delegate ?? kind, caller, through].compactMap(\.self).joined(separator: " < ")
    }
  }

  /// Runs the app in lldb.
  /// - Parameter early: whether lldb knows no app yet when the recording begins, as in `~/.lldbinit`.
  private static func record(
    _ way: String, _ code: Code, options: String = "", early: Bool = false
  ) throws -> (calls: [Call], output: String, folder: TemporaryFolder) {
    let folder = try folder(code)
    let option = early ? "-O" : "-o"
    let answer = try bash(
      """
      rm -f \(way).jsonl
      \(call) \(option) 'command script import callorder_lldb.py' \(option) 'callorder record \(way).jsonl \(options)' \
        -o 'run \(way)' -o 'callorder record --stop' app/Notes
      """, in: folder)
    return (try calls(in: "\(way).jsonl", of: folder), answer.output, folder)
  }

  private static func calls(in file: String, of folder: TemporaryFolder) throws -> [Call] {
    let text = try #require(folder.text(file))
    let lines = text.split(separator: "\n")
    #expect(lines.first?.contains(#""recorder": "lldb""#) ?? false)
    return try lines.dropFirst().map { try JSONDecoder().decode(Call.self, from: Data($0.utf8)) }
  }

  private static let life = [
    "scene(_:willConnectTo:options:)", "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    "sceneWillResignActive(_:)", "sceneDidEnterBackground(_:)",
  ]

  @Test(
    "13 calls and an action of an unchanged app are recorded, and the bug of the README is found",
    canDebug, arguments: Code.allCases)
  func bug(_ code: Code) throws {
    let run = try Self.record(
      "bug", code, options: "--action deleteSessionData=Store.deleteSessionData", early: true)
    #expect(
      run.calls.map(\.callback)
        == ["application(_:didFinishLaunchingWithOptions:)"] + Self.life
        + ["sceneDidDisconnect(_:)", "deleteSessionData"] + Self.life
        + ["applicationWillTerminate(_:)"], "\(run.output)")
    #expect(run.output.contains("callorder: 14 calls of "))
    for call in run.calls {
      #expect(
        call.caller
          == (call.kind == "action" ? "SceneDelegate.sceneDidDisconnect(_:)" : "UIKitCore"))
      #expect(call.thread == "main" && call.file == "Notes/Notes.swift" && call.sourceLine ?? 0 > 0)
    }
    let check = callorder("check", "--one-window", "bug.jsonl", in: run.folder)
    #expect(check.status == 1)
    #expect(check.output.contains("[delete-before-discard]"), "\(check.output)")
    #expect(check.output.contains("1 error in 1 trace"))
    // The scene is in the background some milliseconds after it became active: that is the app's own doing, but slower.
    #expect(check.output.contains("[held-up]") && !check.output.contains("[scene-leaves-at-once]"))
  }

  @Test(
    "who called is told: UIKit, the app, a library, or UIKit through a library", canDebug,
    arguments: Code.allCases)
  func callers(_ code: Code) throws {
    let run = try Self.record("callers", code)
    #expect(
      run.calls.map(\.words) == [
        "application(_:didFinishLaunchingWithOptions:) < AppDelegate < UIKitCore",
        "scene(_:willConnectTo:options:) < SceneDelegate < UIKitCore",
        "scene(_:openURLContexts:) < BaseSceneDelegate < SceneDelegate.scene(_:willConnectTo:options:)",
        "sceneDidBecomeActive(_:) < SceneDelegate < UIKitCore",
        "sceneDidBecomeActive(_:) < CarDelegate < UIKitCore",
        "sceneDidBecomeActive(_:) < CarDelegate < UIKitCore",
        "sceneWillResignActive(_:) < CarDelegate < UIKitCore < AnalyticsSDK",
        "sceneDidBecomeActive(_:) < CarDelegate < AnalyticsSDK",
        "sceneDidBecomeActive: < LegacyDelegate < UIKitCore",
        "applicationDidReceiveMemoryWarning(_:) < AppDelegate < UIKitCore",
      ], "\(run.output)")
    #expect(run.calls.last?.thread == "thread 2")
    #expect(run.calls.dropLast().allSatisfy { $0.thread == "main" })
  }

  @Test(
    "what happened before an exit or a crash is in the recording", canDebug,
    arguments: ["exit", "crash"])
  func ends(way: String) throws {
    let run = try Self.record(way, .plain)
    #expect(
      run.calls.map(\.callback) == ["application(_:didFinishLaunchingWithOptions:)"]
        + Self.life.dropLast(), "\(run.output)")
    #expect(callorder("check", "\(way).jsonl", in: run.folder).status == 0)
  }

  @Test("a program that runs already is recorded from there on", canDebug)
  func attached() throws {
    let folder = try Self.folder(.plain)
    let answer = try bash(
      """
      rm -f go attached.jsonl
      app/Notes wait & app=$!
      \(Self.call) -p $app -o 'command script import callorder_lldb.py' -o 'callorder record attached.jsonl' \
        -o "script open('go', 'w').close()" -o continue -o 'callorder record --status'
      kill $app 2>/dev/null
      """, in: folder)
    let calls = try Self.calls(in: "attached.jsonl", of: folder)
    #expect(
      calls.map(\.callback) == ["sceneDidBecomeActive(_:)", "sceneWillResignActive(_:)"],
      "\(answer.output)")
    #expect(answer.output.contains("callorder: 2 calls of "))
    #expect(answer.output.contains("\n  Notes.SceneDelegate.sceneDidBecomeActive(_:)"))
  }

  @Test("the command says what is wrong, and writes over nothing but recordings", canDebug)
  func mistakes() throws {
    let folder = try Self.folder(.plain)
    try folder.write("mine", to: "mine.txt")
    for (words, message) in [
      ("mine.txt", "mine.txt is there, and is no recording of this command"),
      ("--stop", "nothing is recorded"), ("--stopp", "unrecognized arguments: --stopp"),
    ] {
      let answer = try bash(
        "\(Self.call) -o 'command script import callorder_lldb.py' -o 'callorder record \(words)' app/Notes",
        in: folder)
      #expect(answer.output.contains(message), "\(answer.output)")
    }
    #expect(folder.text("mine.txt") == "mine")
    // An action whose method is nowhere is named.
    let action = try bash(
      """
      \(Self.call) -o 'command script import callorder_lldb.py' -o 'callorder record a.jsonl --action save=Store.nothing' \
        -o run -o 'callorder record --stop' app/Notes
      """, in: folder)
    #expect(action.output.contains("; no method is named Store.nothing"), "\(action.output)")
    // Nothing was called yet.
    let early = try bash(
      """
      \(Self.call) -o 'command script import callorder_lldb.py' -o 'callorder record early.jsonl' \
        -o 'callorder record --stop' app/Notes
      """, in: folder)
    #expect(early.output.contains("callorder: 0 calls of "), "\(early.output)")
    #expect(callorder("check", "early.jsonl", in: folder).errorOutput.contains("no events"))
  }

  // MARK: Without lldb

  @Test("init lldb writes only the file for lldb, with exactly the methods of the grammar")
  func names() throws {
    let folder = try TemporaryFolder()
    let run = callorder("init", "lldb", in: folder)
    #expect(run.errorOutput.hasPrefix("wrote callorder_lldb.py\nnext: in lldb: "))
    #expect(folder.names == ["callorder_lldb.py"])
    let text = try #require(folder.text("callorder_lldb.py"))
    #expect(!text.contains("{callbacks}"))
    let rows = text.split(separator: "\n").drop { $0 != "CALLBACKS = [" }.dropFirst()
      .prefix { $0 != "]" }.map { $0.split(separator: "\"").filter { $0.first?.isLetter ?? false } }
    let callbacks = Grammar.uiScene().callbacks.filter { !$0.isAction && !$0.swift.isEmpty }
    #expect(rows.count == callbacks.count { $0.name != "windowProperty" })
    for callback in callbacks where callback.name != "windowProperty" {
      let names = (callback.swift + callback.objectiveC).map { $0[...] }
      let row = rows.first { $0.contains(names[0]) }
      #expect(row?.dropFirst().elementsEqual(names) ?? false, "\(callback.name)")
      #expect(row?.first == Grammar.uiScene().subjects[callback.subject].name[...])
    }
  }

  @Test(
    "symbols are read, and Apple's runtime is asked for sessions", .enabled(if: canCall("python3")))
  func symbols() throws {
    let folder = try TemporaryFolder()
    _ = callorder("init", "lldb", in: folder)
    let answer = try bash(
      "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=.:'\(Self.sources)' python3 -m unittest test_names 2>&1",
      in: folder)
    #expect(answer.status == 0 && answer.output.contains("\nOK"), "\(answer.output)")
  }

  @Test("times in a recording from a debugger break no rule, and a note says so")
  func heldUp() throws {
    let folder = try TemporaryFolder()
    let calls = """
      {"callback": "application(_:didFinishLaunchingWithOptions:)", "process": 1, "duration": 60}
      {"callback": "scene(_:willConnectTo:options:)", "process": 1, "session": "A", "duration": 30}

      """
    for (header, isNoted) in [("lldb", true), ("CallOrderRecorder", false)] {
      try folder.write("{\"metadata\": {\"recorder\": \"\(header)\"}}\n\(calls)", to: "a.jsonl")
      let run = callorder("check", "a.jsonl", "--fail-on", "warning", in: folder)
      #expect(run.status == (isNoted ? 0 : 1))
      let note = "note: a.jsonl:2: 2 events would break a rule on times"
      #expect(run.output.contains(note) == isNoted)
      #expect(run.output.contains("[slow-launch]") != isNoted, "\(run.output)")
    }
  }
}
