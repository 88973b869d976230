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
    var valueCount: UInt8 = 0
    var number: UInt8 = 0
  }

  /// How many callbacks are remembered, by the last bits of their numbers.
  private static var cellCount: Int { 64 }
  /// How many words of values are compared at most; there are two values in each.
  private static var wordCount: Int { MemberValues.slack / 2 }

  /// The member that identifies the narrow subject, by its index in an event.
  private let member: Int
  private let cells: UnsafeMutablePointer<Kind>
  /// For each cell the values of its kind.
  private let words: UnsafeMutablePointer<UInt64>
  /// All ones in the place of each value that matters: those of wider subjects, and all that are read from every call.
  private let asked: UnsafeMutablePointer<UInt64>
  /// For every name of the batch, the part of the subject that it identifies; `unknown` if it was not looked up.
  private var parts: ContiguousArray<UInt8> = []
  private static var unknown: UInt8 { .max }

  /// - Parameter compiled: a grammar that several checkers can check by.
  package init(_ compiled: CompiledGrammar) {
    let narrow = compiled.kinds.firstIndex { !$0.isWider } ?? 0
    member = compiled.kinds[narrow].member
    cells = .allocate(capacity: Self.cellCount)
    words = .allocate(capacity: Self.cellCount * Self.wordCount)
    words.initialize(repeating: 0, count: Self.cellCount * Self.wordCount)
    asked = .allocate(capacity: Self.wordCount)
    asked.initialize(repeating: 0, count: Self.wordCount)
    cells.initialize(repeating: Kind(), count: Self.cellCount)
    let members = compiled.membersToRead.union([compiled.kinds[compiled.widest].member])
    for member in members where member < MemberValues.slack {
      asked[member / 2] |= 0xFFFF_FFFF << UInt64(member % 2 * 32)
    }
  }

  deinit {
    cells.deallocate()
    words.deallocate()
    asked.deallocate()
  }

  /// Sorts the events of a batch.
  /// - Complexity: O(events).
  package mutating func sort(_ batch: inout EventBatch) {
    cells.update(repeating: Kind(), count: Self.cellCount)
    parts.removeAll(keepingCapacity: true)
    parts.append(contentsOf: repeatElement(Self.unknown, count: batch.names.count + 1))
    batch.sorted.removeAll(keepingCapacity: true)
    batch.sorted.reserveCapacity(batch.events.count)
    var kindCount: UInt8 = 0
    for index in 0..<batch.events.count {
      batch.sorted.append(sorted(batch.events[index], in: batch, &kindCount))
    }
  }

  @inline(__always)
  private mutating func sorted(
    _ event: EventRecord, in batch: borrowing EventBatch, _ kindCount: inout UInt8
  ) -> SortedEvent {
    guard event.kind == .delegate, event.phase == .whole, event.setCount == 0,
      Int(event.valueCount) <= MemberValues.slack, member < Int(event.valueCount)
    else { return .unsorted }
    let values = batch.values.row(at: Int(event.valueStart))
    let name = values[member]
    if name.isNone { return .unsorted }
    if parts[Int(name.rawValue)] == Self.unknown {
      parts[Int(name.rawValue)] = UInt8(SubjectPart.of(batch.names.bytes(name)))
    }
    let cell = cells + Int(event.callback.rawValue) & (Self.cellCount &- 1)
    let known = words + Int(event.callback.rawValue) & (Self.cellCount &- 1) &* Self.wordCount
    let wordCount = (Int(event.valueCount) &+ 1) / 2
    // A last word may have half of the next row.
    let rest: UInt64 = event.valueCount % 2 == 0 ? .max : 0xFFFF_FFFF
    var difference: UInt64 = 0
    let bytes = UnsafeRawPointer(values)
    for word in 0..<wordCount {
      let value = bytes.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
      let mask = word == wordCount &- 1 ? asked[word] & rest : asked[word]
      difference |= (value & mask) ^ known[word]
    }
    if difference != 0 || cell.pointee.callback != event.callback
      || cell.pointee.valueCount != event.valueCount
    {
      if kindCount == SortedEvent.kindLimit { return .unsorted }
      cell.pointee = Kind(
        callback: event.callback, valueCount: event.valueCount, number: kindCount)
      kindCount += 1
      for word in 0..<wordCount {
        let value = bytes.loadUnaligned(fromByteOffset: word &* 8, as: UInt64.self)
        known[word] = value & (word == wordCount &- 1 ? asked[word] & rest : asked[word])
      }
    }
    return SortedEvent(part: parts[Int(name.rawValue)], kind: cell.pointee.number)
  }
}
