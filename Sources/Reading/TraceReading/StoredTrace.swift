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
    var reader = StoreReader(
      source, members: members, limits: limits, usesScanner: usesScanner, foreign: foreign)
    while try reader.next(into: &store) {}
    (header, notes) = (reader.header, reader.notes)
  }
}
