internal import TraceModel

/// The bytes that were met between the values of events: `,"session":"` leads from one value to the next.
///
/// Recordings are written by programs, so members follow each other in the same order and with the same spaces.
/// Comparing a dozen bytes with those that came here last time shows which member is next. If they differ, the member
/// is read the long way and learned. A prediction is only a shortcut: the bytes that it accepts were accepted one by
/// one before, in the same position, between two values or at the start of an event.
///
/// Its memory belongs to a batch because several threads scan at the same time.
struct MemberPredictor {
  typealias Words = (UInt64, UInt64, UInt64, UInt64)

  /// The bytes from one value to the next, and what they mean.
  struct Lead: BitwiseCopyable {
    /// The bytes as words, padded with zeros; all ones if there are none, so that nothing matches. They come first.
    var words = Words(~0, ~0, ~0, ~0)
    /// Ones where `words` holds a byte.
    var masks = Words(~0, ~0, ~0, ~0)
    /// The member's bit among the members with a meaning; 0 for other members, which are recognized by their hash.
    var bit: UInt64 = 0
    /// A hash of the member's name.
    var nameHash: UInt64 = 0
    /// The number of bytes; 0 for none.
    var length: UInt8 = 0
    /// The number of line ends among the bytes.
    var lineEnds: UInt8 = 0
    /// Whether it begins an event, and so includes the opening brace.
    var isFirst = false
    /// The index of the lead that followed last time.
    var next: UInt8 = 0
    var meaning = ValueMeaning()
  }

  private struct Header: BitwiseCopyable {
    var context: EventScanner.Context
    var count: Int
  }

  /// The index for the start of an event, and the index for anything that could not be learned.
  static let start = 0
  static let somewhere = 1
  private static let leadLimit = 32
  private static let lengthLimit = 32
  /// How much memory this needs, in bytes.
  static var byteCount: Int { MemoryLayout<Header>.stride + leadLimit * MemoryLayout<Lead>.stride }

  private let header: UnsafeMutablePointer<Header>
  private let leads: UnsafeMutablePointer<Lead>

  /// Uses what the memory holds, unless it was learned in another context.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer, _ context: EventScanner.Context) {
    header = memory.assumingMemoryBound(to: Header.self)
    leads = (memory + MemoryLayout<Header>.stride).assumingMemoryBound(to: Lead.self)
    if header.pointee.context != context {
      header.pointee = Header(context: context, count: 2)
      leads.update(repeating: Lead(), count: Self.leadLimit)
    }
  }

  /// The lead at an index.
  @inline(__always) subscript(index: Int) -> UnsafeMutablePointer<Lead> { leads + index }

  /// The index of the lead that followed last time, if the bytes begin with it; otherwise 0.
  @inline(__always)
  func predict(_ bytes: UnsafeRawPointer, after last: Int) -> Int {
    let index = Int(leads[last].next)
    return matches(index, bytes) ? index : 0
  }

  /// The index of any lead that the bytes begin with, which from now on is the one to follow; otherwise 0.
  func find(_ bytes: UnsafeRawPointer, after last: Int) -> Int {
    for index in 2..<header.pointee.count
    where matches(index, bytes) && leads[index].isFirst == (last == Self.start) {
      leads[last].next = UInt8(truncatingIfNeeded: index)
      return index
    }
    return 0
  }

  @inline(__always)
  private func matches(_ index: Int, _ bytes: UnsafeRawPointer) -> Bool {
    let lead = leads + index
    return differs(bytes, 0, lead.pointee.words.0, lead.pointee.masks.0) == 0
      && differs(bytes, 8, lead.pointee.words.1, lead.pointee.masks.1) == 0
      && (lead.pointee.length <= 16
        || differs(bytes, 16, lead.pointee.words.2, lead.pointee.masks.2) == 0
          && differs(bytes, 24, lead.pointee.words.3, lead.pointee.masks.3) == 0)
  }

  @inline(__always)
  private func differs(
    _ bytes: UnsafeRawPointer, _ offset: Int, _ word: UInt64, _ mask: UInt64
  ) -> UInt64 {
    (bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ word) & mask
  }

  /// Learns the bytes that lead from one value to the next; if they are too many, only their meaning for this time.
  /// - Returns: the index of the new lead, or `somewhere`.
  func learn(
    _ lead: Lead, _ bytes: UnsafeRawBufferPointer, after last: Int
  ) -> Int {
    let index = header.pointee.count
    if bytes.count > Self.lengthLimit || index == Self.leadLimit {
      let next = leads[Self.somewhere].next
      leads[Self.somewhere] = lead
      leads[Self.somewhere].next = next
      return Self.somewhere
    }
    leads[index] = lead
    leads[index].length = UInt8(bytes.count)
    leads[index].isFirst = last == Self.start
    (leads[index].words, leads[index].masks) = (Words(0, 0, 0, 0), Words(0, 0, 0, 0))
    let words = UnsafeMutableRawPointer(leads + index)
    let masks = words + MemoryLayout<Words>.size
    for offset in 0..<bytes.count {
      words.storeBytes(of: bytes[offset], toByteOffset: offset, as: UInt8.self)
      masks.storeBytes(of: 0xFF, toByteOffset: offset, as: UInt8.self)
    }
    leads[last].next = UInt8(index)
    header.pointee.count = index + 1
    return index
  }

  /// Traps if what was learned is inconsistent; for tests.
  func checkInvariants() {
    let count = header.pointee.count
    precondition((2...Self.leadLimit).contains(count))
    for index in 0..<count {
      let lead = leads[index]
      precondition(lead.next < count && lead.length <= Self.lengthLimit)
      if index < 2 { continue }
      var bits = 0
      for (word, mask) in [
        (lead.words.0, lead.masks.0), (lead.words.1, lead.masks.1),
        (lead.words.2, lead.masks.2), (lead.words.3, lead.masks.3),
      ] {
        precondition(word & ~mask == 0, "only bytes of the lead are compared")
        bits += mask.nonzeroBitCount
      }
      precondition(bits == Int(lead.length) * 8)
    }
  }
}
