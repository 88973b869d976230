import CallOrderKit
import TestSupport
import Testing
import TraceReporting
import TraceModel
import TraceFindings

/// The same app, recorded again with fewer callbacks.
@Suite("A run that records less", .seeds) struct ComparedRecordingTests {
  private struct Pair {
    var name: String
    var whole: Report
    var reduced: Report

    var comparison: ReportComparison { ReportComparison(base: whole, head: reduced) }
  }

  private static func check(_ text: [UInt8]) -> Report {
    uiSceneCheck.report(of: [.bytes(text, name: "t")])
  }

  private static func pairs(_ verdict: String) -> [Pair] {
    Expectation.all.filter { $0.verdict == verdict }.flatMap { sample -> [Pair] in
      guard let document = SampleDocument(Repository.bytes(sample.path) ?? []) else { return [] }
      let whole = check(document.whole)
      return document.withoutOneCallback.map { left, text in
        Pair(name: "\(sample.path) without \(left)", whole: whole, reduced: check(text))
      }
    }
  }

  private static func accusing(_ comparison: ReportComparison) -> [ReportComparison.Fault] {
    comparison.faults.filter { $0.new > 0 && $0.severity > .note }
  }

  @Test("has no new findings if it conforms")
  func conforming() {
    let pairs = Self.pairs("conforming")
    #expect(pairs.count > 300)
    for pair in pairs {
      let faults = Self.accusing(pair.comparison)
      #expect(faults.isEmpty, "\(pair.name): \(faults.map(\.rule))")
    }
  }

  /// Recordings in which the remaining calls are evidence for a different rule; only that rule can be reported.
  private static let elsewhere: Set<String> = [
    // The recording joins the process with the early call, so the launch is what comes too late.
    "callback-before-launch/realistic.json without -[AppDelegate application:willFinishLaunchingWithOptions:]",
    // The call that the app made itself is one too many: the next of the platform is what comes too often.
    "activate-without-foreground/realistic.json without -[SceneDelegate sceneDidEnterBackground:]",
    "activate-without-foreground/realistic.json without -[SceneDelegate sceneWillEnterForeground:]",
    "background-without-resign/realistic.json without sceneDidBecomeActive:",
    "background-without-resign/realistic.json without sceneWillResignActive:",
    // Without the connection, nothing says which scene is the session's, and resigning comes twice.
    "stale-scene/realistic.jsonl without scene(_:willConnectTo:options:)",
    // Nothing shows that the app was active, so its own call is legal, and the next one of the platform is not.
    "app-background-order/realistic.json without applicationDidBecomeActive(_:)",
    // The app's own call is wrong with and without the disconnect, by the rule of the state that is known.
    "called-in-disconnect.jsonl without sceneDidDisconnect(_:)",
    "stale-timer.jsonl without sceneDidDisconnect(_:)",
  ]

  /// Recordings whose shortest repair takes away a call where that of the whole one adds or takes another. What is repaired
  /// belongs to the name of a fault, so a baseline of the whole recording does not know them.
  private static let repairedOtherwise: Set<String> = [
    "discard-repeated/realistic.jsonl without sceneDidDisconnect(_:)",
    "disconnect-after-terminate/realistic.json without application(_:didDiscardSceneSessions:)",
    "foreground-while-foreground/realistic.jsonl without sceneDidBecomeActive(_:)",
  ]

  @Test(
    "has no new findings, its faults keep their fingerprints, and the earlier baseline knows them")
  func violating() throws {
    let pairs = Self.pairs("violating")
    var (faults, same, renamed, known) = (0, 0, 0, 0)
    for pair in pairs {
      let comparison = pair.comparison
      let baseline = try BaselineFile(of: pair.whole)
      let match = baseline.match(pair.reduced)
      let before = pair.whole.traces.flatMap(\.violations)
      let isRepairedOtherwise = Self.repairedOtherwise.contains { pair.name.hasSuffix($0) }
      for violation in pair.reduced.traces.flatMap(\.violations) where violation.severity > .note {
        faults += 1
        let old = before.filter { $0.rule == violation.rule && $0.callback == violation.callback }
        if old.isEmpty { continue }
        same += 1
        let isNamedAlike = old.contains { $0.fingerprint == violation.fingerprint }
        if !isNamedAlike { renamed += 1 }
        #expect(isNamedAlike == !isRepairedOtherwise, "\(pair.name): \(violation.rule)")
      }
      known += match.report.suppressedCounts.total
      let isElsewhere = Self.elsewhere.contains { pair.name.hasSuffix($0) }
      let unknown = match.report.countsInForce
      #expect(
        (Self.accusing(comparison).isEmpty && unknown.errors + unknown.warnings == 0)
          == !(isElsewhere || isRepairedOtherwise),
        "\(pair.name): \(Self.accusing(comparison).map(\.rule))")
    }
    print(
      "violating samples without one callback: \(pairs.count) recordings, \(faults) errors and warnings remain, \(same) of"
        + " them by the same rule and call, \(renamed) of those under another name; a baseline of the whole recordings"
        + " knows \(known) violations; \(Self.elsewhere.count) are shown by another call that was recorded before"
    )
    #expect(pairs.count > 250 && same > 100)
  }
}
