import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReporting

@testable import CallOrderCommand
@testable import CallOrderKit

/// Which steps of the grammar traces take, and what nobody tried.
@Suite("Coverage") struct CoverageTests {
  private static let coldLaunch = [
    #"{"callback":"willFinishLaunching","process":"1"}"#,
    #"{"callback":"didFinishLaunching","process":"1"}"#,
    #"{"callback":"configurationForConnecting","process":"1","session":"A"}"#,
    #"{"callback":"willConnect","process":"1","session":"A"}"#,
    #"{"callback":"willEnterForeground","process":"1","session":"A"}"#,
    #"{"callback":"didBecomeActive","process":"1","session":"A"}"#,
  ]

  private static func coverage(
    _ lines: [String], records: ReadingOptions.Records = .trace
  ) -> CoverageReport {
    var reading = ReadingOptions()
    reading.records = records
    var options = CheckOptions()
    options.coverage = true
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let report = checkTraces([.bytes(bytes, name: "t.jsonl")], options: options, reading: reading)
    return CoverageReport(report, by: .uiScene())
  }

  private static func taken(_ coverage: CoverageReport) -> [String] {
    coverage.leadingSteps.filter { $0.visits > 0 }.map {
      "\($0.from) \($0.callbacks.joined(separator: "|")) \($0.to)"
    }
  }

  @Test(
    "a cold launch takes every step that it shows",
    arguments: [
      ReadingOptions.Records.all, .trace,
    ])
  func coldLaunch(records: ReadingOptions.Records) throws {
    let coverage = Self.coverage(Self.coldLaunch, records: records)
    #expect(coverage.leading == "session")
    #expect(
      Self.taken(coverage) == [
        "new configurationForConnecting configured", "configured willConnect connecting",
        "connecting willEnterForeground inactive", "inactive didBecomeActive active",
      ])
    let session = try #require(coverage.coverage.lifecycles.first { $0.name == "session" })
    let visits = Dictionary(uniqueKeysWithValues: session.states.map { ($0.name, $0.visits) })
    #expect(visits["configured"] == 1 && visits["connecting"] == 1 && visits["active"] == 1)
  }

  @Test(
    "a session of a recorded launch that may be new is new; of two states only what both share counts"
  )
  func uncertain() {
    let known = Self.coldLaunch.filter { !$0.contains("configuration") }
    #expect(Self.taken(Self.coverage(known)).first == "new willConnect connecting")
    // Nobody knows where a recording that begins later found the session.
    let late = Self.coverage([#"{"callback":"willEnterForeground","session":"A"}"#])
    #expect(Self.taken(late).isEmpty)
    let states = late.coverage.lifecycles.first { $0.name == "session" }?.states ?? []
    #expect(states.first { $0.name == "inactive" }?.visits == 1)
    #expect(states.reduce(0) { $0 + $1.visits } == 1)
  }

  @Test("a step after one that is not recorded counts, and the unrecorded one does not")
  func unrecordedStep() {
    let lines =
      Self.coldLaunch + [
        #"{"callback":"didEnterBackground","process":"1","session":"A"}"#
      ]
    let steps = Self.taken(Self.coverage(lines))
    #expect(steps.last == "inactive didEnterBackground background")
    #expect(!steps.contains { $0.hasPrefix("active ") })
  }

  @Test("what the recorders say they do not record is not asked for")
  func records() {
    let names = ["willConnect", "didDisconnect", "didDiscard"]
    let coverage = Self.coverage(Self.coldLaunch, records: .callbacks(names))
    #expect(Set(coverage.leadingSteps.flatMap(\.callbacks)) == Set(names))
    #expect(coverage.scenarios.map(\.id).contains("reconnect"))
    #expect(!coverage.scenarios.map(\.id).contains("warm-link"))
    // What merely does not occur is asked for.
    #expect(Self.coverage(Self.coldLaunch).scenarios.count == Grammar.uiScene().scenarios.count)
  }

  @Test("a scenario is exercised by a step, by a callback, or by several subjects of one trace")
  func scenarios() {
    func exercised(_ lines: [String]) -> [String] {
      Self.coverage(lines).scenarios.filter(\.isExercised).map(\.id)
    }
    #expect(exercised(Self.coldLaunch) == ["first-launch", "interruption"])
    let second = Self.coldLaunch[2...].map { $0.replacing("\"A\"", with: "\"B\"") }
    #expect(exercised(Self.coldLaunch + second).contains("two-windows"))
    let link = #"{"callback":"openURLContexts","process":"1","session":"A"}"#
    #expect(exercised(Self.coldLaunch + [link]).contains("warm-link"))
  }

  @Test("every sample that has a scenario's name in the grammar is reached by the corpus")
  func corpus() {
    let paths = ["conforming", "violating", "quirks"]
    let run = callorder(
      ["check"] + paths.map { Repository.path("traces/\($0)") } + [
        "--no-config", "--coverage", "--summary", "--fail-on", "never",
      ])
    #expect(run.output.contains("configured -> willConnect connecting"))
    #expect(!run.output.contains("- configured -> willConnect connecting"))
    #expect(!run.output.contains("- new -> configurationForConnecting configured"))
  }

  @Test("too few steps fail a run, also of a saved report, and say how many are missing")
  func minimum() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.coldLaunch.joined(separator: "\n"), to: "a.jsonl")
    let words = ["check", "a.jsonl", "--records", "willConnect,didDisconnect,didDiscard"]
    let run = callorder(words + ["--min-coverage", "50", "--report", "json=r.json"], in: folder)
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("steps that change the state of session were exercised"))
    #expect(callorder(words + ["--min-coverage", "5"], in: folder).status == 0)
    #expect(callorder("report", "r.json", "--min-coverage", "50", in: folder).status == 1)
    #expect(callorder("report", "r.json", "--min-coverage", "5", in: folder).status == 0)
  }

  @Test("--coverage-all tells every state, step and rule")
  func all() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.coldLaunch.joined(separator: "\n"), to: "a.jsonl")
    let some = callorder("check", "a.jsonl", "--coverage", in: folder).output
    let all = callorder("check", "a.jsonl", "--coverage-all", in: folder).output
    #expect(some.contains("scenarios that no trace goes through"))
    #expect(!some.contains("rules that looked at no event"))
    #expect(all.contains("rules that looked at no event"))
    #expect(all.contains("lifecycle opening"))
  }
}
