internal import TraceModel

/// Reads the members of an event one after the other, in any order, and with any others among them.
struct MemberScanner: Sendable {
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

    @inline(__always)
    mutating func insert(_ bit: UInt64, _ hash: UInt64, _ batch: inout EventBatch) -> Bool {
      if bit == 0 { return batch.namesSeen.insert(hash, in: object) }
      if known & bit != 0 { return false }
      known |= bit
      return true
    }
  }

  /// Reads the object at an address, and notes its members so that similar events can be compared.
  /// - Returns: the address after the object; nil if it is left to jansson.
  func scan(
    _ start: UnsafeRawPointer, _ predictor: MemberPredictor, _ templates: EventTemplates,
    _ event: inout PendingEvent, _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    var names = Names(object: batch.namesSeen.beginObject())
    var last = MemberPredictor.start
    var address = start
    while true {
      var index = predictor.predict(address, after: last)
      if index == 0 {
        if last != MemberPredictor.start, let end = endOfObject(address, &event.space) {
          return event.finish() ? end : nil
        }
        index = predictor.find(address, after: last)
      }
      if index > 0 {
        let lead = predictor[index]
        if !names.insert(lead.pointee.bit, lead.pointee.nameHash, &batch) { return nil }
        address += Int(lead.pointee.length)
        event.space.lineEnds &+= Int(lead.pointee.lineEnds)
        // There may be different space before another value.
        if !lead.pointee.meaning.opensText { address = event.space.skip(address) }
      } else {
        guard let learned = scanLead(address, &event.space, &names, predictor, last, &batch) else {
          return nil
        }
        (index, address) = learned
      }
      last = index
      var meaning = predictor[index].pointee.meaning
      // There may be a string now where there was a number or nothing last time.
      if !meaning.opensText && address.byte == UInt8(ascii: "\"") {
        meaning.opensText = true
        address += 1
      }
      guard let end = values.read(meaning, address, &event, &batch) else { return nil }
      templates.note(meaning, address - start, end - start)
      address = end
    }
  }

  /// The address after the brace that closes the object here; nil if something else comes.
  @inline(__always)
  private func endOfObject(
    _ address: UnsafeRawPointer, _ space: inout SpaceSkipper
  ) -> UnsafeRawPointer? {
    if address.byte == UInt8(ascii: "}") { return address + 1 }
    if address.byte > 0x20 { return nil }
    var ahead = space
    let end = ahead.skip(address)
    if end.byte != UInt8(ascii: "}") { return nil }
    space = ahead
    return end + 1
  }

  /// Reads the long way from one value to the next, and learns what is between them.
  /// - Returns: the index of the lead and the address after it; nil if the event is left to jansson.
  private func scanLead(
    _ start: UnsafeRawPointer, _ space: inout SpaceSkipper, _ names: inout Names,
    _ predictor: MemberPredictor, _ last: Int, _ batch: inout EventBatch
  ) -> (index: Int, end: UnsafeRawPointer)? {
    let lineEnds = space.lineEnds
    var address = space.skip(start)
    let opening = last == MemberPredictor.start ? UInt8(ascii: "{") : UInt8(ascii: ",")
    if address.byte != opening { return nil }
    address = space.skip(address + 1)
    guard address.byte == UInt8(ascii: "\""), let name = ScannedText(address + 1) else {
      return nil
    }
    address = space.skip(name.end)
    if address.byte != UInt8(ascii: ":") { return nil }
    address = space.skip(address + 1)
    // Beyond the end of the bytes nothing is known.
    if address.byte == 0 { return nil }
    var lead = MemberPredictor.Lead()
    lead.meaning.opensText = address.byte == UInt8(ascii: "\"")
    if lead.meaning.opensText { address += 1 }
    name.withText { name in
      lead.nameHash = hashName(name, seed: nameHashSeed)
      if let known = table.find(ByteView(name)) {
        (lead.bit, lead.meaning.role, lead.meaning.member) = (known.bit, known.role, known.index)
      }
    }
    if !names.insert(lead.bit, lead.nameHash, &batch) { return nil }
    lead.lineEnds = UInt8(truncatingIfNeeded: space.lineEnds - lineEnds)
    let bytes = UnsafeRawBufferPointer(start: start, count: address - start)
    return (predictor.learn(lead, bytes, after: last), address)
  }
}
