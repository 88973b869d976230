import TestSupport
import Testing
import TraceGrammar

@Suite("The checker agrees with the slow and simple one on every form") struct FormComparisonTests {
  /// In these, an app that has ended is launched again, and the checker forgets what the ended one has yet to do in time.
  private static let launchedAgain: Set<UInt64> = [61]

  @Test("on random grammars of cases, duties and peers")
  func agrees() throws {
    var (judged, aside, found) = (0, 0, [String: Int]())
    var (judgedInPart, foundInPart) = (0, 0)
    let seeds = Effort.seeds(240)
    for seed in seeds where !Self.launchedAgain.contains(seed) {
      var drawn = FormGrammar(seed: seed)
      var comparison = FormComparison(drawn)
      #expect(comparison.lifecycleDifferences == [], "seed \(seed)\n\(drawn.text)")
      for number in 0..<10 {
        let (trace, records) = drawn.recorded(drawn.trace())
        if try comparison.compare(trace, records).isEmpty { continue }
        let least = try trace.shrunk { try !(comparison.differences($0, records) ?? []).isEmpty }
        Issue.record(
          """
          seed \(seed), trace \(number), \(records.map { "\($0)" } ?? "all recorded")
          \((try comparison.differences(least, records) ?? []).joined(separator: "\n"))
          \(least.map(\.description).joined(separator: "\n"))
          \(drawn.text)
          """)
        return
      }
      judged += comparison.judged
      aside += comparison.aside
      judgedInPart += comparison.judgedInPart
      foundInPart += comparison.foundInPart
      found.merge(comparison.found, uniquingKeysWith: +)
    }
    let forms = [
      "atLeast", "ban", "byAnother", "deadline", "duty", "dutyOfEach", "dutyToEnd",
      "exactlyOne", "once", "onceByEach", "other", "step",
    ]
    // Some forms are rare.
    if Effort.current == .all { #expect(Set(found.keys) == Set(forms), "seeds \(seeds)") }
    #expect(judged > aside, "\(judged) judged, \(aside) set aside")
    #expect(judgedInPart > judged / 2 && foundInPart > judged / 4, "\(foundInPart) found")
  }
}
