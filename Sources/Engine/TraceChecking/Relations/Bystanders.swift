internal import TraceGrammar
internal import TraceModel

/// What the subjects of a kind answer to one question about any of them. A trace with thousands of sessions asks a few of them
/// for each event, not all that were met: a subject gives the same answer until its next entry, so it is asked again only
/// then, and the answers are counted by the wider subject that it is in.
///
/// Questions come in the order of their events. This always ends: what the entries of a subject asked in turn was about
/// earlier events.
final class Bystanders {
  /// What a subject answers from now on.
  struct Answer {
    /// Whether it is in one of the states, if it is where it was last met; nil if that is not certain.
    var atHome: Bool?
    /// Where it was last met; -1 if nobody knows.
    var home: Int32
    /// Whether it may be in one of the states if it turns up in another wider subject.
    var isOpenElsewhere: Bool
    var isUnnamed = false
    /// The event of its next entry.
    var next: Int32
  }

  /// How many subjects are certainly in one of the states, with a name or without, and how many may be. One without a name may
  /// stand for several.
  struct Tally {
    var named = 0
    var unnamed = 0
    var others = 0

    fileprivate mutating func count(_ answer: Answer, by number: Int) {
      if answer.atHome == true {
        if answer.isUnnamed { unnamed += number } else { named += number }
      } else if answer.atHome == nil || answer.isUnnamed {
        others += number
      }
    }
  }

  /// By event: the subjects to ask again before it takes effect; and the first event for which they were not asked.
  private var waiting: [[Int32]]
  private var next = 0
  private var answers: [Int32: Answer] = [:]
  /// By the wider subject in which they are.
  private var tallies: [Int32: Tally] = [:]
  /// Those of them that may answer yes in another one.
  private var elsewhere: [Int32: Set<Int32>] = [:]
  /// What was found out, by event: who tells of a fault asks again.
  var results: [Int32: Bool?] = [:]

  init(_ kind: Int, _ slices: Slices, eventCount: Int) {
    waiting = Array(repeating: [], count: eventCount)
    for subject in slices.ofKind[kind] {
      wait(subject, for: Int(slices.subjects[Int(subject)].firstEvent) + 1)
    }
  }

  private func wait(_ subject: Int32, for event: Int) {
    if event < waiting.count { waiting[event].append(subject) }
  }

  /// Asks all whose answer may have changed before an event.
  /// - Complexity: O(events) in all, and as many answers as the subjects have entries.
  func wake(before event: Int32, _ ask: (Int32) -> Answer) {
    while next <= Int(event) {
      for subject in waiting[next] { wake(subject, ask(subject), at: event) }
      waiting[next] = []
      next += 1
    }
  }

  private func wake(_ subject: Int32, _ answer: Answer, at event: Int32) {
    if let old = answers[subject] {
      tallies[old.home, default: Tally()].count(old, by: -1)
      elsewhere[old.home]?.remove(subject)
      if elsewhere[old.home]?.isEmpty ?? false { elsewhere[old.home] = nil }
    }
    answers[subject] = answer
    tallies[answer.home, default: Tally()].count(answer, by: 1)
    if answer.isOpenElsewhere { elsewhere[answer.home, default: []].insert(subject) }
    wait(subject, for: max(Int(answer.next), Int(event) + 1))
  }

  /// What those in a wider subject answer, but for some.
  func tally(in wider: Int32, without named: Set<Int32>) -> Tally {
    var tally = tallies[wider] ?? Tally()
    for subject in named {
      if let answer = answers[subject], answer.home == wider { tally.count(answer, by: -1) }
    }
    return tally
  }

  /// Whether one of those that are not in a wider subject, but for some, may answer yes there.
  func isOpenElsewhere(
    than wider: Int32, without named: Set<Int32>, _ isOpen: (Int32) -> Bool
  ) -> Bool {
    elsewhere.contains { home, subjects in
      home != wider && subjects.contains { !named.contains($0) && isOpen($0) }
    }
  }
}
