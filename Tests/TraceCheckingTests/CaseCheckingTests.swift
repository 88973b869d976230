import TestSupport
import Testing
import TraceFindings
import TraceGrammar

@testable import TraceChecking

@Suite("A case of a callback, in a check") struct CaseCheckingTests {
  private let check: TraceCheck

  init() throws { check = TraceCheck(try CheckCase.grammar(in: "cases.txt")) }

  /// The report of one lamp: `burst`, or the value to which `turn` turns it; nil for no value.
  private func report(_ word: [String?]) throws -> TraceReport {
    let events = word.map { value in
      value == "burst" ? "burst h l" : "turn h l" + (value.map { " to=\($0)" } ?? "")
    }
    let all = ShortEvents(["moveIn h"] + events, members: ["house", "lamp"])
    return try check.report(of: all.text)
  }

  @Test("costs as much as the cheapest of its possible cases", arguments: 0..<4 as Range<UInt64>)
  func best(part: UInt64) throws {
    var random = SeededGenerator(seed: part)
    var violating = 0
    for _ in 0..<60 {
      let word = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        ["on", "on", "off", "dim", "burst", nil, nil].randomElement(using: &random) ?? nil
      }
      var words: [[String?]] = [[]]
      for value in word {
        let values: [String?] = value == nil && words.count < 81 ? ["on", "off", "dim"] : [value]
        words = words.flatMap { known in values.map { known + [$0] } }
      }
      let costs = try words.map { try report($0).repairCost }
      let found = try report(word)
      if costs.min() ?? 0 > 0 { violating += 1 }
      #expect(found.repairCost == costs.min(), "part \(part): \(word)")
    }
    print("cases, part \(part): \(violating) of 60 violating")
    #expect(violating > 0)
  }
}
