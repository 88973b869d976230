import TestSupport
import Testing
import TraceChecking
import TraceFindings

@Suite("With little memory")
struct MemoryLimitTests {
  private func limited(waiting: Int, ended: Int, tombstones: Int) -> CheckingOptions {
    var options = CheckingOptions()
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
    // Where a fault is explained before its last edit is known, the rest is a fault of its own, of its own severity.
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

  @Test("nothing crashes where even the tombstones are few", arguments: 0..<4 as Range<UInt64>)
  func survives(part: UInt64) throws {
    for seed in (part * 40)..<((part + 1) * 40) {
      var drawn = RandomGrammar(seed: seed)
      let little = TraceCheck(
        CompiledGrammar(drawn.grammar), options: limited(waiting: 1, ended: 1, tombstones: 1))
      for _ in 0..<5 { _ = try little.report(of: drawn.trace()) }
    }
  }

  @Test("what ended is still known to have ended")
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
