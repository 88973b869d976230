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

  /// A set of numbers in an order that depends on nothing but what was done with it.
  private struct Bag {
    private(set) var all: [Int32] = []
    private var places: [Int32: Int] = [:]

    mutating func insert(_ item: Int32) {
      if places[item] != nil { return }
      places[item] = all.count
      all.append(item)
    }

    mutating func remove(_ item: Int32) {
      guard let place = places.removeValue(forKey: item), let last = all.popLast() else { return }
      if last == item { return }
      all[place] = last
      places[last] = place
    }
  }

  private var waiting: WaitingLine
  private var answers: [Int32: Answer] = [:]
  /// By the wider subject in which they are.
  private var tallies: [Int32: Tally] = [:]
  private var elsewhere: [Int32: Bag] = [:]
  private var homes = Bag()
  /// What was found out, by event: who tells of a fault asks again.
  var results: [Int32: Bool?] = [:]

  init(_ kind: Int, _ slices: Slices) {
    waiting = WaitingLine(
      slices.ofKind[kind].map { (slices.subjects[Int($0)].firstEvent + 1, $0) })
  }

  /// Asks all whose answer may have changed before an event.
  /// - Complexity: O(log count) for each entry of a subject in all, and as many answers.
  func wake(before event: Int32, _ ask: (Int32) -> Answer) {
    while let subject = waiting.popFirst(upTo: event) {
      if let old = answers[subject] {
        tallies[old.home, default: Tally()].count(old, by: -1)
        if old.isOpenElsewhere {
          elsewhere[old.home, default: Bag()].remove(subject)
          if elsewhere[old.home]?.all.isEmpty ?? true { homes.remove(old.home) }
        }
      }
      let answer = ask(subject)
      answers[subject] = answer
      tallies[answer.home, default: Tally()].count(answer, by: 1)
      if answer.isOpenElsewhere {
        elsewhere[answer.home, default: Bag()].insert(subject)
        homes.insert(answer.home)
      }
      if answer.next < .max { waiting.insert(max(answer.next, event + 1), subject) }
    }
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
    homes.all.contains { home in
      home != wider
        && elsewhere[home]?.all.contains { !named.contains($0) && isOpen($0) } ?? false
    }
  }
}

/// Subjects that wait for an event each: a binary heap.
private struct WaitingLine {
  private typealias Item = (event: Int32, subject: Int32)
  private var items: [Item] = []

  init(_ waiting: [(event: Int32, subject: Int32)]) {
    // Sorted items are a heap.
    items = waiting.sorted { ($0.event, $0.subject) < ($1.event, $1.subject) }
  }

  mutating func insert(_ event: Int32, _ subject: Int32) {
    items.append((event, subject))
    var place = items.count - 1
    while place > 0, case let above = (place - 1) / 2, items[place] < items[above] {
      items.swapAt(place, above)
      place = above
    }
  }

  /// Takes out the first subject that waits for an event or one before it.
  mutating func popFirst(upTo event: Int32) -> Int32? {
    guard let first = items.first, first.event <= event else { return nil }
    items.swapAt(0, items.count - 1)
    items.removeLast()
    var place = 0
    while case let below = 2 * place + 1, below < items.count {
      let next = below + 1 < items.count && items[below + 1] < items[below] ? below + 1 : below
      if items[place] < items[next] { break }
      items.swapAt(place, next)
      place = next
    }
    return first.subject
  }
}
