internal import TraceGrammar
internal import TraceModel
internal import TraceFindings

/// A violation that was reported before its repair was certain.
private struct EarlyFinding: Hashable {
  /// How many are remembered. Beyond that, violations are reported once they are certain.
  static let limit = 1 << 16

  var event: Int
  var about: FaultSubject

  init(_ violation: Violation) {
    event = violation.event
    about = FaultSubject(lifecycle: violation.lifecycle, subject: violation.subject)
  }
}

/// The findings that are reported while the trace is checked.
private struct Telling {
  /// Findings that became certain and were not taken yet, each with its subject if that may keep it from being
  /// reported; nil if nobody takes findings.
  var untold: [(violation: Violation, about: RecordedSubject?)]?
  /// Findings that were reported before they became certain.
  var early: Set<EarlyFinding> = []
  /// The rules of conditional findings that are reported as soon as the rule applies.
  var awaited: Set<RuleID> = []
}

/// The findings of one trace: those that hold whatever follows, and those that may still be dropped.
struct FindingLedger: ~Copyable {
  private let compiled: CompiledGrammar
  private let options: CheckingOptions
  /// Findings that hold whatever follows.
  private(set) var certain: FindingCollector
  /// Findings that hold only if some callback comes, or never comes, anywhere in the trace; by rule.
  private var conditional: [RuleID: FindingCollector] = [:]
  /// Findings about subjects without identity, which hold only if no subject of the kind is ever identified.
  private var unnamed: FindingCollector
  /// Findings with both conditions, by rule.
  private var conditionalUnnamed: [RuleID: FindingCollector] = [:]
  /// Findings that hold only if their subject shows what others do; nil if another look follows.
  private var withheld: WithheldFindings?
  /// Findings that one edit repairs together.
  var shared: SharedEvents
  /// The subjects whose findings this look reports.
  var scopes: ScopedFindings
  /// The findings that are reported while the trace is checked.
  private var telling: Telling
  /// The rules for which the trace named a value that others are compared to.
  private var named: Set<RuleID> = []
  /// For each callback of the grammar, how often it was called, then how often its notification came. A case is counted
  /// only in the first number, for both.
  private let callbackCounts: UnsafeMutableBufferPointer<Int>

  init(_ compiled: CompiledGrammar, _ options: CheckingOptions) {
    self.compiled = compiled
    self.options = options
    shared = SharedEvents(limit: options.violationLimit)
    certain =
      options.earlier.found?.findings ?? FindingCollector(limit: options.violationLimit)
    scopes = ScopedFindings(options)
    if options.earlier.isOnlyLook {
      withheld = WithheldFindings(listLimit: options.violationLimit)
    }
    unnamed = FindingCollector(limit: options.violationLimit)
    telling = Telling(untold: options.telling == nil ? nil : [])
    callbackCounts = .allocate(capacity: compiled.grammar.callbacks.count * 2)
    callbackCounts.initialize(repeating: 0)
  }

  deinit { callbackCounts.deallocate() }

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
  var occurred: ObservedAlphabet {
    var alphabet = ObservedAlphabet()
    for callback in compiled.grammar.callbacks.indices
    where compiled.grammar.callbacks[callback].refinement == nil {
      if callbackCounts[callback.index * 2] > 0 { alphabet.calls.insert(callback) }
      if callbackCounts[callback.index * 2 + 1] > 0 { alphabet.notifications.insert(callback) }
    }
    return alphabet
  }

  /// Whether a violation at the event, counted from 1, would still be reported or listed, or might be excused although
  /// others like it are not.
  func wouldList(event: Int, _ severity: Severity, about: RecordedSubject? = nil) -> Bool {
    if telling.untold != nil || !options.earlier.excused.isEmpty { return true }
    if let withheld, let about, WithheldFindings.withholds(severity) {
      return withheld.wouldList(event: event, severity, about: about)
    }
    return certain.wouldList(event: event, severity)
  }

  /// Whether this look reports that a rule would be broken if more were recorded. Of several looks, only the one at all
  /// other subjects does.
  func tellsOfMissing(for rule: RuleID) -> Bool {
    let isOff = options.severities[compiled.grammar.rules[rule].id].map { $0 == nil } ?? false
    return !isOff && !scopes.areSome
  }

  /// Adds a violation to the findings that it belongs to, with the severity that the user chose.
  /// - Parameter about: the subject and its recorder; nil if those do not matter.
  /// - Returns: the violation as counted; nil if it does not count, or not for certain.
  @discardableResult
  mutating func add(
    _ violation: Violation, rule: RuleID?, about: RecordedSubject? = nil, isUnnamed: Bool
  ) -> Violation? {
    guard let violation = asCounted(violation, rule: rule) else { return nil }
    if withheld != nil, let about, WithheldFindings.withholds(violation.severity) {
      let waiting = rule.flatMap { holdsForGood($0) ? nil : $0 }
      withheld?.add(violation, about: about, waitingFor: waiting, isUnnamed: isUnnamed)
      if let waiting, !isUnnamed { tellOnceItHolds(waiting) }
      if waiting != nil || isUnnamed { return nil }
      telling.untold?.append((violation, about))
      return violation
    }
    if let rule, !holdsForGood(rule) {
      let none = FindingCollector(limit: options.violationLimit)
      if isUnnamed {
        conditionalUnnamed[rule, default: none].add(violation)
        return nil
      }
      conditional[rule, default: none].add(violation)
      tellOnceItHolds(rule)
      return nil
    }
    if isUnnamed {
      unnamed.add(violation)
      return nil
    }
    certain.add(violation)
    if telling.early.isEmpty || telling.early.remove(EarlyFinding(violation)) == nil {
      telling.untold?.append((violation, nil))
    }
    return violation
  }

  /// Has the findings of a rule reported as soon as the rule applies.
  private mutating func tellOnceItHolds(_ rule: RuleID) {
    if telling.untold != nil && compiled.grammar.rules[rule].absent.isEmpty {
      telling.awaited.insert(rule)
    }
  }

  /// Reports a violation about a subject with an identity before its repair is certain.
  mutating func tellEarly(_ violation: Violation, rule: RuleID?) {
    if let rule, !holdsForGood(rule) { return }
    guard telling.early.count < EarlyFinding.limit, let violation = asCounted(violation, rule: rule)
    else {
      return
    }
    telling.early.insert(EarlyFinding(violation))
    telling.untold?.append((violation, nil))
  }

  /// The violation with its fingerprint and the severity that the user chose; nil if it does not count.
  private func asCounted(_ violation: Violation, rule: RuleID?) -> Violation? {
    var violation = violation
    violation.processKind = compiled.grammar.subjects[compiled.widest].name
    violation.subjectKind = compiled.subjectKinds[violation.lifecycle]
    let about = FaultSubject(lifecycle: violation.lifecycle, subject: violation.subject)
    if violation.quirk == nil, let quirk = options.earlier.excused[about] {
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

  /// Notes that the trace named a value that others are compared to.
  mutating func noteNamed(_ rule: RuleID) { named.insert(rule) }

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

  /// The findings that became certain since the last call, in the order they did.
  /// - Parameter isTold: whether a finding about a subject holds already; others are reported at the end, if they hold
  ///   then.
  mutating func takeCertain(_ isTold: (RecordedSubject) -> Bool) -> [Violation] {
    if !telling.awaited.isEmpty {
      for rule in telling.awaited.sorted() where holds(rule) {
        telling.awaited.remove(rule)
        telling.untold?.append(
          contentsOf: conditional[rule]?.violations().map { ($0, nil) } ?? [])
        telling.untold?.append(contentsOf: withheld?.violations(waitingFor: rule) ?? [])
      }
    }
    guard let certain = telling.untold, !certain.isEmpty else { return [] }
    telling.untold = []
    return certain.filter { $0.about.map(isTold) ?? true }.map(\.violation)
  }

  /// Adds the count of violations that are not to be listed.
  mutating func count(_ finding: BriefFinding) {
    if withheld != nil, let about = finding.about, WithheldFindings.withholds(finding.severity) {
      withheld?.count(finding, about: about)
    } else {
      certain.count(finding)
    }
  }

  /// Drops the findings about subjects without identity.
  mutating func dropUnnamed() {
    unnamed = FindingCollector(limit: options.violationLimit)
    conditionalUnnamed = [:]
    withheld?.dropUnnamed()
    shared.dropUnnamed()
  }

  /// All findings, now that every event has been counted.
  /// - Parameter isTold: whether a finding about a subject holds, if no other look follows.
  mutating func settle(_ isTold: (RecordedSubject) -> Bool = { _ in true }) -> FindingCollector {
    settleWithheld(isTold)
    for waiting in [conditional, conditionalUnnamed] {
      for (rule, findings) in waiting.sorted(by: { $0.key < $1.key }) where !holds(rule) {
        var unmet = findings
        for violation in unmet.violations() {
          guard let other = shared.takeStandIn(event: violation.event),
            other.about.map(isTold) ?? true
          else { continue }
          add(other.violation, rule: other.rule, isUnnamed: other.isUnnamed)
        }
      }
    }
    for conditional in [conditional, conditionalUnnamed] {
      for (rule, findings) in conditional.sorted(by: { $0.key < $1.key }) where holds(rule) {
        certain.merge(findings)
      }
    }
    certain.merge(unnamed)
    return certain
  }

  /// Moves withheld findings that hold to where they would have been counted.
  private mutating func settleWithheld(_ isTold: (RecordedSubject) -> Bool) {
    let none = FindingCollector(limit: options.violationLimit)
    // A callback that this look leaves out may have shown that subjects without identity are several.
    if let observed = compiled.observed, !occurred.isShown(by: observed) {
      withheld?.dropUnnamed()
    }
    for held in withheld?.holding(isTold) ?? [] {
      switch (held.rule, held.isUnnamed) {
      case (nil, false): certain.merge(held.findings)
      case (nil, true): unnamed.merge(held.findings)
      case (let rule?, false): conditional[rule, default: none].merge(held.findings)
      case (let rule?, true): conditionalUnnamed[rule, default: none].merge(held.findings)
      }
    }
    withheld = nil
  }
}
