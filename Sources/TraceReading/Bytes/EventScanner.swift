internal import TraceModel

/// Reads events of the ordinary shape directly from their bytes: flat objects of plain strings, plain numbers and
/// literals, the members in any order, others among them.
///
/// It recognizes a subset of what jansson accepts and reads it as jansson would; for anything else it says
/// nothing, and the bytes go to jansson. Nothing is allocated.
struct EventScanner: Sendable {
  private let table: MemberTable
  private let valueCount: Int
  private let nameLimit: Int
  private let sizeLimit: Int

  init(members: EventMembers, limits: ReadingLimits) {
    precondition(
      MemberPredictor.byteCount + MembersSeen.byteCount <= EventBatch.scratchByteCount,
      "a batch has too little room for what is learned")
    table = MemberTable(members)
    valueCount = members.single.count
    nameLimit = limits.nameLengthInBytes
    sizeLimit = limits.eventSizeInBytes
  }

  /// Appends the event at an offset of the batch; nil, with nothing appended, for one of another shape.
  /// - Parameter allowsLineEnds: whether an event may span lines.
  /// - Returns: the offset after the event.
  func scan(_ start: Int, _ batch: inout EventBatch, allowsLineEnds: Bool) -> Int? {
    guard let base = UnsafeRawPointer(batch.bytes.baseAddress) else { return nil }
    let setCount = batch.sets.count
    var event = EventRecord()
    batch.addValues(valueCount, to: &event)
    var space = SpaceSkipper(allowsLineEnds: allowsLineEnds)
    guard let end = scanObject(base + start, &space, &event, &batch),
      end <= base + batch.byteCount, end - (base + start) <= sizeLimit
    else {
      batch.values.remove(from: Int(event.valueStart))
      batch.sets.removeLast(batch.sets.count - setCount)
      return nil
    }
    event.offset = UInt32(truncatingIfNeeded: start)
    event.length = UInt32(truncatingIfNeeded: end - (base + start))
    event.line = UInt32(truncatingIfNeeded: batch.lineEnds)
    batch.lineEnds += space.lineEnds
    batch.events.append(event)
    return end - base
  }

  /// What was learned from the batch and those before it, in this shape of trace.
  @inline(__always)
  private func predictor(
    _ batch: borrowing EventBatch, allowsLineEnds: Bool
  ) -> MemberPredictor {
    MemberPredictor(
      batch.scratch, context: table.signature &* 2 &+ (allowsLineEnds ? 1 : 0))
  }

  /// Stops the program where what was learned from a batch is not sound; for tests.
  func checkInvariants(of batch: borrowing EventBatch, allowsLineEnds: Bool) {
    predictor(batch, allowsLineEnds: allowsLineEnds).checkInvariants()
  }

  /// Reads the object at an address.
  ///
  /// Addresses are handed on by value, here and below, so that they stay in registers.
  /// - Returns: the address after the object; nil for one of another shape.
  @inline(__always)
  private func scanObject(
    _ start: UnsafeRawPointer, _ space: inout SpaceSkipper, _ event: inout EventRecord,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    let predictor = predictor(batch, allowsLineEnds: space.allowsLineEnds)
    var seen = MembersSeen(batch.scratch + MemberPredictor.byteCount)
    var last = MemberPredictor.start
    var address = start
    while true {
      var index = predictor.predict(address, after: last)
      if index == 0 {
        if last != MemberPredictor.start, let end = endOfObject(address, &space) {
          address = end
          break
        }
        index = predictor.find(address, after: last)
      }
      if index > 0 {
        let lead = predictor[index]
        if !seen.note(lead, address) { return nil }
        address += Int(lead.pointee.length)
        space.lineEnds &+= Int(lead.pointee.lineEnds)
      } else {
        guard let learned = scanLead(address, &space, &seen, predictor, after: last) else {
          return nil
        }
        (index, address) = learned
      }
      last = index
      let lead = predictor[index]
      // Where a number or nothing was last time there may be a string now.
      if lead.pointee.opensText || address.byte == UInt8(ascii: "\"") {
        if !lead.pointee.opensText { address += 1 }
        let end = endOfPlainText(address)
        if end.byte != UInt8(ascii: "\"") { return nil }
        let text = UnsafeRawBufferPointer(start: address, count: end - address)
        address = end + 1
        let role = lead.pointee.role
        if role == .unknown { continue }
        if role == .callback {
          if text.isEmpty || text.count > nameLimit { return nil }
          event.callback = batch.names.intern(text)
        } else if role == .value {
          if text.count > nameLimit { return nil }
          batch.setValue(Int(lead.pointee.member), of: event, to: batch.names.intern(text))
        } else if !takeText(role, text, &event) {
          return nil
        }
      } else if lead.pointee.role == .time, let number = PlainNumber(address) {
        event.time = number.value
        address = number.end
      } else {
        guard let end = scanOther(lead, address, &space, &seen, &event, &batch) else { return nil }
        address = end
      }
    }
    assert(
      {
        seen.checkInvariants()
        return true
      }())
    if seen.isGap { event.kind = .gap }
    return seen.isGap == event.callback.isNone ? address : nil
  }

  /// The address after the brace that closes the object here; nil where something else comes.
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

  /// Reads the long way from one value to the next, and learns it.
  /// - Returns: the index of the lead and the address after it; nil where the event is of another shape.
  private func scanLead(
    _ start: UnsafeRawPointer, _ space: inout SpaceSkipper, _ seen: inout MembersSeen,
    _ predictor: MemberPredictor, after last: Int
  ) -> (index: Int, end: UnsafeRawPointer)? {
    let lineEnds = space.lineEnds
    var address = space.skip(start)
    let opening = last == MemberPredictor.start ? UInt8(ascii: "{") : UInt8(ascii: ",")
    if address.byte != opening { return nil }
    address = space.skip(address + 1)
    if address.byte != UInt8(ascii: "\"") { return nil }
    let nameStart = address + 1
    let nameEnd = endOfPlainText(nameStart)
    if nameEnd.byte != UInt8(ascii: "\"") { return nil }
    address = space.skip(nameEnd + 1)
    if address.byte != UInt8(ascii: ":") { return nil }
    address = space.skip(address + 1)
    // What follows the end of the bytes is not what will be there.
    if address.byte == 0 { return nil }
    var lead = MemberPredictor.Lead()
    lead.opensText = address.byte == UInt8(ascii: "\"")
    if lead.opensText { address += 1 }
    let name = UnsafeRawBufferPointer(start: nameStart, count: nameEnd - nameStart)
    if let known = table.find(ByteView(name)) {
      (lead.bit, lead.role, lead.member) = (known.bit, known.role, known.index)
      if !seen.note(bit: lead.bit) { return nil }
    } else {
      lead.bit = predictor.bit(ofUnknown: name)
      if !seen.noteUnknown(name) || lead.bit != 0 && !seen.note(bit: lead.bit) { return nil }
    }
    lead.lineEnds = UInt8(truncatingIfNeeded: space.lineEnds - lineEnds)
    lead.nameStart = UInt8(truncatingIfNeeded: nameStart - start)
    lead.nameLength = UInt8(truncatingIfNeeded: name.count)
    let bytes = UnsafeRawBufferPointer(start: start, count: address - start)
    let index = predictor.learn(lead, bytes, after: last)
    // A name that got a bit just now was noted by its bytes alone.
    if lead.bit == 0 { _ = seen.note(bit: predictor[index].pointee.bit) }
    return (index, address)
  }

  /// Takes a string that only few events have; false for one that cannot be there.
  private func takeText(
    _ role: MemberRole, _ text: UnsafeRawBufferPointer, _ event: inout EventRecord
  ) -> Bool {
    switch role {
    case .kind:
      for kind in [EventKind.delegate, .notification, .action]
      where ByteView(text).isText(kind.name) {
        event.kind = kind
        return true
      }
      return false
    case .phase:
      guard let phase = CallPhase(name: ByteView(text)) else { return false }
      event.phase = phase
      return true
    case .time:
      guard let seconds = secondsSince1970(ByteView(text)) else { return false }
      event.time = seconds
      return true
    default: return false
    }
  }

  /// Reads a value that is no string.
  /// - Returns: the address after it; nil for one of another shape.
  private func scanOther(
    _ lead: UnsafeMutablePointer<MemberPredictor.Lead>, _ address: UnsafeRawPointer,
    _ space: inout SpaceSkipper, _ seen: inout MembersSeen, _ event: inout EventRecord,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    let role = lead.pointee.role
    if role == .value {
      // Event after event comes from the same process.
      if lead.pointee.generation == batch.names.generation {
        let length = batch.names.length(of: lead.pointee.name, ifAt: address)
        if length > 0, (address + length).byte == UInt8(ascii: ",") {
          batch.setValue(Int(lead.pointee.member), of: event, to: lead.pointee.name)
          return address + length
        }
      }
      guard let number = PlainNumber(address) else { return scanLiteral(role, address) }
      let digits = UnsafeRawBufferPointer(start: address, count: number.end - address)
      lead.pointee.name = batch.names.intern(digits)
      lead.pointee.generation = batch.names.generation
      batch.setValue(Int(lead.pointee.member), of: event, to: lead.pointee.name)
      return number.isWhole ? number.end : nil
    }
    if role == .set {
      return scanSet(address, &space, &event, &batch) ?? scanLiteral(role, address)
    }
    guard let number = PlainNumber(address) else { return scanLiteral(role, address) }
    switch role {
    case .unknown: return number.end
    case .duration:
      event.duration = number.value
      return number.value >= 0 ? number.end : nil
    case .lost:
      seen.isGap = true
      return number.isWhole && number.value >= 0 ? number.end : nil
    default: return nil
    }
  }

  private func scanSet(
    _ start: UnsafeRawPointer, _ space: inout SpaceSkipper, _ event: inout EventRecord,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    if start.byte != UInt8(ascii: "[") { return nil }
    event.setStart = UInt32(truncatingIfNeeded: batch.sets.count)
    var address = space.skip(start + 1)
    if address.byte == UInt8(ascii: "]") { return address + 1 }
    while true {
      if address.byte != UInt8(ascii: "\"") { return nil }
      let end = endOfPlainText(address + 1)
      let name = UnsafeRawBufferPointer(start: address + 1, count: end - (address + 1))
      if end.byte != UInt8(ascii: "\"") || name.count > nameLimit { return nil }
      batch.sets.append(batch.names.intern(name))
      address = space.skip(end + 1)
      if address.byte != UInt8(ascii: ",") { break }
      address = space.skip(address + 1)
    }
    event.setCount = UInt32(truncatingIfNeeded: batch.sets.count) - event.setStart
    return address.byte == UInt8(ascii: "]") ? address + 1 : nil
  }

  /// `null` stands for an absent member; the other literals only where nothing else is expected.
  private func scanLiteral(_ role: MemberRole, _ address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let word = UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))
    if word == 0x6C6C_756E { return role == .callback ? nil : address + 4 }  // null
    if role != .unknown { return nil }
    if word == 0x6575_7274 { return address + 4 }  // true
    return word == 0x736C_6166 && (address + 4).byte == 0x65 ? address + 5 : nil  // false
  }
}
