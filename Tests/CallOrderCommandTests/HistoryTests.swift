import TestSupport
import Testing
import TraceFindings
import TraceModel
import TraceReporting

/// How a run compares with earlier ones.
@Suite("History") struct HistoryTests {
  private static let connect = #"{"callback":"willConnect","process":"1","session":"A"}"# + "\n"
  private static let good = #"{"records":"all"}"# + "\n" + connect
  /// Breaks connect-while-connected.
  private static let twice = good + connect
  /// Breaks discard-before-disconnect.
  private static let discard =
    good + #"{"callback":"didDiscard","process":"1","session":"A"}"# + "\n"

  /// A folder with the reports of some runs over two traces, and with the last run's traces.
  private static func folder(_ runs: [(a: String, b: String?)]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (index, run) in runs.enumerated() {
      try folder.write(run.a, to: "traces/a.jsonl")
      if let b = run.b { try folder.write(b, to: "traces/b.jsonl") }
      if index < runs.count - 1 {
        _ = callorder(
          "check", "traces", "-q", "--report", "json=old/\(10 + index).json", "--create-folders",
          "--fail-on", "never", in: folder)
      }
    }
    return folder
  }

  private static func history(_ folder: TemporaryFolder, _ more: String...) throws -> RunHistory {
    let run = callorder(
      ["check", "traces", "--history", "old", "-f", "json", "--fail-on", "never"] + more,
      in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
    return try #require(try Report(json: Array(run.output.utf8)).history)
  }

  @Test("a fault is new, fixed or flaky by the runs that had its trace")
  func fates() throws {
    func fates(_ runs: [(a: String, b: String?)]) throws -> [String] {
      try Self.history(try Self.folder(runs)).findings.map {
        "\($0.fate.rawValue) \($0.rule) in \($0.trace)"
      }
    }
    #expect(
      try fates([(Self.good, nil), (Self.twice, nil)])
        == ["new connect-while-connected in traces/a.jsonl"])
    #expect(
      try fates([(Self.twice, nil), (Self.good, nil)])
        == ["fixed connect-while-connected in traces/a.jsonl"])
    #expect(
      try fates([(Self.twice, nil), (Self.good, nil), (Self.twice, nil)])
        == ["flaky connect-while-connected in traces/a.jsonl"])
    #expect(try fates([(Self.twice, nil), (Self.twice, nil)]) == [])
    // A fault that was fixed some runs ago is not listed.
    #expect(try fates([(Self.twice, nil), (Self.good, nil), (Self.good, nil)]) == [])
    // A trace that earlier runs did not have says nothing about them.
    #expect(
      try fates([(Self.twice, nil), (Self.twice, Self.discard)])
        == ["new discard-before-disconnect in traces/b.jsonl"])
  }

  @Test("the run fails only on what is new, if it is asked to")
  func failOnNew() throws {
    func status(_ runs: [(a: String, b: String?)], _ more: String...) throws -> Int32? {
      callorder(
        ["check", "traces", "--history", "old", "--fail-on-new"] + more, in: try Self.folder(runs)
      ).status
    }
    // An old finding, and one that comes and goes.
    #expect(try status([(Self.twice, nil), (Self.twice, nil)]) == 0)
    #expect(try status([(Self.twice, nil), (Self.good, nil), (Self.twice, nil)]) == 0)
    #expect(try status([(Self.good, nil), (Self.twice, nil)]) == 1)
    #expect(try status([(Self.good, nil), (Self.twice, nil)], "--fail-on", "never") == 0)
    // A new note fails the run only if notes do.
    #expect(try status([(Self.good, nil), (Self.discard, nil)]) == 0)
    #expect(try status([(Self.good, nil), (Self.discard, nil)], "--fail-on", "note") == 1)
    let folder = try Self.folder([(Self.twice, nil)])
    try folder.write("", to: "old/x")
    let first = callorder("check", "traces", "--history", "old", "--fail-on-new", in: folder)
    #expect(first.status == 1, "the first run fails as usual")
    let alone = callorder("check", "traces", "--fail-on-new", in: folder)
    #expect(alone.status == 2 && alone.errorOutput.contains("needs --history"))
  }

  @Test("covers the last fifty runs by name")
  func manyRuns() throws {
    let folder = try Self.folder([(Self.good, nil), (Self.twice, nil)])
    let report = try #require(folder.text("old/10.json"))
    for run in 11..<70 { try folder.write(report, to: "old/\(run).json") }
    let runs = try Self.history(folder).runs.map(\.name)
    #expect(runs.count == 50)
    #expect(runs.first == "21" && runs.suffix(2) == ["69", "this run"])
  }

  @Test("trends include every run, the current one last")
  func trends() throws {
    let history = try Self.history(
      try Self.folder([
        (Self.good, nil), (Self.twice, nil), (Self.twice, Self.discard),
      ]))
    #expect(history.runs.map(\.name) == ["10", "11", "this run"])
    #expect(history.runs.map(\.counts.errors) == [0, 1, 1])
    // The session may be left over from an earlier run, so the discard is only a note.
    #expect(history.runs.map(\.counts.notes) == [0, 0, 1])
    #expect(history.runs.map(\.failing) == [0, 1, 1])
    #expect(
      history.rules == [
        .init(name: "connect-while-connected", counts: [0, 1, 1]),
        .init(name: "discard-before-disconnect", counts: [0, 0, 1]),
      ])
    #expect(
      history.traces == [
        .init(name: "traces/a.jsonl", counts: [0, 1, 1]),
        .init(name: "traces/b.jsonl", counts: [nil, nil, 1]),
      ])
  }

  @Test("text, Markdown and HTML show it; without earlier reports none of them does")
  func formats() throws {
    let folder = try Self.folder([(Self.good, nil), (Self.twice, nil)])
    func output(_ format: String, _ more: String...) -> String {
      callorder(["check", "traces", "-f", format, "--fail-on", "never"] + more, in: folder).output
    }
    #expect(output("text", "--history", "old").contains("Over 2 runs: 1 new, 0 fixed and 0 flaky"))
    #expect(output("markdown", "--history", "old").contains("### History over 2 runs"))
    let page = output("html", "--history", "old")
    #expect(page.contains(#"<section id="history""#))
    #expect(page.contains(#"<b class="fate new">new</b>"#))
    // The first screen and the history page show the runs as bars, the current one dark.
    #expect(page.matches(of: /Errors and warnings, last 2 runs/).count == 2)
    #expect(page.contains("0 in 10, <b>1 now</b>"))
    for format in ["text", "markdown", "json"] {
      #expect(!output(format).lowercased().contains("history"), "\(format)")
    }
    #expect(!output("html").contains(#"<section id="history""#))
    // A saved report keeps its history, and gets one on request.
    try folder.write(output("json"), to: "now.json")
    let saved = callorder(
      "report", "now.json", "--history", "old/10.json", "--fail-on", "never", in: folder)
    #expect(saved.output.contains("Over 2 runs: 1 new"))
  }

  @Test(
    "an unreadable report fails the run and is reported; the run's own report does not count as earlier"
  )
  func faults() throws {
    let folder = try Self.folder([(Self.good, nil), (Self.good, nil)])
    let words = ["check", "traces", "--history", "old", "--report", "json=old/11.json"]
    #expect(callorder(words, in: folder).status == 0)
    let again = callorder(words, in: folder)
    #expect(again.status == 0)
    #expect(again.output.contains("Over 2 runs"))
    try folder.write("{", to: "old/05.json")
    let broken = callorder(words, in: folder)
    #expect(broken.status == 3)
    #expect(broken.errorOutput.contains("old/05.json"))
    #expect(broken.output.contains("Over 2 runs"))
    #expect(callorder("check", "traces", "--history", "nowhere", in: folder).status == 3)
  }

  @Test("traces are the same in folders of each run's own, as CI makes them")
  func folders() throws {
    func report(_ folder: String, _ isBroken: Bool) -> Report {
      var traces = [
        TraceReport(path: "\(folder)/a.json"), TraceReport(path: "\(folder)/ui/b.json"),
      ]
      if isBroken {
        traces[0].groups = [
          ViolationGroup(
            fingerprint: "f", rule: "r", severity: .error, count: 1, firstEvent: 1)
        ]
      }
      return Report(toolVersion: "", grammarName: "", grammarVersion: "", traces: traces)
    }
    var builder = RunHistoryBuilder()
    for number in 0..<3 { builder.add(report("out/run\(number)", true), named: "\(number)") }
    #expect(builder.history.newCount == 0)
    #expect(builder.history.traces.map(\.name) == ["out/run2/a.json"])
    #expect(builder.history.traces.first?.counts == [1, 1, 1])
    builder.add(report("out/run3", false), named: "3")
    #expect(builder.history.fixedCount == 1)
  }
}
