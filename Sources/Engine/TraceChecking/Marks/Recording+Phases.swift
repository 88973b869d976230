internal import TraceModel

extension Recording {
  /// Pairs the events of calls that have two.
  mutating func markPhases(_ store: inout Store, _ plan: Plan) {
    if !store.events.contains(where: { $0.phase != .whole }) { return }
    var open: [Call] = []
    var hasBeginnings = false
    var alone: Set<UInt16> = []
    var seen: Set<UInt16> = []
    /// By callback, the last end of a call.
    var lastEnds: [UInt16: Call] = [:]
    for index in store.events.indices {
      let event = store.events[index]
      if event.kind == .gap || event.doubt == .nearly {
        for place in open.indices { open[place].isBeforeLoss = true }
        continue
      }
      if event.callback == Event.none { continue }
      defer { if store.events[index].doubt != .end { seen.insert(event.callback) } }
      if event.phase == .whole, !open.contains(where: \.isBeforeLoss) { continue }
      let call = Call(index, store, plan)
      if event.phase != .end {
        for place in open.indices where open[place].isBeforeLoss && open[place].isAbout(call) {
          open[place].isOver = true
        }
      }
      if event.phase == .whole { continue }
      if event.phase == .begin {
        hasBeginnings = true
        // A line that came twice is no second call.
        if open.contains(where: { $0.time == event.time && $0.isLike(call) }) { continue }
        open.append(call)
        // Else each event would take longer than the one before where ends are not recorded.
        if open.count > 256 { open.removeFirst() }
        continue
      }
      if let last = lastEnds[event.callback], last.time == event.time, last.isLike(call) {
        store.mark(index, .end)
        continue
      }
      if let place = open.lastIndex(where: { $0.isLike(call) && !$0.isOver }) {
        let begun = open.remove(at: place)
        store.mark(index, .end)
        lastEnds[event.callback] = call
        // Across a loss it may be the end of another call.
        if begun.isBeforeLoss { continue }
        ends[begun.event] = index
        // The end's time is what was read; its `time` is that of the beginning, if it has a duration.
        let own = store.duration(index)
        let seconds = own.isNaN ? event.time - begun.time : own
        if !seconds.isNaN { durations[begun.event] = (seconds * 1e6).rounded() / 1e6 }
      } else {
        if !hasBeginnings, !seen.contains(event.callback) { alone.insert(event.callback) }
        if !alone.contains(event.callback) { store.mark(index, .endAlone) }
      }
    }
  }
}

/// What an event says about the call that it is of.
private struct Call {
  let event: Int
  let time: Double
  private let callback: UInt16
  private let kind: Int
  private var names: [UInt32] = []
  /// Whether events were lost since; and whether another call about the same subject came after that.
  var isBeforeLoss = false
  var isOver = false

  // Without `borrowing`, an initializer copies the store: a quarter more instructions for a recording of calls in two events.
  init(_ index: Int, _ store: borrowing Store, _ plan: Plan) {
    let item = store.events[index]
    (event, time, callback) = (index, item.time, item.callback)
    kind = plan.traits[Int(callback)].kind
    var next: Int? = kind
    while let kind = next.map({ plan.kinds[$0] }) {
      names.append(store.value(kind.member, item.row))
      if let alias = kind.alias { names.append(store.value(alias, item.row)) }
      next = kind.parent
    }
  }

  /// Whether two events may be about the same call.
  func isLike(_ other: Call) -> Bool { callback == other.callback && isAbout(other) }
  func isAbout(_ other: Call) -> Bool {
    kind == other.kind && zip(names, other.names).allSatisfy { $0 == $1 || $0 == 0 || $1 == 0 }
  }
}
