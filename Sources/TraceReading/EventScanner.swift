internal import TraceModel

/// Reads events of the ordinary shape directly from their bytes: flat objects of plain strings, plain numbers and
/// literals, the members in any order, others among them.
///
/// It recognizes a subset of what jansson accepts and reads it as jansson would; for anything else it says
/// nothing, and the bytes go to jansson. Nothing is allocated.
struct EventScanner: Sendable {
  /// More members than this that the format does not know are not ordinary.
  static let unknownMemberLimit = 16

  private let table: MemberTable
  private let nameLimit: Int
  private let sizeLimit: Int

  init(members: IdentityMembers, limits: ReadingLimits) {
    table = MemberTable(members)
    nameLimit = limits.nameLengthInBytes
    sizeLimit = limits.eventSizeInBytes
  }

  /// Removes an event that turned out to be followed by something else.
  func forgetUnfinished(_ start: Int, _ batch: inout EventBatch) {
    if let last = batch.events.last, Int(last.offset) == start {
      batch.lineEnds = Int(last.line)
      batch.events.removeLast()
    }
  }

  /// Appends the event at an offset of the batch; nil, with nothing appended, for one of another shape.
  /// - Parameter allowsLineEnds: whether an event may span lines.
  /// - Returns: the offset after the event.
  func scan(_ start: Int, _ batch: inout EventBatch, allowsLineEnds: Bool) -> Int? {
    guard table.isComplete, let base = UnsafeRawPointer(batch.bytes.baseAddress) else { return nil }
    let setCount = batch.sets.count
    var event = Event()
    var cursor = Cursor(
      place: base + start, end: base + batch.byteCount, allowsLineEnds: allowsLineEnds)
    guard scanObject(&cursor, &event, &batch), cursor.place - (base + start) <= sizeLimit else {
      batch.sets.removeLast(batch.sets.count - setCount)
      return nil
    }
    event.offset = UInt32(truncatingIfNeeded: start)
    event.length = UInt32(truncatingIfNeeded: cursor.place - (base + start))
    event.line = UInt32(truncatingIfNeeded: batch.lineEnds)
    batch.lineEnds += cursor.lineEnds
    batch.events.append(event)
    return cursor.place - base
  }

  /// A place in the bytes, which are followed by zeros.
  private struct Cursor {
    var place: UnsafeRawPointer
    let end: UnsafeRawPointer
    let allowsLineEnds: Bool
    var lineEnds = 0

    @inline(__always) var byte: UInt8 { place.load(as: UInt8.self) }

    /// Skips white space; stops before a line end where none is allowed.
    @inline(__always) mutating func skipSpace() {
      if byte > 0x20 { return }
      while byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
        if byte == 0x0A {
          if !allowsLineEnds { return }
          lineEnds += 1
        }
        place += 1
      }
    }

    @inline(__always) mutating func take(_ expected: Unicode.Scalar) -> Bool {
      if byte != UInt8(ascii: expected) { return false }
      place += 1
      return true
    }

    /// The bytes of a plain string, after whose closing quote the cursor then is.
    @inline(__always) mutating func plainText() -> UnsafeRawBufferPointer? {
      let start = place
      place = endOfPlainText(start)
      if byte != UInt8(ascii: "\"") { return nil }
      place += 1
      return UnsafeRawBufferPointer(start: start, count: place - start - 1)
    }
  }

  @inline(__always)
  private func scanObject(
    _ cursor: inout Cursor, _ event: inout Event, _ batch: inout EventBatch
  ) -> Bool {
    if !cursor.take("{") { return false }
    var seen: UInt64 = 0
    var unknownCount = 0
    var isGap = false
    repeat {
      cursor.skipSpace()
      if !cursor.take("\"") { return false }
      let word = cursor.place.loadUnaligned(as: UInt64.self)
      let length = lengthBeforeQuote(word)
      let name = length == 8 ? word : word & ((1 << UInt64(length * 8)) &- 1)
      let number = MemberTable.place(name, table.multiplier)
      let known = table.places[number]
      var role = MemberRole.unknown
      if known.name == name && name != 0
        && cursor.place.load(fromByteOffset: length, as: UInt8.self) == 0x22
      {
        role = known.role
        cursor.place += length + 1
        if seen & (1 << UInt64(number)) != 0 { return false }
        seen |= 1 << UInt64(number)
      } else {
        guard let text = cursor.plainText() else { return false }
        if !noteUnknown(text, &unknownCount, &batch) { return false }
      }
      cursor.skipSpace()
      if !cursor.take(":") { return false }
      cursor.skipSpace()
      if !scanValue(role, &cursor, &event, &isGap, &batch) { return false }
      cursor.skipSpace()
    } while cursor.take(",")
    if !cursor.take("}") || cursor.place > cursor.end { return false }
    if isGap { event.kind = .gap }
    return isGap == event.callback.isNone
  }

  /// Notes a member that the format does not know; false when it came before, or there are too many.
  private func noteUnknown(
    _ name: UnsafeRawBufferPointer, _ count: inout Int, _ batch: inout EventBatch
  ) -> Bool {
    if count == Self.unknownMemberLimit { return false }
    for index in 0..<count {
      let other = batch.scratch[index]
      if other.count == name.count, let bytes = other.baseAddress,
        equalBytes(bytes.assumingMemoryBound(to: UInt8.self), name)
      {
        return false
      }
    }
    batch.scratch[count] = name
    count += 1
    return true
  }

  @inline(__always)
  private func scanValue(
    _ role: MemberRole, _ cursor: inout Cursor, _ event: inout Event, _ isGap: inout Bool,
    _ batch: inout EventBatch
  ) -> Bool {
    if cursor.byte == UInt8(ascii: "\"") {
      cursor.place += 1
      guard let text = cursor.plainText() else { return false }
      return takeText(role, text, &event, &batch)
    }
    if role == .identitySet { return scanSet(&cursor, &event, &batch) }
    if cursor.byte == UInt8(ascii: "-") || cursor.byte &- 0x30 < 10 {
      let start = cursor.place
      guard let number = PlainNumber(start) else { return false }
      cursor.place = number.end
      let digits = UnsafeRawBufferPointer(start: start, count: number.end - start)
      return takeNumber(role, number, digits, &event, &isGap, &batch)
    }
    return scanLiteral(role, &cursor)
  }

  @inline(__always)
  private func takeText(
    _ role: MemberRole, _ text: UnsafeRawBufferPointer, _ event: inout Event,
    _ batch: inout EventBatch
  ) -> Bool {
    switch role {
    case .unknown, .text, .thread: return true
    case .callback:
      if text.isEmpty || text.count > nameLimit { return false }
      event.callback = batch.names.intern(text)
      return true
    case .kind: return takeKind(text, &event)
    case .time:
      guard let seconds = secondsSince1970(text) else { return false }
      event.time = seconds
      return true
    case .duration, .lost, .identitySet: return false
    default:
      guard let identity = role.identity, text.count <= nameLimit else { return false }
      event.setIdentity(identity, batch.names.intern(text))
      return true
    }
  }

  private func takeKind(_ text: UnsafeRawBufferPointer, _ event: inout Event) -> Bool {
    event.kindIsExplicit = true
    if text.isText("delegate") { return true }
    if text.isText("notification") {
      event.kind = .notification
      return true
    }
    event.kind = .action
    return text.isText("action")
  }

  @inline(__always)
  private func takeNumber(
    _ role: MemberRole, _ number: PlainNumber, _ digits: UnsafeRawBufferPointer,
    _ event: inout Event, _ isGap: inout Bool, _ batch: inout EventBatch
  ) -> Bool {
    switch role {
    case .unknown: return true
    case .thread: return number.isWhole
    case .time: event.time = number.value
    case .duration:
      event.duration = number.value
      return number.value >= 0
    case .lost:
      isGap = true
      event.lost = UInt32(clamping: Int64(number.value))
      return number.isWhole && number.value >= 0
    default:
      guard let identity = role.identity, role.allowsNumber, number.isWhole else { return false }
      event.setIdentity(identity, batch.names.intern(digits))
    }
    return true
  }

  private func scanSet(
    _ cursor: inout Cursor, _ event: inout Event, _ batch: inout EventBatch
  ) -> Bool {
    if !cursor.take("[") { return false }
    event.setStart = UInt32(truncatingIfNeeded: batch.sets.count)
    cursor.skipSpace()
    if cursor.take("]") { return true }
    repeat {
      cursor.skipSpace()
      guard cursor.take("\""), let text = cursor.plainText(), text.count <= nameLimit else {
        return false
      }
      batch.sets.append(batch.names.intern(text))
      cursor.skipSpace()
    } while cursor.take(",")
    event.setCount = UInt32(truncatingIfNeeded: batch.sets.count) - event.setStart
    return cursor.take("]")
  }

  /// `null` stands for an absent member; the other literals only where nothing else is expected.
  private func scanLiteral(_ role: MemberRole, _ cursor: inout Cursor) -> Bool {
    let word = cursor.place.loadUnaligned(as: UInt32.self)
    if word == 0x6C6C_756E {  // null
      cursor.place += 4
      return role != .callback
    }
    if role != .unknown { return false }
    if word == 0x6575_7274 {  // true
      cursor.place += 4
      return true
    }
    if word == 0x736C_6166, cursor.place.load(fromByteOffset: 4, as: UInt8.self) == 0x65 {  // false
      cursor.place += 5
      return true
    }
    return false
  }
}
