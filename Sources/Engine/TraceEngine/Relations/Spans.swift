internal import TraceGrammar
internal import TraceModel

/// When calls ran, for conditions on that.
struct Spans {
  private struct Span {
    var event: Int32
    /// The event of its end; `event` if its end is known by its duration; -1 if not at all.
    var end: Int32
    var time: Double
    var duration: Double
    var row: UInt32
  }

  private var ofCallback: [CallbackID: [Span]] = [:]

  init(_ store: Store, _ plan: Plan, _ recording: Recording) {
    let asked = Set(plan.conditions.spans.flatMap(\.callbacks))
    if asked.isEmpty { return }
    for (index, event) in store.events.enumerated() where event.callback != Event.none {
      let callback = CallbackID(Int(event.callback))
      guard asked.contains(callback), event.kind == .delegate, event.doubt != .end else { continue }
      let end: Int32 =
        event.phase == .begin
        ? recording.ends[index].map(Int32.init) ?? -1
        : store.durations[Int32(index)] == nil ? -1 : Int32(index)
      ofCallback[callback, default: []].append(
        Span(
          event: Int32(index), end: end, time: store.start(index),
          duration: store.durations[Int32(index)] ?? .nan, row: event.row))
    }
  }

  /// Whether a call of one of the callbacks runs at an event; nil if that is not certain.
  func holds(
    _ span: CallSpan, at index: Int32, _ store: Store, _ plan: Plan, gaps: [Int32], isSeen: Bool
  ) -> Bool? {
    let event = store.events[Int(index)]
    var mayRun = false
    var isAnyKnown = true
    for callback in span.callbacks {
      var wasEnded = false
      for call in ofCallback[callback] ?? [] where call.event < index {
        var isOther = false
        var kind: Int? = plan.traits[callback.index].kind
        while let number = kind {
          let (own, its) = (
            store.value(plan.kinds[number].member, event.row),
            store.value(plan.kinds[number].member, call.row)
          )
          if own != 0, its != 0, own != its { isOther = true }
          kind = plan.kinds[number].parent
        }
        if isOther { continue }
        if gaps.contains(where: { $0 > call.event && $0 < index }) {
          if call.end < 0 || call.end > index { mayRun = true } else { wasEnded = true }
          continue
        }
        if call.end < 0 {
          mayRun = true
        } else if call.end > call.event {
          if call.end > index { return true }
          wasEnded = true
        } else if event.time.isNaN {
          mayRun = true
        } else if event.time > call.time, event.time < call.time + call.duration {
          return true
        } else if event.time == call.time || event.time == call.time + call.duration {
          mayRun = true
        } else {
          wasEnded = true
        }
      }
      if !wasEnded { isAnyKnown = false }
    }
    if mayRun { return nil }
    return isAnyKnown && isSeen ? false : nil
  }
}
