import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings
import TraceGrammar

/// Compares repairs, if not all callbacks are recorded, with a search that uses neither automata nor observed callbacks.
@Suite("Repairs if less is recorded")
struct ProjectedCostTests {
  /// A lifecycle of one subject, and a word of its recorded callbacks.
  private struct Drawn {
    var stateCount: Int
    var callbackCount: Int
    var steps: [(from: StateID, callback: CallbackID, to: StateID)] = []
    var recorded: Set<CallbackID>
    var word: [CallbackID]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      stateCount = Int.random(in: 2...5, using: &random)
      callbackCount = Int.random(in: 2...5, using: &random)
      // Each state can be reached.
      for state in 1..<stateCount {
        let callback = CallbackID(Int.random(in: 0..<callbackCount, using: &random))
        let from = StateID(Int.random(in: 0..<state, using: &random))
        steps.append((from, callback, StateID(state)))
      }
      for _ in 0..<Int.random(in: 0...(stateCount * 2), using: &random) {
        let step = (
          from: StateID(Int.random(in: 0..<stateCount, using: &random)),
          callback: CallbackID(Int.random(in: 0..<callbackCount, using: &random)),
          to: StateID(Int.random(in: 0..<stateCount, using: &random))
        )
        if !steps.contains(where: { $0 == step }) { steps.append(step) }
      }
      let first = CallbackID(Int.random(in: 0..<callbackCount, using: &random))
      recorded = [first]
      for callback in CallbackID.all(callbackCount) where Bool.random(using: &random) {
        recorded.insert(callback)
      }
      let letters = recorded.sorted()
      word = (0..<Int.random(in: 1...14, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? first
      }
    }

    /// All callbacks are actions, because an unrecorded action is always silent, whatever else leads to the same state.
    var grammar: String {
      var text = "grammar Drawn \"1.0\" {}\nsubject item { member \"item\" }\n"
      for callback in 0..<callbackCount {
        text += "action c\(callback) about item { text \"t\" }\n"
      }
      text += "lifecycle life about item {\n  start s0\n"
      for state in StateID.all(stateCount) {
        let ways = steps.filter { $0.from == state }.map { "c\($0.callback) s\($0.to)" }
        text += "  s\(state) -> \(ways.isEmpty ? "." : ways.joined(separator: " | "))\n"
      }
      return text
        + "}\nrule unexpected-callback error { anything else title \"t\" message \"m\" }\n"
    }

    var trace: String {
      word.map { #"{"callback": "c\#($0)", "kind": "action", "item": "i"}"# + "\n" }.joined()
    }

    /// The least number of deletions and recorded insertions: a shortest path over positions in the word and states. The
    /// lifecycle ignores callbacks that no step names.
    var leastCost: Int {
      var costs = IDArray<StateID, Int>(repeating: .max, count: stateCount)
      costs[0] = 0
      relax(&costs)
      for callback in word where steps.contains(where: { $0.callback == callback }) {
        var next = costs.table { $0 == .max ? Int.max : $0 + 1 }
        for step in steps where step.callback == callback && costs[step.from] < .max {
          next[step.to] = min(next[step.to], costs[step.from])
        }
        relax(&next)
        costs = next
      }
      return costs.min() ?? 0
    }

    /// Takes unrecorded steps at no cost and inserts recorded ones, until nothing gets cheaper.
    private func relax(_ costs: inout IDArray<StateID, Int>) {
      var isSettled = false
      while !isSettled {
        isSettled = true
        for step in steps where costs[step.from] < .max {
          let cost = costs[step.from] + (recorded.contains(step.callback) ? 1 : 0)
          if cost < costs[step.to] {
            costs[step.to] = cost
            isSettled = false
          }
        }
      }
    }
  }

  @Test(
    "cost as much as a shortest path through the projected lifecycle",
    arguments: 0..<4 as Range<UInt64>)
  func leastCost(part: UInt64) throws {
    var (violating, silent) = (0, 0)
    for seed in (part * 250)..<((part + 1) * 250) {
      let drawn = Drawn(seed: seed)
      let (parsed, diagnostics) = Grammar.parse(Array(drawn.grammar.utf8))
      // If every call is legal everywhere, no rule can fire, which is an error.
      if parsed == nil, diagnostics.contains(where: { $0.code == "rule-cannot-fire" }) { continue }
      let plan = Plan(try #require(parsed, "\(diagnostics.map(\.message))"))
      var alphabet = RecordedCallbacks()
      alphabet.calls = drawn.recorded
      let check = TraceCheck(plan, showing: alphabet, isComplete: true)
      let report = try check.report(of: drawn.trace)
      if drawn.leastCost > 0 { violating += 1 }
      if drawn.recorded.count < drawn.callbackCount { silent += 1 }
      #expect(
        report.repairCost == drawn.leastCost,
        "seed \(seed)\n\(drawn.grammar)\nrecorded \(drawn.recorded.sorted())\n\(drawn.trace)")
      #expect((report.counts.total > 0) == (drawn.leastCost > 0), "seed \(seed)")
    }
    print(
      "projected lifecycles: \(violating) of 250 words need a repair, \(silent) lifecycles are recorded in part"
    )
    #expect(violating > 50 && silent > 50)
  }
}
