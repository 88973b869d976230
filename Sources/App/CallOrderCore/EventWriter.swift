package import TraceModel

/// Writes events, one at a time, into a batch that a checker reads.
package struct EventWriter: ~Copyable {
  /// Where the values of a member go; nowhere if the grammar does not ask for the member.
  package struct Place: Sendable {
    fileprivate var value: Int?
    fileprivate var set: Int?
    /// Whether a list stands for its length.
    fileprivate var countsLists = false
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

  /// Where the values of the member with the name go.
  package func place(of member: String) -> Place { places[member] ?? Place() }

  /// Begins an event, which replaces the previous one.
  package mutating func begin(
    _ callback: String, kind: EventKind, phase: CallPhase, time: Double, duration: Double = .nan
  ) {
    batch.removeEvents(keepingNames: eventCount > 0 && batch.names.count < Self.nameLimit)
    eventCount += 1
    batch.firstLine = eventCount + lineOffset
    record = EventRecord()
    (record.kind, record.phase) = (kind, phase)
    if kind != .gap { record.callback = intern(callback) }
    if time.isFinite { record.time = time }
    if duration.isFinite, duration >= 0 { record.duration = duration }
    batch.addValues(members.single.count, to: &record)
  }

  /// Sets the value of a member.
  package mutating func set(_ place: Place, to text: String) {
    if let index = place.value {
      batch.setValue(index, of: record, to: intern(text))
    } else if place.set != nil {
      set(place, to: [text])
    }
  }

  /// Sets a member to an address, in the form that recordings use: `0x10290a3c0`.
  package mutating func set(_ place: Place, to address: UInt) {
    guard let index = place.value else { return }
    // SAFETY: an address has at most 16 digits, and `0x` takes two more. The table copies what was written.
    let name = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 18) { digits in
      var (start, rest) = (digits.count, address)
      repeat {
        start -= 1
        let digit = UInt8(truncatingIfNeeded: rest & 15)
        digits[start] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        rest >>= 4
      } while rest > 0
      start -= 2
      (digits[start], digits[start + 1]) = (UInt8(ascii: "0"), UInt8(ascii: "x"))
      return batch.names.intern(
        UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: digits[start...])))
    }
    batch.setValue(index, of: record, to: name)
  }

  /// Sets the values of a member.
  package mutating func set(_ place: Place, to texts: [String]) {
    if let set = place.set {
      batch.beginSet(set, of: &record)
      for text in texts { batch.sets.append(intern(text)) }
      batch.endSet(of: &record)
    } else if place.countsLists {
      set(place, to: String(texts.count))
    }
  }

  /// Ends the event.
  package mutating func end() {
    batch.events.append(record)
    batch.joinIdentities(members.joined)
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

extension EventWriter {
  /// Writes an event.
  mutating func write(_ event: Event) {
    begin(
      event.callback, kind: event.kind, phase: event.phase, time: event.time ?? .nan,
      duration: event.duration ?? .nan)
    for member in event.members {
      switch member.value {
      case .text(let text): set(place(of: member.name), to: text)
      case .list(let texts): set(place(of: member.name), to: texts)
      }
    }
    end()
  }
}
