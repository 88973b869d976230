internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Adds events to the timeline, with the subjects that they are about.
struct TimelineRecorder {
  private let compiled: CompiledGrammar
  private let tables: CheckingTables
  private var builder: TimelineBuilder
  /// The state in which each subject was last shown, if the recording does not show every call.
  private var shown: [SubjectKey: StateID] = [:]

  /// - Parameter limit: how many events are listed.
  init(_ compiled: CompiledGrammar, _ tables: CheckingTables, limit: Int) {
    (self.compiled, self.tables) = (compiled, tables)
    builder = TimelineBuilder(limit: limit)
  }

  /// Whether no further event is listed.
  @inline(__always)
  var isFull: Bool { builder.isFull }

  /// Lists an event and the subjects of one kind that it is about.
  mutating func add(
    _ occurrence: Occurrence, about concerned: [SubjectReference],
    in subjects: borrowing LiveSubjects
  ) {
    if builder.isFull { return }
    let kind = tables.traits[occurrence.callback].kind
    let parent = tables.kinds[kind].parent
    let wide = parent ?? (tables.kinds[kind].isWider ? kind : nil)
    var lanes: [TimelineBuilder.Concerned] = []
    for subject in concerned { lanes.append(lane(subject, after: occurrence, in: subjects)) }
    builder.add(
      recorded(occurrence), concerned: lanes,
      process: process(wide, after: occurrence, in: subjects))
  }

  /// Lists an event whose callback the grammar does not know.
  mutating func add(
    _ event: EventRecord, number: UInt32, line: UInt32, callback: String,
    in subjects: borrowing LiveSubjects
  ) {
    var present: SubjectKindID?
    for kind in tables.kindIDs where tables.kinds[kind].isWider && present == nil {
      if subjects.current(kind) != nil { present = kind }
    }
    builder.add(
      recorded(event, number, line, callback), concerned: [],
      process: process(present, after: nil, in: subjects))
  }

  /// Lists a gap.
  mutating func addGap(_ event: EventRecord, number: UInt32, line: UInt32) {
    builder.add(recorded(event, number, line, ""), concerned: [], process: nil)
  }

  /// Lists an event whose subject only a later event shows.
  /// - Returns: its index in the list; nil if the list is full.
  mutating func reserve(_ occurrence: Occurrence) -> Int? {
    builder.reserve(recorded(occurrence))
  }

  /// Sets which subject a listed event is about.
  mutating func fill(
    _ entry: Int, _ occurrence: Occurrence, _ subject: SubjectReference,
    in subjects: borrowing LiveSubjects
  ) {
    let lane = lane(subject, after: occurrence, in: subjects)
    builder.fill(
      entry, concerned: [lane], process: tables.kinds[subject.kind].parent == nil ? lane : nil)
  }

  /// Sets how many seconds the call took that a listed event began.
  mutating func setDuration(_ seconds: Double, ofEvent number: UInt32) {
    builder.setDuration(seconds, ofEvent: number)
  }

  /// The timeline of a trace with this many events.
  mutating func finish(eventCount: Int) -> Timeline {
    let wide = compiled.grammar.subjects.indices.filter { compiled.kinds[$0].isWider }
    return builder.finish(
      eventCount: eventCount, wideKinds: Set(wide.map { compiled.grammar.subjects[$0].name }))
  }

  private func recorded(_ occurrence: Occurrence) -> TimelineBuilder.Recorded {
    TimelineBuilder.Recorded(
      number: occurrence.number, line: occurrence.line,
      callback: compiled.grammar.callbacks[occurrence.callback].name,
      kind: occurrence.kind, time: occurrence.time, duration: occurrence.duration)
  }

  private func recorded(
    _ event: EventRecord, _ number: UInt32, _ line: UInt32, _ callback: String
  ) -> TimelineBuilder.Recorded {
    TimelineBuilder.Recorded(
      number: number, line: line, callback: callback, kind: event.kind, time: event.time,
      duration: event.duration)
  }

  /// The present subject of a wider kind; nil for none.
  private mutating func process(
    _ kind: SubjectKindID?, after occurrence: Occurrence?, in subjects: borrowing LiveSubjects
  ) -> TimelineBuilder.Concerned? {
    guard let kind, let subject = subjects.current(kind) else { return nil }
    return lane(subject, after: occurrence, in: subjects)
  }

  /// A subject, with the state that its calls lead to if there is one.
  private mutating func lane(
    _ subject: SubjectReference, after occurrence: Occurrence?,
    in subjects: borrowing LiveSubjects
  ) -> TimelineBuilder.Concerned {
    let key = subjects.directory.key(subject)
    var state: String?
    if let lifecycle = compiled.kinds[subject.kind].lifecycles.first,
      let possible = subjects.stepper.states(subject, run: 0)
    {
      var reached = possible.count == 1 ? possible[0] : nil
      if compiled.observed != nil {
        if possible.count > 1 {
          let symbol = occurrence.flatMap {
            compiled.lifecycles[lifecycle].symbol(of: $0).symbol
          }
          reached = compiled.lifecycles[lifecycle].reached(
            by: symbol, from: shown[key], possible: possible)
        }
        shown[key] = reached
      }
      state = reached.map { compiled.grammar.lifecycles[lifecycle].states[$0].name }
    }
    return TimelineBuilder.Concerned(
      key: key, kind: compiled.grammar.subjects[subject.kind].name,
      name: subjects.directory.name(subject), state: state)
  }
}
