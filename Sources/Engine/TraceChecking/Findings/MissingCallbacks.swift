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
  }

  /// By the missing callback.
  private var tallies: [CallbackID: Tally] = [:]
  /// Sequences of silent steps that were already looked up.
  private var ways: [[Int32]: [CallbackID]] = [:]
  private static let wayLimit = 4_096

  /// Notes that an event is legal only if callbacks came that the recording does not show.
  /// - Parameters:
  ///   - kernel: the states that were possible before the event.
  ///   - isLeft: whether another pass reports on a callback.
  mutating func add(
    _ reliance: Reliance, kernel: [StateID], _ lifecycle: CompiledLifecycle,
    leaving isLeft: (CallbackID) -> Bool
  ) {
    let key = [
      Int32(reliance.lifecycle.index), Int32(bitPattern: reliance.vector.rawValue),
      Int32(reliance.symbol.index),
    ]
    let missing =
      ways[key] ?? lifecycle.silentCallbacks(from: kernel, to: reliance.symbol) ?? []
    if ways.count < Self.wayLimit { ways[key] = missing }
    add(
      missing.filter { !isLeft($0) }, reliance.occurrence,
      isOfUnknownRecorder: reliance.about.recorder.isUnknown)
  }

  /// Notes that an event would break a rule if the recording showed some callbacks.
  mutating func add(
    _ missing: [CallbackID], _ occurrence: Occurrence, isOfUnknownRecorder: Bool = false
  ) {
    for callback in missing {
      var tally = tallies[callback] ?? Tally(event: occurrence.number, line: occurrence.line)
      if tally.lastEvent == occurrence.number { continue }
      tally.lastEvent = occurrence.number
      if occurrence.number < tally.event {
        (tally.event, tally.line) = (occurrence.number, occurrence.line)
      }
      tally.count += 1
      if isOfUnknownRecorder { tally.isOfUnknownRecorder = true }
      tally.dependents[occurrence.callback, default: 0] += 1
      tallies[callback] = tally
    }
  }

  /// Adds what a pass about other subjects noted.
  mutating func add(_ other: MissingCallbacks) {
    for (callback, added) in other.tallies {
      guard var tally = tallies[callback] else {
        tallies[callback] = added
        continue
      }
      tally.count += added.count
      if added.event < tally.event { (tally.event, tally.line) = (added.event, added.line) }
      if added.isOfUnknownRecorder { tally.isOfUnknownRecorder = true }
      tally.dependents.merge(added.dependents, uniquingKeysWith: +)
      tallies[callback] = tally
    }
  }

  /// One note for each missing callback, in the order of the grammar.
  /// - Parameter observed: the callbacks that the recording shows for any subject.
  func notes(_ grammar: Grammar, _ observed: RecordedCallbacks) -> [TraceReport.Note] {
    tallies.sorted { $0.key < $1.key }.map { callback, tally in
      let missing = grammar.writtenName(callback)
      let most = tally.dependents.max { ($0.value, $1.key) < ($1.value, $0.key) }
      let dependent = grammar.writtenName(most?.key ?? callback)
      let others = tally.dependents.count > 1 ? " and others" : ""
      let often = tally.count == 1 ? "once" : "\(tally.count) times"
      let kind = grammar.subjects[grammar.callbacks[callback].subject].name
      var (whose, remedy) = ("", "add")
      if !observed.isSilent(callback) {
        whose = " about a \(kind) of this role or delegate"
        if tally.isOfUnknownRecorder {
          whose = " about this \(kind)"
          remedy = "record \"role\" or \"delegate\" with each event, or add"
        }
      }
      return TraceReport.Note(
        id: "depends-on-recording", event: Int(tally.event), line: Int(tally.line),
        count: tally.count,
        message:
          "not judged: \(dependent)\(others) without \(missing) (\(often)), because this recording never has \(missing)\(whose);"
          + " if your recorder does record it, \(remedy) \"records\": \"all\"")
    }
  }
}
