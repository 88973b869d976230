internal import TraceModel
internal import TraceFindings
internal import TraceGrammar

/// The counted data of violations alike that are no longer listed.
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
  /// The rule, which may turn out not to apply to the trace; nil for a call that no rule names.
  var ruleID: RuleID?
  /// How many were counted, and the first event at which one became certain.
  private(set) var count = 0
  private(set) var firstEvent = Int.max
  /// Where they are in the trace.
  private(set) var places = EventMarks()

  init(_ violation: Violation, rule: RuleID?, entry: Int, about: RecordedSubject? = nil) {
    (self.about, ruleID) = (about, rule)
    (self.rule, severity, fingerprint) = (violation.rule, violation.severity, violation.fingerprint)
    callback = violation.callback
    (cost, self.entry) = (violation.repair.cost, entry)
  }

  /// Counts another violation like this.
  mutating func countAnother(at event: Int) {
    count += 1
    firstEvent = min(firstEvent, event)
    places.add(event, severity)
  }

  fileprivate mutating func clearCount() { (count, firstEvent, places) = (0, .max, EventMarks()) }
}

/// The findings of what was explained before, for what is like it. They are counted here until the trace ends, as to find
/// each in the ledger would take most of the time.
struct BriefFindings<Key: Hashable> {
  /// How many keys are remembered.
  private static var limit: Int { 4_096 }

  private var ranges: [Key: Range<Int>] = [:]
  private var findings: [BriefFinding] = []

  /// The indices of the findings that were learned for a key; nil if there is no such key.
  func indices(for key: Key) -> Range<Int>? { ranges[key] }

  subscript(index: Int) -> BriefFinding {
    _read { yield findings[index] }
    _modify { yield &findings[index] }
  }

  /// Remembers the findings for a key that has none yet, as long as there is room.
  mutating func learn(_ found: [BriefFinding], for key: Key) {
    if ranges.count >= Self.limit { return }
    ranges[key] = findings.count..<findings.count + found.count
    findings += found
  }

  /// Adds what was counted since the last call to the findings of the trace.
  mutating func addCounted(to ledger: inout FindingLedger) {
    for finding in findings where finding.count > 0 { ledger.count(finding) }
    for index in findings.indices { findings[index].clearCount() }
  }
}

/// Everything about a segment that determines how its violations count.
struct BriefKey: Hashable {
  private let parts: ContiguousArray<Int32>

  init(_ lifecycle: LifecycleID, _ segment: Segment, _ end: [StateID]?) {
    var parts: ContiguousArray<Int32> = []
    parts.reserveCapacity(segment.entries.count * 2 + segment.increases.count * 8 + 12)
    parts.append(Int32(lifecycle.index))
    parts.append(Int32(bitPattern: segment.startVector.rawValue))
    parts.append(Int32(segment.origin.callback.number))
    parts.append(Int32(segment.entries.count))
    for entry in segment.entries {
      parts.append(Int32(entry.callback.number) << 8 | Int32(entry.fact))
      if entry.cases != 0 { parts.append(-1 - Int32(entry.cases)) }
    }
    for increase in segment.increases {
      parts.append(Int32(increase.isSuperseded ? -1 - increase.index : increase.index))
      if increase.isOutweighed { parts.append(.min + 1) }
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
    for state in end ?? [] { parts.append(Int32(state.index)) }
    self.parts = parts
  }

  func hash(into hasher: inout Hasher) {
    parts.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
