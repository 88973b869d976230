internal import TraceModel

/// Writes events, one at a time, as a batch that a checker reads.
struct EventWriter: ~Copyable {
  /// Names are forgotten when there are so many, so that the memory does not grow.
  private static let nameLimit = 64
  /// The length of a name in bytes beyond which the rest of it does not count, as for events that are read.
  private static let nameLengthLimit = 64 << 10

  private let members: EventMembers
  /// The event that was written last.
  private(set) var batch = EventBatch(byteCapacity: 0)
  /// The number of events so far.
  private(set) var eventCount = 0

  init(_ members: EventMembers) { self.members = members }

  /// Replaces the batch's event.
  mutating func write(_ event: Event) {
    batch.removeEvents(keepingNames: batch.names.count < Self.nameLimit)
    eventCount += 1
    batch.firstLine = eventCount
    var record = EventRecord()
    (record.kind, record.phase) = (event.kind, event.phase)
    if event.kind != .gap { record.callback = intern(event.callback) }
    if let time = event.time, time.isFinite { record.time = time }
    if let duration = event.duration, duration.isFinite, duration >= 0 {
      record.duration = duration
    }
    batch.addValues(members.single.count, to: &record)
    for member in event.members {
      switch member.value {
      case .text(let text):
        if let index = members.single.firstIndex(of: member.name) {
          batch.setValue(index, of: record, to: intern(text))
        } else {
          addIdentities([text], of: member.name, to: &record)
        }
      case .list(let names): addIdentities(names, of: member.name, to: &record)
      }
    }
    batch.events.append(record)
  }

  private mutating func addIdentities(
    _ names: [String], of member: String, to record: inout EventRecord
  ) {
    guard let set = members.sets.firstIndex(of: member) else { return }
    batch.beginSet(set, of: &record)
    for name in names { batch.sets.append(intern(name)) }
    batch.endSet(of: &record)
  }

  private mutating func intern(_ name: String) -> NameID {
    var name = name
    return name.withUTF8 {
      batch.names.intern(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).prefix(Self.nameLengthLimit)))
    }
  }
}
