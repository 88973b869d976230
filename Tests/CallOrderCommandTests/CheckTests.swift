import Foundation
import TestSupport
import Testing
import TraceJSON
import TraceReporting

@testable import CallOrderCommand

@Suite("Check") struct CheckTests {
  @Test(
    "a folder is walked in sorted order, and each kind of input without a trace has its own message"
  )
  func inputs() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "t/b.jsonl")
    try folder.write(Traces.clean, to: "t/a/c.ndjson")
    try folder.write("no trace", to: "t/readme.txt")
    try folder.write("", to: "empty.json")
    try folder.write("x", to: "none/readme.txt")
    let run = callorder(
      "check", "./t/", "t/b.jsonl", "empty.json", "none", "missing.json", in: folder)
    #expect(run.status == 3)
    let places = ["error: empty.json", "error: missing.json: no such file or directory"]
    for place in places { #expect(run.output.contains(place), "\(run.output)") }
    #expect(
      run.errorOutput.contains(
        "callorder: none: contains no traces: no file below it ends in .json, .jsonl or .ndjson; if readme.txt is a log, name it\n"
      ))
    #expect(run.output.contains("2 traces"), "\(run.output)")
  }

  @Test(
    "a file without permission is reported, and the others are checked",
    .enabled(if: getuid() != 0))
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "t/a.json")
    try folder.write(Traces.clean, to: "t/b.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path("t/b.json"))
    let run = callorder("check", "t", in: folder)
    #expect(run.status == 3)
    #expect(run.output.contains("t/b.json: permission denied"))
    #expect(run.output.contains("1 trace"))
  }

  @Test("standard input is a trace with the given name")
  func standardInput() {
    let named = callorder(["check", "-", "--stdin-name", "app.log"], input: Traces.error)
    #expect(named.status == 1)
    #expect(named.output.contains("\n  app.log:2, session A"))
    let unnamed = callorder(["check", "-"], input: Traces.error)
    #expect(unnamed.output.contains("\n  -:2, session A"))
  }

  @Test("a notification ahead of its call is reported with its line")
  func notificationAhead() {
    let lines = [
      #"{"callback": "UISceneDidEnterBackgroundNotification", "kind": "notification"}"#,
      #"{"callback": "sceneDidEnterBackground(_:)"}"#,
    ]
    let run = callorder(["check", "-"], input: lines.joined(separator: "\n"))
    #expect(run.output.contains("\n  -:2  [notification-before-callback]\n"), "\(run.output)")
    let all = callorder(["check", "-", "--verbose"], input: lines.joined(separator: "\n"))
    #expect(all.output.contains("Related: the notification came here (line 1, event 1)\n"))
  }

  @Test("suppressed violations are mentioned next to the verdict")
  func allSuppressed() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.error, to: "a.json")
    try folder.write(
      #"{"suppressions": [{"rule": "background-without-resign", "reason": "known"}]}"#,
      to: ".callorder.json")
    let run = callorder("check", "a.json", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("1 finding in 1 trace, suppressed\n"), "\(run.output)")
  }

  @Test("every format for people calls a method as UIKit does, also from a saved report")
  func namesOfMethods() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.error, to: "a.json")
    _ = callorder("check", "a.json", "--report", "json=saved.json", in: folder)
    for format in ["text", "markdown", "github", "sarif", "junit", "html"] {
      let options = ["--format", format] + (format == "text" ? ["--verbose"] : [])
      let change =
        format == "html"
        ? "<code title=\"sceneDidEnterBackground\">didEnterBackground</code>"
        : "insert sceneWillResignActive"
      for command in [["check", "a.json"], ["report", "saved.json"]] {
        let output = callorder(command + options, in: folder).output
        let tellsChange = ["text", "markdown", "html"].contains(format)
        #expect(output.contains(tellsChange ? change : "sceneDidEnterBackground was"), "\(output)")
        #expect(format == "html" || !output.contains(" willResignActive"), "\(output)")
      }
    }
  }

  @Test("a line of the concise format names the callback if its message does not")
  func conciseCallback() {
    let run = callorder(
      ["check", "-", "--complete", "--records", "all", "--format", "concise"],
      input: #"{"callback": "sceneDidBecomeActive(_:)", "session": "A"}"#)
    #expect(
      run.output.contains(
        ": error: sceneDidBecomeActive: The recording ends while the session was still active"),
      "\(run.output)")
  }

  @Test("a callback that the grammar does not know is reported by name")
  func unknownCallbacks() {
    let lines = ["sceneDidBecomeActve(_:)", "viewDidLoad", "viewDidLoad"].map {
      "{\"callback\": \"\($0)\", \"session\": \"A\"}"
    }
    let run = callorder(["check", "-"], input: lines.joined(separator: "\n"))
    #expect(
      run.output.contains(
        "note: -:1: unknown calls, ignored: sceneDidBecomeActve(_:) and viewDidLoad (2 times);"
          + " whatever such events changed is treated as unknown;"
          + " did you mean sceneDidBecomeActive(_:) by \"sceneDidBecomeActve(_:)\"? [unknown-callback]"
      ), "\(run.output)")
    #expect(
      callorder(["check", "-", "-f", "markdown"], input: lines.joined(separator: "\n")).output
        .contains(#"did you mean sceneDidBecomeActive(\_:) by "sceneDidBecomeActve(\_:)"?"#))
  }

  @Test("a callback that nobody knows is a note in the header of a trace, and refused as an option")
  func unknownRecords() throws {
    let folder = try TemporaryFolder()
    let event = #"{"callback": "sceneDidBecomeActive(_:)", "session": "A"}"#
    try folder.write(#"{"records": ["sceneDidBecomeActiv(_:)"]}"# + "\n" + event, to: "a.jsonl")
    for format in ["text", "markdown", "concise", "html", "json"] {
      let run = callorder("check", "a.jsonl", "-f", format, in: folder)
      #expect(run.status == 0)
      #expect(run.output.contains("callbacks that the grammar does not know, such as"), "\(run)")
    }
    let words = [
      "check", "a.jsonl", "--records", "sceneDidBecomeActive(_:),sceneWillResignActiv(_:)",
    ]
    let run = callorder(words, in: folder)
    #expect(run.status == 2)
    #expect(
      run.errorOutput.hasPrefix(
        "callorder: the grammar UIScene knows no callback 'sceneWillResignActiv(_:)'; did you mean"
          + " 'sceneWillResignActive(_:)'?"), "\(run.errorOutput)")
    try folder.write(#"{"records": ["x"]}"#, to: ".callorder.json")
    let configured = callorder("check", "a.jsonl", in: folder)
    #expect(configured.status == 2)
    #expect(
      configured.errorOutput.hasPrefix(
        "callorder: .callorder.json: records: the grammar UIScene knows no callback 'x'"),
      "\(configured.errorOutput)")
  }

  @Test("json alone lists fewer events than the HTML page, and any number on request")
  func timelineLimits() throws {
    let folder = try TemporaryFolder()
    let turns = (0..<5_001).map { _ in "sceneDidBecomeActive(_:) sceneWillResignActive(_:)" }
    let lines = turns.joined(separator: " ").split(separator: " ").map {
      "{\"callback\": \"\($0)\", \"session\": \"A\"}"
    }
    try folder.write(lines.joined(separator: "\n"), to: "a.jsonl")
    func events(_ words: String...) throws -> (entries: Int?, intervals: Int?) {
      let run = callorder(["check", "a.jsonl", "--format", "json"] + words, in: folder)
      let report = try JSONValue(parsing: Array(run.output.utf8))
      let timeline = report["traces"]?.array?.first?["timeline"]
      let sessions = timeline?["lanes"]?.array?.last
      return (
        timeline?["columns"]?["event"]?.array?.count, sessions?["intervals"]?.array?.count
      )
    }
    #expect(try events() == (10_000, 10_000))
    #expect(try events("--report", "html=a.html") == (10_002, 10_002))
    #expect(try events("--timeline", "3") == (3, 3))
  }

  @Test("quiet leaves only the status and errors")
  func quiet() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.error, to: "a.json")
    let run = callorder("check", "-q", "a.json", "--report", "json=r.json", in: folder)
    #expect(run.status == 1)
    #expect(run.output.isEmpty && run.errorOutput.isEmpty)
    #expect(folder.text("r.json") != nil)
    #expect(
      callorder("check", "-q", "a.json", "--report", "json=a.json/x", in: folder)
        .errorOutput == "callorder: cannot write a.json/x: not a directory\n")
  }

  @Test(
    "every format is written to a file completely, the same as to standard output",
    arguments: ReportFormat.all.map(\.name))
  func formats(name: String) throws {
    let folder = try TemporaryFolder()
    var outputs: [String] = []
    for (file, trace) in [("error.json", Traces.error), ("clean.json", Traces.clean)] {
      try folder.write(trace, to: file)
      let run = callorder(
        "check", file, "--format", name, "--report", "\(name)=out", "--fail-on", "never", in: folder
      )
      #expect(run.status == 0)
      #expect(folder.text("out") == run.output)
      #expect(!run.output.contains("\u{1B}"))
      #expect(!run.output.contains(folder.path), "no absolute path is in a report")
      outputs.append(run.output)
    }
    #expect(outputs[0] != outputs[1])
    let message = "idEnterBackground was called while the scene was active"
    // On a page, long names may break between their words.
    let texts = outputs.map { $0.replacing("<wbr>", with: "") }
    #expect(texts[0].contains(message) && !texts[1].contains(message))
  }

  @Test(
    "a saved report renders in every format as the check did",
    arguments: ["text", "sarif", "html", "junit"])
  func savedReport(name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.error, to: "a.json")
    try folder.write(Traces.warning, to: "b.json")
    let check = callorder(
      "check", "a.json", "b.json", "--format", name, "--report", "json=all.json", in: folder)
    let saved = callorder("report", "all.json", "--format", name, in: folder)
    #expect(saved.status == 1)
    #expect(saved.output == check.output)
    // Merged reports of the parts equal the report of the whole.
    _ = callorder("check", "a.json", "--report", "json=1.json", in: folder)
    _ = callorder("check", "b.json", "--report", "json=2.json", in: folder)
    #expect(
      callorder("report", "2.json", "1.json", "--format", name, in: folder).output == saved.output)
  }

  @Test("a file that is not a saved report is rejected with the reason")
  func notAReport() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"format\": \"other/1\"}", to: "a.json")
    let run = callorder("report", "a.json", in: folder)
    #expect(run.status == 3)
    #expect(run.errorOutput.hasPrefix("callorder: a.json: format: expected"))
  }

  @Test("coverage and migration follow the findings; as JSON, coverage is a separate document")
  func appendices() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      Traces.clean + "\n" + #"{"callback": "applicationDidBecomeActive(_:)"}"#, to: "a.json")
    let run = callorder(
      "check", "a.json", "--coverage", "--migration", "--fail-on", "never", in: folder)
    #expect(run.output.contains("\nsteps ["))
    #expect(run.output.contains("migration: 1 legacy callback still called"), "\(run.output)")
    #expect(run.output.contains("open  applicationDidBecomeActive(_:) is called 1 time"))
    #expect(run.output.contains("use sceneDidBecomeActive(_:): never called"))
    let json = callorder(
      "check", "a.json", "--coverage", "-f", "json", "--fail-on", "never", in: folder)
    #expect(json.output.contains("\"callorder.coverage/1\""))
    #expect(callorder("check", "a.json", "--migration", "-f", "json", in: folder).status == 2)
  }

  @Test("an escape sequence in a path or a trace never reaches the terminal")
  func hostileText() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"callback": "x\u001b[2J\u202E", "session": "\u001b]0;t\u0007"}"# + "\n"
        + Traces.errorLines,
      to: "a.json")
    for words in [
      ["check", "a.json"], ["check", "\u{1B}[31m.json"], ["\u{1B}[31m"], ["explain", "\u{1B}"],
    ] {
      let run = callorder(words, in: folder)
      #expect(
        !(run.output + run.errorOutput).unicodeScalars.contains {
          "\u{1B}\u{7}\u{202E}".unicodeScalars.contains($0)
        }, "\(words)")
    }
  }

  @Test("two traces are compared, and new violations fail")
  func compare() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "before/a.json")
    try folder.write(Traces.error, to: "after/a.json")
    let worse = callorder("compare", "before", "after", in: folder)
    #expect(worse.status == 1)
    #expect(worse.output.contains("background-without-resign"))
    #expect(callorder("compare", "after", "before", in: folder).status == 0)
    _ = callorder("check", "before", "--report", "json=saved.json", in: folder)
    #expect(
      callorder("compare", "saved.json", "after", "--fail-on", "never", in: folder).status == 0)
    #expect(callorder("compare", "before", "missing", in: folder).status == 3)
  }

  @Test("a comparison is written in each of its formats, to standard output and to files")
  func compareFormats() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "before/a.json")
    try folder.write(Traces.error, to: "after/a.json")
    for name in ["text", "markdown", "json"] {
      let run = callorder(
        "compare", "before", "after", "--format", name, "--report", "\(name)=out/\(name)",
        in: folder)
      #expect(run.status == 1)
      #expect(run.errorOutput == "wrote out/\(name)\n")
      #expect(folder.text("out/\(name)") == run.output)
      #expect(!run.output.contains(folder.path), "no absolute path is in a comparison")
    }
    #expect(callorder("compare", "before", "after", "--report", "sarif=x", in: folder).status == 2)
    #expect(
      callorder("compare", "before", "before", "-r", "json=before/a.json/x", in: folder).status == 3
    )
  }

  @Test("the configuration sets the severity that fails a comparison, and the suppressions")
  func compareConfiguration() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "before/a.json")
    try folder.write(Traces.warning, to: "after/a.json")
    #expect(callorder("compare", "before", "after", in: folder).status == 0)
    try folder.write(#"{"failOn": "warning"}"#, to: ".callorder.json")
    #expect(callorder("compare", "before", "after", in: folder).status == 1)
    try folder.write(
      #"{"failOn": "warning", "suppressions": [{"path": "after/", "reason": "known"}]}"#,
      to: ".callorder.json")
    #expect(callorder("compare", "before", "after", in: folder).status == 0)
    try folder.write(#"{"failOm": 1}"#, to: ".callorder.json")
    #expect(callorder("compare", "before", "after", in: folder).status == 2)
  }

  @Test(
    "a scene without a link to a session may belong to any session that is known only by name")
  func mixedIdentities() throws {
    let launch = #"{"callback":"didFinishLaunching","process":1}"#
    let rest = #"""
      {"callback":"sceneWillEnterForeground(_:)","scene":"0x1","process":1}
      {"callback":"sceneDidBecomeActive(_:)","scene":"0x1","process":1}
      """#
    let connect = #"{"callback":"scene(_:willConnectTo:options:)","session":"A","process":1}"#
    let folder = try TemporaryFolder()
    try folder.write("\(launch)\n\(connect)\n\(rest)", to: "mixed.jsonl")
    #expect(callorder("check", "mixed.jsonl", "--records", "all", in: folder).status == 0)
    let bound = connect.replacing("\"A\"", with: "\"A\",\"scene\":\"0x2\"")
    try folder.write("\(launch)\n\(bound)\n\(rest)", to: "other.jsonl")
    let run = callorder("check", "other.jsonl", "--records", "all", in: folder)
    #expect(run.status == 1 && run.output.contains("[callback-before-connect]"))
    // Otherwise another delegate may have received the connection unrecorded.
    let noted = callorder("check", "other.jsonl", in: folder)
    #expect(noted.status == 0 && noted.output.contains("[depends-on-recording]"))
  }

  @Test("a stated list does not hide that another process may have begun unseen")
  func statedListWithoutLaunches() throws {
    let names = ["DidActivate", "WillDeactivate", "DidEnterBackground"]
    let calls = [names[0], names[2]].map {
      #"{"callback":"UIScene\#($0)Notification","kind":"notification","session":"A"}"#
    }
    let list = names.map { "\"UIScene\($0)Notification\"" }.joined(separator: ",")
    let folder = try TemporaryFolder()
    try folder.write((["{\"records\":[\(list)]}"] + calls).joined(separator: "\n"), to: "a.jsonl")
    let run = callorder("check", "a.jsonl", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("only because another process may have begun"), "\(run.output)")
  }

  @Test("a scene that never connected, and events before the first process, are not passed over")
  func notedInsteadOfSilent() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"callback":"didFinishLaunching","process":1}
      {"callback":"willConnect","scene":"x0","process":1}
      {"callback":"willEnterForeground","scene":"x1","process":1}
      """#, to: "scenes.jsonl")
    let found = callorder("check", "scenes.jsonl", "--records", "all", in: folder)
    #expect(found.status == 1 && found.output.contains("[callback-before-connect]"))
    let inferred = callorder("check", "scenes.jsonl", in: folder)
    #expect(inferred.status == 0 && inferred.output.contains("[depends-on-recording]"))
    try folder.write(
      #"""
      {"callback":"didFinishLaunching"}
      {"callback":"willConnect","session":"A","process":1}
      """#, to: "late.jsonl")
    let noted = callorder("check", "late.jsonl", in: folder)
    #expect(noted.output.contains("late.jsonl:1: 1 event without the process"), "\(noted.output)")
  }
}
