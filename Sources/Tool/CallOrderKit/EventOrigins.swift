internal import TraceFindings
internal import TraceModel
internal import TraceReading

/// Where some events of a trace come from, as the events themselves say.
///
/// No rule depends on it, so it is read only for the events of listed violations, once these are known. That way a check
/// does not have to carry it along with every event.
struct EventOrigins {
  private static let file = 0
  private static let line = 1

  private var origins: [Int: EventOrigin] = [:]

  /// The number and the line of an event, both counted from 1.
  struct Place: Hashable, Comparable {
    var event: Int
    var line: Int
    /// Whether members that no rule asks for are read as well.
    var tellsOthers = true

    static func < (left: Place, right: Place) -> Bool { left.event < right.event }
  }

  /// Reads a trace up to the last of the events.
  ///
  /// Errors are ignored: the check has already reported them.
  /// - Parameters:
  ///   - others: members to include besides the file and its line; they come before those that no rule asks for.
  ///   - shown: members that a report shows anyway.
  ///   - places: where some batches begin.
  /// - Complexity: O(bytes up to the last event); in our own format only the batches that hold the events are read, and
  ///   of JSON Lines only their lines are decoded.
  init(
    _ others: [String], besides shown: Set<String>, of events: Set<Place>,
    from source: any ByteSource, at places: BatchPlaces = BatchPlaces(),
    through batch: inout EventBatch,
    foreign: ForeignOptions
  ) {
    var wanted = events.sorted()[...]
    let known = shown.union(others)
    var reader = TraceReader(
      source,
      members: EventMembers(
        single: ["file", "sourceLine"] + others + [EventMembers.logLine], set: nil),
      foreign: foreign)
    reader.skipAll(but: wanted.map { ($0.event, $0.line) }, at: places)
    while !wanted.isEmpty {
      guard (try? reader.next(into: &batch)) == true else { return }
      // Skipped events are not counted, so the others are found by their lines.
      let isByLine = reader.hasSkipped
      let first = reader.eventCount - batch.events.count + 1
      while let place = wanted.first {
        let index =
          isByLine ? Self.index(ofLine: place.line, in: batch) : place.event - first
        if index >= batch.events.count { break }
        wanted.removeFirst()
        if isByLine && batch.firstLine + Int(batch.events[index].line) != place.line { continue }
        // Only a log has a text for each event.
        let told = reader.isForeign ? others + [EventMembers.logLine] : others
        var origin = Self.origin(of: batch.events[index], told, in: batch)
        // Events of foreign formats have other shapes.
        if place.tellsOthers, !reader.isForeign {
          origin.members += OtherMembers.read(
            batch.copiedBytes(of: batch.events[index]), besides: known)
        }
        origins[place.event] = origin
      }
    }
  }

  /// The index of the first event of a batch at or after a line; the number of events where there is none.
  /// - Complexity: O(log events).
  private static func index(ofLine line: Int, in batch: borrowing EventBatch) -> Int {
    var range = 0..<batch.events.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let isBefore = batch.firstLine + Int(batch.events[middle].line) < line
      range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// The origin of an event; empty for an event that was not asked for.
  subscript(event: Int) -> EventOrigin { origins[event] ?? EventOrigin() }

  private static func origin(
    of event: EventRecord, _ others: [String], in batch: borrowing EventBatch
  ) -> EventOrigin {
    func text(_ member: Int) -> String? {
      let value = batch.value(member, of: event)
      return value.isNone ? nil : batch.names.string(value)
    }
    var origin = EventOrigin()
    if let path = text(file), !path.isEmpty {
      origin.file = path
      origin.line = text(line).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    origin.members = others.enumerated().compactMap { index, name in
      text(line + 1 + index).map { RecordedMember(name: name, value: $0) }
    }
    return origin
  }
}
