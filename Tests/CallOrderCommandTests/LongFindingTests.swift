import CallOrderKit
import TestSupport
import Testing
import TraceFindings
import TraceReporting

/// One finding that concerns very many events.
@Suite("A finding of many events") struct FindingManyEventsTests {
  /// A window that becomes active again and again without resigning.
  private static func repeated(_ count: Int) -> String {
    let start = [
      "application(_:didFinishLaunchingWithOptions:)", "scene(_:willConnectTo:options:)",
      "sceneWillEnterForeground(_:)", "sceneDidBecomeActive(_:)",
    ]
    return (start + Array(repeating: "sceneDidBecomeActive(_:)", count: count))
      .map { "{\"callback\":\"\($0)\",\"session\":\"A\",\"process\":1}\n" }.joined()
  }

  @Test("is told by its first and its last events, and counted in full") func toldByItsFirstAnd()
    throws
  {
    var options = CheckOptions()
    options.records = .all
    let input = TraceInput.bytes(Array(Self.repeated(300).utf8), name: "-")
    let some = checkTraces([input], options: options).traces[0]
    options.callLimit = 100_000
    let all = checkTraces([input], options: options).traces[0]
    #expect(all.counts == some.counts && all.repairCost == some.repairCost)
    #expect(all.groups == some.groups)
    #expect(all.violations.map(\.fingerprint) == some.violations.map(\.fingerprint))
    #expect(all.violations.map(\.repair.cost) == some.violations.map(\.repair.cost))
    let longest = try #require(all.violations.max { $0.repair.cost < $1.repair.cost })
    #expect(longest.repair.cost > 100 && longest.repair.unlisted == 0)
    #expect(longest.steps.allSatisfy { $0.omittedBefore == 0 })
    let cut = try #require(some.violations.first { $0.fingerprint == longest.fingerprint })
    #expect(cut.repair.deletions.count == 20 && cut.repair.unlisted == longest.repair.cost - 20)
    #expect(cut.repair.deletions.first == longest.repair.deletions.first)
    #expect(cut.repair.deletions.last == longest.repair.deletions.last)
    #expect(cut.steps.count < 30)
    #expect(cut.steps.reduce(0) { $0 + 1 + $1.omittedBefore } == longest.steps.count)
    #expect(cut.steps.contains { $0.offending })
  }

  @Test(
    "is as long in a report as any other",
    arguments: ["text", "markdown", "html", "json", "jsonl", "sarif", "junit", "github"])
  func asLongInReportAs(format: String) {
    func size(_ count: Int) -> Int {
      callorder(
        ["check", "-", "--records", "all", "--timeline", "0", "--format", format],
        input: Self.repeated(count)
      ).output.utf8.count
    }
    let (short, long) = (size(60), size(240))
    #expect(short > 0 && long < short + 400, "\(short), \(long)")
  }

  @Test("says in a terminal how much is left out") func saysInTerminalHowMuch() {
    let run = callorder(["check", "-", "--records", "all", "--verbose"], input: Self.repeated(300))
    #expect(run.output.contains(" more calls\n"))
    #expect(run.output.contains(" more edits"))
  }

  @Test("beyond what is explained together asks no rule about states never seen")
  func beyondWhatExplainedTogetherAsks() throws {
    let folder = try TemporaryFolder()
    func line(_ callback: String, _ session: String) -> String {
      #"{"callback":"\#(callback)","process":1,"session":"\#(session)"}"# + "\n"
    }
    let other = ["willConnect", "willEnterForeground", "didBecomeActive", "willResignActive"]
      .map { line($0, "B") }.joined()
    for count in [1_000, 65_537] {
      let calls = String(repeating: line("willResignActive", "A"), count: count)
      try folder.write(other + calls + line("willEnterForeground", "A"), to: "a.jsonl")
      let run = callorder("check", "a.jsonl", "--format", "concise", in: folder)
      #expect(run.status == 0 && !run.output.contains(": error: "), "\(count): \(run.output)")
    }
  }
}

@Suite("A report of many traces") struct ReportManyTracesTests {
  @Test("lists violations up to its limit, each kind once, and counts all")
  func listsViolationsUpToIts() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b", "c", "d"] { try folder.write(Traces.errorLines, to: "t/\(name).jsonl") }
    var options = CheckOptions()
    options.records = .all
    let input = TraceInput.file(folder.path("t"))
    let all = checkTraces([input], options: options)
    options.reportViolationLimit = 0
    let none = checkTraces([input], options: options)
    #expect(all.counts == none.counts && all.counts.total >= 4)
    #expect(all.traces.map(\.groups) == none.traces.map(\.groups))
    let kinds = Set(all.traces.flatMap { $0.violations.map(\.fingerprint) })
    #expect(none.traces.flatMap(\.violations).map(\.fingerprint).sorted() == kinds.sorted())
    for (left, right) in zip(all.traces, none.traces) {
      #expect(left.violations.count == right.violations.count + right.unlistedViolations)
    }
    #expect(none.text().contains("and 3 more like it"))
  }
}
