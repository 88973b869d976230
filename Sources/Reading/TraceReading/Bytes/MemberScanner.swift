internal import TraceModel

/// Reads the members of an event one after the other, in any order, and with any others among them.
struct MemberScanner: Sendable {
  // SAFETY: addresses are as in `ValueReader`: within the batch's bytes, or at the zero behind them, where all reading
  // stops.
  private let table: MemberTable
  private let values: ValueReader

  /// A number that identifies the members with a meaning.
  var signature: UInt { table.signature }

  init(_ table: MemberTable, _ values: ValueReader) { (self.table, self.values) = (table, values) }

  /// The names of an event so far: no name may come twice.
  private struct Names {
    /// The bits of the members with a meaning.
    var known: UInt64 = 0
    /// The number of the event's object, for the names of others.
    let object: UInt64

    mutating func insert(
      _ name: UnsafeRawBufferPointer, _ entry: MemberTable.Entry?, _ batch: inout EventBatch
    ) -> Bool {
      guard let entry else {
        return batch.namesSeen.insert(hashName(name, seed: nameHashSeed), in: object)
      }
      if known & entry.bit != 0 { return false }
      known |= entry.bit
      return true
    }
  }

  /// Reads the object at an address, and notes its members so that similar events can be compared.
  /// - Returns: the address after the object; nil if it is left to jansson.
  func scan(
    _ start: UnsafeRawPointer, _ templates: EventTemplates, _ event: inout PendingEvent,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    if start.byte != UInt8(ascii: "{") { return nil }
    var names = Names(object: batch.namesSeen.beginObject())
    var address = event.space.skip(start + 1)
    while true {
      guard address.byte == UInt8(ascii: "\""), let name = ScannedText(address + 1) else {
        return nil
      }
      address = event.space.skip(name.end)
      if address.byte != UInt8(ascii: ":") { return nil }
      address = event.space.skip(address + 1)
      var meaning = ValueMeaning()
      let isNew = name.withText { name in
        let entry = table.find(ByteView(name))
        if let entry { (meaning.role, meaning.member) = (entry.role, entry.index) }
        return names.insert(name, entry, &batch)
      }
      if !isNew { return nil }
      meaning.opensText = address.byte == UInt8(ascii: "\"")
      if meaning.opensText { address += 1 }
      guard let end = values.read(meaning, address, &event, &batch) else { return nil }
      templates.note(meaning, address - start, end - start)
      address = event.space.skip(end)
      if address.byte == UInt8(ascii: "}") { return event.finish() ? address + 1 : nil }
      if address.byte != UInt8(ascii: ",") { return nil }
      address = event.space.skip(address + 1)
    }
  }
}
