internal import TraceAutomata
internal import TraceFindings
internal import TraceGrammar
package import TraceModel

/// Checks one trace. It takes the events in order; `finish` then fills the report.
///
/// This type only connects the parts. An event is resolved from its spelling to the subjects that it is about, and
/// their lifecycles take a step. Segments of events that are finished are explained, and their findings are counted.
/// The memory is proportional to the number of subjects that are alive at the same time.
///
/// The comments of this module use these words besides those in CONTRIBUTING.md:
/// * A subject is *wider* if others belong to it, such as a process with its sessions; otherwise it is *narrow*.
/// * The *present* subject of a wider kind has its *turn*: events without an identity of the kind belong to it.
/// * An *unnamed* subject has no identity in the trace. An event is *anonymous* if it names no subject although others
///   do, and *adrift* if it does not name the widest subject although others do.
/// * A *run* is one lifecycle of one subject. `CostAutomaton` says when it is *settled* or *pinned*.
/// * A *fact* is something that happens to a subject without a call, such as the loss of events (see `Fact`).
/// * A *silent* callback is one that the recording does not show, so that it may have come at any time.
/// * A *letter* is a case of a callback, or the callback itself, in a lifecycle (see `CallbackLetters`).
/// * An *echo* is the second event about one transition: the notification of a recorded call, or the reverse.
package struct Checker: ~Copyable {
  let compiled: CompiledGrammar
  let options: CheckingOptions
  let tables: CheckingTables
  var recording: RecordingObserver
  var spellings: SpellingDirectory
  var finder: SubjectFinder
  var others: OtherSubjects
  var subjects: LiveSubjects
  var singleEvents: SingleEvents
  var explainer: Explainer
  var findings: FindingLedger
  var timeline: TimelineRecorder
  /// Whether what was open is explained.
  var isClosed = false

  package init(_ compiled: CompiledGrammar, tables: CheckingTables, options: CheckingOptions) {
    self.compiled = compiled
    self.options = options
    self.tables = tables
    recording = RecordingObserver()
    let quirks = QuirkMatcher(compiled, platform: options.platform)
    spellings = SpellingDirectory(compiled, platform: options.platform)
    subjects = LiveSubjects(
      compiled, tables, limits: options.limits, beginsAtBeginning: options.beginsAtBeginning)
    subjects.stepper.unpinned.isOn = options.countsCoverage
    for kind in tables.kindIDs where !options.usesShortcut {
      subjects.stepper.stores[kind].combined = nil
    }
    finder = SubjectFinder(compiled, tables)
    others = OtherSubjects(compiled, tables, options.limits)
    singleEvents = SingleEvents(compiled, tables, quirks)
    explainer = Explainer(compiled, tables, quirks, options)
    findings = FindingLedger(compiled, options)
    timeline = TimelineRecorder(compiled, tables, limit: options.timelineLimit ?? 0)
  }

  /// Checks the next events of the trace.
  /// - Parameter keepingNames: whether this is the batch that was checked last, refilled, with the same names under the
  ///   same numbers. What the names mean is then not looked up again.
  /// - Complexity: expected O(1) per event; O(repair) for an event at which a lifecycle settles again after a
  ///   violation.
  package mutating func check(_ batch: borrowing EventBatch, keepingNames: Bool = false) {
    recording.begin(batch)
    spellings.reset(nameCount: batch.names.count, keepingNames: keepingNames)
    subjects.directory.begin(batch, keepingNames: keepingNames)
    subjects.circumstances.beginBatch()
    let largeKinds = finder.largeKinds(subjects)
    batch.events.withUnsafeBufferPointer { events in
      var index = 0
      while index < events.count {
        if !largeKinds.isEmpty, index &+ SubjectFinder.indexDistance < events.count {
          finder.prefetch(after: index, events, kinds: largeKinds, in: batch, &subjects)
        }
        check(events[index], at: index, in: batch)
        index &+= 1
      }
    }
  }

  /// Checks one event.
  /// - Parameter index: its index in the batch. What is not called for each event gets only the index: the
  ///   event would be copied to memory otherwise.
  @inline(__always)
  private mutating func check(
    _ event: EventRecord, at index: Int, in batch: borrowing EventBatch
  ) {
    let line = recording.count(event)
    subjects.event = recording.eventCount
    if event.kind == .gap { return checkUnknown(at: index, nil, line, in: batch) }
    let spelling =
      spellings.known(event)
      ?? spellings.resolve(
        batch.events[index], in: batch, number: recording.eventCount, line: line, &subjects)
    if spelling < 0 { return checkUnknown(at: index, spelling, line, in: batch) }
    let recent = subjects.directory.recentCalls.call(
      like: event, spelling, in: batch, number: subjects.directory.batchNumber)
    let values = recent?.pointee.values ?? readValues(at: index, spelling, in: batch)
    if recent?.pointee.circumstances == subjects.circumstances.number
      || allowsOrdinaryCall(at: index, spelling, values, in: batch)
    {
      if checkOrdinaryCall(event, spelling, line, values, in: batch) { return }
    }
    checkInGeneral(at: index, spelling, line, by: values.delegate, in: batch)
    if values.isTelling { singleEvents.forgetValues() }
  }

  /// Reads the values of a call that differ from those of the last one with its spelling.
  @inline(never)
  private mutating func readValues(
    at index: Int, _ spelling: Int32, in batch: borrowing EventBatch
  ) -> CallValues {
    let event = batch.events[index]
    let number = subjects.directory.batchNumber
    var values = CallValues()
    values.isTelling = singleEvents.look(
      at: event, callback: spellings.called(spelling, by: event), in: batch, number: number,
      into: &findings)
    values.role = subjects.directory.roles.index(of: event, in: batch)
    if subjects.directory.delegates.isOn {
      values.delegate = subjects.directory.delegates.index(
        of: event, in: batch, orElse: spellings.className(spelling))
    }
    if !values.isTelling && event.kind == .delegate {
      subjects.directory.recentCalls.learn(values, spelling, event, in: batch, number: number)
    }
    return values
  }

  /// Checks any event whose callback the grammar knows, without the shortcut for ordinary calls.
  @inline(never)
  private mutating func checkInGeneral(
    at index: Int, _ spelling: Int32, _ line: UInt32, by delegate: Int32,
    in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    if event.phase != .whole, !isCall(event, spellings.meaning(spelling).callback, line, in: batch)
    {
      return
    }
    var occurrence = begin(event, spelling, line, by: delegate, in: batch)
    if tables.traits[occurrence.callback].cases != .none {
      for index in tables.coverage.cases(of: occurrence.callback, occurrence.outcomes) {
        findings.count(callback: index)
      }
    }
    findings.count(
      callback: occurrence.callback, isNotification: occurrence.kind == .notification)
    settleDeferred(before: occurrence)
    subjects.stepper.present.costRose = false
    check(&occurrence, event, in: batch)
    for crowd in others.states.tooMany(&subjects) {
      report(crowd.firing, occurrence, crowd.subject)
    }
    let concerns = tables.traits[occurrence.callback].concerns
    if concerns.contains(.peers) {
      for broken in others.brokenSideBySide(occurrence, event, in: batch, &subjects) {
        report(broken.firing, occurrence, broken.subject, missing: broken.missing)
      }
    }
    if concerns.contains(.spans) {
      let isDeferred = finder.beginnings.waiting != nil
      others.spans.note(occurrence, event, isDeferred: isDeferred, in: batch, subjects)
    }
    settle()
  }

  /// Sets up what all steps of one event need.
  /// - Parameter delegate: the delegate that was called, as `RecordedValues` numbers delegates.
  @inline(__always)
  mutating func begin(
    _ event: EventRecord, _ spelling: Int32, _ line: UInt32, by delegate: Int32,
    in batch: borrowing EventBatch
  ) -> Occurrence {
    let meaning = spellings.meaning(spelling)
    let role = subjects.directory.roles.index(of: event, in: batch)
    var occurrence = Occurrence(
      number: recording.eventCount, line: line, callback: meaning.callback,
      spelling: UInt16(spelling), kind: meaning.kind ?? event.kind, phase: event.phase,
      time: event.phase == .end ? event.time - event.duration : event.time,
      duration: event.duration, namesWidest: subjects.directory.namesWidest(event, in: batch),
      role: role < 0 ? nil : Int(role),
      answerValue: singleEvents.answerValue(of: event, meaning.callback, in: batch))
    subjects.stepper.present.delegate = delegate
    if compiled.quirks.callerMember != nil {
      subjects.stepper.present.caller = compiled.quirks.caller(
        of: event, className: spellings.className(spelling), in: batch)
    }
    if tables.traits[meaning.callback].cases != .none {
      occurrence.outcomes = subjects.outcomes(
        of: event, meaning.callback, role: role, compiled, in: batch)
    }
    subjects.namesWidest = occurrence.namesWidest
    return occurrence
  }

  /// Handles lost events, and a callback that the grammar does not know. Its event may still identify wider subjects.
  /// - Parameter spelling: its negative number; nil for lost events.
  @inline(never)
  private mutating func checkUnknown(
    at index: Int, _ spelling: Int32?, _ line: UInt32, in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    guard let spelling else {
      settleDeferred(before: nil)
      settle()
      subjects.gaps &+= 1
      recording.note(.eventsLost, line: line)
      timeline.addGap(event, number: recording.eventCount, line: line)
      return settle()
    }
    _ = singleEvents.look(
      at: event, callback: nil, in: batch, number: subjects.directory.batchNumber, into: &findings)
    if let callback = spellings.doubtful(spelling) { doubt(callback, event, in: batch) }
    subjects.namesWidest = subjects.directory.namesWidest(event, in: batch)
    finder.resolveWiderSubjects(event, in: batch, &subjects)
    if !timeline.isFull {
      timeline.add(
        event, number: recording.eventCount, line: line,
        callback: batch.names.string(event.callback), in: subjects)
    }
    settle()
  }

  /// Records the beginning or the end of a call.
  /// - Returns: whether the event counts as the call. An end does not if its beginning was recorded too, or if it is
  ///   unknown when the call began.
  private mutating func isCall(
    _ event: EventRecord, _ callback: CallbackID, _ line: UInt32, in batch: borrowing EventBatch
  ) -> Bool {
    let wasSeen = findings.count(of: callback) > 0
    let phase = singleEvents.phase(
      of: event, callback, number: recording.eventCount, wasSeen: wasSeen, in: batch)
    switch phase {
    case .call: return true
    case .endWithoutBegin: recording.note(.endWithoutBegin, line: line)
    case .end(let call, let seconds):
      others.spans.end(call.event)
      if seconds.isNaN || seconds < 0 { return false }
      timeline.setDuration(seconds, ofEvent: call.event)
      singleEvents.finish(call, after: seconds, into: &findings)
    }
    return false
  }

  // MARK: - Ordinary calls

  /// Whether a call may be ordinary as far as anything but its own subject is concerned. If so, that is remembered for
  /// calls like it.
  @inline(never)
  private mutating func allowsOrdinaryCall(
    at index: Int, _ spelling: Int32, _ values: CallValues, in batch: borrowing EventBatch
  ) -> Bool {
    let event = batch.events[index]
    let meaning = spellings.meaning(spelling)
    let call = tables.ordinaryCalls.address(meaning.callback)
    guard subjects.circumstances.values.allowOrdinaryCalls, !values.isTelling,
      !call.pointee.kind.isNone, (meaning.kind ?? event.kind) == .delegate,
      call.pointee.wider.known == compiled.widest
    else { return false }
    let wider = subjects.ordinaryWider(
      compiled.widest, member: Int(call.pointee.widerMember), meaning.callback, event, in: batch)
    if wider < 0 { return false }
    if event.kind == .delegate {
      subjects.directory.recentCalls.note(spelling, circumstances: subjects.circumstances.number)
    }
    return true
  }

  /// Checks an event if it is an ordinary call: legal, and about one known subject that missed nothing. It must be
  /// allowed to be one as far as anything but its own subject is concerned.
  ///
  /// Nearly all events of a good recording are ordinary calls, so they take a shortcut over flat memory. The general
  /// way would give the same result; everything out of the ordinary is left to it.
  /// - Returns: false, with nothing changed, if anything is out of the ordinary.
  @inline(__always)
  private mutating func checkOrdinaryCall(
    _ event: EventRecord, _ spelling: Int32, _ line: UInt32, _ values: CallValues,
    in batch: borrowing EventBatch
  ) -> Bool {
    let callback = spellings.meaning(spelling).callback
    let call = tables.ordinaryCalls.address(callback)
    guard event.phase == .whole, event.setCount == 0,
      !call.pointee.hasDurationLimit || event.duration.isNaN,
      !call.pointee.countsCases || !compiled.conditions.areAsked(of: event, in: batch)
    else { return false }
    let slot = subjects.ordinarySubject(call, callback, event, values, in: batch)
    if slot < 0 { return false }
    let entry = HistoryEntry(
      event: recording.eventCount, line: line, callback: MaybeCallback(callback),
      spelling: UInt16(truncatingIfNeeded: spelling), time: event.time)
    if !subjects.stepper.stepOrdinary(call, slot, entry) { return false }
    findings.count(callback: callback)
    if call.pointee.endsItsSubject {
      subjects.endIfOver(SubjectReference(kind: call.pointee.kind.known, slot: slot))
    }
    if !subjects.stepper.finished.isEmpty || subjects.directory.isCrowded { settle() }
    return true
  }
}
