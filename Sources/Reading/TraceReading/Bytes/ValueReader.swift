internal import TraceModel

/// Reads the values of members.
struct ValueReader: Sendable {
  // SAFETY: an address is within the bytes of the batch or at the zero behind them. All that moves it stops at the
  // zero, so it stays there; reading ahead ends in the slack. The batch keeps the event's record in place until its
  // end.
  let nameLimit: Int

  /// Reads the value at an address.
  /// - Returns: the address after it; nil if it is left to jansson.
  @inline(__always)
  func read(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ event: inout PendingEvent,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    if meaning.opensText && meaning.isName {
      let (name, length) = batch.names.recent(at: start, endedBy: UInt8(ascii: "\""))
      if !name.isNone {
        take(name, meaning, &event, &batch)
        return start + (length + 1)
      }
    }
    return readInFull(meaning, start, &event, &batch)
  }

  /// Reads the value at an address without a look at names that were met before.
  /// - Returns: the address after it; nil if it is left to jansson.
  @inline(never)
  func readInFull(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ event: inout PendingEvent,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    if meaning.opensText {
      guard let text = ScannedText(start) else { return nil }
      if meaning.role == .unknown { return text.end }
      if text.hasEscapes {
        return takeUnescaped(text, meaning, &event, &batch) ? text.end : nil
      }
      return take(text.bytes, isPlain: true, meaning, &event, &batch) ? text.end : nil
    }
    if meaning.role == .time, let number = PlainNumber(start) {
      event.record.pointee.time = number.value
      return number.end
    }
    return readOther(meaning, start, &event, &batch)
  }

  @inline(__always)
  private func take(
    _ text: UnsafeRawBufferPointer, isPlain: Bool, _ meaning: ValueMeaning,
    _ event: inout PendingEvent, _ batch: inout EventBatch
  ) -> Bool {
    if !meaning.isName { return takeSeldom(text, meaning.role, &event) }
    if text.count > nameLimit || text.isEmpty && meaning.role == .callback { return false }
    let name = isPlain ? batch.names.internRecent(text) : batch.names.intern(text)
    take(name, meaning, &event, &batch)
    return true
  }

  @inline(__always)
  private func take(
    _ name: NameID, _ meaning: ValueMeaning, _ event: inout PendingEvent, _ batch: inout EventBatch
  ) {
    if meaning.role == .value {
      batch.setValue(Int(meaning.member), of: event.record.pointee, to: name)
    } else {
      event.record.pointee.callback = name
    }
  }

  @inline(never)
  private func takeUnescaped(
    _ text: ScannedText, _ meaning: ValueMeaning, _ event: inout PendingEvent,
    _ batch: inout EventBatch
  ) -> Bool {
    text.withText { take($0, isPlain: false, meaning, &event, &batch) }
  }

  /// Handles a string that only few events have. Returns false if it is not allowed there.
  private func takeSeldom(
    _ text: UnsafeRawBufferPointer, _ role: MemberRole, _ event: inout PendingEvent
  ) -> Bool {
    switch role {
    case .unknown: return true
    case .kind:
      for kind in [EventKind.delegate, .notification, .action]
      where ByteView(text).isText(kind.name) {
        event.record.pointee.kind = kind
        return true
      }
      return false
    case .phase:
      guard let phase = CallPhase(name: ByteView(text)) else { return false }
      event.record.pointee.phase = phase
      return true
    case .time:
      guard let seconds = secondsSince1970(ByteView(text)) else { return false }
      event.record.pointee.time = seconds
      return true
    default: return false
    }
  }

  /// Reads a value that is not a string.
  private func readOther(
    _ meaning: ValueMeaning, _ start: UnsafeRawPointer, _ event: inout PendingEvent,
    _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    let role = meaning.role
    if role == .unknown { return event.space.skipValue(start, depth: 1, &batch.namesSeen) }
    // `null` counts as an absent member.
    if start.byte == UInt8(ascii: "n") {
      return role == .callback ? nil : SpaceSkipper.endOfLiteral(start)
    }
    if role == .set { return readSet(start, Int(meaning.member), &event, &batch) }
    guard let number = PlainNumber(start) else { return nil }
    switch role {
    case .value:
      if !number.isWhole { return nil }
      let digits = number.isNegativeZero ? start + 1 : start
      let name = batch.names.intern(
        UnsafeRawBufferPointer(start: digits, count: number.end - digits))
      batch.setValue(Int(meaning.member), of: event.record.pointee, to: name)
    case .duration:
      event.record.pointee.duration = number.value
      if !(number.value >= 0) { return nil }
    case .lost:
      event.isGap = true
      if !number.isWhole || number.value < 0 { return nil }
    default: return nil
    }
    return number.end
  }

  private func readSet(
    _ start: UnsafeRawPointer, _ set: Int, _ event: inout PendingEvent, _ batch: inout EventBatch
  ) -> UnsafeRawPointer? {
    if start.byte != UInt8(ascii: "[") { return nil }
    batch.beginSet(set, of: &event.record.pointee)
    var address = event.space.skip(start + 1)
    if address.byte == UInt8(ascii: "]") {
      batch.endSet(of: &event.record.pointee)
      return address + 1
    }
    while true {
      guard address.byte == UInt8(ascii: "\""), let name = ScannedText(address + 1) else {
        return nil
      }
      let id = name.withText { $0.count > nameLimit ? .none : batch.names.intern($0) }
      if id.isNone { return nil }
      batch.sets.append(id)
      address = event.space.skip(name.end)
      if address.byte != UInt8(ascii: ",") { break }
      address = event.space.skip(address + 1)
    }
    batch.endSet(of: &event.record.pointee)
    return address.byte == UInt8(ascii: "]") ? address + 1 : nil
  }
}
