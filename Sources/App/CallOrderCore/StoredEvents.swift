internal import CallOrderEvents
internal import TraceModel

/// Events in memory as a trace, to which more can be added.
///
/// Each event counts as one line.
struct StoredEvents: Sendable {
  /// Where the values of a member go; nowhere if the grammar does not ask for the member.
  private struct Place {
    var value: Int?
    var set: Int?
    /// Whether a list stands for its length.
    var countsLists = false
  }

  /// The length of a name in bytes. Anything beyond it is ignored.
  private static let nameLengthLimit = 64 << 10

  private let lineOffset: Int
  private let places: [String: Place]
  /// The events so far.
  private(set) var store: TraceStore

  /// - Parameter lineOffset: how many lines come before that of the first event.
  init(_ members: EventMembers, lineOffset: Int = 0) {
    self.lineOffset = lineOffset
    var places: [String: Place] = [:]
    for (index, name) in members.single.enumerated() {
      places[name, default: Place()].value = index
      places[name]?.countsLists = index >= members.firstLoose
    }
    for (index, name) in members.sets.enumerated() { places[name, default: Place()].set = index }
    self.places = places
    store = TraceStore(members: members)
  }

  /// Adds an event at the end.
  mutating func append(_ event: RecordedEvent) {
    var draft = EventDraft(store.members)
    draft.line = UInt32(truncatingIfNeeded: store.events.count + 1 + lineOffset)
    switch event.kind {
    case .delegate: draft.kind = .delegate
    case .notification: draft.kind = .notification
    case .action: draft.kind = .action
    case .gap: draft.kind = .gap
    }
    switch event.phase {
    case nil: break
    case .begin: draft.phase = .begin
    case .end: draft.phase = .end
    }
    if event.kind != .gap { draft.callback = intern(event.callback) }
    if let time = event.time, time.isFinite { draft.time = time }
    if let duration = event.duration, duration.isFinite, duration >= 0 {
      draft.duration = duration
    }
    for member in event.allMembers {
      guard let place = places[member.name] else { continue }
      if case .list(let texts) = member.value {
        set(place, to: texts, &draft)
      } else if let index = place.value {
        draft.values[index] = intern(member.value.text)
      } else {
        set(place, to: [member.value.text], &draft)
      }
    }
    store.append(draft)
  }

  private mutating func set(_ place: Place, to texts: [String], _ draft: inout EventDraft) {
    if let set = place.set {
      for text in texts { draft.sets[set].append(intern(text)) }
    } else if let index = place.value, place.countsLists {
      draft.values[index] = intern(String(texts.count))
    }
  }

  private mutating func intern(_ name: String) -> NameID {
    var name = name
    // SAFETY: the store copies the bytes during the call.
    return name.withUTF8 {
      store.intern(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0).prefix(Self.nameLengthLimit)))
    }
  }
}
