package import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// What a recording as a whole shows and states, and what its findings together say about its recorder.
package struct RecordingFacts {
  /// The callbacks that occur.
  package var occurred: Set<String> = []
  /// By recorded role, those that occur about its subjects; empty where nobody asked.
  package var occurredByRole: [String: Set<String>] = [:]
  /// By identity, those that occur about subjects of findings; empty where nobody asked.
  package var occurredBySubject: [String: Set<String>] = [:]
  /// The callbacks that the recorder lists one by one as those it records.
  package var listed: Set<String> = []
  /// Whether it is stated that everything is recorded.
  package var statesEverything = false
  /// Whether it is stated that the app has one window.
  package var hasOneWindow = false
  /// Whether it was never written to a file, so that nothing can be lost.
  package var isInMemory = false
  /// The number of events.
  package var eventCount = Int.max
  /// How many findings there are, notes included.
  private(set) var findingCount = 0
  /// The first event at which a process of no recorded identity seems to begin again; nil where none does.
  private(set) var secondBeginning: Int?
  /// For each subject, the rules broken by calls that would be right about another one like it.
  private var doubts: [String: Set<String>] = [:]
  /// For each subject and call, between which events findings say that it is missing.
  private var missing: [String: [String: [Range<Int>]]] = [:]
  /// How many findings there are that a call would explain which is missing or which their rules name as unrecorded.
  private var wanted: [String: Int] = [:]

  /// For each rule and call of a subject, the calls right before it, and how many seconds before.
  private var rhythms: [[String]: [(callback: String, gap: Double?)]] = [:]
  /// For each rule and call of a subject, how often the calls around it are in order without it as well as with another one
  /// that the subject has at other times.
  private var superfluous: [[String]: Int] = [:]
  /// By the call that ended a subject, how often the subject goes on as if it had not come.
  private(set) var timesGoingOn: [String: Int] = [:]

  package init(occurred: Set<String> = []) { self.occurred = occurred }

  /// Looks at the findings that a report lists.
  package mutating func learn(from violations: [Violation], _ wording: Wording) {
    findingCount = violations.count
    for violation in violations {
      if violation.processName == nil, wording.beginnings.contains(violation.callback) {
        secondBeginning = min(secondBeginning ?? .max, violation.event)
      }
      for name in violation.missing {
        missing[violation.subject, default: [:]][name, default: []]
          .append((violation.stepBefore?.event ?? 0)..<violation.event)
      }
      if let end = violation.endOfWhatGoesOn(wording) {
        timesGoingOn[end.callback, default: 0] += 1
      }
      let named = wording.causes(of: violation).flatMap { wording.mentioned[$0.text] ?? [] }
      for name in Set(violation.missing + named) { wanted[name, default: 0] += 1 }
      if violation.isDoubled { continue }
      if let before = violation.stepBefore {
        let gap = violation.gap(since: before)
        rhythms[violation.rhythmKey, default: []].append((before.callback, gap))
        if let after = violation.stepAfter, violation.missing.count == 1, !violation.isRemoved,
          hasElsewhere(violation.missing[0], violation) ?? false,
          wording.grammar.allows(after.callback, after: before.callback, in: violation.lifecycle),
          CauseFacts(violation, wording, in: self).fitsRemoved
        {
          superfluous[violation.rhythmKey, default: 0] += 1
        }
      }
      doubt(violation, wording)
    }
  }

  /// Notes a call that would be right about another subject.
  private mutating func doubt(_ violation: Violation, _ wording: Wording) {
    let causes = wording.causes(of: violation)
    let isUnrecorded = causes.contains { cause in
      wording.mentioned[cause.text]?.contains { !occurred.contains($0) } ?? false
    }
    guard !isUnrecorded, causes.contains(where: { $0.id == .identityShared }) else { return }
    // However many calls only come again, they are one doubt.
    doubts[violation.subject, default: []].insert(violation.echo == nil ? violation.rule : "")
    // A life that begins in the middle of another and goes on is proof enough, unless a process may have begun unseen.
    let isKnown =
      violation.processName != nil || wording.beginnings.contains(where: occurred.contains)
    if isKnown, violation.subjectKind == nil,
      violation.isRemoved
        || violation.missing.allSatisfy({ occurred.contains($0) || listed.contains($0) }),
      wording.openers[violation.lifecycle]?.contains(violation.callback) ?? false,
      violation.stepAfter.map({
        wording.grammar.allows($0.callback, after: violation.callback, in: violation.lifecycle)
      }) ?? true
    {
      doubts[violation.subject, default: []].insert("")
    }
  }

  /// How often the calls around it are in order without it as well as with a missing one that the subject has.
  func timesSuperfluous(_ violation: Violation) -> Int { superfluous[violation.rhythmKey] ?? 0 }

  /// Whether a call comes about the subject; nil if nobody asked.
  func hasElsewhere(_ callback: String, _ violation: Violation) -> Bool? {
    occurredBySubject[violation.subject].map { $0.contains(callback) }
  }

  /// The one other subject that misses the call once, and just when it came about this one.
  func otherLacking(_ violation: Violation) -> String? {
    let others = missing.filter {
      let places = $0.value[violation.callback] ?? []
      return $0.key != violation.subject && places.count == 1
        && places[0].contains(violation.event)
    }
    return others.count == 1 ? others.first?.key : nil
  }

  /// In how many findings about the subject the call is missing.
  func timesMissing(_ callback: String, of subject: String) -> Int {
    missing[subject]?[callback]?.count ?? 0
  }

  /// After which call the one of a violation always comes; nil if it comes once, or soon.
  func rhythm(of violation: Violation) -> Fault.Rhythm? {
    let beats = rhythms[violation.rhythmKey] ?? []
    return beats.count < 2 ? nil : Fault.Rhythm(beats, spread: 0.1)
  }

  /// How many findings the call would explain.
  func timesWanted(_ callback: String) -> Int { wanted[callback] ?? 0 }

  /// Whether several rules were broken by calls that would be right about another subject like this one.
  func seemsShared(_ subject: String) -> Bool { doubts[subject]?.count ?? 0 > 1 }
}

extension Violation {
  /// The call that ended the subject before the event; nil where none is listed.
  var endBefore: Step? {
    steps.last { $0.event.map { $0 < event } ?? false && $0.states == states }
  }

  /// The call that ended the subject, if that goes on as if it had not come: two calls follow that fit what was before.
  func endOfWhatGoesOn(_ wording: Wording) -> Step? {
    let grammar = wording.grammar
    guard processName != subject, let end = endBefore, stepBefore == end,
      wording.endings.contains(end.callback), let after = stepAfter,
      let before = steps.last(where: { $0.event ?? .max < end.event ?? 0 }),
      grammar.allows(callback, after: before.callback, in: lifecycle),
      grammar.allows(after.callback, after: callback, in: lifecycle)
    else { return nil }
    return end
  }

  fileprivate var rhythmKey: [String] { [rule, callback, subject] }
}
