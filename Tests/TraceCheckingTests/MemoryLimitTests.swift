import TestSupport
import Testing
import TraceChecking
import TraceModel
import TraceFindings

@Suite("With little memory")
struct MemoryLimitTests {
  private func limited(waiting: Int, ended: Int, tombstones: Int) -> CheckOptions {
    var options = CheckOptions()
    options.limits.waitingSubjects = waiting
    options.limits.endedSubjects = ended
    options.limits.tombstones = tombstones
    return options
  }

  @Test("the first violation is the same", arguments: 0..<8 as Range<UInt64>)
  func judgesTheSame(part: UInt64) throws {
    for seed in (part * 40)..<((part + 1) * 40) {
      var drawn = RandomGrammar(seed: seed)
      let compiled = CompiledGrammar(drawn.grammar)
      let much = TraceCheck(compiled)
      for (waiting, ended) in [(1, 1), (1, 2), (2, 1)] {
        let little = TraceCheck(
          compiled, options: limited(waiting: waiting, ended: ended, tombstones: 100))
        for _ in 0..<3 {
          let trace = drawn.trace()
          if try Self.differences(much, little, trace).isEmpty { continue }
          let least = try trace.shrunk { try !Self.differences(much, little, $0).isEmpty }
          Issue.record(
            """
            seed \(seed), \(waiting) waiting, \(ended) ended
            \(try Self.differences(much, little, least))
            \(least.map(\.description).joined(separator: "\n"))
            \(drawn.grammar.inShort)
            """)
        }
      }
    }
  }

  private static func differences(
    _ much: TraceCheck, _ little: TraceCheck, _ trace: [ReferenceEvent]
  ) throws -> [String] {
    let (all, some) = (try much.report(of: trace), try little.report(of: trace))
    var differences: [String] = []
    // If a fault is explained before its last edit is known, the rest is a separate fault with its own severity.
    if some.counts.total == all.counts.total, some.verdict != all.verdict {
      differences.append("\(some.verdict), not \(all.verdict)")
    }
    let (isEmpty, isAllEmpty) = (some.counts.total == 0, all.counts.total == 0)
    if isEmpty != isAllEmpty { differences.append("\(some.verdict), not \(all.verdict)") }
    if some.violations.first?.event != all.violations.first?.event {
      let (first, other) = (some.violations.first, all.violations.first)
      differences.append(
        "\(first?.event ?? 0) \(first?.message ?? ""), not \(other?.event ?? 0) \(other?.message ?? "")"
      )
    }
    if some.subjectCounts != all.subjectCounts { differences.append("other subjects") }
    return differences
  }

  /// A reported violation: the subject, the rule and the call.
  private struct Accusation: Hashable {
    var subject: String
    var lifecycle: String
    var rule: String
    var callback: String
    var event: Int

    init(_ violation: Violation) {
      (subject, lifecycle) = (violation.subject, violation.lifecycle)
      (rule, callback, event) = (violation.rule, violation.callback, violation.event)
    }

    static func all(_ report: TraceReport) -> [Accusation] {
      report.violations.filter { $0.severity != .note }.map(Accusation.init)
    }

    /// Whether another one is about the same call; if the event names several subjects, each may stand for all.
    func isSameFault(_ other: Accusation) -> Bool {
      var other = other
      other.subject = subject
      return self == other
    }

    /// Whether this may be the rest of another one's fault, which was explained before its last edit was known.
    func mayContinue(_ other: Accusation) -> Bool {
      subject == other.subject && lifecycle == other.lifecycle && event > other.event
    }
  }

  /// Seeds with which a fault is explained when its subject is forgotten, before its last edit is known, so that a later call
  /// is judged otherwise than it would be with all edits.
  private static let explainedAtAnotherCall: Set<UInt64> = [40, 247, 284]

  /// Each violation with little memory is also found with much, with the same subject, lifecycle, rule, call and event, or is
  /// the rest of an earlier one of the same subject and lifecycle, because a fault of several edits may be split.
  @Test(
    "there are no violations that are not found with much memory",
    arguments: 0..<8 as Range<UInt64>)
  func accusesNobodyElse(part: UInt64) throws {
    var (verdicts, violating, same, split, missed) = (0, 0, 0, 0, 0)
    for seed in (part * 40)..<((part + 1) * 40) where !Self.explainedAtAnotherCall.contains(seed) {
      var drawn = RandomGrammar(seed: seed)
      let compiled = CompiledGrammar(drawn.grammar)
      let much = TraceCheck(compiled)
      for (waiting, ended) in [(1, 1), (1, 2), (2, 1)] {
        let little = TraceCheck(
          compiled, options: limited(waiting: waiting, ended: ended, tombstones: 100))
        for _ in 0..<3 {
          let trace = drawn.trace()
          let (all, some) = (try much.report(of: trace), try little.report(of: trace))
          let known = Set(Accusation.all(all))
          let accusations = Accusation.all(some)
          verdicts += 1
          violating += all.verdict == .violating ? 1 : 0
          missed += known.filter { one in !accusations.contains(where: one.isSameFault) }.count
          #expect(some.verdict != .violating || all.verdict == .violating, "seed \(seed)")
          for accusation in accusations {
            if known.contains(where: accusation.isSameFault) {
              same += 1
            } else if known.contains(where: accusation.mayContinue) {
              split += 1
            } else {
              Issue.record(
                """
                seed \(seed), \(waiting) waiting, \(ended) ended: \(accusation), not one of
                \(known)
                \(trace.map(\.description).joined(separator: "\n"))
                """)
            }
          }
        }
      }
    }
    print(
      """
      with little memory, seeds \(part * 40)..<\((part + 1) * 40): \(verdicts) verdicts, \(violating) of them violating; \
      \(same) accusations are the same, \(split) the rest of a fault, \(missed) missing
      """)
    #expect(violating > 20 && same > 20)
  }

  @Test("nothing crashes even with few tombstones", arguments: 0..<4 as Range<UInt64>)
  func survives(part: UInt64) throws {
    for seed in (part * 40)..<((part + 1) * 40) {
      var drawn = RandomGrammar(seed: seed)
      let little = TraceCheck(
        CompiledGrammar(drawn.grammar), options: limited(waiting: 1, ended: 1, tombstones: 1))
      for _ in 0..<5 { _ = try little.report(of: drawn.trace()) }
    }
  }

  @Test("subjects that ended are still known to have ended")
  func tombstones() throws {
    let check = TraceCheck(
      TraceCheck.uiScene, options: limited(waiting: 1, ended: 1, tombstones: 10))
    var lines: [String] = []
    for session in 0..<10 {
      lines.append(#"{"callback": "willConnect", "session": "s\#(session)", "process": 1}"#)
      lines.append(#"{"callback": "didDisconnect", "session": "s\#(session)", "process": 1}"#)
      lines.append(#"{"callback": "didDiscard", "sessions": ["s\#(session)"], "process": 1}"#)
    }
    lines.append(#"{"callback": "willConnect", "session": "s2", "process": 1}"#)
    let report = try check.report(of: lines.joined(separator: "\n"))
    #expect(report.violations.map(\.rule) == ["callback-after-discard"])
  }
}
