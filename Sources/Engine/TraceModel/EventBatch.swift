/// Some consecutive events of one trace, with the bytes they were read from.
///
/// A reader fills a batch, a checker looks at it, and then it is filled again. It keeps its memory.
@usableFromInline
package struct EventBatch: ~Copyable, @unchecked Sendable {
  // SAFETY: the batch alone owns both blocks, so it may move between threads. Whoever sets `byteCount` has reserved
  // that many bytes, so the slack behind them is there. Pointers into the bytes are used only until these are moved or
  // freed, and never after the call that got them.

  /// The bytes of the events and what is between them; the first `byteCount` are valid.
  package private(set) var bytes: UnsafeMutableRawBufferPointer
  /// How many bytes are valid.
  package var byteCount = 0
  /// The events in order.
  @usableFromInline package var events = EventRecords()
  /// The names that the events refer to.
  package var names = NameTable()
  /// The values of the members that a grammar asks for, event by event.
  @usableFromInline package var values = MemberValues()
  /// Identities that come as sets, event by event. The identities of an event belong to the first set up to a separator,
  /// which is no name, then to the second set up to the next separator.
  @usableFromInline package var sets: ContiguousArray<NameID> = []
  /// The line of the first byte in its trace, counted from 1.
  package var firstLine = 1
  /// The number of line ends in the bytes that the events were read from.
  package var lineEnds = 0
  /// Memory for a reader's notes, initially zeros.
  package let scratch: UnsafeMutableRawPointer
  /// The number of bytes in `scratch`.
  package static let scratchByteCount = 16_384
  /// How often the batch was emptied. A reader's notes about its bytes and names are valid until the next time.
  package private(set) var fillings: UInt = 0
  /// The names of members that a reader saw in the current event.
  @usableFromInline package var namesSeen = NamesSeen()

  /// How many bytes behind the valid ones may be read. They are zeros after `terminate()`.
  package static let slack = 64

  /// Creates an empty batch with room for this many bytes.
  package init(byteCapacity: Int) {
    bytes = .allocate(byteCount: byteCapacity + Self.slack, alignment: 64)
    scratch = .allocate(byteCount: Self.scratchByteCount, alignment: 64)
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: Self.scratchByteCount)
  }

  deinit {
    bytes.deallocate()
    scratch.deallocate()
  }

  /// Forgets the events and, unless they are kept, the names. Keeps bytes and memory.
  package mutating func removeEvents(keepingNames: Bool = false) {
    fillings &+= 1
    events.removeAll()
    values.remove(from: 0)
    sets.removeAll(keepingCapacity: true)
    if !keepingNames { names.removeAll() }
    lineEnds = 0
  }

  /// Makes room for this many bytes, and keeps the existing ones.
  package mutating func reserveBytes(_ capacity: Int) {
    if capacity + Self.slack <= bytes.count { return }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity + Self.slack, alignment: 64)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount]))
    bytes.deallocate()
    bytes = larger
  }

  /// Writes zeros behind the valid bytes, so that reading ahead comes to an end.
  package func terminate() {
    let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[byteCount..<(byteCount + Self.slack)])
    rest.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The value of the member with the given index in an event of the batch; none if it is absent.
  @inlinable package func value(_ member: Int, of event: EventRecord) -> NameID {
    if member >= Int(event.valueCount) { return .none }
    return values[Int(event.valueStart) &+ member]
  }

  /// The identities that an event has in the set with the given index.
  /// - Complexity: O(identities).
  package func identities(inSet set: Int, of event: EventRecord) -> [NameID] {
    if event.setCount == 0 { return [] }
    var current = 0
    var names: [NameID] = []
    for name in sets[Int(event.setStart)..<Int(event.setStart + event.setCount)] {
      if name.isNone {
        current = 1 - current
      } else if current == set {
        names.append(name)
      }
    }
    return names
  }

  /// Begins the identities of a set of an event, after those of another set that it may have.
  /// - Returns: the index in `sets` where the event's identities begin.
  package mutating func beginSet(_ set: Int, of event: inout EventRecord) {
    if event.setCount == 0 { event.setStart = UInt32(truncatingIfNeeded: sets.count) }
    let before = sets[Int(event.setStart)...].count(where: \.isNone)
    if before % 2 != set { sets.append(.none) }
  }

  /// Ends the identities of a set of an event.
  package mutating func endSet(of event: inout EventRecord) {
    // A set without identities leaves nothing behind.
    if sets.count > Int(event.setStart), sets[sets.count - 1].isNone { sets.removeLast() }
    event.setCount = UInt32(truncatingIfNeeded: sets.count) - event.setStart
  }

  /// Removes the last identities of sets, so that this many are left.
  @inlinable package mutating func removeSets(from count: Int) {
    if sets.count > count { sets.removeLast(sets.count - count) }
  }

  /// Removes the event that was added last, with its values and identities.
  package mutating func removeLastEvent() {
    let event = events.removeLast()
    values.remove(from: Int(event.valueStart))
    if event.setCount > 0 { sets.removeSubrange(Int(event.setStart)...) }
  }

  /// Makes room for the values of an event, all of them absent.
  @inlinable package mutating func addValues(_ count: Int, to event: inout EventRecord) {
    event.valueStart = UInt32(truncatingIfNeeded: values.addRow(count))
    event.valueCount = UInt8(truncatingIfNeeded: count)
  }

  /// Sets the value of the member with the given index, which the event has room for.
  @inlinable package mutating func setValue(
    _ member: Int, of event: EventRecord, to value: NameID
  ) {
    values[Int(event.valueStart) &+ member] = value
  }

  /// Traps if the batch is inconsistent; for tests.
  /// - Complexity: O(events + values + names).
  package func checkInvariants() {
    names.checkInvariants()
    namesSeen.checkInvariants()
    precondition(byteCount + Self.slack <= bytes.count)
    for index in 0..<values.count { precondition(values[index].rawValue <= UInt32(names.count)) }
    precondition(sets.allSatisfy { $0.rawValue <= UInt32(names.count) })
    var last = EventRecord()
    for event in events.all {
      precondition(event.offset >= last.offset && event.line >= last.line, "events are in order")
      precondition(Int(event.offset) + Int(event.length) <= byteCount)
      precondition(Int(event.line) <= lineEnds)
      precondition(Int(event.valueStart) + Int(event.valueCount) <= values.count)
      precondition(Int(event.setStart) + Int(event.setCount) <= sets.count)
      // A gap may name the callback that was perhaps lost there.
      precondition(event.kind == .gap || !event.callback.isNone)
      precondition(event.callback.rawValue <= UInt32(names.count))
      last = event
    }
  }
}
