import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceReporting
import TraceModel
import TraceFindings
import TraceGrammar
import TracePages

/// Checks that need a browser. They are not serialized: the last ones would run alone, when all other tests have ended.
@Suite(
  "The page in a browser", .browser,
  .enabled(if: OtherPrograms.decide(areThere: Browser.isAvailable), Browser.advice))
struct HTMLBrowserTests {
  /// The findings of each fault that are told in full: others like them are named beside them.
  private static func told(_ report: Report) -> [Violation] {
    report.faults.flatMap { fault in
      var seen: Set<String> = []
      return fault.findings.map { report[$0] }.filter {
        seen.insert("\($0.severity) \($0.fingerprint)").inserted
      }
    }
  }

  @Test("plays, filters and prints a finding")
  func aFindingIsPlayedTrappedFilteredAndPrinted() async throws {
    try await Browser.check(
      "finding",
      pages: [
        Browser.page("single", PageSamples.single),
        Browser.page(
          "quiet",
          PageSamples.report(
            PageSamples.folder(2).traces
              + (0..<3).map { number in
                var trace = PageSamples.conforming.traces[0]
                trace.path = "run/quiet-\(number).json"
                return trace
              })),
      ])
  }

  @Test("is valid for the Nu validator")
  func theValidatorFindsNoErrorInAnyPage() async throws {
    try await Browser.check(
      "markup",
      pages: [
        Browser.page("none", PageSamples.conforming), Browser.page("busy", PageSamples.busy),
        Browser.page("folder", PageSamples.folder(9)),
        Browser.page("empty", PageSamples.report([])),
        Browser.page("hostile", PageSamples.hostile),
        Browser.page("bare", PageSamples.withoutTimelines(PageSamples.busy)),
        ("lawless", HTMLReport().render(PageSamples.busy)),
      ])
  }

  @Test("has every violation without scripts")
  func everyViolationIsThereWithoutScripts() async throws {
    let report = PageSamples.busy
    let violations = report.traces[0].violations
    let anchors = Set(violations.map { "v-\($0.fingerprint.prefix(8))" }).sorted()
    try await Browser.check(
      "without_scripts", pages: [Browser.page("busy", report)],
      with: [
        "anchors": anchors + [
          "rule-activate-while-active", "overview", "trace",
        ],
        "words": Self.told(report).map(\.message) + violations.map(\.fingerprint).prefix(1)
          + [
            "Expected beside actual", "time-goes-backwards", "Notes 4.2",
          ],
      ])
  }

  @Test("leads links into its depth to their places")
  func linksIntoTheDepthOfThePageLand() async throws {
    let report = PageSamples.busy
    let repeated = report.traces[0].groups.first { $0.count > 1 }
    let further = "v-\(repeated?.fingerprint.prefix(8) ?? "")-2"
    try await Browser.check(
      "links", pages: [Browser.page("busy", report)],
      with: [
        "fragments": ["rule-activate-while-active", further, "trace"],
        "scripted": ["e40", "timeline"],
      ])
    let many = PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 900)])
    try await Browser.check(
      "links", pages: [Browser.page("e20k", many)], with: ["fragments": [], "scripted": ["e19000"]])
  }

  @Test(
    "can be used with keys alone, has one cursor and a drawer on narrow screens, and is printed without controls",
    arguments: ["keyboard", "cursor", "drawer", "printing"])
  func aPageOfManyFindings(check: String) async throws {
    try await Browser.check(check, pages: [Browser.page("busy", PageSamples.busy)])
  }

  @Test("opens on its only finding")
  func aPageWithOneFindingOpensOnIt() async throws {
    try await Browser.check("single", pages: [Browser.page("single", PageSamples.single)])
  }

  @Test("shows what a filter says, and keeps it in the address")
  func filtersShowWhatTheySayAndTravelInTheAddress() async throws {
    let report = PageSamples.busy
    let groups = Self.told(report)
    try await Browser.check(
      "filters", pages: [Browser.page("busy", report)],
      with: [
        "filters": [
          "sev:error": groups.filter { $0.severity == .error }.count,
          "-sev:error": groups.filter { $0.severity != .error }.count,
          "rule:background": groups.filter { $0.rule.contains("background") }.count,
          "cb:didDiscard": 1, "\"still connected\" subject:0F3C": 1, "no-such-word": 0,
        ]
      ])
  }

  @Test("keeps hostile text as text")
  func hostileTextStaysText() async throws {
    try await Browser.check("hostile", pages: [Browser.page("hostile", PageSamples.hostile)])
  }

  @Test("has no more elements for a long trace than can be seen")
  func longTracesAreNoMoreElementsThanCanBeSeen() async throws {
    try await Browser.check(
      "size",
      pages: [
        Browser.page("e2k", PageSamples.report([PageSamples.long(events: 2_000, faultEvery: 160)])),
        Browser.page(
          "e100k", PageSamples.report([PageSamples.long(events: 100_000, faultEvery: 2_000)])),
      ])
  }
}
