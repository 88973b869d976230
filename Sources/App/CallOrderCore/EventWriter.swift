internal import CallOrderEvents
internal import TraceModel

/// Writes events, one at a time, into a batch that a checker reads.
struct EventWriter: ~Copyable {
  /// Where the values of a member go; nowhere if the grammar does not ask for the member.
  private struct Place {
    var value: Int?
    var set: Int?
    /// Whether a list stands for its length.
    var countsLists = false
  }

  /// After this many names, all are forgotten, so that the memory does not grow.
  private static let nameLimit = 64
  /// The length of a name in bytes. Anything beyond it is ignored, as for events that are read.
  private static let nameLengthLimit = 64 << 10

  private let members: EventMembers
  private let lineOffset: Int
  private let places: [String: Place]
  private var record = EventRecord()
  /// The event that was written last.
  private(set) var batch = EventBatch(byteCapacity: 0)
  /// The number of events so far.
  private(set) var eventCount = 0

  /// - Parameter lineOffset: how many lines come before that of the first event.
  init(_ members: EventMembers, lineOffset: Int = 0) {
    (self.members, self.lineOffset) = (members, lineOffset)
    var places: [String: Place] = [:]
    for (index, name) in members.single.enumerated() {
      places[name, default: Place()].value = index
      places[name]?.countsLists = index >= members.firstLoose
    }
    for (index, name) in members.sets.enumerated() { places[name, default: Place()].set = index }
    self.places = places
  }

  /// Writes an event, which replaces the previous one.
  mutating func write(_ event: RecordedEvent) {
    batch.removeEvents(keepingNames: eventCount > 0 && batch.names.count < Self.nameLimit)
    eventCount += 1
    batch.firstLine = eventCount + lineOffset
    record = EventRecord()
    switch event.kind {
    case .delegate: record.kind = .delegate
    case .notification: record.kind = .notification
    case .action: record.kind = .action
    case .gap: record.kind = .gap
    }
    switch event.phase {
    case nil: break
    case .begin: record.phase = .begin
    case .end: record.phase = .end
    }
    if event.kind != .gap { record.callback = intern(event.callback) }
    if let time = event.time, time.isFinite { record.time = time }
    if let duration = event.duration, duration.isFinite, duration >= 0 {
      record.duration = duration
    }
    batch.addValues(members.single.count, to: &record)
    for member in event.allMembers {
      guard let place = places[member.name] else { continue }
      if case .list(let texts) = member.value {
        set(place, to: texts)
      } else {
        set(place, to: member.value.text)
      }
    }
    batch.events.append(record)
    batch.joinIdentities(members.joined)
  }

  private mutating func set(_ place: Place, to text: String) {
    if let index = place.value {
      batch.setValue(index, of: record, to: intern(text))
    } else if place.set != nil {
      set(place, to: [text])
    }
  }

  private mutating func set(_ place: Place, to texts: [String]) {
    if let set = place.set {
      batch.beginSet(set, of: &record)
      for text in texts { batch.sets.append(intern(text)) }
      batch.endSet(of: &record)
    } else if place.countsLists {
      set(place, to: String(texts.count))
    }
  }

  private mutating func intern(_ name: String) -> NameID {
    var name = name
    // SAFETY: the table copies the bytes during the call.
    return name.withUTF8 {
      batch.names.intern(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).prefix(Self.nameLengthLimit)))
    }
  }
}
