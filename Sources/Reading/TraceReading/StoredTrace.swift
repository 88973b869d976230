package import TraceModel

/// A trace that was read as a whole.
package struct StoredTrace: Sendable {
  /// Its events.
  package private(set) var store: TraceStore
  /// What it says about itself.
  package private(set) var header = TraceHeader()
  /// What the reader noticed about the recording.
  package private(set) var notes: [ReadingNote] = []

  /// Reads a trace to its end.
  /// - Throws: `TraceError` with the position of the fault.
  package init(
    _ source: any ByteSource, members: EventMembers, limits: ReadingLimits = ReadingLimits(),
    foreign: ForeignOptions = ForeignOptions(), usesScanner: Bool = true
  ) throws(TraceError) {
    store = TraceStore(members: members)
    var reader = TraceReader(
      source, members: members, limits: limits, usesScanner: usesScanner, foreign: foreign)
    var batch = EventBatch(byteCapacity: TraceReader.batchSizeInBytes)
    while try reader.next(into: &batch) { take(batch) }
    (header, notes) = (reader.header, reader.notes)
  }

  /// Adds the events of a batch.
  private mutating func take(_ batch: borrowing EventBatch) {
    var known = [NameID](repeating: .none, count: batch.names.count + 1)
    func name(_ id: NameID, _ batch: borrowing EventBatch) -> NameID {
      if !id.isNone, known[Int(id.rawValue)].isNone {
        known[Int(id.rawValue)] = store.intern(batch.names.bytes(id))
      }
      return known[Int(id.rawValue)]
    }
    for index in 0..<batch.events.count {
      let event = batch.events[index]
      var draft = EventDraft(store.members)
      draft.callback = name(event.callback, batch)
      (draft.kind, draft.phase) = (event.kind, event.phase)
      (draft.time, draft.duration) = (event.time, event.duration)
      draft.line = UInt32(truncatingIfNeeded: batch.firstLine + Int(event.line))
      for member in draft.values.indices {
        draft.values[member] = name(batch.value(member, of: event), batch)
      }
      for set in draft.sets.indices where event.setCount > 0 {
        draft.sets[set] = batch.identities(inSet: set, of: event).map { name($0, batch) }
      }
      store.append(draft)
    }
  }
}
