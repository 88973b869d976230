internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Checking a trace together with other checkers.
extension Checker {
  /// How many checkers can share a trace at most.
  package static var sharerLimit: Int { SubjectPart.count }

  /// Whether the trace has something that checkers cannot share, so that a single one must check all of it.
  package var cannotShare: Bool { finder.share.hasFailed }

  /// Passes over events about subjects of other checkers that are like some that changed nothing about wider subjects.
  /// - Parameter index: the index of the next event in the batch.
  /// - Returns: the index of the event after them.
  @inline(__always)
  mutating func passOver(
    from index: Int, _ events: UnsafeBufferPointer<EventRecord>, in batch: borrowing EventBatch
  ) -> Int {
    if batch.sorted.count < events.count || finder.beginnings.waiting != nil { return index }
    let sorted = batch.sorted.all
    let circumstances = subjects.circumstances.number
    var next = index
    while next < events.count,
      let callback = finder.share.passes(sorted[next], in: circumstances)
    {
      // What is counted of all events is taken from the first checker.
      if finder.share.index == 0 {
        _ = recording.count(events[next])
        subjects.stepper.unchanged.count(compiled.widest, callback)
      }
      next &+= 1
    }
    if finder.share.index > 0 { recording.pass(next - index) }
    return next
  }

  /// Follows the wider subjects through an event about a subject of another checker.
  /// - Parameter index: its index in the batch.
  @inline(never)
  mutating func follow(
    at index: Int, _ spelling: Int32, _ line: UInt32, _ values: CallValues,
    in batch: borrowing EventBatch
  ) {
    let event = batch.events[index]
    if values.isTelling { singleEvents.forgetValues() }
    let (meaning, widest) = (spellings.meaning(spelling), compiled.widest)
    if event.phase == .whole, (meaning.kind ?? event.kind) == .delegate,
      finder.beginnings.waiting == nil,
      subjects.ordinaryWider(
        widest, member: tables.kinds[widest].member, meaning.callback, event, in: batch) >= 0
    {
      subjects.stepper.unchanged.count(widest, meaning.callback)
      if !values.isTelling {
        finder.share.learn(
          batch.sorted[index], meaning.callback, in: subjects.circumstances)
      }
      return
    }
    // Whether the end of a call stands for the call depends on events about the subject.
    if event.phase != .whole { return finder.share.fail() }
    var occurrence = begin(event, spelling, line, by: values.delegate, in: batch)
    settleDeferred(before: occurrence)
    subjects.stepper.present.costRose = false
    let kind = tables.traits[occurrence.callback].kind
    _ = finder.resolveParent(of: kind, event, in: batch, &subjects)
    stepWider(than: kind, &occurrence)
    settle()
  }

  // MARK: - The timeline

  /// Whether an event may still be listed, or what a listed one is about is not known yet.
  package var isListing: Bool { !timeline.isFull || finder.beginnings.waiting != nil }

  // MARK: - The end

  /// Adds the findings and counts of another checker of the same trace, which is closed like this one.
  ///
  /// What is about wider subjects was counted by each checker, so that of the first one is kept.
  package mutating func absorb(_ other: inout Checker) {
    findings.absorb(&other.findings) { [tables] in
      tables.kinds[tables.traits[$0].kind].isWider
    }
    recording.missing.absorb(other.recording.missing)
    addCounts(of: &other.subjects, to: &subjects)
    if findings.hasLostSome || subjects.stepper.unpinned.isFull { finder.share.fail() }
  }
}

/// Moves the timeline of a checker that checked the first events of a trace alone, until it was not `isListing` any more
/// or all of them, to one that shares the trace with others.
package func moveTimeline(of lister: inout Checker, to checker: inout Checker) {
  if lister.isListing { lister.close() }
  swap(&lister.timeline, &checker.timeline)
}
