internal import TraceGrammar
internal import TraceModel

/// Answers whether certain calls are running when an event comes.
///
/// A call runs from the event of its beginning to the event of its end, or for the duration that its event states.
/// Nothing is certain about calls without either, nor about calls that may have begun before the recording or among
/// lost events.
struct CallSpans {
  /// A call that is running, or whose end is known only as a time.
  private struct Span {
    var event: UInt32
    var callback: CallbackID
    /// The widest subject that it belongs to; nil until it is known which one begins with it.
    var widest: SubjectKey?
    /// The hashes of the values that identify its subject, and of the thread; 0 for what is not recorded.
    var identities: [UInt64]
    var thread: UInt64
    /// How many gaps came before it.
    var gaps: UInt32
    /// When it began and ended, in seconds; the end is NaN if it has an event of its own.
    var begin: Double
    var end = Double.nan
  }

  /// If more calls than this are open, the oldest are forgotten.
  private static let limit = 256
  static let threadMember = "thread"

  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private var spans: [Span] = []
  /// Callbacks with a call whose end was known, and those with a call whose end was not.
  private var ended: Set<CallbackID> = []
  private var endless: Set<CallbackID> = []
  /// The latest time of a call whose duration was recorded.
  private var latest = -Double.infinity

  init(_ compiled: CompiledGrammar, _ tables: CheckingTables) {
    (self.compiled, self.tables) = (compiled, tables)
  }

  /// Adds what is known of the conditions on running calls that the cases of the event's callback have.
  /// - Complexity: O(running calls) for each condition.
  mutating func answer(
    _ outcomes: inout ConditionOutcomes, _ occurrence: Occurrence, _ event: EventRecord,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) {
    let asked = compiled.conditions.spansAsked[occurrence.callback]
    if asked.isEmpty { return }
    assignWidest(live)
    for index in asked {
      outcomes.set(
        compiled.conditions.firstSpan + index,
        holds: isRunning(
          compiled.conditions.spans[index].callbacks, occurrence, event, in: batch, live))
    }
  }

  /// Whether a call of one of the callbacks is running; nil if that is not certain.
  private func isRunning(
    _ callbacks: [CallbackID], _ occurrence: Occurrence, _ event: EventRecord,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) -> Bool? {
    guard !live.isUnattributed(compiled.widest), let widest = live.current(compiled.widest) else {
      return nil
    }
    let key = live.directory.key(widest)
    var isCertain = true
    for span in spans where span.widest == key && callbacks.contains(span.callback) {
      let isSame = isSame(span, event, in: batch)
      if isSame == false { continue }
      switch isRunning(span, occurrence, event, in: batch, live) {
      case true? where isSame == true: return true
      case false?: continue
      default: isCertain = false
      }
    }
    let isSeen =
      live.isSeenToBegin(live.directory[widest])
      && callbacks.allSatisfy {
        ended.contains($0) && !endless.contains($0)
          && compiled.observed?.calls.contains($0) ?? true
      }
    // Calls that have ended by their times are forgotten, so an event with an earlier time, or without one, may be
    // inside one.
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

  /// Whether a call is about the subject that an event names, or the event names none; nil if the two name it by
  /// different members.
  private func isSame(_ span: Span, _ event: EventRecord, in batch: borrowing EventBatch) -> Bool? {
    let own = identities(of: span.callback, event, in: batch)
    let pairs = zip(span.identities, own).filter { $0 != 0 && $1 != 0 }
    if pairs.contains(where: { $0 != $1 }) { return false }
    return !pairs.isEmpty || own.allSatisfy { $0 == 0 } ? true : nil
  }

  /// Records a call that begins, or is already over, once it has taken effect.
  /// - Parameter isDeferred: whether it is not known yet to which of the widest subjects it belongs.
  mutating func note(
    _ occurrence: Occurrence, _ event: EventRecord, isDeferred: Bool,
    in batch: borrowing EventBatch, _ live: borrowing LiveSubjects
  ) {
    let callback = occurrence.callback
    let isOfKind = tables.traits[callback].isAction == (occurrence.kind == .action)
    // The duration of a notification says nothing about its call.
    if occurrence.kind == .notification || !isOfKind { return }
    assignWidest(live)
    let isWhole = occurrence.phase != .begin
    let end = isWhole ? occurrence.time + occurrence.duration : .nan
    if isWhole {
      // An end that stands for its call comes after everything that came during the call.
      if end.isNaN || occurrence.phase == .end {
        endless.insert(callback)
        return
      }
      ended.insert(callback)
      spans.removeAll { $0.end < occurrence.time }
      latest = max(latest, occurrence.time)
    }
    if live.isUnattributed(compiled.widest) {
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

  /// Records the end of a call.
  /// - Parameter event: the number of the event of its beginning.
  mutating func end(_ event: UInt32) {
    guard let index = spans.firstIndex(where: { $0.event == event }) else { return }
    ended.insert(spans.remove(at: index).callback)
  }

  /// Assigns a call whose widest subject was not known yet to the subject that began with it.
  @inline(__always)
  private mutating func assignWidest(_ live: borrowing LiveSubjects) {
    guard let last = spans.last, last.widest == nil, let widest = live.current(compiled.widest)
    else { return }
    spans[spans.count - 1].widest = live.directory.key(widest)
  }

  /// The hashes of the values by which an event identifies a subject of the callback's kind; 0 where it has none.
  private func identities(
    of callback: CallbackID, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> [UInt64] {
    let kind = tables.kinds[tables.traits[callback].kind]
    var identities: [UInt64] = []
    for member in [kind.member, kind.alias].compactMap(\.self) {
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
