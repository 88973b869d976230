internal import TraceModel

/// Reads the roles that events record: as indices of those that quirks ask for, and one more for any other.
struct RecordedRoles {
  /// The index of the role in an event; -1 where no quirk asks.
  private let member: Int
  private let asked: [String]
  /// What was read last in this batch: most events of a recording have the role of the one before.
  private var last: (name: NameID, role: Int32) = (.none, -1)

  init(_ quirks: QuirkQuestions) {
    member = quirks.roleMember ?? -1
    asked = quirks.roles
  }

  /// Forgets what the names of the batch before meant.
  mutating func forgetNames() { last = (.none, -1) }

  /// The role that an event records; -1 for none.
  /// - Complexity: O(1) where it is the one before, else O(bytes · roles).
  @inline(__always)
  mutating func role(of event: EventRecord, in batch: borrowing EventBatch) -> Int32 {
    if member < 0 { return -1 }
    let name = batch.value(member, of: event)
    if name.isNone { return -1 }
    if name != last.name { last = (name, index(of: batch.names.bytes(name))) }
    return last.role
  }

  private func index(of name: UnsafeRawBufferPointer) -> Int32 {
    Int32(asked.firstIndex { $0.utf8.elementsEqual(name) } ?? asked.count)
  }
}
