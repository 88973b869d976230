internal import TraceModel

/// Ordinary calls: about one known subject, and legal in all of its lifecycles.
///
/// These functions are `mutating` even if they change nothing: if they borrowed the value, the compiler would copy it
/// for each event.
extension LifecycleStepper {
  /// Steps the runs of a subject by an ordinary call.
  /// - Returns: false, with nothing changed, if a lifecycle does not allow the call or it is an echo.
  @inline(__always)
  mutating func stepOrdinary(
    _ call: UnsafeMutablePointer<OrdinaryCall>, _ slot: SubjectSlot, _ entry: HistoryEntry
  ) -> Bool {
    let kind = call.pointee.kind.known
    let trail = stores[kind].trail(slot)
    let runs = stores[kind].runs(slot)
    let steps = tables.ordinarySteps + Int(call.pointee.firstStep)
    let count = Int(call.pointee.stepCount)
    if call.pointee.hasNotification && trail.pointee.isEchoed(by: entry.callback, .delegate) {
      return false
    }
    if stores[kind].stepCombined(slot, entry) == nil {
      // Nothing may change before every lifecycle is known to allow the call without an edit.
      for index in 0..<count {
        let traits = steps + index
        let vector = runs[traits.pointee.run].vector
        let step = traits.pointee.automaton.pointee.step(vector, traits.pointee.symbol)
        if step.rose || step.usesSilence { return false }
      }
      trail.pointee.combined = -1
      if count > 0 { stores[kind].hasStepped = true }
      for index in 0..<count {
        let traits = steps + index
        let run = runs + traits.pointee.run
        let before = run.pointee.vector
        let step = traits.pointee.automaton.pointee.step(before, traits.pointee.symbol)
        if before.rawValue < traits.pointee.stateCount {
          hits[traits.pointee.hitOffset &+ before.index &* traits.pointee.hitStride] &+= 1
        } else if unpinned.isOn {
          unpinned.count(traits.pointee.lifecycle, before, traits.pointee.symbol)
        }
        if !step.isSettled || run.pointee.segment >= 0 {
          if step.isIdle {
            segments[run.pointee.segment].appendIdle(entry)
          } else {
            move(
              SubjectReference(kind: kind, slot: slot), traits.pointee.run, step, entry)
          }
        } else if step.next != before {
          run.pointee.move(to: step.next, by: entry)
        }
      }
    }
    unchanged.count(call.pointee.wider.known, entry.callback.known)
    present.costRose = false
    var entry = entry
    let vector = runs.pointee.vector
    if vector.rawValue < call.pointee.stateCount { entry.state = MaybeState(vector.state) }
    if call.pointee.hasNotification {
      trail.pointee.lastCallback = entry.callback
      trail.pointee.lastKinds = 1 << EventKind.delegate.rawValue
    }
    stores[kind].remember(entry, of: slot)
    return true
  }
}
