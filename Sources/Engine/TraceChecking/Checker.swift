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
/// * Events without an identity of a wider kind belong to the *present* subject of that kind.
/// * An *unnamed* subject has no identity in the trace. An event is *anonymous* if it names no subject although others
///   do, and *unattributed* if it does not name the widest subject although others do.
/// * A *run* is one lifecycle of one subject. `CostAutomaton` says when it is *settled* or *pinned*.
/// * A *fact* is something that happens to a subject without a call, such as the loss of events (see `Fact`).
/// * A *silent* callback is one that the recording does not show, so that it may have come at any time.
/// * An *echo* is the second event about one transition: the notification of a recorded call, or the reverse.
package struct Checker: ~Copyable {
  let compiled: CompiledGrammar
  let options: CheckOptions
  let tables: CheckingTables
  var recording: RecordingObserver
  var spellings: SpellingDirectory
  var finder: SubjectFinder
  var others: OtherSubjects
  var subjects: LiveSubjects
  var singleEvents: SingleEvents
  var segmentExplainer: SegmentExplainer
  var endingExplainer: EndingExplainer
  var findings: FindingLedger
  var timeline: TimelineBuilder
  /// The times of the whole trace, a few thousand of them.
  var times = EventTimes()
  /// Whether an ordinary call may take the fast lane: nothing waits for the next event, and nobody wants to see each.
  private(set) var isFastLaneOpen = false
  private(set) var recent = RecentEvents()
  /// How many of the places without a certain order have been passed, and the event at which the next one begins.
  private var disorderPassed = 0
  private var nextDisorder = UInt32.max
  /// Whether what was open is explained.
  var isClosed = false

  package init(_ compiled: CompiledGrammar, tables: CheckingTables, options: CheckOptions) {
    self.compiled = compiled
    self.options = options
    self.tables = tables
    recording = RecordingObserver()
    let quirks = QuirkMatcher(
      compiled, platform: options.platform, isTentative: options.isTentative)
    spellings = SpellingDirectory(compiled, platform: options.platform)
    subjects = LiveSubjects(
      compiled, tables, limits: options.limits, beginsAtBeginning: options.beginsAtBeginning)
    subjects.stepper.unpinned.isOn = options.coverage
    for kind in tables.kindIDs where !options.usesFastLane {
      subjects.stepper.stores[kind].combined = nil
    }
    finder = SubjectFinder(compiled, tables, options)
    others = OtherSubjects(compiled, tables, options.limits)
    singleEvents = SingleEvents(compiled, tables, quirks)
    segmentExplainer = SegmentExplainer(compiled, tables, quirks, options)
    endingExplainer = EndingExplainer(compiled, tables, quirks)
    findings = FindingLedger(compiled, options)
    nextDisorder = options.disorder.first?.lowerBound ?? .max
    timeline = TimelineBuilder(compiled, tables, limit: options.timelineLimit ?? 0)
  }

  /// Checks the next events of the trace.
  /// - Complexity: expected O(1) per event; O(repair) for an event at which a lifecycle settles again after a
  ///   violation.
  package mutating func check(_ batch: borrowing EventBatch) {
    recording.begin(batch)
    subjects.directory.beginBatch()
    if options.timelineLimit != nil { times.add(batch, after: Int(recording.eventCount)) }
    // SAFETY: the batch is borrowed, so the events stay, and the indices are theirs.
    batch.events.withUnsafeBufferPointer { events in
      for index in events.indices { check(events[index], at: index, in: batch) }
    }
    recent.end(batch)
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
    if event.kind == .gap { return loseEvents(at: index, line, in: batch) }
    let resolution = spellings.resolve(
      event, in: batch, number: recording.eventCount, line: line, &subjects)
    guard case .known(let spelling) = resolution else {
      return checkUnknown(at: index, resolution, line, in: batch)
    }
    let meaning = spellings.meaning(spelling)
    var doubt: RecordingNotes.Kind?
    if recording.isAtKnownTime {
      let repetition = recent.compare(
        eventAt: index, number: recording.eventCount, latest: recording.latestTime,
        owner: tables.kindCount > 0 ? subjects.directory.widest.member : nil, in: batch)
      if options.doubtsTimes, let repetition {
        doubt = .repeatedEvent
        let isAgain =
          repetition.distance == 1 || repetition.goesOn || event.time < recording.latestTime
        if repetition.isExact, isAgain,
          tables.isNamed(event, tables.traits[meaning.callback].kind, in: batch)
        {
          return recording.note(.repeatedEvent, line: line)
        }
      }
    }
    if recording.eventCount >= nextDisorder, isOutOfOrder(recording.eventCount) {
      return leaveOpen(at: index, spelling, line, in: batch)
    }
    let isCall = (meaning.kind ?? event.kind) == .delegate
    // Whether one of its values breaks a rule, or is the first one that a rule knows.
    let isRemarkable = singleEvents.look(
      at: event, callback: isCall ? meaning.callback : nil, in: batch,
      number: subjects.directory.batchNumber, into: &findings)
    let role = subjects.directory.roles.index(of: event, in: batch)
    let delegate =
      subjects.directory.delegates.isOn
      ? subjects.directory.delegates.index(
        of: event, in: batch, orElse: spellings.className(spelling)) : -1
    if isFastLaneOpen, !isRemarkable,
      checkInFastLane(event, spelling, line, role: role, delegate: delegate, in: batch)
    {
      return
    }
    checkInGeneral(
      at: index, spelling, line, role: role, delegate: delegate, doubt, in: batch)
    if isRemarkable { singleEvents.values.forget() }
  }

  /// Notes what holds for the next event. To be called after every event that took the general way.
  mutating func openFastLane() {
    isFastLaneOpen =
      options.usesFastLane && timeline.isFull && finder.beginnings.waiting.isEmpty
      && !singleEvents.hasAdvice
  }

  /// Checks any event whose callback the grammar knows.
  @inline(never)
  private mutating func checkInGeneral(
    at index: Int, _ spelling: Int, _ line: UInt32, role: Int32, delegate: Int32,
    _ doubt: RecordingNotes.Kind?, in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    var doubt = doubt
    if event.phase != .whole,
      !isCall(event, spellings.meaning(spelling).callback, &doubt, in: batch)
    {
      return
    }
    var occurrence = begin(event, spelling, line, role: role, by: delegate, in: batch)
    occurrence.doubt = doubt
    if tables.traits[occurrence.callback].cases != .none {
      for index in tables.coverage.cases(of: occurrence.callback, occurrence.outcomes) {
        findings.count(callback: index)
      }
    }
    findings.count(
      callback: occurrence.callback, isNotification: occurrence.kind == .notification)
    applyWaitingBeginning(before: occurrence)
    subjects.stepper.present.costRose = false
    if !subjects.stepper.present.increases.isEmpty {
      subjects.stepper.present.increases.removeAll(keepingCapacity: true)
      subjects.stepper.present.brokenSeverity = .note
    }
    check(&occurrence, event, in: batch)
    let concerns = tables.traits[occurrence.callback].concerns
    if concerns.contains(.peers) {
      for broken in others.brokenSideBySide(occurrence, event, in: batch, &subjects) {
        report(broken.firing, occurrence, broken.subject, missing: broken.missing)
      }
    }
    if concerns.contains(.spans) {
      let isDeferred = !finder.beginnings.waiting.isEmpty
      others.spans.note(occurrence, event, isDeferred: isDeferred, in: batch, subjects)
    }
    finishEvent()
  }

  /// Whether the order of an event and its neighbors is not certain.
  private mutating func isOutOfOrder(_ event: UInt32) -> Bool {
    while disorderPassed < options.disorder.count,
      options.disorder[disorderPassed].upperBound < event
    {
      disorderPassed += 1
    }
    nextDisorder =
      disorderPassed < options.disorder.count ? options.disorder[disorderPassed].lowerBound : .max
    return nextDisorder <= event
  }

  /// Handles an event whose place among its neighbors is not certain: it may have done what it does, sooner or later.
  @inline(never)
  private mutating func leaveOpen(
    at index: Int, _ spelling: Int, _ line: UInt32, in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    let meaning = spellings.meaning(spelling)
    recording.note(.orderUncertain, line: line)
    findings.count(
      callback: meaning.callback, isNotification: (meaning.kind ?? event.kind) == .notification)
    subjects.namesWidest = subjects.directory.namesWidest(event, in: batch)
    doubt(meaning.callback, event, in: batch)
    if !timeline.isFull {
      timeline.add(
        event, number: recording.eventCount, line: line,
        callback: batch.names.string(event.callback), in: subjects)
    }
    finishEvent()
  }

  /// Sets up what all steps of one event need.
  /// - Parameters:
  ///   - role: the role that it records, as `RecordedValues` numbers roles; -1 for none.
  ///   - delegate: the delegate that was called, in the same way.
  private mutating func begin(
    _ event: EventRecord, _ spelling: Int, _ line: UInt32, role: Int32, by delegate: Int32,
    in batch: borrowing EventBatch
  ) -> Occurrence {
    let meaning = spellings.meaning(spelling)
    var occurrence = Occurrence(
      number: recording.eventCount, line: line, callback: meaning.callback,
      spelling: UInt16(spelling), kind: meaning.kind ?? event.kind, phase: event.phase,
      time: event.phase == .end ? event.time - event.duration : event.time,
      duration: event.duration, namesWidest: subjects.directory.namesWidest(event, in: batch),
      role: role < 0 ? nil : Int(role))
    occurrence.delegate = delegate
    if compiled.quirks.callerMember != nil {
      occurrence.caller = compiled.quirks.caller(
        of: event, className: spellings.className(spelling), in: batch)
    }
    if tables.traits[meaning.callback].cases != .none {
      occurrence.outcomes = subjects.outcomes(
        of: event, meaning.callback, role: role, compiled, in: batch)
    }
    subjects.namesWidest = occurrence.namesWidest
    return occurrence
  }

  /// Handles lost events. If the gap names a callback, only what that may have changed is unknown.
  @inline(never)
  private mutating func loseEvents(
    at index: Int, _ line: UInt32, in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    applyWaitingBeginning(before: nil)
    finishEvent()
    if event.callback == .none {
      subjects.gaps &+= 1
      recording.note(.eventsLost, line: line)
    } else {
      switch spellings.resolve(
        event, in: batch, number: recording.eventCount, line: line, &subjects)
      {
      case .known(let spelling): doubt(spellings.meaning(spelling).callback, event, in: batch)
      case .unknown(let resembled?): doubt(resembled, event, in: batch)
      case .unknown(nil): break
      }
      recording.note(.unclearCall, line: line)
    }
    timeline.addGap(event, number: recording.eventCount, line: line)
    finishEvent()
  }

  /// Handles a callback that the grammar does not know. Its event may still identify wider subjects.
  @inline(never)
  private mutating func checkUnknown(
    at index: Int, _ resolution: SpellingDirectory.Resolution, _ line: UInt32,
    in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    _ = singleEvents.look(
      at: event, callback: nil, in: batch, number: subjects.directory.batchNumber, into: &findings)
    if case .unknown(let resembled?) = resolution { doubt(resembled, event, in: batch) }
    subjects.namesWidest = subjects.directory.namesWidest(event, in: batch)
    finder.resolveWiderSubjects(event, in: batch, &subjects)
    if !timeline.isFull {
      timeline.add(
        event, number: recording.eventCount, line: line,
        callback: batch.names.string(event.callback), in: subjects)
    }
    finishEvent()
  }

  /// Records the beginning or the end of a call.
  /// - Parameter doubt: set if the call may have begun before the recording, or among lost events.
  /// - Returns: whether the event counts as the call. An end does not if its beginning was recorded too.
  private mutating func isCall(
    _ event: EventRecord, _ callback: CallbackID, _ doubt: inout RecordingNotes.Kind?,
    in batch: borrowing EventBatch
  ) -> Bool {
    let wasSeen = findings.count(of: callback) > 0
    let phase = singleEvents.phase(
      of: event, callback, number: recording.eventCount, wasSeen: wasSeen, in: batch)
    switch phase {
    case .call: return true
    case .endWithoutBegin:
      doubt = .endWithoutBegin
      return true
    case .end(let call, let seconds):
      others.spans.end(call.event)
      if seconds.isNaN || seconds < 0 { return false }
      timeline.setDuration(seconds, ofEvent: call.event)
      singleEvents.finish(call, after: seconds, into: &findings)
    }
    return false
  }
}
