import TestSupport
import Testing
import TraceFindings
import TraceGrammar
import TraceReporting

@testable import CallOrderCommand
@testable import CallOrderKit

/// Which steps of the grammar traces take, and which scenarios are missing.
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
    _ lines: [String], records: Records = .trace
  ) -> CoverageReport {
    var options = CheckOptions()
    options.records = records
    options.coverage = true
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let report = checkTraces([.bytes(bytes, name: "t.jsonl")], options: options)
    return CoverageReport(report, by: .uiScene())
  }

  private static func taken(_ coverage: CoverageReport) -> [String] {
    coverage.leadingSteps.filter { $0.visits > 0 }.map {
      "\($0.from) \($0.callbacks.joined(separator: "|")) \($0.to)"
    }
  }

  @Test(
    "a cold launch covers every step that it shows",
    arguments: [
      Records.all, .trace,
    ])
  func coldLaunch(records: Records) throws {
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
    // The state of the session before a recording that begins later is unknown.
    let late = Self.coverage([#"{"callback":"willEnterForeground","session":"A"}"#])
    #expect(Self.taken(late).isEmpty)
    let states = late.coverage.lifecycles.first { $0.name == "session" }?.states ?? []
    #expect(states.first { $0.name == "inactive" }?.visits == 1)
    #expect(states.reduce(0) { $0 + $1.visits } == 1)
  }

  @Test("a step after an unrecorded one counts, but the unrecorded one does not")
  func unrecordedStep() {
    let lines =
      Self.coldLaunch + [
        #"{"callback":"didEnterBackground","process":"1","session":"A"}"#
      ]
    let steps = Self.taken(Self.coverage(lines))
    #expect(steps.last == "inactive didEnterBackground background")
    #expect(!steps.contains { $0.hasPrefix("active ") })
  }

  @Test("steps that the recorders say they do not record are not expected")
  func records() {
    let names = ["willConnect", "didDisconnect", "didDiscard"]
    let coverage = Self.coverage(Self.coldLaunch, records: .callbacks(names))
    // What occurs is recorded, whatever is stated.
    let occurring = ["configurationForConnecting", "willEnterForeground", "didBecomeActive"]
    #expect(Set(coverage.leadingSteps.flatMap(\.callbacks)) == Set(names + occurring))
    #expect(coverage.scenarios.map(\.id).contains("reconnect"))
    #expect(!coverage.scenarios.map(\.id).contains("warm-link"))
    // Steps that merely do not occur are expected.
    #expect(Self.coverage(Self.coldLaunch).scenarios.count == Grammar.uiScene().scenarios.count)
  }

  @Test("a scenario is exercised by a step, by a callback, or by several subjects of one trace")
  func scenarios() {
    func exercised(_ lines: [String]) -> [String] {
      Self.coverage(lines).scenarios.filter(\.isExercised).map(\.id)
    }
    #expect(exercised(Self.coldLaunch) == ["first-launch"])
    let resigns = #"{"callback":"willResignActive","process":"1","session":"A"}"#
    let returns = #"{"callback":"didBecomeActive","process":"1","session":"A"}"#
    #expect(exercised(Self.coldLaunch + [resigns, returns]).contains("interruption"))
    let leaves = #"{"callback":"didEnterBackground","process":"1","session":"A"}"#
    let enters = #"{"callback":"willEnterForeground","process":"1","session":"A"}"#
    let home = exercised(Self.coldLaunch + [resigns, leaves, enters, returns])
    #expect(home == ["first-launch", "home-and-back"])
    let second = Self.coldLaunch[2...].map { $0.replacing("\"A\"", with: "\"B\"") }
    #expect(exercised(Self.coldLaunch + second).contains("two-windows"))
    let link = #"{"callback":"openURLContexts","process":"1","session":"A"}"#
    #expect(exercised(Self.coldLaunch + [link]).contains("warm-link"))
  }

  @Test(
    "the connection options show why a scene connects, if they contain it",
    arguments: [
      (#""options":{"urls":2}"#, ["cold-link"]),
      (#""options":{"userActivities":1}"#, ["cold-handoff"]),
      (#""options":{"shortcutItem":true,"urls":0}"#, ["cold-shortcut"]),
      (#""options":{"cloudKitShare":true,"urls":0}"#, ["cold-share"]),
      (#""options":{"notificationResponse":true}"#, ["cold-notification"]),
      (#""options":{"urls":0}"#, []),
      (#""options":{}"#, []),
    ])
  func coldScenarios(options: String, expected: [String]) {
    let lines = Self.coldLaunch.map {
      $0.contains("willConnect") ? String($0.dropLast()) + "," + options + "}" : $0
    }
    let coverage = Self.coverage(lines)
    let exercised = coverage.scenarios.filter { $0.isExercised && $0.id.hasPrefix("cold-") }
    #expect(exercised.map(\.id) == expected)
    // Cases are not callbacks of the recording, and every one is in the list.
    #expect(coverage.coverage.unmentioned.isEmpty)
    #expect(
      coverage.coverage.cases.map(\.callback) == [
        "linkConnects", "activityConnects", "shortcutConnects", "shareConnects",
        "notificationConnects",
      ])
  }

  @Test(
    "each way of delivering something to a running scene is a scenario",
    arguments: [
      ("openURLContexts", "warm-link"), ("continue", "handoff"), ("performAction", "shortcut"),
      ("userDidAcceptCloudKitShare", "share"), ("restoreInteractionState", "restoration"),
    ])
  func warmScenarios(callback: String, expected: String) {
    let event = "{\"callback\":\"\(callback)\",\"process\":\"1\",\"session\":\"A\"}"
    let exercised = Self.coverage(Self.coldLaunch + [event]).scenarios.filter(\.isExercised)
    #expect(exercised.map(\.id) == ["first-launch", expected])
  }

  @Test("the steps of CarPlay do not count before a trace shows CarPlay")
  func carPlay() {
    let phone = Self.coverage(Self.coldLaunch)
    #expect(phone.leadingSteps.count == 18)
    #expect(phone.unseenParts.map(\.name) == ["CarPlay"])
    #expect(phone.unseenParts.map(\.steps) == [8])
    #expect(
      String(decoding: phone.text(), as: UTF8.self)
        .contains("8 steps of CarPlay are not counted, as no trace takes one."))
    let car = #"{"callback":"templateApplicationScene(_:didConnect:)","process":"1","session":"C"}"#
    let both = Self.coverage(Self.coldLaunch + [car])
    #expect(both.leadingSteps.count == 26)
    #expect(both.unseenParts.isEmpty)
  }

  @Test("the corpus reaches every scenario that has a sample")
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

  @Test("a required coverage that was not counted fails a run, too")
  func uncounted() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.coldLaunch.joined(separator: "\n"), to: "a.jsonl")
    _ = callorder("check", "a.jsonl", "-r", "json=r.json", in: folder)
    let report = try #require(folder.text("r.json"))
    let start = try #require(report.firstRange(of: "\"coverage\": {"))
    // The coverage is the last member.
    try folder.write(report[..<start.lowerBound] + "\"coverage\": null\n}\n", to: "none.json")
    let run = callorder("report", "none.json", "--min-coverage", "1", in: folder)
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("no coverage was counted, and 1 % are required"))
  }

  @Test(
    "a report whose traces have coverage of their own has none, and says so where it is required")
  func ofEachTrace() throws {
    let folder = try TemporaryFolder()
    try folder.write(Traces.clean, to: "a.json")
    let report = callorder("check", "a.json", "-f", "json", in: folder).output
    try folder.write(
      report.replacing("\"timeline\": ", with: "\"coverage\": {\"visits\": {}}, \"timeline\": "),
      to: "old.json")
    let run = callorder("report", "old.json", "--min-coverage", "0", in: folder)
    #expect(run.status == 1 && run.errorOutput.contains("no coverage was counted"))
    #expect(callorder("report", "old.json", in: folder).status == 0)
  }
}
