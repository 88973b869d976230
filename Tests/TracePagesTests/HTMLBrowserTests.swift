import Foundation
import ReportSamples
import TestSupport
import Testing
import TraceReporting
import TraceModel
import TraceFindings
import TraceGrammar
import TracePages

/// Checks that need a browser; one at a time, because each starts one.
@Suite(
  "The page in a browser", .slow, .serialized,
  .enabled(if: OtherPrograms.decide(areThere: Browser.isAvailable), Browser.advice))
struct HTMLBrowserTests {
  private func page(_ name: String, _ report: Report) -> (name: String, bytes: [UInt8]) {
    (name, HTMLReport().render(report, grammar: SampleGrammar.grammar))
  }

  @Test func nothingHindersAccessInEitherThemeAtAnyWidth() throws {
    try Browser.check(
      "accessibility",
      pages: [
        page("one", PageSamples.single), page("many", PageSamples.folder(4)),
        page("long", PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 2_000)])),
        ("compared", ComparisonSamples.comparison.html()), page("history", history),
        page("several", several),
        page("none", PageSamples.report([])),
        page("scrolling", PageSamples.report([PageSamples.long(events: 59, faultEvery: 100)])),
      ])
  }

  /// A trace without violations, with an event that concerns five sessions.
  private var several: Report {
    var report = PageSamples.conforming
    guard var timeline = report.traces[0].timeline, !timeline.entries.isEmpty else { return report }
    let lanes = timeline.lanes.count
    timeline.lanes += (1...5).map {
      .init(kind: "session", subject: "5C3C9A5\($0)-41D7-4B8E-9C0A-D3B1E7F42A11")
    }
    timeline.entries[timeline.entries.count - 1].lanes = Array(lanes..<lanes + 5)
    report.traces[0].timeline = timeline
    return report
  }

  /// Three runs, the last of which has an additional trace.
  private var history: Report {
    var report = PageSamples.folder(3)
    var runs = RunHistoryBuilder()
    for (count, name) in [(2, "2026-11-20"), (2, "2026-11-21"), (3, "this run")] {
      runs.add(PageSamples.folder(count), named: name)
    }
    report.history = runs.history
    return report
  }

  @Test func aFindingIsPlayedTrappedFilteredAndPrinted() throws {
    try Browser.check(
      "finding",
      pages: [
        page("single", PageSamples.single),
        page(
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

  @Test func theValidatorFindsNoErrorInAnyPage() throws {
    try Browser.check(
      "markup",
      pages: [
        page("none", PageSamples.conforming), page("twelve", PageSamples.twelve),
        page("folder", PageSamples.folder(9)), page("empty", PageSamples.report([])),
        page("hostile", PageSamples.hostile),
        page("bare", PageSamples.withoutTimelines(PageSamples.twelve)),
        ("lawless", HTMLReport().render(PageSamples.twelve)),
      ])
  }

  @Test func everyViolationIsThereWithoutScripts() throws {
    let report = PageSamples.twelve
    let violations = report.traces[0].violations
    var seen: [String: Int] = [:]
    let anchors = violations.map { violation -> String in
      let number = (seen[violation.fingerprint] ?? 0) + 1
      seen[violation.fingerprint] = number
      return "v-\(violation.fingerprint.prefix(8))\(number > 1 ? "-\(number)" : "")"
    }
    try Browser.check(
      "without_scripts", pages: [page("twelve", report)],
      with: [
        "anchors": anchors + [
          "e1", "e63", "rule-activate-while-active", "timeline", "run", "overview", "trace",
        ],
        "words": violations.map(\.message) + violations.map(\.fingerprint).prefix(1)
          + [
            "Expected beside actual", "Smallest change to the trace", "time-goes-backwards",
            "Notes 4.2",
          ],
        "timeline": violations.count,
      ])
  }

  @Test func linksIntoTheDepthOfThePageLand() throws {
    let report = PageSamples.twelve
    let repeated = report.traces[0].groups.first { $0.count > 1 }
    let further = "v-\(repeated?.fingerprint.prefix(8) ?? "")-2"
    try Browser.check(
      "links", pages: [page("twelve", report)],
      with: ["fragments": ["e40", "rule-activate-while-active", further, "timeline"]])
    let many = PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 900)])
    try Browser.check("links", pages: [page("e20k", many)], with: ["fragments": ["e19000"]])
  }

  @Test func everythingCanBeDoneByKeys() throws {
    try Browser.check("keyboard", pages: [page("twelve", PageSamples.twelve)])
  }

  @Test func thereIsOneCursor() throws {
    try Browser.check("cursor", pages: [page("twelve", PageSamples.twelve)])
  }

  @Test func onNarrowScreensTheListIsADrawer() throws {
    try Browser.check("drawer", pages: [page("twelve", PageSamples.twelve)])
  }

  @Test func aPageWithOneFindingOpensOnIt() throws {
    try Browser.check("single", pages: [page("single", PageSamples.single)])
  }

  @Test func filtersShowWhatTheySayAndTravelInTheAddress() throws {
    let report = PageSamples.twelve
    let groups = report.traces[0].groups
    try Browser.check(
      "filters", pages: [page("twelve", report)],
      with: [
        "filters": [
          "sev:error": groups.filter { $0.severity == .error }.count,
          "-sev:error": groups.filter { $0.severity != .error }.count,
          "rule:background": groups.filter { $0.rule.contains("background") }.count,
          "cb:didDiscard": 1, "\"still connected\" subject:0F3C": 1, "no-such-word": 0,
        ]
      ])
  }

  @Test func paperShowsEverythingAndNoControls() throws {
    try Browser.check("printing", pages: [page("twelve", PageSamples.twelve)])
  }

  @Test func nothingIsCutOrBroken() throws {
    let path = "Notebook/UITests/SceneDelegate/recordings/on-a-device-with-a-long-name/launch.json"
    let compared = ReportComparison(
      base: ComparisonSamples.report([
        ComparisonSamples.trace("a/" + path, "willConnect didDisconnect"),
        ComparisonSamples.trace("a/b.json", "willConnect"),
      ]),
      head: ComparisonSamples.report([
        ComparisonSamples.trace("a/" + path, "willConnect willEnterForeground didDisconnect"),
        ComparisonSamples.trace("a/b.json", "willConnect"),
      ]))
    try Browser.check(
      "layout",
      pages: [
        page("twelve", PageSamples.twelve), page("history", history),
        page("long", PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 900)])),
        ("compared", compared.html()),
      ])
  }

  @Test func noLabelOfTheTimelineIsCut() throws {
    let long = PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 900)])
    // Faults at the right edge of the timeline.
    let short = (1...4).map { seed in
      PageSamples.report([PageSamples.long(events: 10, faultEvery: 9, sessions: 1, seed: seed)])
    }
    try Browser.check(
      "labels", pages: [page("long", long)] + short.enumerated().map { page("short\($0)", $1) })
  }

  @Test func hostileTextStaysText() throws {
    try Browser.check("hostile", pages: [page("hostile", PageSamples.hostile)])
  }

  @Test func longTracesAreNoMoreElementsThanCanBeSeen() throws {
    try Browser.check(
      "size",
      pages: [
        page("e2k", PageSamples.report([PageSamples.long(events: 2_000, faultEvery: 160)])),
        page(
          "e100k", PageSamples.report([PageSamples.long(events: 100_000, faultEvery: 2_000)])),
      ])
  }

  @Test func bothTimelinesOfAComparisonHaveOneCursor() throws {
    try Browser.check("pair", pages: [("compared", ComparisonSamples.comparison.html())])
  }

  @Test func comparisonsAreAsGoodAsReports() throws {
    let pages = [
      ("comparison", ComparisonSamples.comparison.html()),
      ("comparison-hostile", ComparisonSamples.hostile.html()),
      (
        "comparison-same",
        ReportComparison(base: ComparisonSamples.base, head: ComparisonSamples.base).html()
      ),
    ]
    try Browser.check("markup", pages: pages)
    try Browser.check("hostile", pages: pages)
    try Browser.check(
      "links", pages: Array(pages.prefix(1)),
      with: ["fragments": ["new", "behavior", "s1", "visits", "traces", "overview"]])
  }
}
