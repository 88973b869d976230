internal import TraceGrammar
internal import TraceModel

/// Answers whether certain calls are running when an event comes.
///
/// A call runs from the event of its beginning to the event of its end, or for the duration that its event states. Nothing is
/// certain about calls without either, nor about calls that may have begun before the recording or among lost events.
final class Spans {
  private struct Span {
    /// The event of its beginning, and that of its end; `.max` if it has none.
    var event: Int32
    var end: Int32
    var callback: CallbackID
    /// The outermost subject that it belongs to; -1 if that is not known.
    var root: Int32
    var row: Row
    /// When it began and ended, in seconds; the end is NaN if it has an event of its own.
    var beginTime: Double
    var endTime: Double
    /// Whether nobody knows when it ended.
    var isEndless: Bool
  }

  /// How many calls that may be running were looked at, for tests that compare how that grows.
  private(set) var effort = 0
  private let store: Store
  private let plan: Plan
  private let gaps: [Int32]
  private let shown: RecordedCallbacks?
  /// In the order of their events.
  private var spans: [Span] = []
  /// Up to each of them, how late one of a known duration began.
  private var latest: [Double] = []
  /// By callback: the event after which one is over, or of which it is known when it is; and the event of one of which nobody
  /// knows when it ended.
  private var over: [CallbackID: Int32] = [:]
  private var endless: [CallbackID: Int32] = [:]
  /// Those that end with an event, and those that end at a time.
  private var byEvent = EndTree<Int32>([], least: -1)
  private var byTime = EndTree<Double>([], least: -.infinity)

  init(
    _ store: Store, _ plan: Plan, _ recording: Recording, _ slices: Slices,
    _ shown: RecordedCallbacks?
  ) {
    (self.store, self.plan, gaps, self.shown) = (store, plan, slices.gapEvents, shown)
    let asked = Set(plan.conditions.spans.flatMap(\.callbacks))
    if asked.isEmpty { return }
    for (index, event) in store.events.enumerated()
    where event.callback != Event.none && event.kind != .notification && event.kind != .gap {
      let callback = CallbackID(Int(event.callback))
      guard asked.contains(callback), slices.counts(event),
        plan.traits[callback.index].isAction == (event.kind == .action)
      else { continue }
      let isWhole = event.phase != .begin
      let begin = store.start(index)
      let end = isWhole ? begin + store.duration(index) : .nan
      let root = slices.process[Int32(index)] ?? -1
      spans.append(
        Span(
          event: Int32(index), end: recording.ends[index].map(Int32.init) ?? .max,
          callback: callback, root: root, row: event.row, beginTime: begin, endTime: end,
          // An end that stands for its call comes after everything that came during the call.
          isEndless: isWhole && (end.isNaN || event.phase == .end) || root < 0))
    }
    var last = -Double.infinity
    for span in spans {
      if !span.endTime.isNaN { last = max(last, span.beginTime) }
      latest.append(last)
      if span.isEndless {
        endless[span.callback] = endless[span.callback] ?? span.event
      } else {
        over[span.callback] = min(
          over[span.callback] ?? .max, span.endTime.isNaN ? span.end : span.event)
      }
    }
    byEvent = EndTree(spans.map { $0.isEndless || !$0.endTime.isNaN ? -1 : $0.end }, least: -1)
    byTime = EndTree(
      spans.map { $0.isEndless || $0.endTime.isNaN ? -.infinity : $0.endTime }, least: -.infinity)
  }

  /// Whether a call of a condition's callbacks is running right before an event; nil if that is not certain.
  /// - Complexity: O(log calls) for each call that may be running.
  func holds(_ condition: Int, at index: Int32, _ asker: Asker?) -> Bool? {
    let callbacks = plan.conditions.spans[condition].callbacks
    guard let asker, !callbacks.isEmpty else { return nil }
    let event = store.events[Int(index)]
    let time = store.start(Int(index))
    let root = asker.current[plan.roots[plan.traits[Int(event.callback)].kind]]
    if root < 0 { return nil }
    let earlier = spans.firstIndex(after: { $0.event < index })
    let latest = earlier > 0 ? self.latest[earlier - 1] : -.infinity
    // A call that came later shows that one is over, whatever the time of the event.
    let running =
      byEvent.places(among: earlier, endingFrom: index, atMost: Self.runningLimit)
      + byTime.places(
        among: earlier, endingFrom: max(latest, -.greatestFiniteMagnitude),
        atMost: Self.runningLimit)
    effort += running.count
    var isCertain = running.count < Self.runningLimit
    for span in running.map({ spans[$0] }) {
      guard span.root == root, callbacks.contains(span.callback),
        case let same = isSame(span, event), same != false
      else { continue }
      switch isRunning(span, at: index, time) {
      case true? where same == true: return true
      case false?: continue
      default: isCertain = false
      }
    }
    func came(_ events: [CallbackID: Int32], _ callback: CallbackID) -> Bool {
      (events[callback] ?? .max) < index
    }
    let isSeen =
      asker.isSeen
      && callbacks.allSatisfy {
        came(over, $0) && !came(endless, $0) && shown?.calls.contains($0) ?? true
      }
    // An event with an earlier time than a call that is over, or without one, may be inside it.
    return isCertain && isSeen && (latest == -.infinity || time >= latest) ? false : nil
  }

  /// How many calls that may be running are looked at; with as many, nothing is certain but that one of them is.
  private static var runningLimit: Int { 64 }

  private func isRunning(_ span: Span, at index: Int32, _ time: Double) -> Bool? {
    if gaps.contains(after: span.event, upTo: index - 1) { return nil }
    let threads = plan.conditions.threadPlace.map {
      (store.value($0, span.row), store.value($0, store.events[Int(index)].row))
    }
    let isElsewhere = threads.map { $0 != 0 && $1 != 0 && $0 != $1 } ?? false
    if span.endTime.isNaN { return isElsewhere ? nil : true }
    if time > span.endTime { return false }
    return time > span.beginTime && time < span.endTime && !isElsewhere ? true : nil
  }

  /// Whether a call is about the subject that an event names, or the event names none; nil if the two name it by different
  /// members.
  private func isSame(_ span: Span, _ event: Event) -> Bool? {
    let kind = plan.kinds[plan.traits[span.callback.index].kind]
    let members = [kind.member] + (kind.alias.map { [$0] } ?? [])
    let own = members.map { store.value($0, event.row) }
    let pairs = zip(members.map { store.value($0, span.row) }, own).filter { $0 != 0 && $1 != 0 }
    if pairs.contains(where: { $0 != $1 }) { return false }
    return !pairs.isEmpty || own.allSatisfy { $0 == 0 } ? true : nil
  }
}
