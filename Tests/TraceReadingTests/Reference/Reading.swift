import TraceModel
import TraceReading

extension EventMembers {
  /// The members that UIKit's grammar declares.
  static let uiScene = EventMembers(single: ["process", "session", "scene"], set: "sessions")
}

/// Everything that a reader stores for one event, in a form that can be compared.
struct ReadEvent: Equatable {
  var line = 1
  var callback: [UInt8]?
  /// By member, in the order of `EventMembers.single`.
  var values: [[UInt8]?] = []
  /// By member, in the order of `EventMembers.sets`.
  var sets: [[[UInt8]]] = []
  var kind = EventKind.delegate
  var phase = CallPhase.whole
  /// The bits of the number, which distinguish -0 from 0, and make NaN comparable.
  var time = Double.nan.bitPattern
  var duration = Double.nan.bitPattern
}

/// Everything that a reader returns for a text. Before a fault, it has the events that come before it.
struct Reading: Equatable {
  var events: [ReadEvent] = []
  var header = TraceHeader()
  var notes: [ReadingNote] = []
  var error: TraceError?

  /// How to read a text.
  struct Manner {
    var members = EventMembers.uiScene
    var limits = ReadingLimits()
    var usesScanner = true
    /// How many bytes the source returns at once.
    var step = 1 << 20
    /// How many bytes are read at a time.
    var chunkSize = 256 << 10
    /// Whether that many are waited for.
    var fillsUp = true
  }

  init() {}

  init(_ bytes: [UInt8], _ manner: Manner) {
    self.init(DrippingSource(bytes, step: manner.step), manner)
  }

  init(_ source: any ByteSource, _ manner: Manner) {
    var store = TraceStore(members: manner.members)
    var reader = StoreReader(
      source, members: manner.members, limits: manner.limits, usesScanner: manner.usesScanner,
      chunkSize: manner.chunkSize, fillsUp: manner.fillsUp)
    do throws(TraceError) {
      while try reader.next(into: &store) {}
      (header, notes) = (reader.header, reader.notes)
    } catch {
      self.error = error
    }
    for index in store.events.indices {
      events.append(ReadEvent(at: index, in: store))
    }
  }

  /// The first difference from another reading, in words; nil if they are the same.
  func difference(from other: Reading) -> String? {
    if error != other.error { return "\(words(error)) and \(words(other.error))" }
    for (index, (mine, its)) in zip(events, other.events).enumerated() where mine != its {
      let fields = zip(Mirror(reflecting: mine).children, Mirror(reflecting: its).children)
        .map { ($0.label ?? "", "\($0.value)", "\($1.value)") }.filter { $0.1 != $0.2 }
      return "event \(index + 1): "
        + fields.map { "\($0.0) is \($0.1) and \($0.2)" }.joined(separator: ", ")
    }
    if events.count != other.events.count {
      return "\(events.count) and \(other.events.count) events"
    }
    if notes != other.notes { return "\(notes) and \(other.notes)" }
    return header == other.header || error != nil ? nil : "\(header) and \(other.header)"
  }

  private func words(_ error: TraceError?) -> String {
    guard let error else { return "no error" }
    return error.position.map { "\($0.line):\($0.column) \(error.message)" } ?? error.message
  }
}

extension ReadEvent {
  fileprivate init(at index: Int, in store: TraceStore) {
    func bytes(_ name: NameID) -> [UInt8]? { name.isNone ? nil : Array(store.names[name]) }
    let event = store.events[index]
    line = Int(event.line)
    callback = bytes(store.callback(of: event.how))
    values = store.members.single.indices.map { bytes(store.value($0, of: event)) }
    sets = store.members.sets.indices.map {
      store.identities(inSet: $0, of: event.who).map { bytes($0) ?? [] }
    }
    kind = store.kind(of: event.how)
    phase = store.phase(of: event.how)
    time = event.time.bitPattern
    duration = store.duration(of: index).bitPattern
  }
}
