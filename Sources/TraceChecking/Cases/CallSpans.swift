internal import TraceGrammar
internal import TraceModel

/// Answers whether calls run when an event comes.
///
/// A call runs from the event that tells of its beginning to the one that tells of its end, or for as long as its event
/// says. Nothing is certain of one that tells neither, nor of those that may have begun before the recording or among
/// lost events.
struct CallSpans {
  /// A call that runs, or whose end is known by its time alone.
  private struct Span {
    var event: UInt32
    var callback: UInt16
    /// The widest subject that it belongs to; nil as long as it is not known which begins with it.
    var widest: SubjectKey?
    /// The hashes of what its event says of its subject, and of the thread; 0 where it does not.
    var identities: [UInt64]
    var thread: UInt64
    /// How many gaps there were before it.
    var gaps: UInt32
    /// Its time in seconds, and the time when it is over; NaN for one whose end is told by an event.
    var begin: Double
    var end = Double.nan
  }

  /// Of more calls than this the oldest are not known any more.
  private static let limit = 256
  static let threadMember = "thread"

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private var spans: [Span] = []
  /// Callbacks of which a call had a known end, and those of which one had none.
  private var ended: Set<UInt16> = []
  private var endless: Set<UInt16> = []
  /// The latest time of a call whose end is known by its time.
  private var latest = -Double.infinity

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    (self.compiled, self.tables) = (compiled, tables)
  }

  /// Adds what is known of the conditions on calls that cases of the event's callback have.
  /// - Complexity: O(calls that run) for each.
  mutating func answer(
    _ outcomes: inout ConditionOutcomes, _ occurrence: Occurrence, _ event: EventRecord,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) {
    let asked = compiled.conditions.spansAsked[Int(occurrence.callback)]
    if asked.isEmpty { return }
    settle(live)
    for index in asked {
      outcomes.set(
        compiled.conditions.firstSpan + index,
        holds: isRunning(
          compiled.conditions.spans[index].callbacks, occurrence, event, in: batch, live))
    }
  }

  /// Whether one of the callbacks runs; nil where that is not certain.
  private func isRunning(
    _ callbacks: [Int], _ occurrence: Occurrence, _ event: EventRecord,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) -> Bool? {
    guard !live.isAdrift(compiled.widest), let widest = live.current(compiled.widest) else {
      return nil
    }
    let key = live.directory.key(widest)
    var isCertain = true
    for span in spans where span.widest == key && callbacks.contains(Int(span.callback)) {
      let isSame = isSame(span, event, in: batch)
      if isSame == false { continue }
      switch isRunning(span, occurrence, event, in: batch, live) {
      case true? where isSame == true: return true
      case false?: continue
      default: isCertain = false
      }
    }
    let isSeen =
      live.isSeenToBegin(live.directory.record(widest))
      && callbacks.allSatisfy {
        ended.contains(UInt16($0)) && !endless.contains(UInt16($0))
          && compiled.observed?.calls.contains($0) ?? true
      }
    // Calls that are over by their time are forgotten, so an event of an earlier time, or of none, may be inside one.
    let isLater = latest == -.infinity || occurrence.time >= latest
    return isCertain && isSeen && isLater ? false : nil
  }

  private func isRunning(
    _ span: Span, _ occurrence: Occurrence, _ event: EventRecord,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) -> Bool? {
    if span.gaps != live.gaps { return nil }
    let thread = thread(of: event, in: batch)
    let isElsewhere = thread != 0 && span.thread != 0 && thread != span.thread
    if span.end.isNaN { return isElsewhere ? nil : true }
    if occurrence.time > span.end { return false }
    return occurrence.time > span.begin && occurrence.time < span.end && !isElsewhere ? true : nil
  }

  /// Whether a call is about the subject that an event names of its kind, or the event names none; nil where the two
  /// name it by different members.
  private func isSame(_ span: Span, _ event: EventRecord, in batch: borrowing EventBatch) -> Bool? {
    let own = identities(of: span.callback, event, in: batch)
    let pairs = zip(span.identities, own).filter { $0 != 0 && $1 != 0 }
    if pairs.contains(where: { $0 != $1 }) { return false }
    return !pairs.isEmpty || own.allSatisfy { $0 == 0 } ? true : nil
  }

  /// Takes note of a call that begins, or is over already, once it has taken effect.
  /// - Parameter isDeferred: whether it is not known yet which of the widest subjects it belongs to.
  mutating func note(
    _ occurrence: Occurrence, _ event: EventRecord, isDeferred: Bool,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) {
    let callback = occurrence.callback
    let isOfKind = tables.traits[Int(callback)].isAction == (occurrence.kind == .action)
    // How long a notification takes says nothing about its call.
    if occurrence.kind == .notification || !isOfKind { return }
    settle(live)
    let isWhole = occurrence.phase != .begin
    let end = isWhole ? occurrence.time + occurrence.duration : .nan
    if isWhole {
      // An end that stands for its call comes behind all that came during it.
      if end.isNaN || occurrence.phase == .end {
        endless.insert(callback)
        return
      }
      ended.insert(callback)
      spans.removeAll { $0.end < occurrence.time }
      latest = max(latest, occurrence.time)
    }
    if live.isAdrift(compiled.widest) {
      endless.insert(callback)
      return
    }
    if spans.count == Self.limit { endless.insert(spans.removeFirst().callback) }
    spans.append(
      Span(
        event: occurrence.number, callback: callback,
        widest: isDeferred ? nil : live.current(compiled.widest).map { live.directory.key($0) },
        identities: identities(of: callback, event, in: batch),
        thread: thread(of: event, in: batch), gaps: live.gaps, begin: occurrence.time, end: end))
  }

  /// Takes note of the end of a call.
  /// - Parameter event: the number of the event that told of its beginning.
  mutating func end(_ event: UInt32) {
    guard let index = spans.firstIndex(where: { $0.event == event }) else { return }
    ended.insert(spans.remove(at: index).callback)
  }

  /// Lets calls whose widest subject was not known yet belong to the one that began with them.
  @inline(__always)
  private mutating func settle(_ live: borrowing LiveSubjects) {
    guard let last = spans.last, last.widest == nil, let widest = live.current(compiled.widest)
    else { return }
    spans[spans.count - 1].widest = live.directory.key(widest)
  }

  /// Hashes of what an event says of the kind of subject that a callback is about; 0 where it says nothing.
  private func identities(
    of callback: UInt16, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> [UInt64] {
    let kind = tables.kinds[Int(tables.traits[Int(callback)].kind)]
    var identities: [UInt64] = []
    for member in [kind.member, kind.alias] where member >= 0 {
      let name = batch.value(member, of: event)
      identities.append(name.isNone ? 0 : batch.names.hash(name))
    }
    return identities
  }

  private func thread(of event: EventRecord, in batch: borrowing EventBatch) -> UInt64 {
    guard let place = compiled.conditions.threadPlace else { return 0 }
    let name = batch.value(place, of: event)
    return name.isNone ? 0 : batch.names.hash(name)
  }
}
