internal import TraceFindings
internal import TraceModel
internal import TraceReading

/// Where the events of a trace come from, as the events themselves say.
struct EventOrigins {
  private let store: TraceStore
  private let file: Int?
  private let line: Int?
  private let others: [(name: String, member: Int)]

  /// - Parameter others: the members that are told besides the file and its line.
  init(_ store: TraceStore, telling others: [String]) {
    self.store = store
    func member(_ name: String) -> Int? { store.members.single.firstIndex(of: name) }
    (file, line) = (member("file"), member("sourceLine"))
    self.others = others.compactMap { name in member(name).map { (name, $0) } }
  }

  /// The origin of an event, counted from 1.
  subscript(number: Int) -> EventOrigin {
    guard store.events.indices.contains(number - 1) else { return EventOrigin() }
    let event = store.events[number - 1]
    func text(_ member: Int?) -> String? {
      guard let member else { return nil }
      let value = store.value(member, of: event)
      return value.isNone ? nil : store.names.string(value)
    }
    var origin = EventOrigin()
    if let path = text(file), !path.isEmpty {
      origin.file = path
      origin.line = text(line).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    origin.members = others.compactMap { other in
      text(other.member).map { RecordedMember(name: other.name, value: $0) }
    }
    return origin
  }
}
