internal import TraceGrammar
internal import TraceAutomata
internal import TraceModel

/// Telling the timeline what an event was about.
extension Checker {
  mutating func addToTimeline(_ occurrence: Occurrence, _ seen: [SubjectReference]) {
    let kind = Int(tables.traits[Int(occurrence.callback)].kind)
    let parent = tables.kinds[kind].parent
    let wide = parent >= 0 ? parent : tables.kinds[kind].isWider ? kind : nil
    let process = wide.flatMap { subjects.current($0) }.map { concerned($0) }
    let lanes = seen.map { concerned($0) }
    let entry = entry(of: occurrence)
    timeline.add(entry, concerned: lanes, process: process)
  }

  /// An event as the timeline lists it.
  func entry(of occurrence: Occurrence) -> TimelineBuilder.Recorded {
    TimelineBuilder.Recorded(
      number: occurrence.number, line: occurrence.line,
      callback: compiled.grammar.callbacks[Int(occurrence.callback)].name,
      kind: occurrence.kind, time: occurrence.time, duration: occurrence.duration)
  }

  /// A subject, with the state it is in if that is certain.
  func concerned(_ subject: SubjectReference) -> TimelineBuilder.Concerned {
    var state: String?
    if let lifecycle = compiled.lifecyclesOfKind[subject.kind].first,
      let states = subjects.stepper.states(subject, run: 0), states.count == 1
    {
      state = compiled.grammar.lifecycles[lifecycle].states[states[0]].name
    }
    return TimelineBuilder.Concerned(
      key: subjects.directory.key(subject), kind: compiled.grammar.subjects[subject.kind].name,
      name: subjects.directory.name(subject), state: state)
  }
}
