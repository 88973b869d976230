import Foundation
import TestSupport
import Testing
import TraceReporting

@testable import TraceSystem

/// Each system call fails once: the error is reported, no temporary file remains, and no file is half written.
@Suite("Faults of the system", .process, .serialized) struct FaultMatrixTests {
  private struct Outcome: Sendable {
    var status: Int32
    var wasKilled: Bool
    var output: String
    var errors: String
  }

  /// A folder for one run, with an old report, and with links and folders on the path of new ones.
  private struct Scene {
    let folder: TemporaryFolder
    static let words = [
      "check", "t", "-", "-r", "json=out/report.json", "-r", "junit=link.xml", "-r",
      "text=/dev/null", "-b", "base", "-g", "own.lifecycle",
    ]
    /// A small grammar, because UIKit's takes most of the time of a run.
    private static let grammar = """
      grammar Own "1.0" {}
      subject session { member "session" }
      callback activate about session { swift "sceneDidBecomeActive(_:)" }
      callback resign about session { swift "sceneWillResignActive(_:)" }
      callback leave about session { swift "sceneDidEnterBackground(_:)" }
      lifecycle session about session {
        inactive   -> activate active | leave background
        active     -> resign inactive
        background -> activate active
      }
      rule twice warning in session { on activate in active title "t" message "m" }
      rule unexpected-callback error { anything else title "t" message "m" }
      """

    init() throws {
      folder = try TemporaryFolder()
      try folder.write(Traces.error, to: "t/a.json")
      try folder.write(Traces.warning, to: "t/deep/b.jsonl")
      try folder.write(#"{"records": "all"}"# + "\n" + Traces.errorLines, to: "input")
      try folder.write("{}", to: ".callorder.json")
      try folder.write(Self.grammar, to: "own.lifecycle")
      try folder.write("old", to: "old.xml")
      try folder.link("link.xml", to: "old.xml")
      try folder.write(Self.baseline, to: "base")
    }

    private static let baseline: String = {
      guard let folder = try? TemporaryFolder() else { return "" }
      try? folder.write(Traces.warning, to: "b.jsonl")
      try? folder.write(grammar, to: "own.lifecycle")
      _ = callorder(
        "baseline", "create", "b.jsonl", "-b", "base", "-g", "own.lifecycle", in: folder)
      return folder.text("base") ?? ""
    }()

    /// Runs the program in it.
    func run(
      _ fault: String? = nil, through prefix: [String] = []
    ) throws -> Outcome {
      let process = Process()
      let words = prefix + [builtProgram] + Self.words
      process.executableURL = URL(filePath: words[0])
      process.arguments = Array(words.dropFirst())
      process.currentDirectoryURL = URL(filePath: folder.path)
      var variables = ProcessInfo.processInfo.environment
      variables["CALLORDER_FAULT"] = fault
      process.environment = variables
      process.standardInput = FileHandle(forReadingAtPath: folder.path("input"))
      for name in ["stdout", "stderr"] {
        try folder.write("", to: name)
      }
      process.standardOutput = FileHandle(forWritingAtPath: folder.path("stdout"))
      process.standardError = FileHandle(forWritingAtPath: folder.path("stderr"))
      try process.run()
      process.waitUntilExit()
      return Outcome(
        status: process.terminationStatus,
        wasKilled: process.terminationReason == .uncaughtSignal,
        output: folder.text("stdout") ?? "", errors: folder.text("stderr") ?? "")
    }

    private static func isWholeJSON(_ text: String) -> Bool {
      text.hasSuffix("}\n") && (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
    }

    private static func isWholeXML(_ text: String) -> Bool {
      text.hasPrefix("<?xml ") && text.hasSuffix("</testsuites>\n")
    }

    var reports: [String?] { [folder.text("out/report.json"), folder.text("old.xml")] }

    /// What is wrong with the files; nil if nothing is.
    var damage: String? {
      let names =
        FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
      if let left = names.first(where: { $0.contains(".callorder-") }) { return "\(left) is left" }
      let kept = [
        "t/a.json": Traces.error, "t/deep/b.jsonl": Traces.warning, ".callorder.json": "{}",
        "own.lifecycle": Self.grammar,
      ]
      for (name, text) in kept where folder.text(name) != text { return "\(name) has changed" }
      if let report = reports[0], !Self.isWholeJSON(report) {
        return "a part of a report: \(report)"
      }
      guard let report = reports[1], report == "old" || Self.isWholeXML(report) else {
        return "neither old nor whole: \(reports[1] ?? "gone")"
      }
      if (try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.xml")))
        == nil
      {
        return "the link is gone"
      }
      return nil
    }
  }

  /// The result of a run without a fault, and its duration.
  private static let whole = Result {
    () -> (outcome: Outcome, reports: [String?], duration: Duration) in
    let scene = try Scene()
    let start = ContinuousClock.now
    let outcome = try scene.run()
    return (outcome, scene.reports, ContinuousClock.now - start)
  }

  /// The calls, each with the error number that it fails with.
  static let faults: [(call: SystemCall, code: Int32)] =
    SystemCall.allCases.map { ($0, EIO) }
    + [
      (.write, ENOSPC), (.open, EMFILE), (.read, EINTR), (.write, EINTR), (.write, EAGAIN),
      (.rename, EACCES),
    ]

  #if DEBUG
    @Test("every call of a run fails in turn", arguments: faults)
    func matrix(call: SystemCall, code: Int32) throws {
      let (expected, reports, _) = try Self.whole.get()
      #expect(expected.status == 1, "\(expected.errors)")
      var number = 1
      while true {
        let scene = try Scene()
        let mark = scene.folder.path("mark")
        let run = try scene.run("\(call.rawValue):\(number):\(code):\(mark)")
        guard FileManager.default.fileExists(atPath: mark) else { break }
        let what = "\(call.rawValue) \(number): \(run.status) \(run.errors)"
        #expect(!run.wasKilled, "\(what)")
        #expect(scene.damage == nil, "\(what)")
        if run.status == 3 {
          #expect(run.errors.contains("callorder: "), "\(what)")
          let reason =
            call == .getcwd ? "folder is unknown" : String(cString: strerror(code)).lowercased()
          #expect(run.errors.contains(reason), "\(what)")
        } else {
          // The fault had no effect: the reports and the output are the same.
          #expect(run.status == expected.status, "\(what)")
          #expect(run.output == expected.output, "\(what)")
          #expect(scene.reports == reports, "\(what)")
        }
        number += 1
        try #require(number < 200)
      }
      // `poll` occurs only for nonblocking streams, `unlink` only after another error, `pread` where a stream is read again.
      #expect(number > 1 || [.poll, .pread, .unlink].contains(call), "\(call) never came")
    }

    @Test("a stream that cannot be read again, for the grammar of its actions, is a failure")
    func readAgain() throws {
      let folder = try TemporaryFolder()
      try folder.write(
        Traces.errorLines + "\n" + #"{"callback": "deleteSessionData", "kind": "action"}"#,
        to: "input")
      let run = try bash(
        "CALLORDER_FAULT=pread:1:\(EIO):mark '\(builtProgram)' check - --no-config < input",
        in: folder)
      #expect(folder.names.contains("mark"))
      #expect(run.status == 3 && run.output.contains("input/output error"), "\(run.output)")
    }

    @Test("several reports that cannot be written as one leave the old report")
    func merge() throws {
      let folder = try TemporaryFolder()
      try folder.write(Traces.error, to: "t.json")
      let report = callorder(
        "check", "t.json", "--format", "json", "--no-config", in: folder)
      for number in 0..<40 {
        try folder.write(
          report.output.replacing("t.json", with: "\(number).json"), to: "saved/\(number).json")
      }
      try folder.write("old", to: "all")
      let run = try bash(
        "CALLORDER_FAULT=write:1:\(ENOSPC):mark '\(builtProgram)' report saved/*.json -q -r json=all",
        in: folder)
      #expect(folder.names.contains("mark"))
      #expect(run.status == 3 && run.output.contains("no space left"), "\(run.output)")
      #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
      #expect(folder.text("all") == "old")
    }
  #endif

  /// Whether strace works here.
  static let canTrace: Bool = {
    guard canCall("strace"), let folder = try? TemporaryFolder() else { return false }
    let answer = try? bash("strace -o log -f true", in: folder)
    return OtherPrograms.decide(areThere: answer?.status == 0)
  }()

  @Test(
    "faults injected by the kernel are reported as well", .enabled(if: canTrace, "needs strace"),
    arguments: [
      "-P t/a.json -e inject=openat,open:error=EACCES:when=1",
      "-P t/a.json -e inject=read:error=EIO",
      "-P t -e inject=getdents64:error=EIO", "-e inject=fsync:error=EIO:when=1",
      "-e inject=fsync:error=ENOSPC:when=2", "-e inject=fchmod:error=EPERM",
      "-e inject=/^rename:error=EXDEV:when=1", "-e inject=/^mkdir:error=EACCES",
    ])
  func kernel(injection: String) throws {
    let scene = try Scene()
    let strace = try #require(OtherPrograms.path(of: "strace"))
    let words = injection.split(separator: " ").map {
      $0.hasPrefix("t") ? scene.folder.path(String($0)) : String($0)
    }
    // The program may have opened a path by the name that it was given.
    let run = try scene.run(through: [strace, "-f", "-o", scene.folder.path("log")] + words)
    let log = scene.folder.text("log") ?? ""
    #expect(log.contains("INJECTED"), "\(injection)")
    #expect(run.status == 3, "\(run.errors)")
    #expect(run.errors.contains("callorder: "), "\(run.errors)")
    #expect(scene.damage == nil)
  }

  /// Whether a program can be started that receives signals, which the threads of a test may block.
  static let canSignal: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? bash("\(takingSignals) true", in: folder))?.status == 0
  }()

  private static let takingSignals = "env --default-signal=HUP,INT,TERM"

  @Test(
    "a signal in the middle of writing leaves nothing behind",
    .enabled(if: canTrace && canSignal, "needs strace and env of the GNU core utilities"),
    arguments: ["TERM", "INT", "HUP"], ["fsync", "fchmod", "/^rename", "/^mkdir"])
  func signalWhileWriting(signal: String, call: String) throws {
    let scene = try Scene()
    let words = Scene.words.joined(separator: " ")
    let answer = try bash(
      """
      \(Self.takingSignals) strace -f -o log -e inject=\(call):signal=\(signal):when=1 \
        '\(builtProgram)' \(words) < input > stdout 2> stderr
      kill -l $?
      """, in: scene.folder)
    #expect(answer.output.hasSuffix("\(signal)\n"), "\(answer.output)")
    #expect(scene.damage == nil)
  }

  @Test(
    "a signal at a random moment leaves nothing behind",
    .enabled(if: canSignal, "needs env of the GNU core utilities"))
  func interrupts() throws {
    // A run takes as long as the machine is busy, which changes: whatever ends too early shortens the next
    // waits, and whatever is killed makes them longer, so that signals come while the program runs.
    var duration = try Self.whole.get().duration / .seconds(1)
    let seed: UInt64 = 13
    var generator = SeededGenerator(seed: seed)
    var killed = 0
    for round in 0..<24 {
      let scene = try Scene()
      let signal = ["TERM", "INT", "HUP"][round % 3]
      let moment = duration * Double.random(in: 0.2...1.1, using: &generator)
      let answer = try bash(
        """
        \(Self.takingSignals) '\(builtProgram)' \(Scene.words.joined(separator: " ")) < input > stdout 2> stderr &
        sleep \(moment); kill -\(signal) $!; wait $!; echo "status $?"
        """, in: scene.folder)
      let ended = answer.output.contains("status 1\n")
      duration *= ended ? 0.7 : 1.2
      killed += ended ? 0 : 1
      #expect(scene.damage == nil, "seed \(seed), round \(round), \(moment)")
    }
    #expect(killed > 0, "seed \(seed)")
  }
}
