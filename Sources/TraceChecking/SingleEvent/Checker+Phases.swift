internal import TraceFindings
internal import TraceModel

/// Calls of which two events tell: one of the beginning, which is the call, and one of the end.
extension Checker {
  /// Takes note of the beginning or the end of a call.
  /// - Returns: whether it is an end that only tells how long a call took, or not even that, so that nothing steps.
  mutating func isOnlyAnEnd(
    _ event: EventRecord, _ callback: UInt16, _ line: UInt32, in batch: borrowing EventBatch
  ) -> Bool {
    let identities = identities(of: callback, event, in: batch)
    if event.phase == .begin {
      openCalls.begin(
        OpenCalls.Call(
          event: recording.eventCount, time: event.time, callback: callback,
          identities: identities))
      return false
    }
    if let call = openCalls.end(callback, identities) {
      let seconds = event.duration.isNaN ? event.time - call.time : event.duration
      // Of what clocks tell, less than microseconds is noise.
      finish(call, after: (seconds * 1e6).rounded() / 1e6)
      return true
    }
    let wasSeen = findings.count(of: Int(callback)) > 0
    if openCalls.standsAlone(callback, wasSeen: wasSeen) { return false }
    recording.note(.endWithoutBegin, line: line)
    return true
  }

  /// - Parameter seconds: how long the call took; NaN where that is not known.
  private mutating func finish(_ call: OpenCalls.Call, after seconds: Double) {
    if seconds.isNaN || seconds < 0 { return }
    timeline.setDuration(seconds, ofEvent: call.event)
    let broken = eventRules.tooLong(seconds, call.callback)
    for var warning in call.warnings {
      guard let message = broken.first(where: { $0.rule == warning.rule })?.message else {
        continue
      }
      warning.violation.message = message
      findings.add(warning.violation, rule: warning.rule, isUnnamed: warning.isUnnamed)
    }
  }

  /// Hashes of what an event says about the subject of a callback and those it belongs to; 0 where it says nothing.
  private func identities(
    of callback: UInt16, _ event: EventRecord, in batch: borrowing EventBatch
  ) -> [UInt64] {
    var identities: [UInt64] = []
    var kind = Int(tables.traits[Int(callback)].kind)
    while kind >= 0 {
      for member in [tables.kinds[kind].member, tables.kinds[kind].alias] where member >= 0 {
        let name = batch.value(member, of: event)
        identities.append(name.isNone ? 0 : batch.names.hash(name))
      }
      kind = tables.kinds[kind].parent
    }
    return identities
  }
}
