package import TraceFindings
package import TraceGrammar

/// What a trace shows about why one violation may have happened, besides the violation itself.
package struct CauseFacts {
  /// The origin that the event records.
  package var origin = EventOrigin()
  /// The previous event with the same call, by number, and what it says about where it comes from.
  package var before: (event: Int, origin: EventOrigin)?
  /// The callbacks that occur in the trace, or about subjects of the role.
  package var occurred: Set<String> = []
  /// The role of the violation's subject, if the recording distinguishes roles.
  package var role: String?
  /// The callbacks that the recorder lists one by one as those it records.
  package var listed: Set<String> = []
  /// Whether it is stated that everything is recorded.
  package var statesEverything = false
  /// A note on what the recording hides; nil if it hides nothing.
  package var redaction: String?
  /// The known deviation of the platform that the violation matches, in words.
  package var quirk: String?
  /// What the other findings of the trace say.
  package var findings = TraceFaults()
  /// The number of events in the trace.
  package var eventCount = Int.max

  package init(
    origin: EventOrigin = EventOrigin(), before: (event: Int, origin: EventOrigin)? = nil,
    occurred: Set<String> = [], quirk: String? = nil
  ) {
    (self.origin, self.before, self.quirk, self.occurred) = (origin, before, quirk, occurred)
  }
}

/// What all findings of a trace together say about its recorder.
package struct TraceFaults {
  /// The first event at which a process of no recorded identity seems to begin again; nil where none does.
  private(set) var secondBeginning: Int?
  /// For each subject, the rules broken by calls that would be right about another one like it.
  private var doubts: [String: Set<String>] = [:]
  /// For each subject, how many findings say that a call is missing.
  private var missing: [String: [String: Int]] = [:]

  /// For each subject, the calls that came again later than a call that is passed on would.
  private var lateRepeats: [String: [(event: Int, callback: String)]] = [:]

  /// Nothing is known of other findings.
  package init() {}

  /// Looks at the findings that a report lists.
  /// - Parameter occurred: the callbacks that occur in the trace.
  package init(_ violations: [Violation], of grammar: Grammar, occurred: Set<String>) {
    let beginnings = grammar.processBeginnings
    let openers = violations.isEmpty ? [:] : grammar.openers
    for violation in violations {
      if violation.processName == nil, beginnings.contains(violation.callback) {
        secondBeginning = min(secondBeginning ?? .max, violation.event)
      }
      for name in Set(violation.repair.insertions.map(\.callback)) {
        missing[violation.subject, default: [:]][name, default: 0] += 1
      }
      if let echo = violation.echo,
        echo.gap.map({ $0 <= CauseEvidence.instant }) ?? (echo.event + 1 == violation.event)
      {
        continue
      }
      if violation.cause == .repeated,
        violation.echo?.gap.map({ $0 > CauseEvidence.moment }) ?? true
      {
        lateRepeats[violation.subject, default: []].append((violation.event, violation.callback))
      }
      let causes = grammar.causes(of: violation)
      let isUnrecorded = causes.flatMap { $0.evidence.joined() }.contains {
        if case .unrecorded(let callback) = $0 { !occurred.contains(callback) } else { false }
      }
      if !isUnrecorded, causes.contains(where: { $0.id == .identityShared }) {
        doubts[violation.subject, default: []].insert(violation.rule)
        // A life that begins in the middle of another is proof enough, unless a process may have begun unseen.
        let isKnown = violation.processName != nil || beginnings.contains(where: occurred.contains)
        let isRemoved = violation.repair.deletions.contains { $0.event == violation.event }
        let missing = violation.repair.insertions.map(\.callback)
        if isKnown, isRemoved || missing.allSatisfy(occurred.contains),
          openers[violation.lifecycle]?.contains(violation.callback) ?? false
        {
          doubts[violation.subject, default: []].insert("")
        }
      }
    }
  }

  /// In how many findings about the subject the call is missing.
  func timesMissing(_ callback: String, of subject: String) -> Int {
    missing[subject]?[callback] ?? 0
  }

  /// The event of another call that came again right before or after the one of a violation, so that the two calls would
  /// be legal if the ones between them were exchanged; nil where there is none.
  func exchanged(with violation: Violation) -> Int? {
    lateRepeats[violation.subject]?.first {
      $0.callback != violation.callback && (1...3).contains(abs($0.event - violation.event))
    }?.event
  }

  /// Whether several rules were broken by calls that would be right about another subject like this one.
  func seemsShared(_ subject: String) -> Bool { doubts[subject]?.count ?? 0 > 1 }
}

extension Grammar {
  /// The callbacks that begin a subject that is within no other, such as a process.
  package var processBeginnings: [String] {
    subjects.first { $0.parent == nil }?.beginnings.map { callbacks[$0].name } ?? []
  }

  /// For each lifecycle of a subject within another, such as a session, the callbacks that begin it.
  var openers: [String: Set<String>] {
    var names: [String: Set<String>] = [:]
    for lifecycle in lifecycles where subjects[lifecycle.subject].parent != nil {
      for step in lifecycle.transitions
      where lifecycle.start.contains(step.from) && step.from != step.to {
        names[lifecycle.name, default: []].insert(callbacks[step.callback].name)
      }
    }
    return names
  }

  /// The callbacks that only programs with a certain part have, such as CarPlay, unless the part's callbacks occur.
  package func callbacksOfParts(unlessAny occurred: Set<String>) -> Set<String> {
    var parts: [String: Set<String>] = [:]
    for lifecycle in lifecycles {
      for step in lifecycle.transitions where step.from != step.to {
        let name = callbacks[step.callback].name
        let ends = [lifecycle.states[step.from], lifecycle.states[step.to]]
        if let part = ends.compactMap(\.part).first { parts[part, default: []].insert(name) }
      }
    }
    var common: Set<String> = []
    for lifecycle in lifecycles {
      for step in lifecycle.transitions where step.from != step.to {
        let ends = [lifecycle.states[step.from], lifecycle.states[step.to]]
        if ends.allSatisfy({ $0.part == nil }) { common.insert(callbacks[step.callback].name) }
      }
    }
    let hidden = parts.values.map { $0.subtracting(common) }.filter {
      $0.isDisjoint(with: occurred)
    }
    return hidden.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether one call may directly follow another in some legal life.
  func allows(_ next: String, after first: String, in lifecycle: String) -> Bool {
    guard let life = lifecycles.first(where: { $0.name == lifecycle }) else { return false }
    let reached = life.transitions.filter { callbacks[$0.callback].name == first }.map(\.to)
    return life.transitions.contains {
      callbacks[$0.callback].name == next && reached.contains($0.from)
    }
  }

  /// The causes that the violated rule names. If it names none for an action of the app, its fix becomes a cause.
  package func causes(of violation: Violation) -> [Rule.Cause] {
    guard let rule = rules.first(where: { $0.id == violation.rule }) else { return [] }
    if !rule.causes.isEmpty || rule.fix.isEmpty || violation.kind != .action { return rule.causes }
    let text = "The app does something too early, too late, too often, or not at all"
    return [Rule.Cause(id: .notCalled, text: text, action: rule.advice)]
  }

  /// The text of a quirk; nil if the grammar has none with that id.
  package func text(ofQuirk id: String?) -> String? { quirks.first { $0.id == id }?.text }
}

extension Violation {
  /// The process that the event names; nil where it names none.
  var processName: String? {
    let name = nameOfSubjectKind == processKind ? subject : process ?? ""
    return name.isEmpty ? nil : name
  }

  /// The event's own row; nil where the calls around it are not listed.
  var place: Int? { steps.lastIndex { $0.offending && $0.event == event } }

  /// The recorded call before the event; nil where none is listed.
  var stepBefore: Step? {
    place.flatMap { place in steps[..<place].last { $0.event != nil } }
  }

  /// The recorded call after the event; nil where none is listed.
  var stepAfter: Step? {
    place.flatMap { place in steps[(place + 1)...].first { $0.event != nil } }
  }

  /// The next call, if it is the one that is missing before the event.
  var missingCallAfter: Step? {
    stepAfter.flatMap { $0.callback == repair.insertions.first?.callback ? $0 : nil }
  }

  /// The same call before, if no other call of the subject came in between, with the seconds since then.
  var echo: (event: Int, gap: Double?)? {
    guard let place else { return nil }
    var isNext = true
    for step in steps[..<place].reversed() {
      guard let number = step.event else { continue }
      let gap = time.flatMap { now in step.time.map { now - $0 } }
      if step.callback == callback {
        if isNext { return (number, gap) }
        if let gap, gap <= CauseEvidence.instant { return (number, gap) }
      }
      isNext = false
    }
    return nil
  }

  /// The previous step with the same call, if it is among the steps that are shown.
  package var sameCallBefore: Step? {
    steps.last { $0.callback == callback && $0.event.map { $0 < event } ?? false }
  }
}
