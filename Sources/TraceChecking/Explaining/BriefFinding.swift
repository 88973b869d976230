internal import TraceDiagnostics
internal import TraceFindings

/// The counted data of a violation, for segments whose violations are no longer listed.
struct BriefFinding {
  var rule: String
  var severity: Severity
  var fingerprint: String
  var callback: String
  /// The number of edits.
  var cost: Int
  /// The index in its segment of the entry at which it became certain.
  var entry: Int
  /// The subject, if it matters who records it.
  var about: RecordedSubject?

  init(_ violation: Violation, entry: Int, about: RecordedSubject? = nil) {
    self.about = about
    (rule, severity, fingerprint) = (violation.rule, violation.severity, violation.fingerprint)
    callback = violation.callback
    (cost, self.entry) = (violation.repair.cost, entry)
  }
}

/// Everything about a segment that determines how its violations count.
struct BriefKey: Hashable {
  private let parts: ContiguousArray<Int32>

  init(_ lifecycle: Int, _ segment: Segment, _ end: [Int]?) {
    var parts: ContiguousArray<Int32> = []
    parts.reserveCapacity(segment.entries.count * 2 + segment.increases.count * 8 + 12)
    parts.append(Int32(lifecycle))
    parts.append(Int32(bitPattern: segment.startVector))
    parts.append(Int32(segment.origin.callback))
    parts.append(Int32(segment.entries.count))
    for entry in segment.entries {
      parts.append(Int32(entry.callback) << 8 | Int32(entry.fact))
      if entry.letters != 0 { parts.append(-1 - Int32(entry.letters)) }
    }
    for increase in segment.increases {
      parts.append(Int32(increase.isSuperseded ? -1 - increase.index : increase.index))
      parts.append(Int32(increase.role ?? -1))
      parts.append(increase.recorder.role)
      parts.append(Int32(bitPattern: increase.recorder.covering))
      parts.append(Int32(truncatingIfNeeded: increase.recorder.delegates))
      parts.append(Int32(truncatingIfNeeded: increase.recorder.delegates >> 32))
      parts.append(Int32(increase.caller ?? -1))
      for condition in increase.conditions { parts.append(Int32(condition)) }
      parts.append(.min)
    }
    parts.append(.max)
    for state in end ?? [] { parts.append(Int32(state)) }
    self.parts = parts
  }

  func hash(into hasher: inout Hasher) {
    parts.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
