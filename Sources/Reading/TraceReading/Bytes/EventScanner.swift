internal import TraceModel

/// Reads events directly from their bytes: by comparison if they resemble an earlier one, otherwise member by member.
///
/// This folder is the fast way to read. Nothing outside depends on how it works: `EventDecoder` reads every event with
/// jansson alone, with the same result, and takes more than ten times as long. An ordinary event takes 0.1 µs by
/// comparison and 0.5 µs member by member.
///
/// It reads what jansson accepts as jansson would. It does not handle a few things, such as values nested very deeply,
/// nor anything that is invalid; those bytes go to jansson. It allocates nothing for ordinary events.
struct EventScanner: Sendable {
  /// The context of remembered bytes. Their meaning depends on the members, the shape of the trace, and the filling of
  /// the batch.
  struct Context: Equatable, BitwiseCopyable {
    var members: UInt
    var filling: UInt
  }

  // SAFETY: `base` and the event's record stay in place while an event is read, as nothing adds bytes, events or rows
  // then. What agrees or is read has no zero, so no address passes the one behind the bytes. Samples are events of the
  // same filling, so they are in the bytes, too.
  private let members: MemberScanner
  private let values: ValueReader
  private let valueCount: Int
  private let sizeLimit: Int

  init(members: EventMembers, limits: ReadingLimits) {
    precondition(
      EventTemplates.byteCount <= EventBatch.scratchByteCount,
      "a batch has too little room for what is learned")
    values = ValueReader(nameLimit: limits.nameLengthInBytes)
    self.members = MemberScanner(MemberTable(members), values)
    valueCount = members.single.count
    sizeLimit = limits.eventSizeInBytes
  }

  /// Appends the event at an offset of the batch; nil, with nothing appended, if it is left to jansson.
  /// - Parameter allowsLineEnds: whether an event may span lines.
  /// - Returns: the offset after the event.
  func scan(_ start: Int, _ batch: inout EventBatch, allowsLineEnds: Bool) -> Int? {
    guard let base = UnsafeRawPointer(batch.bytes.baseAddress) else { return nil }
    let setCount = batch.sets.count
    let context = context(batch, allowsLineEnds: allowsLineEnds)
    let templates = EventTemplates(batch.scratch, context)
    batch.namesSeen.beginEvent()
    let valueStart = batch.values.makeRoom(valueCount)
    // It is written where it stays. If it were copied right after its numbers were written, the processor would have to
    // wait for them: it cannot read several of them at once before they have reached its cache.
    var event = PendingEvent(
      record: batch.events.next(), space: SpaceSkipper(allowsLineEnds: allowsLineEnds))
    var end: UnsafeRawPointer?
    for number in 0..<templates.count {
      end = scan(base + start, base, like: number, of: templates, valueStart, &event, &batch)
      if end != nil { break }
      batch.removeSets(from: setCount)
    }
    if end == nil {
      end = scanMembers(base + start, templates, valueStart, &event, &batch)
    }
    guard let end, end <= base + batch.byteCount, end - (base + start) <= sizeLimit else {
      batch.values.remove(from: valueStart)
      batch.removeSets(from: setCount)
      templates.forgetNoted()
      return nil
    }
    event.record.pointee.offset = UInt32(truncatingIfNeeded: start)
    event.record.pointee.length = UInt32(truncatingIfNeeded: end - (base + start))
    event.record.pointee.line = UInt32(truncatingIfNeeded: batch.lineEnds)
    batch.lineEnds &+= event.space.lineEnds
    batch.events.takeNext()
    if templates.hasNoted {
      templates.learn(event.record.pointee, in: base, row: batch.values.row(at: valueStart))
    }
    return end - base
  }

  /// Reads the object at an address member by member.
  /// - Returns: the address after the object; nil if it is left to jansson.
  @inline(never)
  private func scanMembers(
    _ start: UnsafeRawPointer, _ templates: EventTemplates, _ valueStart: Int,
    _ event: inout PendingEvent, _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    var blank = EventRecord()
    blank.valueStart = UInt32(truncatingIfNeeded: valueStart)
    blank.valueCount = UInt8(truncatingIfNeeded: valueCount)
    event.record.initialize(to: blank)
    event.isGap = false
    event.space.lineEnds = 0
    batch.values.row(at: valueStart).update(repeating: .none, count: valueCount)
    return members.scan(start, templates, &event, &batch)
  }

  /// Reads the object at an address if it resembles another one.
  ///
  /// Here and below, addresses are passed by value so that they stay in registers.
  /// - Returns: the address after the object; nil if it does not resemble the other one.
  @inline(__always)
  private func scan(
    _ start: UnsafeRawPointer, _ base: UnsafeRawPointer, like number: Int,
    of templates: EventTemplates, _ valueStart: Int, _ event: inout PendingEvent,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    let (index, template) = templates.candidate(number)
    event.record.initialize(to: template.prototype.pointee)
    event.record.pointee.valueStart = UInt32(truncatingIfNeeded: valueStart)
    event.isGap = false
    event.space.lineEnds = template.lineEnds
    let row = batch.values.writeRow(at: valueStart, valueCount, template.row)
    let sample = base + Int(template.prototype.pointee.offset)
    var address = start
    var part = template.parts
    while true {
      let length = Int(part.pointee.length)
      if !bytesAgree(address, sample + Int(part.pointee.start), length) { return nil }
      address += length
      let end: UnsafeRawPointer?
      switch part.pointee.way {
      case .end:
        if !event.finish() { return nil }
        templates.noteHit(index)
        return address
      case .callback:
        let (name, length) = batch.names.recent(at: address, endedBy: UInt8(ascii: "\""))
        if name.isNone {
          end = values.readInFull(part.pointee.meaning, address, &event, &batch)
        } else {
          event.record.pointee.callback = name
          end = address + (length &+ 1)
        }
      case .value:
        let (name, length) = batch.names.recent(at: address, endedBy: UInt8(ascii: "\""))
        if name.isNone {
          end = values.readInFull(part.pointee.meaning, address, &event, &batch)
        } else {
          row[Int(part.pointee.meaning.member)] = name
          end = address + (length &+ 1)
        }
      case .text: end = ScannedText(address)?.end
      case .time:
        if let number = PlainNumber(address) {
          event.record.pointee.time = number.value
          end = number.end
        } else {
          end = values.readInFull(part.pointee.meaning, address, &event, &batch)
        }
      case .other: end = values.readInFull(part.pointee.meaning, address, &event, &batch)
      }
      guard let end else { return nil }
      address = end
      part += 1
    }
  }

  private func context(_ batch: borrowing EventBatch, allowsLineEnds: Bool) -> Context {
    Context(
      members: members.signature &* 2 &+ (allowsLineEnds ? 1 : 0), filling: batch.fillings)
  }

  /// Traps if what was learned from a batch is inconsistent; for tests.
  func checkInvariants(of batch: borrowing EventBatch, allowsLineEnds: Bool) {
    EventTemplates(batch.scratch, context(batch, allowsLineEnds: allowsLineEnds))
      .checkInvariants(byteCount: batch.byteCount)
  }
}
