internal import TraceFindings
internal import TraceGrammar

/// Callbacks that a trace never shows but that findings would need, reported as notes.
struct MissingCallbacks {
  private struct Tally {
    var count = 0
    /// The first event that depends on the callback, and its line, counted from 1.
    var event: UInt32
    var line: UInt32
    var lastEvent: UInt32 = 0
    /// Whether the callback is recorded for other subjects, and nothing says whether it would be for this one.
    var isOfUnknownRecorder = false
    /// The callbacks that came without it, and how often.
    var dependents: [CallbackID: Int] = [:]

    init(_ first: Occurrence) { (event, line) = (first.number, first.line) }

    /// Counts an event, unless it is the last one again.
    mutating func add(_ occurrence: Occurrence) {
      if lastEvent == occurrence.number { return }
      lastEvent = occurrence.number
      if occurrence.number < event { (event, line) = (occurrence.number, occurrence.line) }
      count += 1
      dependents[occurrence.callback, default: 0] += 1
    }

    /// The tally of both passes.
    func adding(_ other: Tally) -> Tally {
      var sum = self
      sum.count += other.count
      if other.event < event { (sum.event, sum.line) = (other.event, other.line) }
      if other.isOfUnknownRecorder { sum.isOfUnknownRecorder = true }
      sum.dependents.merge(other.dependents, uniquingKeysWith: +)
      return sum
    }

    /// What came without it, in words.
    func dependent(_ grammar: Grammar) -> String {
      let most = dependents.max { ($0.value, $1.key) < ($1.value, $0.key) }
      let name = most.map { grammar.writtenName($0.key) } ?? ""
      return dependents.count > 1 ? "\(name) and others" : name
    }

    /// How often it did.
    var often: String { count == 1 ? "once" : "\(count) times" }
  }

  /// By the missing callback.
  private var tallies: [CallbackID: Tally] = [:]
  /// The same for wider subjects of a kind that may have begun unrecorded, by that kind.
  private var beginnings: [SubjectKindID: Tally] = [:]
  /// Sequences of silent steps that were already looked up; nil for none.
  private var ways: [[Int32]: [CallbackID?]?] = [:]
  private static let wayLimit = 4_096

  /// Notes that an event is legal only if callbacks came that the recording does not show.
  /// - Parameters:
  ///   - kernel: the states that were possible before the event.
  ///   - kind: the kind of wider subject that may have begun instead.
  ///   - isLeft: whether another pass reports on a callback.
  mutating func add(
    _ reliance: Reliance, kernel: [StateID], _ lifecycle: CompiledLifecycle,
    orBeginningOf kind: SubjectKindID, leaving isLeft: (CallbackID) -> Bool
  ) {
    let key = [
      Int32(reliance.lifecycle.index), Int32(bitPattern: reliance.vector.rawValue),
      Int32(reliance.symbol.index),
    ]
    let way = ways[key] ?? lifecycle.silentSteps(from: kernel, to: reliance.symbol)
    if ways.count < Self.wayLimit { ways[key] = .some(way) }
    guard let way else { return }
    if way.isEmpty || way.contains(nil) { return addBeginning(kind, reliance.occurrence) }
    add(
      way.compactMap(\.self).filter { !isLeft($0) }, reliance.occurrence,
      isOfUnknownRecorder: reliance.about.recorder.isUnknown)
  }

  /// Notes that an event would break a rule if the recording showed some callbacks.
  mutating func add(
    _ missing: [CallbackID], _ occurrence: Occurrence, isOfUnknownRecorder: Bool = false
  ) {
    for callback in missing {
      tallies[callback, default: Tally(occurrence)].add(occurrence)
      if isOfUnknownRecorder { tallies[callback]?.isOfUnknownRecorder = true }
    }
  }

  /// Notes that an event would break a rule if the recording showed where subjects of a kind begin.
  private mutating func addBeginning(_ kind: SubjectKindID, _ occurrence: Occurrence) {
    beginnings[kind, default: Tally(occurrence)].add(occurrence)
  }

  /// Adds what a pass about other subjects noted.
  mutating func add(_ other: MissingCallbacks) {
    tallies.merge(other.tallies) { $0.adding($1) }
    beginnings.merge(other.beginnings) { $0.adding($1) }
  }

  /// One note for each missing callback, and for each kind of subject whose beginnings are missing, in the order of the
  /// grammar.
  /// - Parameter observed: the callbacks that the recording shows for any subject.
  func notes(_ grammar: Grammar, _ observed: RecordedCallbacks) -> [TraceReport.Note] {
    // A list that the recorder states says itself what is not judged, but not that another subject may have begun, and not
    // that this one may have another delegate.
    let untold = tallies.filter { observed.isInferred || !observed.isSilent($0.key) }
    let ofCallbacks = untold.sorted { $0.key < $1.key }.map { callback, tally in
      let missing = grammar.writtenName(callback)
      let kind = grammar.subjects[grammar.callbacks[callback].subject].name
      var (whose, remedy) = ("", "add")
      if !observed.isSilent(callback) {
        whose = " about a \(kind) of this role or delegate"
        if tally.isOfUnknownRecorder {
          whose = " about this \(kind)"
          remedy = "record \"role\" or \"delegate\" with each event, or add"
        }
      }
      return note(
        tally,
        "not judged: \(tally.dependent(grammar)) without \(missing) (\(tally.often)), because this recording never has"
          + " \(missing)\(whose); if your recorder does record it, \(remedy) \"records\": \"all\"")
    }
    let ofKinds = beginnings.sorted { $0.key < $1.key }.map { kind, tally in
      let subject = grammar.subjects[kind]
      return note(
        tally,
        "\(tally.dependent(grammar)) is allowed \(tally.often) only because another \(subject.name) may have begun:"
          + " nothing here shows where one begins. Record \(subject.quotedMembers) with each event, and a fault here"
          + " becomes a finding")
    }
    return ofCallbacks + ofKinds
  }

  private func note(_ tally: Tally, _ message: String) -> TraceReport.Note {
    TraceReport.Note(
      id: "depends-on-recording", event: Int(tally.event), line: Int(tally.line),
      count: tally.count, message: message)
  }
}
