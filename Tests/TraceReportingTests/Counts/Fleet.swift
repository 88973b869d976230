import TestSupport
import TraceModel
import TraceFindings

/// A generated fleet with known rates.
struct Fleet {
  /// A version of one app.
  struct Version {
    var name: String
    /// For each rule, the share of launches that break it.
    var rates: [Double]
  }

  var versions: [Version]
  /// The number of recordings.
  var traces: Int
  /// The maximum number of launches per recording.
  var launches = 1
  /// Whether either all launches of a recording break a rule, or none.
  var isAlike = false

  static func rule(_ index: Int) -> String { "rule-\(index)" }

  /// The reports of the fleet, one per version.
  func reports(_ random: inout SeededGenerator) -> [Report] {
    versions.map { version in
      let traces = (0..<traces).map { index in
        trace("\(version.name)/\(index).json", version, &random)
      }
      return Report(
        toolVersion: "1.0", grammarName: "UIScene", grammarVersion: "1", traces: traces)
    }
  }

  private func trace(
    _ path: String, _ version: Version, _ random: inout SeededGenerator
  ) -> TraceReport {
    let launches = launches == 1 ? 1 : Int.random(in: 1...launches, using: &random)
    var trace = TraceReport(path: path)
    trace.metadata = [
      .init(name: "app", value: "com.example.notes"),
      .init(name: "version", value: version.name),
      .init(name: "os", value: "iOS \(Int.random(in: 26...27, using: &random)).0"),
    ]
    trace.verdict = .conforming
    trace.events = 14
    trace.subjectCounts = [
      .init(kind: "process", count: launches), .init(kind: "session", count: 1),
    ]
    for (index, rate) in version.rates.enumerated() {
      let draws = isAlike ? 1 : launches
      let hits = (0..<draws).count { _ in Double.random(in: 0..<1, using: &random) < rate }
      trace.add(Fleet.rule(index), count: isAlike ? hits * launches : hits, event: index + 1)
    }
    return trace
  }
}

extension TraceReport {
  /// Adds equal errors, the first of which is listed.
  mutating func add(
    _ rule: String, count: Int, event: Int, severity: Severity = .error, suppressed: Int = 0,
    repair: Repair = Repair(insertions: [.init(callback: "didDisconnect", beforeEvent: 2)])
  ) {
    if count == 0 { return }
    let digits = String(rule.utf8.reduce(0xABCD as UInt64) { $0 &* 31 &+ UInt64($1) }, radix: 16)
    let fingerprint = String(repeating: "0", count: 32 - digits.count) + digits
    verdict = severity == .note ? verdict : .violating
    counts[severity] += count
    groups.append(
      .init(
        fingerprint: fingerprint, rule: rule, severity: severity, count: count, firstEvent: event,
        suppressed: suppressed))
    violations.append(
      Violation(
        rule: rule, severity: severity, cause: .missing, event: event, line: event,
        callback: "didDiscard", spelling: "didDiscard", lifecycle: "session", subject: "a",
        message: "m", repair: repair, fingerprint: fingerprint))
    unlistedViolations += count - 1
  }
}
