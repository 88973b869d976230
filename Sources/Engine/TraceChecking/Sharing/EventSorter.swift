internal import TraceGrammar
package import TraceModel

/// Sorts the events of a batch by whom they are about, and by what they are like, so that each of several checkers of a
/// trace can pass over those of the others.
///
/// Two events are alike if they have the same callback and the same values but for those that identify the narrow
/// subject and those that nobody asks for. One checker's finding that such an event changes nothing about wider subjects
/// then holds for the others, too, as long as nothing else happens to those.
package struct EventSorter: ~Copyable {
  /// An event of a kind that is remembered.
  private struct Kind: BitwiseCopyable {
    /// The callback as a name of the batch; none for an empty cell.
    var callback = NameID.none
    var number: UInt8 = 0
  }

  /// How many callbacks are remembered, by the last bits of their numbers.
  private static var cellCount: Int { 64 }

  /// The member that identifies the narrow subject, by its index in an event.
  private let member: Int
  /// The members whose values matter: those of wider subjects, and all that are read from every call.
  private let asked: UnsafeMutableBufferPointer<Int>
  /// How many values an event must have.
  private let valueCount: Int
  private let cells: UnsafeMutablePointer<Kind>
  /// For each cell the values of its kind, in the order of `asked`.
  private let values: UnsafeMutablePointer<NameID>
  /// For every name of the batch, the part of the subject that it identifies; `unknown` if it was not looked up.
  private var parts: UnsafeMutablePointer<UInt8>
  private var partCapacity = 1 << 10
  private static var unknown: UInt8 { .max }
  private var kindCount: UInt8 = 0

  /// - Parameter compiled: a grammar that several checkers can check by.
  package init(_ compiled: CompiledGrammar) {
    let narrow = compiled.kinds.firstIndex { !$0.isWider } ?? 0
    member = compiled.kinds[narrow].member
    valueCount = compiled.identityMembers.single.count
    let members = compiled.membersToRead.union([compiled.kinds[compiled.widest].member]).sorted()
    asked = .allocate(capacity: members.count)
    _ = asked.initialize(from: members)
    cells = .allocate(capacity: Self.cellCount)
    values = .allocate(capacity: Self.cellCount * members.count)
    values.initialize(repeating: .none, count: Self.cellCount * members.count)
    parts = .allocate(capacity: partCapacity)
  }

  deinit {
    asked.deallocate()
    cells.deallocate()
    values.deallocate()
    parts.deallocate()
  }

  /// Sorts the events of a batch.
  /// - Complexity: O(events).
  package mutating func sort(_ batch: inout EventBatch) {
    cells.update(repeating: Kind(), count: Self.cellCount)
    kindCount = 0
    if batch.names.count >= partCapacity {
      parts.deallocate()
      partCapacity = batch.names.count * 2
      parts = .allocate(capacity: partCapacity)
    }
    parts.initialize(repeating: Self.unknown, count: batch.names.count + 1)
    let events = batch.events.all
    let sorted = batch.sorted.makeRoom(events.count)
    for index in 0..<events.count {
      sorted[index] = self.sorted(events[index], in: batch)
    }
  }

  @inline(__always)
  private mutating func sorted(
    _ event: EventRecord, in batch: borrowing EventBatch
  ) -> SortedEvent {
    guard event.kind == .delegate, event.phase == .whole, event.setCount == 0,
      Int(event.valueCount) == valueCount
    else { return .unsorted }
    let row = batch.values.row(at: Int(event.valueStart))
    let name = row[member]
    if name.isNone { return .unsorted }
    let number = Int(event.callback.rawValue) & (Self.cellCount &- 1)
    let known = values + number &* asked.count
    var difference = cells[number].callback.rawValue ^ event.callback.rawValue
    let members = asked.baseAddress.unsafelyUnwrapped
    var place = 0
    while place < asked.count {
      difference |= row[members[place]].rawValue ^ known[place].rawValue
      place &+= 1
    }
    if difference != 0 && !learn(event, row, number) { return .unsorted }
    if parts[Int(name.rawValue)] == Self.unknown {
      parts[Int(name.rawValue)] = UInt8(SubjectPart.of(batch.names.bytes(name)))
    }
    return SortedEvent(part: parts[Int(name.rawValue)], kind: cells[number].number)
  }

  /// Remembers an event of a new kind.
  /// - Returns: false if there are too many kinds.
  @inline(never)
  private mutating func learn(
    _ event: EventRecord, _ row: UnsafePointer<NameID>, _ number: Int
  ) -> Bool {
    if kindCount == SortedEvent.kindLimit { return false }
    cells[number] = Kind(callback: event.callback, number: kindCount)
    kindCount += 1
    for place in 0..<asked.count { values[number * asked.count + place] = row[asked[place]] }
    return true
  }
}
