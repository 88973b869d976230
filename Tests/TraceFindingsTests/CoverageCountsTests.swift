import Testing

@testable import TraceFindings

/// Adding up the coverage of many traces.
@Suite("Numbers of coverage") struct CoverageCountsTests {
  private static let names = Coverage(
    lifecycles: [
      .init(
        name: "door", states: [.init(name: "shut", visits: 0), .init(name: "open", visits: 0)],
        transitions: [.init(from: "shut", callback: "push", to: "open", visits: 0)])
    ], rules: [.init(id: "r", exercised: 0, violated: 0)],
    cases: [CallbackCount(callback: "c", count: 0)])

  private static func counts(
    _ numbers: [Int], _ others: [String: Int] = [:]
  ) -> CoverageCounts {
    CoverageCounts(
      names, numbers,
      unmentioned: others.map { CallbackCount(callback: $0.key, count: $0.value) })
  }

  @Test("numbers are added by index, and calls that nothing mentions by name")
  func sums() {
    var sum = Self.counts([1, 0, 2, 0, 0, 7], ["b": 1, "d": 4])
    sum.add(Self.counts([0, 3, 5, 1, 0, 0], ["a": 2, "b": 3, "e": 1]))
    #expect(sum == Self.counts([1, 3, 7, 1, 0, 7], ["a": 2, "b": 4, "d": 4, "e": 1]))
    var slow = Self.counts([1, 0, 2, 0, 0, 7], ["b": 1, "d": 4]).coverage
    slow.add(Self.counts([0, 3, 5, 1, 0, 0], ["a": 2, "b": 3, "e": 1]).coverage)
    #expect(sum.coverage == slow)
  }

  @Test("coverage by another grammar is added by name")
  func otherGrammar() {
    var sum = Self.counts([1, 0, 0, 0, 0, 0], ["b": 1])
    var other = Coverage(rules: [.init(id: "s", exercised: 2, violated: 1)])
    other.unmentioned = [CallbackCount(callback: "b", count: 2)]
    sum.add(CoverageCounts(other))
    #expect(sum.coverage.rules.map(\.id) == ["r", "s"])
    #expect(sum.coverage.unmentioned == [CallbackCount(callback: "b", count: 3)])
  }
}
