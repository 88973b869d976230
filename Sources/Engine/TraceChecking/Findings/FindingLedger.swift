internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The findings of one pass over a trace. They wait in one list, each with what it needs, until the trace ends.
struct FindingLedger: ~Copyable {
  /// The event and the subject of a violation that was told before its repair was certain.
  private struct EarlyFinding: Hashable {
    /// How many are remembered. Beyond that, violations are told once they are certain.
    static let limit = 1 << 16

    var event: Int
    var about: FaultSubject

    init(_ violation: Violation) {
      event = violation.event
      about = FaultSubject(lifecycle: violation.lifecycle, subject: violation.subject)
    }
  }

  /// How many recorders may have to show everything by the end. Findings about further ones are dropped.
  private static let recorderLimit = 32

  private let compiled: CompiledGrammar
  private let options: CheckOptions
  /// The sets of callbacks by which subjects are judged; nil if all are judged by the same.
  private var scopes: RecorderScopes?
  /// The findings by what they need.
  private var waiting: [FindingNeeds: FindingCollector] = [:]
  /// For each scope, whether a finding that is more than a note is about one of its subjects.
  private var isAccused: [Bool] = []
  /// Findings that one edit repairs together.
  var shared: SharedEvents
  /// Findings that were not taken yet; nil if nobody takes them before the end.
  private var untold: [(violation: Violation, needs: FindingNeeds)]?
  private var early: Set<EarlyFinding> = []
  /// The rules for which the trace named a value that others are compared to.
  private var named: Set<RuleID> = []
  /// For each callback of the grammar, how often it was called, then how often its notification came. A case is counted
  /// only in the first number, for both.
  // SAFETY: the ledger alone owns it. Callbacks are those of its grammar, and there are two numbers for each.
  private let callbackCounts: UnsafeMutableBufferPointer<Int>

  init(_ compiled: CompiledGrammar, _ options: CheckOptions) {
    self.compiled = compiled
    self.options = options
    scopes = options.reported.scopes
    shared = SharedEvents(limit: options.violationLimit)
    untold = options.telling == nil ? nil : []
    callbackCounts = .allocate(capacity: compiled.grammar.callbacks.count * 2)
    callbackCounts.initialize(repeating: 0)
  }

  deinit { callbackCounts.deallocate() }

  // MARK: - Callbacks

  /// Counts an event by its callback.
  @inline(__always)
  func count(callback: CallbackID, isNotification: Bool = false) {
    callbackCounts[callback.index &* 2 &+ (isNotification ? 1 : 0)] &+= 1
  }

  /// How often a callback came so far, by call or notification.
  func count(of callback: CallbackID) -> Int {
    callbackCounts[callback.index * 2] + callbackCounts[callback.index * 2 + 1]
  }

  /// The callbacks that came so far.
  var occurred: RecordedCallbacks {
    var occurred = RecordedCallbacks()
    for callback in compiled.grammar.callbacks.indices
    where compiled.grammar.callbacks[callback].refinement == nil {
      if callbackCounts[callback.index * 2] > 0 { occurred.calls.insert(callback) }
      if callbackCounts[callback.index * 2 + 1] > 0 { occurred.notifications.insert(callback) }
    }
    return occurred
  }

  /// Notes that the trace named a value that others are compared to.
  mutating func noteNamed(_ rule: RuleID) { named.insert(rule) }

  // MARK: - Whose findings count

  /// Whether this pass reports a finding about its subject. If another pass may have to, the subject is remembered.
  mutating func reports(_ finding: PendingFinding) -> Bool {
    let scope = finding.about.flatMap { scopes?.scope(of: $0) }
    if case .scope(let own, _) = options.reported { return scope == own }
    guard let scope else { return true }
    while isAccused.count <= scope { isAccused.append(false) }
    // Notes accuse nobody.
    let violation = finding.violation
    if violation.severity != .note || options.severities[violation.rule] != nil {
      isAccused[scope] = true
    }
    return true
  }

  /// Whether the repair of a finding, the deletion of its event, is not yet that of another subject.
  mutating func isFirstDeletion(_ finding: PendingFinding) -> Bool {
    shared.isFirstDeletion(
      of: finding.violation, scope: finding.about.flatMap { scopes?.knownScope(of: $0) })
  }

  /// The scopes with findings that another pass has to confirm, each by what its subjects show.
  var accusedScopes: (scopes: RecorderScopes, numbers: [Int])? {
    guard let scopes, isAccused.contains(true) else { return nil }
    return (scopes, isAccused.indices.filter { isAccused[$0] })
  }

  /// Whether this pass is only about the subjects of one scope.
  var isAboutScope: Bool { if case .scope = options.reported { true } else { false } }

  /// Whether this pass notes the missing calls that a subject relied on.
  mutating func notesReliance(of subject: RecordedSubject) -> Bool {
    guard case .scope(let own, _) = options.reported else { return true }
    return scopes?.scope(of: subject) == own
  }

  /// Whether this pass notes that a rule would be broken if more were recorded.
  func notesMissing(for rule: RuleID) -> Bool { !isOff(rule) && !isAboutScope }

  /// Whether the user switched a rule off.
  func isOff(_ rule: RuleID) -> Bool {
    options.severities[compiled.grammar.rules[rule].id].map { $0 == nil } ?? false
  }

  /// What has to be known about the recorder of a subject before a finding about it counts.
  private func needs(
    _ severity: Severity, about subject: RecordedSubject?
  ) -> FindingNeeds.Recorder {
    guard let subject else { return .nothing }
    switch options.reported {
    case .all, .scope: return .nothing
    case .allButScopes:
      return scopes?.knownScope(of: subject).map { .noAccusation(scope: $0) } ?? .nothing
    case .showingAll: return severity == .note ? .nothing : .showsAll(subject)
    }
  }

  // MARK: - Adding

  /// Whether a violation at the event, counted from 1, would still be reported or listed, or might be excused although
  /// others like it are not.
  func wouldList(_ finding: BriefFinding, at event: Int) -> Bool {
    if untold != nil || !options.excused.isEmpty { return true }
    return waiting[needs(finding)]?.wouldList(event: event, finding.severity) ?? true
  }

  /// Whether a stand-in at the event would still be kept.
  func wouldKeep(event: Int) -> Bool {
    if untold != nil || !options.excused.isEmpty { return true }
    return waiting[FindingNeeds()]?.wouldList(event: event, .error) ?? true
  }

  /// Adds a finding if this pass reports it.
  /// - Returns: as for `add`.
  @discardableResult
  mutating func report(_ finding: PendingFinding) -> Violation? {
    reports(finding) ? add(finding) : nil
  }

  /// Adds a finding, with the severity that the user chose.
  /// - Returns: the violation as counted; nil if it does not count, or its subject has no identity.
  @discardableResult
  mutating func add(_ finding: PendingFinding) -> Violation? {
    guard let violation = asCounted(finding.violation, rule: finding.rule) else { return nil }
    let needs = FindingNeeds(
      rule: openRule(finding.rule), isUnnamed: finding.isUnnamed,
      recorder: needs(violation.severity, about: finding.about))
    collect(needs) { $0.add(violation) }
    if finding.isUnnamed { return nil }
    tell(violation, needs)
    return violation
  }

  private func needs(_ finding: BriefFinding) -> FindingNeeds {
    FindingNeeds(
      rule: openRule(finding.ruleID), recorder: needs(finding.severity, about: finding.about))
  }

  /// Adds the count of violations that are not to be listed.
  mutating func count(_ finding: BriefFinding) {
    collect(needs(finding)) { $0.count(finding) }
  }

  private mutating func collect(
    _ needs: FindingNeeds, _ body: (inout FindingCollector) -> Void
  ) {
    let none = FindingCollector(limit: options.violationLimit)
    if case .showsAll = needs.recorder, waiting[needs] == nil,
      waiting.keys.count(where: { $0.recorder != .nothing }) >= Self.recorderLimit
    {
      return
    }
    body(&waiting[needs, default: none])
  }

  /// The violation with its fingerprint and the severity that the user chose; nil if it does not count.
  private func asCounted(_ violation: Violation, rule: RuleID?) -> Violation? {
    var violation = violation
    violation.processKind = compiled.grammar.subjects[compiled.widest].name
    violation.subjectKind = compiled.subjectKinds[violation.lifecycle]
    let about = FaultSubject(lifecycle: violation.lifecycle, subject: violation.subject)
    if violation.quirk == nil, let quirk = options.excused[about] {
      (violation.quirk, violation.severity) = (quirk, .note)
    }
    if let chosen = options.severities[violation.rule] {
      guard let chosen else { return nil }
      if violation.quirk == nil { violation.severity = chosen }
    }
    violation.fingerprint = violation.faultName(
      grammarName: compiled.grammar.name, grammarVersion: compiled.grammar.version,
      isAboutTheEnd: rule != nil && rule == compiled.forms.incomplete)
    return violation
  }

  // MARK: - Before the end

  /// Has a violation taken by the next call of `takeCertain`, or once it counts.
  private mutating func tell(_ violation: Violation, _ needs: FindingNeeds) {
    guard let untold else { return }
    if needs == FindingNeeds(), early.remove(EarlyFinding(violation)) != nil { return }
    if let rule = needs.rule {
      // What must never come is known only at the end.
      if !compiled.grammar.rules[rule].absent.isEmpty { return }
      if untold.count(where: { $0.needs.rule != nil }) >= options.violationLimit { return }
    }
    self.untold?.append((violation, needs))
  }

  /// Tells a violation about a subject with an identity before its repair is certain.
  mutating func tellEarly(_ violation: Violation, rule: RuleID?) {
    if let rule, !holdsForGood(rule) { return }
    guard early.count < EarlyFinding.limit, let violation = asCounted(violation, rule: rule)
    else {
      return
    }
    early.insert(EarlyFinding(violation))
    untold?.append((violation, FindingNeeds()))
  }

  /// The findings that became certain since the last call, in the order they did.
  /// - Parameter showsAll: whether the recorder of a subject has shown everything. Findings about others are reported at
  ///   the end, if they count then.
  mutating func takeCertain(_ showsAll: (RecordedSubject) -> Bool) -> [Violation] {
    guard let untold, !untold.isEmpty else { return [] }
    var (now, held, still) = ([Violation](), [Violation](), [(Violation, FindingNeeds)]())
    for (violation, needs) in untold {
      if let rule = needs.rule, !holds(rule) {
        still.append((violation, needs))
      } else if case .showsAll(let subject) = needs.recorder, !showsAll(subject) {
        continue
      } else if needs.rule == nil {
        now.append(violation)
      } else {
        held.append(violation)
      }
    }
    self.untold = still
    return now + held
  }

  // MARK: - The end

  /// The rule, if it is not certain yet that it applies to the trace.
  private func openRule(_ rule: RuleID?) -> RuleID? {
    guard let rule, !holdsForGood(rule) else { return nil }
    return rule
  }

  /// Whether a rule applies to the trace, whatever follows.
  private func holdsForGood(_ rule: RuleID) -> Bool {
    holds(rule) && compiled.grammar.rules[rule].absent.isEmpty
  }

  /// Whether a rule applies to the trace so far.
  private func holds(_ rule: RuleID) -> Bool {
    let declared = compiled.grammar.rules[rule]
    if declared.form is DifferingValueForm, !named.contains(rule) { return false }
    return declared.required.map { count(of: $0) > 0 } ?? true
      && declared.absent.allSatisfy { count(of: $0) == 0 }
  }

  /// Drops the findings about subjects without identity.
  mutating func dropUnnamed() {
    waiting = waiting.filter { !$0.key.isUnnamed }
    shared.dropUnnamed()
  }

  /// All findings that count, now that every event has been counted.
  /// - Parameter showsAll: whether the recorder of a subject has shown everything.
  mutating func takeConfirmed(_ showsAll: (RecordedSubject) -> Bool = { _ in true })
    -> FindingCollector
  {
    let isAccused = isAccused
    func isConfirmed(_ recorder: FindingNeeds.Recorder) -> Bool {
      switch recorder {
      case .nothing: true
      case .noAccusation(let scope): !isAccused[scope]
      case .showsAll(let subject): showsAll(subject)
      }
    }
    // A callback that this pass leaves out may have shown that subjects without identity are several.
    let maySeveral = compiled.observed.map { !occurred.isShown(by: $0) } ?? false
    var confirmed: [(key: FindingNeeds, value: FindingCollector)] = []
    for (needs, findings) in waiting.sorted(by: { $0.key.precedes($1.key) })
    where isConfirmed(needs.recorder) {
      if case .showsAll = needs.recorder, needs.isUnnamed, maySeveral { continue }
      confirmed.append((needs, findings))
    }
    waiting = [:]
    for (needs, findings) in confirmed {
      guard let rule = needs.rule, !holds(rule) else {
        collect(FindingNeeds()) { $0.merge(findings) }
        continue
      }
      var unmet = findings
      for violation in unmet.violations() {
        guard var other = shared.takeStandIn(event: violation.event),
          isConfirmed(self.needs(other.violation.severity, about: other.about))
        else { continue }
        other.about = nil
        add(other)
      }
    }
    // Stand-ins are the last to come.
    var all = FindingCollector(limit: options.violationLimit)
    for (needs, findings) in waiting.sorted(by: { $0.key.precedes($1.key) }) {
      if let rule = needs.rule, !holds(rule) { continue }
      all.merge(findings)
    }
    return all
  }
}
