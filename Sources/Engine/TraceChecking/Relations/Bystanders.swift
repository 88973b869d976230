internal import TraceGrammar
internal import TraceModel

/// Which subjects a question about any subject of a kind has to ask. A trace with thousands of sessions asks a few of them for
/// each event, not all that were met.
///
/// A subject that had its last entry gives the same answer from then on. So subjects are asked for good in the order in which
/// they end, and those whose answer is no forever are left out. This always ends: what the entries of a subject asked in turn
/// was about earlier events, and so about subjects that ended earlier.
final class Bystanders {
  /// Where the state in which a subject ended still matters: in the wider subject that was its last one, and in others.
  struct Remainder {
    var home: Int32
    var isOpenAtHome: Bool
    var isOpenElsewhere: Bool
  }

  /// One that ended, with its place among the ends.
  private typealias Left = (place: Int, subject: Int32)

  /// The subjects of the kind in the order in which they were met, and their first events.
  private let subjects: [Int32]
  private let firsts: [Int32]
  /// They in the order in which they end, and the last events at which anything was told to them, but for what the end of the
  /// trace tells.
  private let byEnd: [Int32]
  private let ends: [Int32]
  private let living: EndTree<Int32>
  /// How many were asked for good.
  private var asked = 0
  /// By the wider subject that was their last one.
  private var leftAtHome: [Int32: [Left]] = [:]
  private var leftElsewhere: [Int32: [Left]] = [:]

  /// - Complexity: O(count × log count) in the subjects of the kind.
  /// - Parameter count: the number of events of the trace.
  init(_ kind: Int, _ slices: Slices, events count: Int) {
    let subjects = slices.ofKind[kind]
    firsts = subjects.map { slices.subjects[Int($0)].firstEvent }
    let last = subjects.map { subject in
      let moved = slices.widerHistory[subject]?.last { $0.event < count }?.event ?? -1
      let first = slices.subjects[Int(subject)].firstEvent
      // To be asked at its end changes nothing about a subject.
      let entry = slices.word(Int(subject)).last {
        $0.event < count && slices.letters[kind].all[Int($0.letter)].fact != Letter.check
      }
      return max(entry?.event ?? -1, moved, first)
    }
    let order = subjects.indices.sorted { (last[$0], $0) < (last[$1], $1) }
    byEnd = order.map { subjects[$0] }
    ends = order.map { last[$0] }
    living = EndTree(last, least: -1)
    self.subjects = subjects
  }

  /// The subjects to ask right before an event in a wider subject.
  /// - Parameter remainder: asks a subject that had its last entry.
  /// - Complexity: O(result × log count), and each subject is asked once in all.
  func toAsk(at event: Int32, in wider: Int32, _ remainder: (Int32) -> Remainder) -> [Int32] {
    let ended = ends.count(upTo: event - 1)
    while asked < ended {
      let subject = byEnd[asked]
      let left = remainder(subject)
      if left.isOpenAtHome { leftAtHome[left.home, default: []].append((asked, subject)) }
      if left.isOpenElsewhere { leftElsewhere[left.home, default: []].append((asked, subject)) }
      asked += 1
    }
    var found: [Int32] = []
    func add(_ left: [Left]) {
      for one in left {
        if one.place >= ended { return }
        found.append(one.subject)
      }
    }
    add(leftAtHome[wider] ?? [])
    for (home, left) in leftElsewhere where home != wider { add(left) }
    let met = firsts.count(upTo: event - 1)
    for place in living.places(among: met, endingFrom: event) { found.append(subjects[place]) }
    return found
  }
}
