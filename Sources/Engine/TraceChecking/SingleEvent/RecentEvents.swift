internal import TraceModel

/// The last events of a trace, to compare with those that have no later time: logs may deliver a line twice, or exchange
/// lines that were written at nearly the same time.
struct RecentEvents {
  /// How an event compares with an earlier one.
  struct Repetition {
    /// How many events before it the earlier one came.
    var distance: Int
    /// Whether nothing differs; otherwise each lacks something that the other one has.
    var isExact: Bool
    /// Whether the event before it repeats the one before that, from one on whose time goes back: lines were delivered
    /// again in one piece.
    var goesOn = false
  }

  /// An event without its place in the trace.
  private struct Summary {
    var time: Double
    var callback: UInt64
    /// The kind, the phase and the duration.
    var rest: UInt64
    /// The hashes of the values of its members, 0 for none, and of its sets.
    var values: [UInt64]
    var sets: UInt64

    init(_ event: EventRecord, in batch: borrowing EventBatch) {
      func hash(_ name: NameID) -> UInt64 { name.isNone ? 0 : batch.names.hash(name) | 1 }
      time = event.time
      callback = hash(event.callback)
      let duration = event.duration.isNaN ? 0 : event.duration.bitPattern
      rest = duration << 8 ^ UInt64(event.kind.rawValue) << 4 ^ UInt64(event.phase.rawValue)
      values = (0..<Int(event.valueCount)).map { hash(batch.value($0, of: event)) }
      sets = 0
      for set in 0..<2 {
        for name in batch.identities(inSet: set, of: event) {
          sets = (sets ^ hash(name)) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(set)
        }
      }
    }

    /// Whether two events name the same subject by a member, as far as both name one.
    func hasSame(_ member: Int?, as other: Summary) -> Bool {
      guard let member, member < values.count, member < other.values.count else { return true }
      let (own, its) = (values[member], other.values[member])
      return own == its || own == 0 || its == 0
    }

    /// Whether the event repeats an earlier one exactly, or each lacks something that the other has; nil if they differ.
    func isExact(_ other: Summary) -> Bool? {
      guard time == other.time, callback == other.callback, rest == other.rest else { return nil }
      var isExact = sets == other.sets && values.count == other.values.count
      if sets != other.sets, sets != 0, other.sets != 0 { return nil }
      for (own, its) in zip(values, other.values) where own != its {
        if own != 0 && its != 0 { return nil }
        isExact = false
      }
      return isExact
    }
  }

  /// How many events back a repeated one may be.
  private static let window = 64
  /// How much earlier than the one before an event may be recorded although it came later, in seconds.
  private static let tolerance = 0.02
  /// How many places are remembered where lines may be exchanged.
  private static let disorderLimit = 65_536

  /// The last events of earlier batches, oldest first.
  private var earlier: [Summary] = []
  /// The events whose times say that they came in another order, by number, ascending.
  private(set) var disorder: [ClosedRange<UInt32>] = []
  /// Whether an event repeated another one.
  private(set) var hasRepetitions = false

  /// Compares an event with those before it, some of which have the same time or a later one.
  /// - Parameters:
  ///   - number: the number of the event in the trace.
  ///   - latest: the greatest time so far.
  ///   - owner: the member that names the widest subject, which may have a clock of its own; nil if there is none.
  /// - Returns: the way in which it repeats one of them; nil if it does not.
  /// - Complexity: O(window + values).
  mutating func compare(
    eventAt index: Int, number: UInt32, latest: Double, owner: Int?,
    in batch: borrowing EventBatch
  ) -> Repetition? {
    if let repetition = repetition(ofEventAt: index, in: batch) {
      hasRepetitions = true
      return repetition
    }
    noteEarlier(eventAt: index, number: number, latest: latest, owner: owner, in: batch)
    return nil
  }

  private func repetition(ofEventAt index: Int, in batch: borrowing EventBatch) -> Repetition? {
    let event = batch.events[index]
    let own = Summary(event, in: batch)
    for distance in 1...Self.window {
      if distance <= index {
        let before = batch.events[index - distance]
        if before.time != event.time || before.callback != event.callback { continue }
      }
      guard let other = summary(distance, before: index, in: batch) else { return nil }
      if let isExact = own.isExact(other) {
        let goesOn = isExact && goesOn(at: distance, before: index, in: batch)
        return Repetition(distance: distance, isExact: isExact, goesOn: goesOn)
      }
    }
    return nil
  }

  /// The event that came some places before another one; nil if it is not remembered.
  private func summary(
    _ distance: Int, before index: Int, in batch: borrowing EventBatch
  ) -> Summary? {
    if distance <= index { return Summary(batch.events[index - distance], in: batch) }
    let place = earlier.count - (distance - index)
    return place < 0 ? nil : earlier[place]
  }

  /// Whether the events before this one repeat those before its original, from one on whose time goes back.
  private func goesOn(
    at distance: Int, before index: Int, in batch: borrowing EventBatch
  ) -> Bool {
    for place in 1..<max(2, distance) {
      guard let event = summary(place, before: index, in: batch),
        let original = summary(place + distance, before: index, in: batch),
        let before = summary(place + 1, before: index, in: batch),
        event.isExact(original) ?? false
      else { return false }
      if event.time < before.time { return true }
    }
    return false
  }

  /// Notes an event that is a little earlier than others before it, so that the order of all of them is not certain. The
  /// times of different processes may be of different clocks.
  private mutating func noteEarlier(
    eventAt index: Int, number: UInt32, latest: Double, owner: Int?,
    in batch: borrowing EventBatch
  ) {
    let time = batch.events[index].time
    if latest == time || latest - time > Self.tolerance || disorder.count == Self.disorderLimit {
      return
    }
    let own = Summary(batch.events[index], in: batch)
    var first = number
    for distance in 1...Self.window {
      let isInBatch = distance <= index
      if isInBatch, !(batch.events[index - distance].time > time) { continue }
      guard let before = summary(distance, before: index, in: batch) else { break }
      if before.time > time, before.hasSame(owner, as: own) { first = number &- UInt32(distance) }
    }
    if first == number { return }
    if let last = disorder.last, first <= last.upperBound {
      disorder[disorder.count - 1] = min(first, last.lowerBound)...number
    } else {
      disorder.append(first...number)
    }
  }

  /// Remembers the last events of a batch.
  /// - Complexity: O(window · values).
  mutating func end(_ batch: borrowing EventBatch) {
    let count = batch.events.count
    for index in max(0, count - Self.window)..<count {
      earlier.append(Summary(batch.events[index], in: batch))
    }
    if earlier.count > Self.window { earlier.removeFirst(earlier.count - Self.window) }
  }
}
