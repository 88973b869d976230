internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Counts findings exactly and chooses the first ones to be listed. Notes are listed only as far as errors and warnings leave
/// room.
struct ListedFindings {
  /// What findings share that are counted together. The severity of one fault may depend on the state.
  private struct Likeness: Hashable {
    var rule: RuleID?
    var lifecycle: LifecycleID?
    var kind: Int
    var callback: UInt16
    var quirk: QuirkID?
    var severity: Severity
    /// The name of what no rule of the grammar names.
    var name: String?
    var isTooMany: Bool
  }

  /// What is counted of findings that share that.
  private struct Tally {
    var count = 0
    var first = Int32.max
    var subjects: Set<UInt32> = []
    var parts: [Int] = []

    mutating func add(_ finding: Finding, eventCount: Int) {
      count += 1
      first = min(first, finding.event)
      if eventCount < TraceOverview.least { return }
      subjects.insert(finding.subject)
      if parts.isEmpty { parts = [Int](repeating: 0, count: ViolationGroup.partCount) }
      let place = min(max(0, Int(finding.event) - 1), eventCount - 1)
      parts[place * parts.count / eventCount] += 1
    }

    mutating func add(_ other: Tally) {
      count += other.count
      subjects.formUnion(other.subjects)
      parts = zip(parts, other.parts).map { $0 + $1 }
    }
  }

  private typealias Place = (judgement: Int, index: Int)
  private typealias Listing = (isNote: Bool, event: Int32, place: Place)

  private let judgements: [Judgement]
  private let grammar: Grammar
  private(set) var counts = SeverityCounts()
  /// How many violations each rule has, by the ids of the rules.
  private(set) var countsByRule: [RuleCount] = []
  private(set) var repairCost = 0
  /// Sorted by their first events.
  private(set) var groups: [ViolationGroup] = []
  /// Those that are listed, in the order of their events, with their fingerprints.
  private(set) var listed: [(judgement: Int, finding: Finding, fingerprint: String)] = []

  /// - Complexity: O(n log n) in the number of findings.
  init(_ judgements: [Judgement], _ plan: Plan, limit: Int) {
    (self.judgements, grammar) = (judgements, plan.grammar)
    var places: [Listing] = []
    var like: [Likeness: Tally] = [:]
    let eventCount = judgements.first?.runs.store.events.count ?? 0
    for (number, judgement) in judgements.enumerated() {
      for (index, finding) in judgement.findings.enumerated() {
        like[likeness((number, index)), default: Tally()].add(finding, eventCount: eventCount)
        counts[finding.severity] += 1
        repairCost += finding.edits.count
        places.append((finding.severity == .note, finding.event, (number, index)))
      }
    }
    count(like)
    list(places, limit)
  }

  private func finding(_ place: Place) -> Finding {
    judgements[place.judgement].findings[place.index]
  }

  private func likeness(_ place: Place) -> Likeness {
    let finding = finding(place)
    return Likeness(
      rule: finding.rule, lifecycle: finding.lifecycle,
      kind: judgements[place.judgement].slices.subjects[Int(finding.index)].kind,
      callback: finding.callback, quirk: finding.quirk, severity: finding.severity,
      name: finding.rule == nil ? finding.ruleName(grammar) : nil, isTooMany: finding.isTooMany)
  }

  private func rule(_ likeness: Likeness) -> String {
    likeness.rule.map { grammar.rules[$0].id } ?? likeness.name ?? ""
  }

  private func lifecycle(_ likeness: Likeness) -> String {
    likeness.lifecycle.map { grammar.lifecycles[$0].name }
      ?? grammar.subjects[SubjectKindID(likeness.kind)].name
  }

  private func callback(_ likeness: Likeness) -> String {
    likeness.callback == Event.none
      ? "" : grammar.callbacks[grammar.whole(CallbackID(Int(likeness.callback)))].name
  }

  private func fingerprint(_ likeness: Likeness) -> String {
    let isAboutTheEnd = likeness.rule.map { grammar.rules[$0].form is IncompleteForm } ?? false
    return Violation.faultName(
      rule: rule(likeness), lifecycle: lifecycle(likeness),
      callback: isAboutTheEnd ? "" : callback(likeness),
      quirk: likeness.quirk.map { grammar.quirks[$0].id }, isTooMany: likeness.isTooMany)
  }

  private mutating func count(_ like: [Likeness: Tally]) {
    var byFingerprint: [String: (group: ViolationGroup, tally: Tally)] = [:]
    var byRule: [String: Int] = [:]
    for (likeness, found) in like {
      byRule[rule(likeness), default: 0] += found.count
      let new = ViolationGroup(
        fingerprint: fingerprint(likeness), rule: rule(likeness), severity: likeness.severity,
        count: found.count, firstEvent: Int(found.first), callback: callback(likeness))
      let key = "\(new.fingerprint)\(likeness.severity.rawValue)"
      guard var (group, tally) = byFingerprint[key] else {
        byFingerprint[key] = (new, found)
        continue
      }
      tally.add(found)
      if (new.firstEvent, new.callback ?? "") < (group.firstEvent, group.callback ?? "") {
        (group.firstEvent, group.callback) = (new.firstEvent, new.callback)
      }
      byFingerprint[key] = (group, tally)
    }
    let counted = byFingerprint.values.map { group, tally in
      var group = group
      (group.count, group.parts) = (tally.count, tally.parts)
      group.subjects = tally.parts.isEmpty ? nil : tally.subjects.count
      return group
    }
    groups = counted.sorted {
      ($0.firstEvent, $0.fingerprint, $0.severity) < ($1.firstEvent, $1.fingerprint, $1.severity)
    }
    countsByRule = byRule.sorted { $0.key < $1.key }.map {
      RuleCount(rule: $0.key, count: $0.value)
    }
  }

  private mutating func list(_ places: [Listing], _ limit: Int) {
    func precedes(_ left: Listing, _ right: Listing) -> Bool {
      if left.event != right.event { return left.event < right.event }
      let (one, other) = (finding(left.place), finding(right.place))
      let names = (lifecycle(likeness(left.place)), lifecycle(likeness(right.place)))
      if names.0 != names.1 { return names.0 < names.1 }
      let store = judgements[0].runs.store
      let subjects = (store.string(one.subject), store.string(other.subject))
      if subjects.0 != subjects.1 { return subjects.0 < subjects.1 }
      return one.ruleName(grammar) < other.ruleName(grammar)
    }
    let sorted = places.sorted { $0.isNote != $1.isNote ? $1.isNote : precedes($0, $1) }
    listed = sorted.prefix(limit).sorted(by: precedes).map {
      ($0.place.judgement, finding($0.place), fingerprint(likeness($0.place)))
    }
  }
}
