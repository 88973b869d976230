import TestSupport
import Testing
import TraceFindings
import TraceModel

@testable import TraceChecking

@Suite("The overview of a long trace") struct OverviewTests {
  /// Lives of one session; each of the given ones goes to the background while it is active.
  private func text(lives: Int, faults: Set<Int>) -> String {
    var lines = [
      #"{"format":"callorder.trace/1","records":"all"}"#,
      #"{"callback":"didFinishLaunching","process":1,"time":0}"#,
      #"{"callback":"willConnect","process":1,"session":"A","time":0}"#,
      #"{"callback":"willEnterForeground","process":1,"session":"A","time":0}"#,
      #"{"callback":"didBecomeActive","process":1,"session":"A","time":0}"#,
    ]
    for life in 0..<lives {
      for call in [
        "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive",
      ]
      where call != "willResignActive" || !faults.contains(life) {
        lines.append(#"{"callback":"\#(call)","process":1,"session":"A","time":\#(life)}"#)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func report(_ text: String, events: Int?, listed: Int = 10) throws -> TraceReport {
    var options = CheckOptions()
    if let events { options.timeline = .upTo(events) }
    options.violationLimit = listed
    return try TraceCheck(TraceCheck.uiScene, options: options).report(of: text)
  }

  @Test(
    "has every finding and the times of all events, whatever is listed",
    arguments: [1, 300, 90_000])
  func hasEveryFinding(events: Int) throws {
    let faults = Set(stride(from: 37, to: 20_000, by: 451))
    let report = try report(text(lives: 20_000, faults: faults), events: events)
    let overview = try #require(report.overview)
    #expect(report.counts.errors == faults.count && report.violations.count == 10)
    #expect(overview.times.count == overview.worst.count && overview.times.count <= 4_096)
    #expect(overview.times.count * overview.eventsPerPart >= report.events)
    #expect((overview.times.count - 1) * overview.eventsPerPart < report.events)
    var places: Set<Int> = []
    var event = 4
    for life in 0..<20_000 {
      event += faults.contains(life) ? 3 : 4
      if faults.contains(life) { places.insert((event - 3) / overview.eventsPerPart) }
    }
    #expect(Set(overview.worst.indices.filter { overview.worst[$0] != nil }) == places)
    #expect(overview.worst.compactMap(\.self).allSatisfy { $0 == .error })
    #expect(overview.times.compactMap(\.self) == overview.times.compactMap(\.self).sorted())
    #expect(overview.times.last.flatMap(\.self) ?? 0 > 19_990)
  }

  @Test("is not made for a short trace, or without a timeline")
  func isNotAlwaysMade() throws {
    #expect(try report(text(lives: 20, faults: []), events: 100).overview == nil)
    #expect(try report(text(lives: 2_000, faults: []), events: nil).overview == nil)
    #expect(try report(text(lives: 2_000, faults: []), events: 0).overview != nil)
  }
}
