internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// Observes the recording itself: counts its events, and notes what is odd about them.
package struct RecordingObserver {
  /// The id of the note on subjects that cannot be told apart.
  package static let severalNote = "subjects-not-told-apart"
  /// The number of events so far, gap markers included.
  private(set) var eventCount: UInt32 = 0
  var notes = RecordingNotes()
  /// Notes on subjects that cannot be told apart.
  var undecided: [TraceReport.Note] = []
  /// Callbacks that would lead to findings if they were recorded.
  var missing = MissingCallbacks()
  /// The first event without an owner while no event had named one, its line, and the first event that names one.
  private var unowned: (event: UInt32, line: UInt32, next: UInt32?)?
  private var lastTime = -Double.infinity
  /// The greatest time so far.
  private(set) var latestTime = -Double.infinity
  /// Whether the present event has a time that is not greater than all before it.
  private(set) var isAtKnownTime = false
  /// The line of the present event, counted from 1.
  private(set) var line: UInt32 = 1
  /// The line of the first byte of the batch, counted from 1.
  private var firstLine = 1

  /// Counts lines from the start of a batch.
  mutating func begin(_ batch: borrowing EventBatch) { firstLine = batch.firstLine }

  /// Counts an event.
  /// - Returns: its line, counted from 1.
  @inline(__always)
  mutating func count(_ event: EventRecord) -> UInt32 {
    eventCount &+= 1
    line = UInt32(truncatingIfNeeded: firstLine &+ Int(event.line))
    isAtKnownTime = event.time <= latestTime
    if !event.time.isNaN {
      if event.time > latestTime { latestTime = event.time }
      if event.time < lastTime { notes.add(.timeGoesBackwards, event: eventCount, line: line) }
      lastTime = event.time
    }
    return line
  }

  /// Notes something odd at the present event.
  mutating func note(_ kind: RecordingNotes.Kind, line: UInt32, about subject: String = "") {
    notes.add(kind, event: eventCount, line: line, about: subject)
  }

  /// Notes whether the present event names its owner; what came before the first one that does names none.
  @inline(__always)
  mutating func noteOwner(isNamed: Bool, line: UInt32) {
    if isNamed {
      if unowned != nil, unowned?.next == nil { unowned?.next = eventCount }
    } else if unowned == nil {
      unowned = (eventCount, line, nil)
    }
  }

  /// Notes the events that came without an owner before others named one.
  /// - Parameter owner: the name of the kind of owner.
  mutating func noteUnowned(_ owner: String) {
    guard let unowned, let next = unowned.next, next > unowned.event else { return }
    notes.add(
      .ownerMissing, event: unowned.event, line: unowned.line, count: Int(next - unowned.event),
      about: owner)
  }

  /// Notes that subjects of a kind without identity turned out to be several.
  mutating func noteSeveral(_ kind: SubjectKind) {
    undecided.append(
      TraceReport.Note(
        id: Self.severalNote, event: Int(eventCount), line: Int(line),
        message:
          "there seem to be several \(SubjectCount.plural(of: kind.name)), and nothing tells them apart; record \(kind.quotedMembers)"
          + " with each event to have them checked"))
  }
}
