internal import TraceModel

/// How the events of a batch are written: bytes that recur in event after event, with values between them.
///
/// Programs write the same members in the same order, and most values stay the same for a while. So an event is
/// compared with one that was read before, 16 bytes at a time, and only values that differed between such events are
/// read. The constant bytes were read member by member once, so they mean the same again.
///
/// All of this is forgotten with the batch, which holds the events to compare with and the numbers of their names.
struct EventTemplates {
  /// A member of an event, by offsets from the event's first byte.
  struct Member: BitwiseCopyable {
    var valueStart: UInt32
    var valueEnd: UInt32
    var meaning: ValueMeaning
    /// Whether its value has differed between two events.
    var varies = false
    /// How many bytes at its start were always the same, in a string that nothing asks for.
    var prefix: UInt32 = 0
  }

  /// Bytes that stay the same, followed by a value.
  struct Part: BitwiseCopyable {
    var start: UInt32
    var length: UInt32
    var meaning = ValueMeaning()
    var way: Way
  }

  /// How what follows a part is read.
  enum Way: UInt8, BitwiseCopyable {
    /// The event ends.
    case end
    /// The callback after its opening quote.
    case callback
    /// The value of a member that a grammar asks for, after its opening quote.
    case value
    /// A string that nothing asks for, after its opening quote.
    case text
    /// A number of seconds, at least last time.
    case time
    /// Anything else.
    case other

    init(_ meaning: ValueMeaning, first byte: UInt8) {
      let isNumber = byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
      self =
        switch (meaning.role, meaning.opensText) {
        case (.callback, true): .callback
        case (.value, true): .value
        case (.unknown, true): .text
        case (.time, false) where isNumber: .time
        default: .other
        }
    }
  }

  private struct Header: BitwiseCopyable {
    var context: EventScanner.Context
    var count = 0
    /// The index of the template that matched last.
    var latest = 0
    /// How many members are noted for the event that is being read.
    var noted = 0
    var hits = 0
    var misses = 0
  }

  private static let templateLimit = 4
  private static let memberLimit = EventTemplate.memberLimit
  private static let sizeLimit = 16 << 10
  /// Templates are used as long as fewer than this many more events missed them than matched them.
  private static let missLimit = 64
  private static var memberBytes: Int { memberLimit * MemoryLayout<Member>.stride }
  /// How much memory this needs, in bytes.
  static var byteCount: Int {
    MemoryLayout<Header>.stride + memberBytes + templateLimit * EventTemplate.byteCount
  }

  // SAFETY: the memory is a batch's `scratch`: large enough, as `EventScanner` checks, aligned to 64 bytes, and zeroed,
  // which is a valid header. Nothing else uses it; its parts begin at multiples of 4 or 8 bytes, as their plain values
  // need, and are read only up to the counts that were written.
  private let header: UnsafeMutablePointer<Header>
  /// The members of the event that is being read.
  private let members: UnsafeMutablePointer<Member>
  private let templates: UnsafeMutableRawPointer

  /// Uses what the memory holds, unless it was learned in another context.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer, _ context: EventScanner.Context) {
    header = memory.assumingMemoryBound(to: Header.self)
    members = (memory + MemoryLayout<Header>.stride).assumingMemoryBound(to: Member.self)
    templates = memory + (MemoryLayout<Header>.stride + Self.memberBytes)
    if header.pointee.context != context { header.pointee = Header(context: context) }
  }

  /// How many templates are worth comparing with.
  @inline(__always)
  var count: Int {
    header.pointee.misses < Self.missLimit &+ header.pointee.hits ? header.pointee.count : 0
  }

  /// The template to compare as the first, the second and so on.
  @inline(__always)
  func candidate(_ number: Int) -> (index: Int, template: EventTemplate) {
    let sum = header.pointee.latest &+ number
    let index = sum < header.pointee.count ? sum : sum &- header.pointee.count
    return (index, self[index])
  }

  @inline(__always)
  private subscript(index: Int) -> EventTemplate {
    EventTemplate(templates + index &* EventTemplate.byteCount)
  }

  /// Records that a template matched.
  @inline(__always)
  func noteHit(_ index: Int) {
    header.pointee.latest = index
    header.pointee.hits &+= 1
  }

  /// Forgets the members that were noted.
  func forgetNoted() { header.pointee.noted = 0 }

  /// Notes the next member of the event that is being read.
  @inline(__always)
  func note(_ meaning: ValueMeaning, _ valueStart: Int, _ valueEnd: Int) {
    let number = header.pointee.noted
    header.pointee.noted = number + 1
    if number >= Self.memberLimit { return }
    members[number] = Member(
      valueStart: UInt32(truncatingIfNeeded: valueStart),
      valueEnd: UInt32(truncatingIfNeeded: valueEnd), meaning: meaning)
  }

  /// Whether an event was noted that no template matched.
  @inline(__always)
  var hasNoted: Bool { header.pointee.noted > 0 }

  /// Learns from the event that was noted.
  /// - Parameters:
  ///   - base: the address of the batch's bytes.
  ///   - row: the event's values.
  func learn(_ event: EventRecord, in base: UnsafeRawPointer, row: UnsafePointer<NameID>) {
    let memberCount = header.pointee.noted
    forgetNoted()
    header.pointee.misses &+= 1
    if memberCount > Self.memberLimit || event.length > UInt32(Self.sizeLimit)
      || header.pointee.misses > Self.missLimit + header.pointee.hits
    {
      return
    }
    for index in 0..<header.pointee.count
    where self[index].vary(members, memberCount, event, in: base) {
      header.pointee.latest = index
      return
    }
    var index = header.pointee.count
    if index < Self.templateLimit {
      header.pointee.count += 1
    } else {
      index = (header.pointee.latest + 1) % Self.templateLimit
    }
    self[index].begin(members, memberCount, event, in: base, row: row)
    header.pointee.latest = index
  }

  /// Traps if what was learned is inconsistent; for tests.
  func checkInvariants(byteCount: Int) {
    precondition(header.pointee.count <= Self.templateLimit)
    precondition(header.pointee.latest < max(1, header.pointee.count))
    for index in 0..<header.pointee.count { self[index].checkInvariants(byteCount: byteCount) }
  }
}
