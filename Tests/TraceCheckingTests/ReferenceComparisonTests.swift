import TestSupport
import Testing
import TraceChecking
import TraceDiagnostics
import TraceFindings
import TraceGrammar

@Suite("The checker agrees with the slow and obvious one")
struct ReferenceComparisonTests {
  @Test("on random grammars and random traces", arguments: 0..<8 as Range<UInt64>)
  func agreesOnRandomTraces(part: UInt64) throws {
    for seed in (part * 40)..<((part + 1) * 40) {
      var drawn = RandomGrammar(seed: seed)
      for complete in [false, true] {
        let check = TraceCheck(drawn.grammar, demandsCompleteLives: complete)
        for number in 0..<3 {
          let comparison = Comparison(grammar: drawn.grammar, check: check, isComplete: complete)
          let trace = drawn.trace()
          if try comparison.differences(trace).isEmpty { continue }
          let least = try comparison.shrunk(trace)
          Issue.record(
            """
            seed \(seed), trace \(number)\(complete ? ", complete" : "")
            \(try comparison.differences(least).joined(separator: "\n"))
            \(least.map(\.description).joined(separator: "\n"))
            \(drawn.grammar.inShort)
            """)
        }
      }
    }
  }
}

/// One grammar on which the two checkers are compared.
private struct Comparison {
  let grammar: Grammar
  let check: TraceCheck
  let isComplete: Bool

  /// In what the two differ about the trace; empty where they agree.
  func differences(_ trace: [ReferenceEvent]) throws -> [String] {
    let report = try check.report(of: trace)
    let reference = ReferenceChecker(grammar, trace)
    let judgements = reference.judgements(complete: isComplete)
    var differences: [String] = []
    func expect(_ what: String, _ actual: String, _ expected: String) {
      if actual != expected { differences.append("\(what) is \(actual), expected \(expected)") }
    }
    for (key, judgement) in judgements.sorted(by: { $0.key < $1.key }) {
      let law = grammar.lifecycles[key.lifecycle]
      let found = report.violations.filter { violation in
        guard violation.lifecycle == law.name else { return false }
        guard violation.subject.isEmpty else { return violation.subject == key.subject }
        // An end belongs to no event, and is that of the last one.
        return key.subject == violation.process.map { "@" + $0 } ?? reference.lastUnnamed
      }
      // An event that wrongs several subjects is one finding if deleting it mends them all.
      let others = judgements.filter { $0.key != key }.flatMap(\.value.events)
      let shared = judgement.events.filter(others.contains)
      let cost = found.reduce(0) { $0 + $1.repair.cost }
      let name = "\(law.name) '\(key.subject)'"
      if !shared.isEmpty {
        let isPlausible = (judgement.cost - shared.count...judgement.cost).contains(cost)
        expect("a plausible cost \(cost) of \(name)", "\(isPlausible)", "true")
        continue
      }
      expect("the cost of \(name)", "\(cost)", "\(judgement.cost)")
      let first = found.filter { $0.rule != "incomplete" }.min { $0.event < $1.event }
      let rule = judgement.firstRule.map { grammar.rules[$0].id }
      expect(
        "the first violation of \(name)", "\(first?.event ?? 0) \(first?.rule ?? "none")",
        "\(judgement.events.first ?? 0) \(rule ?? "none")")
    }
    let events = Set(report.violations.map(\.event))
    if let first = judgements.values.compactMap(\.events.first).min() {
      expect("that the first violation is found", "\(events.contains(first))", "true")
    }
    expect(
      "the cost of the trace", "\(report.repairCost)",
      "\(report.violations.reduce(0) { $0 + $1.repair.cost })")
    let atOneEvent = Dictionary(grouping: report.violations.filter { $0.rule != "incomplete" }) {
      "\($0.event) of \($0.lifecycle) '\($0.subject)'"
    }
    for (place, violations) in atOneEvent.sorted(by: { $0.key < $1.key }) {
      expect("the number of violations at \(place)", "\(violations.count)", "1")
    }
    let isViolating = report.violations.contains { $0.severity != .note }
    let verdict: Verdict =
      isViolating ? .violating : reference.hasCalls ? .conforming : .inconclusive
    expect("the verdict", "\(report.verdict)", "\(verdict)")
    return differences
  }

  /// The trace without every event that is not needed for a difference.
  func shrunk(_ trace: [ReferenceEvent]) throws -> [ReferenceEvent] {
    var least = trace
    var index = 0
    while index < least.count {
      var shorter = least
      shorter.remove(at: index)
      if try differences(shorter).isEmpty { index += 1 } else { (least, index) = (shorter, 0) }
    }
    return least
  }
}

extension Grammar {
  /// The laws and rules in a few lines, for messages.
  fileprivate var inShort: String {
    var lines = callbacks.map {
      "\($0.name) about \(subjects[$0.subject].name)\($0.notifications.isEmpty ? "" : " posts")"
        + ($0.replacement.map { " replaced by \($0)" } ?? "")
    }
    lines.append("begins \(subjects[0].beginnings)")
    for law in lifecycles {
      lines.append(
        "\(law.name): start \(law.start) unknown \(law.unknownStart) parent \(law.onParentBegin)"
          + " accepting \(law.states.indices.filter { law.states[$0].isAccepting })")
      lines += law.transitions.map { "  \($0.from) c\($0.callback) \($0.to)" }
    }
    for rule in rules {
      guard case .step(let law, let callbacks, let states) = rule.form else { continue }
      lines.append("\(rule.id) \(rule.severity) \(law) \(callbacks) \(states)")
    }
    return lines.joined(separator: "\n")
  }
}

extension ReferenceChecker.LifeKey: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.lifecycle, left.subject) < (right.lifecycle, right.subject)
  }
}
