internal import TraceGrammar
internal import TraceAutomata
internal import TraceModel

/// Telling the timeline what an event was about.
extension Checker {
  mutating func addToTimeline(
    _ checked: CheckedEvent, _ event: EventRecord, _ subject: Int,
    _ seen: [(subject: Int, slot: SubjectSlot)], in batch: borrowing EventBatch
  ) {
    let wider = compiled.grammar.subjects[subject].parent
    var process: TimelineBuilder.Concerned?
    if let wide = wider ?? (isWider(subject) ? subject : nil), current[wide] >= 0 {
      process = concerned(wide, current[wide])
    }
    var subjects: [TimelineBuilder.Concerned] = []
    for (subject, slot) in seen { subjects.append(concerned(subject, slot)) }
    timeline?.add(
      event: checked.number, line: checked.line,
      callback: compiled.grammar.callbacks[Int(checked.callback)].name, kind: checked.kind,
      time: checked.time, duration: event.duration, concerned: subjects, process: process)
  }

  mutating func addUnknownToTimeline(
    _ event: EventRecord, _ line: UInt32, in batch: borrowing EventBatch
  ) {
    var process: TimelineBuilder.Concerned?
    for wide in 0..<subjectCount where isWider(wide) && current[wide] >= 0 && process == nil {
      process = concerned(wide, current[wide])
    }
    timeline?.add(
      event: eventCount, line: line, callback: batch.names.string(event.callback),
      kind: event.kind, time: event.time, duration: event.duration, concerned: [],
      process: process)
  }

  private func concerned(_ subject: Int, _ slot: SubjectSlot) -> TimelineBuilder.Concerned {
    var state: String?
    if let lifecycle = compiled.lifecyclesOfSubject[subject].first {
      let vector = stores[subject].lives[slot * stores[subject].livesPerSubject].vector
      let states = tables.automata[lifecycle].cheapestStates(vector)
      if states.count == 1 { state = compiled.grammar.lifecycles[lifecycle].states[states[0]].name }
    }
    return TimelineBuilder.Concerned(
      subject: subject, kind: compiled.grammar.subjects[subject].name, slot: slot,
      generation: stores[subject].records[slot].generation, name: stores[subject].name(slot),
      state: state)
  }
}
