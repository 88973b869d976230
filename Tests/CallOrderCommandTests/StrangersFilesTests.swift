import Foundation
import TestSupport
import Testing
import TraceJSON

/// What SECURITY.md says about files that come from a stranger.
@Suite("A file of a stranger") struct FileStrangerTests {
  private static let secret = "AWS_SECRET=hunter2\nline 2 hunter2\n{\"hunter2\": hunter2\n"
  private static let trace = ["didBecomeActive", "didEnterBackground"].map {
    #"{"callback":"\#($0)","session":"A","file":"Secret.swift","sourceLine":1}"#
  }.joined(separator: "\n")

  /// The processor time of this thread, in seconds. What else the machine does hardly matters to it.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// With this, the trace has a violation.
  private static let all = ["--records", "all"]

  /// A checkout beside a file that nothing in it should show.
  private func checkout(_ configuration: String? = nil) throws -> TemporaryFolder {
    let outer = try TemporaryFolder()
    try outer.write(Self.secret, to: "secret.env")
    try outer.write(Self.trace, to: "in/t.jsonl")
    if let configuration { try outer.write(configuration, to: "in/.callorder.json") }
    return outer
  }

  private func files(_ folder: TemporaryFolder) throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.path))
  }

  private func expectNoSecret(_ run: CommandRun, _ words: String) {
    #expect(!(run.output + run.errorOutput).contains("hunter2"), "\(words): \(run.errorOutput)")
  }

  @Test(
    "such as a configuration shows nothing of what is no trace, grammar or report",
    arguments: [
      #"{"grammar": "../secret.env"}"#, #"{"baseline": "../secret.env"}"#,
      #"{"traces": ["../secret.env"]}"#,
      #"{"traces": ["t.jsonl", "../secret.env"]}"#,
    ])
  func suchAsConfigurationShowsNothing(
    _ configuration: String
  ) throws {
    let outer = try checkout(configuration)
    let before = try files(outer)
    for format in ["text", "json", "html"] {
      let words = configuration.contains("traces") ? [] : ["t.jsonl"]
      let run = callorder(["check"] + words + ["--format", format], from: outer.path("in"))
      #expect(configuration.contains("traces") ? run.status == 3 : run.status != 0)
      expectNoSecret(run, configuration)
    }
    #expect(try files(outer) == before)
  }

  @Test("such as a configuration writes the reports it names, as a whole, and nothing else")
  func suchAsConfigurationWritesReports()
    throws
  {
    let outer = try checkout(
      #"{"reports": [{"format": "json", "path": "../report.json"}, {"format": "junit", "path": "j.xml"}]}"#
    )
    let before = try files(outer)
    #expect(callorder(["check", "t.jsonl"] + Self.all, from: outer.path("in")).status == 1)
    #expect(try files(outer).subtracting(before) == ["report.json", "in/j.xml"])
    let other = try checkout(#"{"reports": [{"format": "json", "path": "../report.json"}]}"#)
    #expect(
      callorder(["check", "t.jsonl", "--no-config"] + Self.all, from: other.path("in")).status == 1)
    #expect(try files(other) == before)
    // What the run reads is never replaced.
    let third = try checkout(#"{"reports": [{"format": "json", "path": "t.jsonl"}]}"#)
    #expect(callorder(["check", "t.jsonl"], from: third.path("in")).status == 2)
    #expect(third.text("in/t.jsonl") == Self.trace)
  }

  @Test("such as a saved report or a baseline reads no source and writes nothing")
  func suchAsSavedReportBaseline()
    throws
  {
    let outer = try checkout()
    try outer.write("secret 1 hunter2\n", to: "Secret.swift")
    let folder = outer.path("in")
    let saved = callorder(["check", "t.jsonl", "--format", "json"] + Self.all, from: folder).output
    #expect(saved.contains("Secret.swift") && !saved.contains("hunter2"))
    try outer.write(saved, to: "in/saved.json")
    try outer.write("secret 1 hunter2\n", to: "in/Secret.swift")
    #expect(callorder(["baseline", "create", "t.jsonl"] + Self.all, from: folder).status == 0)
    let before = try files(outer)
    for words in [
      ["report", "saved.json"], ["report", "saved.json", "--format", "html"],
      ["report", "saved.json", "saved.json"], ["compare", "saved.json", "saved.json"],
      ["check", "t.jsonl", "--no-source", "--baseline", "callorder-baseline.json"] + Self.all,
    ] {
      expectNoSecret(callorder(words, from: folder), "\(words)")
    }
    #expect(try files(outer) == before)
  }

  @Test("such as a grammar or a list of patterns spends little on three events")
  func suchAsGrammarOrList() throws {
    let outer = try checkout()
    try outer.write(Self.hostileGrammar(states: 100, rules: 50), to: "in/evil.lifecycle")
    try outer.write(
      """
      {"callback":"begin0","process":"1"}
      {"callback":"a","process":"1","session":"s"}
      {"callback":"z","process":"1","session":"s"}

      """, to: "in/e.jsonl")
    let pattern = String(repeating: "{*}a", count: 200) + "{*}b {callback}"
    try outer.write(#"{"messagePatterns": ["\#(pattern)"]}"#, to: "in/patterns.json")
    try outer.write(
      "2026-01-02 03:04:05.678 App[1:2] " + String(repeating: "a", count: 16 << 10) + "\n"
        + "2026-01-02 03:04:06.678 App[1:2] sceneDidBecomeActive(_:) session=A\n", to: "in/l.log")
    for words in [
      ["check", "e.jsonl", "--grammar", "evil.lifecycle", "--no-config"],
      ["check", "l.log", "--config", "patterns.json"],
    ] {
      let start = Self.processorTime
      #expect(callorder(words + ["--jobs", "1"], from: outer.path("in")).status < 2, "\(words)")
      // It took a minute.
      #expect(Self.processorTime - start < 5, "\(words)")
    }
  }

  @Test("such as a configuration may have so many message patterns")
  func suchAsConfigurationMayHave() throws {
    let patterns = (0...100).map { #""p\#($0) {callback}""# }.joined(separator: ",")
    let outer = try checkout(#"{"messagePatterns": [\#(patterns)]}"#)
    let run = callorder(["check", "t.jsonl"], from: outer.path("in"))
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("there may be 100 message patterns"), "\(run.errorOutput)")
  }

  /// A grammar whose start can lead to as many sets of states as there are subsets.
  private static func hostileGrammar(states: Int, rules: Int) -> String {
    var text = """
      grammar Evil "1.0" { text "x." }
      subject p { member "process" begins with begin0 }
      subject s within p { member "session" }
      callback begin0 about p { text "x." }
      callback a about s { text "x." }
      callback b about s { text "x." }
      callback z about s { text "x." }
      lifecycle l about s {
        start q0
        unknown q0
        q0 -> a q0 | b q0 | a q1

      """
    for state in 1..<states { text += "  q\(state) -> a q\(state + 1) | b q\(state + 1)\n" }
    text += "  q\(states) -> z q\(states)\n  q\(states) -> .\n}\n"
    let words = #"title "T" message "m""#
    for rule in 0..<rules {
      text += "rule r\(rule) error in l { on z in q\(states - 1 - rule % (states - 2)) \(words) }\n"
    }
    return text + """
      rule u error { anything else \(words) }
      rule i error { at end of an incomplete life \(words) }

      """
  }
}
