package import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// What a recording as a whole shows and states, and what its findings together say about its recorder.
package struct RecordingFacts {
  /// The callbacks that occur.
  package var occurred: Set<String> = []
  /// By recorded role, those that occur about its subjects; empty where nobody asked.
  package var occurredByRole: [String: Set<String>] = [:]
  /// The callbacks that the recorder lists one by one as those it records.
  package var listed: Set<String> = []
  /// Whether it is stated that everything is recorded.
  package var statesEverything = false
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
  /// For each subject, how many findings say that a call is missing.
  private var missing: [String: [String: Int]] = [:]
  /// How many findings there are that a call would explain which is missing or which their rules name as unrecorded.
  private var wanted: [String: Int] = [:]
  /// For each subject, the calls that came again later than a call that is passed on would.
  private var lateRepeats: [String: [(event: Int, callback: String)]] = [:]

  /// For each rule and call of a subject, the calls right before it, and how many seconds before.
  private var rhythms: [[String]: [(callback: String, gap: Double?)]] = [:]

  package init(occurred: Set<String> = []) { self.occurred = occurred }

  /// Looks at the findings that a report lists.
  package mutating func learn(from violations: [Violation], _ wording: Wording) {
    findingCount = violations.count
    for violation in violations {
      if violation.processName == nil, wording.beginnings.contains(violation.callback) {
        secondBeginning = min(secondBeginning ?? .max, violation.event)
      }
      for name in violation.missing {
        missing[violation.subject, default: [:]][name, default: 0] += 1
      }
      let named = wording.causes(of: violation).flatMap { wording.mentioned[$0.text] ?? [] }
      for name in Set(violation.missing + named) { wanted[name, default: 0] += 1 }
      if violation.isDoubled { continue }
      if let before = violation.stepBefore {
        let gap = violation.gap(since: before)
        rhythms[violation.rhythmKey, default: []].append((before.callback, gap))
      }
      let echo = violation.echo
      if violation.cause == .repeated, echo?.gap.map({ $0 > CauseFacts.moment }) ?? true {
        lateRepeats[violation.subject, default: []].append((violation.event, violation.callback))
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
    doubts[violation.subject, default: []].insert(violation.rule)
    // A life that begins in the middle of another is proof enough, unless a process may have begun unseen.
    let isKnown =
      violation.processName != nil || wording.beginnings.contains(where: occurred.contains)
    if isKnown, violation.subjectKind == nil,
      violation.isRemoved || violation.missing.allSatisfy(occurred.contains),
      wording.openers[violation.lifecycle]?.contains(violation.callback) ?? false
    {
      doubts[violation.subject, default: []].insert("")
    }
  }

  /// In how many findings about the subject the call is missing.
  func timesMissing(_ callback: String, of subject: String) -> Int {
    missing[subject]?[callback] ?? 0
  }

  /// The call that always comes equally long before the one of a violation, with the seconds; nil if it comes once, or soon.
  func beat(of violation: Violation) -> (callback: String, gap: Double)? {
    let beats = rhythms[violation.rhythmKey] ?? []
    let gaps = beats.compactMap(\.gap)
    guard beats.count > 1, gaps.count == beats.count, let least = gaps.min(), let most = gaps.max(),
      least >= 1, most <= least * 1.1, beats.allSatisfy({ $0.callback == beats[0].callback })
    else { return nil }
    return (beats[0].callback, least)
  }

  /// How many findings the call would explain.
  func timesWanted(_ callback: String) -> Int { wanted[callback] ?? 0 }

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

extension Violation {
  fileprivate var rhythmKey: [String] { [rule, callback, subject] }
}
