import ReportSamples
import TestSupport
import Testing
import TraceFindings
import TraceReporting

/// Checks of how the page looks, which take the longest of those that need a browser.
@Suite(
  "The look of the page in a browser", .browser,
  .enabled(if: OtherPrograms.decide(areThere: Browser.isAvailable), Browser.advice))
struct HTMLLookTests {
  @Test("is accessible in either theme, at any width")
  func nothingHindersAccessInEitherThemeAtAnyWidth() async throws {
    try await Browser.check(
      "accessibility",
      pages: [
        Browser.page("one", PageSamples.single), Browser.page("many", PageSamples.folder(4)),
        Browser.page(
          "long", PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 2_000)])),
        Browser.page("several", several),
        Browser.page("none", PageSamples.report([])),
        Browser.page(
          "scrolling", PageSamples.report([PageSamples.long(events: 59, faultEvery: 100)])),
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

  @Test("cuts no text and breaks no word")
  func nothingIsCutOrBroken() async throws {
    try await Browser.check(
      "layout",
      pages: [
        Browser.page("busy", PageSamples.busy),
        Browser.page(
          "long", PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 900)])),
      ])
  }

  @Test("cuts no label of the timeline")
  func noLabelOfTheTimelineIsCut() async throws {
    let long = PageSamples.report([PageSamples.long(events: 20_000, faultEvery: 900)])
    // Faults at the right edge of the timeline.
    let short = (7...10).map { events in
      PageSamples.report([PageSamples.long(events: events, faultEvery: events - 1, sessions: 1)])
    }
    try await Browser.check(
      "labels",
      pages: [Browser.page("long", long)]
        + short.enumerated().map { Browser.page("short\($0)", $1) })
  }
}
