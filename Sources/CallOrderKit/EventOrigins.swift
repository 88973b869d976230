internal import TraceFindings
internal import TraceModel
internal import TraceReading

/// What some events of a trace say of where they come from.
///
/// No rule depends on it, so it is read only for the events of listed violations, once these are known. A check need not
/// carry it along with every event.
struct EventOrigins {
  private static let file = 0
  private static let line = 1

  private var origins: [Int: EventOrigin] = [:]

  /// Reads a trace up to the last of the events.
  ///
  /// What cannot be read is not told: a check has reported it.
  /// - Parameters:
  ///   - events: the numbers of events, counted from 1.
  ///   - others: members to be told besides the file and its line.
  /// - Complexity: O(bytes up to the last event).
  init(
    _ others: [String], of events: Set<Int>, from source: any ByteSource,
    through batch: inout EventBatch,
    foreign: ForeignOptions
  ) {
    let wanted = events.sorted()[...]
    guard let last = wanted.last else { return }
    var rest = wanted
    var reader = TraceReader(
      source, members: EventMembers(single: ["file", "sourceLine"] + others, set: nil),
      foreign: foreign)
    var first = 1
    while first <= last, (try? reader.next(into: &batch)) == true {
      let next = first + batch.events.count
      while let number = rest.first, number < next {
        origins[number] = Self.origin(of: batch.events[number - first], others, in: batch)
        rest.removeFirst()
      }
      first = next
    }
  }

  /// What an event says; nothing for one that was not asked for.
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
