internal import TraceModel

/// An event of a batch that others are compared to, in memory of the batch.
struct EventTemplate {
  typealias Member = EventTemplates.Member
  typealias Part = EventTemplates.Part

  private struct Head: BitwiseCopyable {
    var memberCount: Int
    /// The number of line ends in the bytes that stay the same.
    var lineEnds = 0
  }

  /// How many members an event may have to become a template.
  static let memberLimit = 48
  private static var prototypeBytes: Int { MemoryLayout<EventRecord>.stride }
  private static var rowBytes: Int { (GrammarLimits.members + 4) / 4 * 16 }
  private static var memberBytes: Int { memberLimit * MemoryLayout<Member>.stride }
  private static var partBytes: Int { (memberLimit + 1) * MemoryLayout<Part>.stride }
  /// How much memory a template needs, in bytes.
  static var byteCount: Int {
    (prototypeBytes + MemoryLayout<Head>.stride + rowBytes + memberBytes + partBytes + 15) / 16 * 16
  }

  // SAFETY: the memory has `byteCount` bytes in the scratch of a batch, for this template alone. Up to `memberLimit`
  // members are noted, each makes at most one part, and a row has room for all members of a grammar, rounded up to
  // four. What is compared are ranges of two events in the batch's bytes, so words of 8 bytes end within the slack.

  /// The event without its varying values. Its offset is that of the event to compare with.
  let prototype: UnsafeMutablePointer<EventRecord>
  private let head: UnsafeMutablePointer<Head>
  /// The prototype's values.
  let row: UnsafeMutablePointer<NameID>
  private let members: UnsafeMutablePointer<Member>
  /// The constant parts of events like it.
  let parts: UnsafeMutablePointer<Part>

  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer) {
    prototype = memory.assumingMemoryBound(to: EventRecord.self)
    head = (memory + Self.prototypeBytes).assumingMemoryBound(to: Head.self)
    let row = memory + (Self.prototypeBytes + MemoryLayout<Head>.stride)
    self.row = row.assumingMemoryBound(to: NameID.self)
    members = (row + Self.rowBytes).assumingMemoryBound(to: Member.self)
    parts = (row + (Self.rowBytes + Self.memberBytes)).assumingMemoryBound(to: Part.self)
  }

  @inline(__always) var lineEnds: Int { head.pointee.lineEnds }

  /// Turns this into the template of events like the given one. All values are constant at first, except sets and
  /// counts of lost events, which must be read each time.
  func begin(
    _ members: UnsafePointer<Member>, _ count: Int, _ event: EventRecord,
    in base: UnsafeRawPointer, row: UnsafePointer<NameID>
  ) {
    head.pointee = Head(memberCount: count)
    prototype.pointee = event
    (prototype.pointee.setStart, prototype.pointee.setCount) = (0, 0)
    self.row.update(from: row, count: Int(event.valueCount))
    self.members.update(from: members, count: count)
    for index in 0..<count where [.set, .lost].contains(members[index].meaning.role) {
      self.members[index].varies = true
    }
    rebuild(base + Int(event.offset))
  }

  /// Compares the template with an event, and marks values that differ as varying.
  /// - Returns: whether the event has the same members.
  func vary(
    _ others: UnsafePointer<Member>, _ count: Int, _ event: EventRecord,
    in base: UnsafeRawPointer
  ) -> Bool {
    if count != head.pointee.memberCount { return false }
    let own = base + Int(prototype.pointee.offset)
    let start = base + Int(event.offset)
    var (ownEnd, end) = (0, 0)
    for index in 0..<count {
      let (mine, other) = (members[index], others[index])
      if mine.meaning != other.meaning
        || !agree(own, ownEnd..<Int(mine.valueStart), start, end..<Int(other.valueStart))
      {
        return false
      }
      (ownEnd, end) = (Int(mine.valueEnd), Int(other.valueEnd))
    }
    let ownLength = Int(prototype.pointee.length)
    if !agree(own, ownEnd..<ownLength, start, end..<Int(event.length)) { return false }
    for index in 0..<count {
      let (mine, other) = (members[index], others[index])
      if !agree(
        own, Int(mine.valueStart)..<Int(mine.valueEnd), start,
        Int(other.valueStart)..<Int(other.valueEnd))
      {
        let common =
          mine.meaning.role != .unknown || !mine.meaning.opensText
          ? 0 : commonText(own + Int(mine.valueStart), start + Int(other.valueStart))
        members[index].prefix = mine.varies ? min(mine.prefix, UInt32(common)) : UInt32(common)
        members[index].varies = true
      }
    }
    rebuild(own)
    return true
  }

  /// How many bytes at the start of two strings are the same, without escapes and letters of several bytes.
  private func commonText(_ own: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Int {
    var count = 0
    while case let byte = (own + count).byte, byte == (other + count).byte,
      (0x20..<0x80).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
    {
      count += 1
    }
    return count
  }

  private func agree(
    _ own: UnsafeRawPointer, _ range: Range<Int>, _ start: UnsafeRawPointer, _ other: Range<Int>
  ) -> Bool {
    range.count == other.count
      && bytesAgree(own + range.lowerBound, start + other.lowerBound, range.count)
  }

  private func rebuild(_ start: UnsafeRawPointer) {
    var constant = 0
    var part = 0
    head.pointee.lineEnds = 0
    func add(_ end: Int, _ meaning: ValueMeaning, _ way: EventTemplates.Way) {
      parts[part] = Part(
        start: UInt32(constant), length: UInt32(end - constant), meaning: meaning, way: way)
      part += 1
      for offset in constant..<end where (start + offset).byte == UInt8(ascii: "\n") {
        head.pointee.lineEnds += 1
      }
    }
    for index in 0..<head.pointee.memberCount where members[index].varies {
      let member = members[index]
      let first = Int(member.valueStart + member.prefix)
      let way = EventTemplates.Way(member.meaning, first: (start + first).byte)
      add(first, member.meaning, way)
      forgetValue(member.meaning)
      constant = Int(member.valueEnd)
    }
    add(Int(prototype.pointee.length), ValueMeaning(), .end)
  }

  /// Removes a varying value from the prototype.
  private func forgetValue(_ meaning: ValueMeaning) {
    switch meaning.role {
    case .callback: prototype.pointee.callback = .none
    case .kind: prototype.pointee.kind = .delegate
    case .phase: prototype.pointee.phase = .whole
    case .time: prototype.pointee.time = .nan
    case .duration: prototype.pointee.duration = .nan
    case .value: row[Int(meaning.member)] = .none
    case .lost, .object, .set, .unknown: break
    }
  }

  /// Traps if the template is inconsistent; for tests.
  func checkInvariants(byteCount: Int) {
    let length = Int(prototype.pointee.length)
    precondition(Int(prototype.pointee.offset) + length <= byteCount)
    precondition((1...Self.memberLimit).contains(head.pointee.memberCount))
    var end: UInt32 = 0
    for index in 0..<head.pointee.memberCount {
      precondition(members[index].valueStart > end, "a name is before each value")
      let isText = members[index].meaning.role == .unknown && members[index].meaning.opensText
      precondition(members[index].prefix == 0 || members[index].varies && isText)
      precondition(
        members[index].valueEnd >= members[index].valueStart + members[index].prefix)
      end = members[index].valueEnd
    }
    precondition(end < length, "a brace is after the last value")
    var part = 0
    while parts[part].way != .end { part += 1 }
    precondition(part <= head.pointee.memberCount)
    precondition(Int(parts[part].start + parts[part].length) == length)
  }
}
