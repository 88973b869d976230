internal import TraceFindings
internal import TraceModel
internal import TraceReading

/// Where some events of a trace come from, as the events themselves say.
///
/// No rule depends on it, so it is read only for the events of listed findings, once these are known. That way a check
/// does not have to carry it along with every event.
struct EventOrigins {
  private static let file = 0
  private static let line = 1

  private var origins: [Int: EventOrigin] = [:]

  /// An event whose origin is wanted.
  struct Place: Hashable, Comparable {
    /// Its number, counted from 1.
    var event: Int
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
  ///   - places: where some events begin, as a reader of the same trace has found.
  /// - Complexity: O(bytes up to the last event); if places are known, at most some thousand events are read for each of the
  ///   wanted ones.
  init(
    _ others: [String], besides shown: Set<String>, of events: Set<Place>,
    from source: any ByteSource, at places: EventPlaces = EventPlaces(), foreign: ForeignOptions
  ) {
    var wanted = events.sorted()[...]
    let known = shown.union(others)
    // Whatever a value is, it must not end the reading.
    let members = EventMembers(
      single: ["file", "sourceLine"] + others + [EventMembers.logLine], sets: [], firstLoose: 0,
      firstLenient: 0)
    var store = TraceStore(members: members)
    var reader = StoreReader(source, members: members, foreign: foreign)
    reader.keepBytes(ofEvents: wanted.filter(\.tellsOthers).map(\.event), at: places)
    var hasMore = true
    while hasMore, let next = wanted.first {
      reader.skip(toEvent: next.event, in: &store)
      hasMore = (try? reader.next(into: &store)) ?? false
      while let place = wanted.first,
        place.event - reader.earlierCount <= store.events.count
      {
        wanted.removeFirst()
        // Only a log has a text for each event.
        let told = reader.isForeign ? others + [EventMembers.logLine] : others
        let event = store.events[place.event - reader.earlierCount - 1]
        var origin = Self.origin(of: event, told, in: store)
        // Events of foreign formats have other shapes, so nothing is kept of them.
        if let bytes = reader.takeBytes(ofEvent: place.event) {
          origin.members += OtherMembers.read(bytes, besides: known)
        }
        origins[place.event] = origin
      }
    }
  }

  /// The origin of an event; empty for an event that was not asked for.
  subscript(event: Int) -> EventOrigin { origins[event] ?? EventOrigin() }

  private static func origin(
    of event: StoredEvent, _ others: [String], in store: TraceStore
  ) -> EventOrigin {
    func text(_ member: Int) -> String? {
      let value = store.value(member, of: event)
      return value.isNone ? nil : store.names.string(value)
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
