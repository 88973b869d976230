import TestSupport
import Testing
import TraceModel
import TraceFindings

@testable import TraceChecking

@Suite("Findings that are not listed")
struct UnlistedFindingTests {
  @Test("count as if they were listed", arguments: 0..<20 as Range<UInt64>)
  func sameCounts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = Self.sessions(&random)
    var options = CheckOptions()
    let all = try TraceCheck(TraceCheck.uiScene, options: options).report(of: text)
    #expect(all.counts.warnings > 0 && all.counts.notes > 0, "seed \(seed)")
    options.violationLimit = 0
    let none = try TraceCheck(TraceCheck.uiScene, options: options).report(of: text)
    #expect(none.violations.isEmpty && none.unlistedViolations == all.counts.total)
    #expect(none.counts == all.counts, "seed \(seed)\n\(text)")
    #expect(none.countsByRule == all.countsByRule && none.groups == all.groups, "seed \(seed)")
    #expect(none.repairCost == all.repairCost, "seed \(seed)")
  }

  /// Sessions in one process: many are configured and never connect, some have an extra call.
  private static func sessions(_ random: inout SeededGenerator) -> String {
    var lines = [#"{"callback":"didFinishLaunching","process":1}"#]
    for session in 0..<60 {
      var calls = ["configurationForConnecting"]
      if Int.random(in: 0..<3, using: &random) == 0 {
        calls += ["willConnect", "willEnterForeground", "didBecomeActive"]
        if Bool.random(using: &random) { calls.append("didBecomeActive") }
        calls += ["willResignActive", "didEnterBackground"]
      }
      lines += calls.map { #"{"callback":"\#($0)","process":1,"session":"s\#(session)"}"# }
    }
    return lines.joined(separator: "\n")
  }
}
