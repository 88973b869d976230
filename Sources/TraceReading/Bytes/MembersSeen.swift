internal import TraceModel

/// Which members an event had so far: none may come twice.
struct MembersSeen {
  /// More members than this that the format does not know are not ordinary.
  private static let unknownLimit = 16
  /// How much memory it needs.
  static let byteCount = unknownLimit * MemoryLayout<UnsafeRawBufferPointer>.stride

  /// The bits of members of the member table.
  private var known: UInt64 = 0
  /// The names of members that the format does not know.
  private let unknown: UnsafeMutablePointer<UnsafeRawBufferPointer>
  private var unknownCount = 0
  /// Whether the event is a gap.
  var isGap = false

  /// Has nothing seen; notes names in the memory, which has to have room for them.
  @inline(__always)
  init(_ memory: UnsafeMutableRawPointer) {
    unknown = memory.assumingMemoryBound(to: UnsafeRawBufferPointer.self)
  }

  /// Notes a member by its lead, which is at the address; false when the member came before.
  @inline(__always)
  mutating func note(
    _ lead: UnsafeMutablePointer<MemberPredictor.Lead>, _ bytes: UnsafeRawPointer
  ) -> Bool {
    if lead.pointee.bit != 0 { return note(bit: lead.pointee.bit) }
    return noteUnknown(
      UnsafeRawBufferPointer(
        start: bytes + Int(lead.pointee.nameStart), count: Int(lead.pointee.nameLength)))
  }

  /// Notes a member by its bit.
  @inline(__always)
  mutating func note(bit: UInt64) -> Bool {
    if known & bit != 0 { return false }
    known |= bit
    return true
  }

  /// Stops the program where what is noted is not sound; for tests.
  func checkInvariants() {
    precondition(unknownCount <= Self.unknownLimit)
    let names = UnsafeBufferPointer(start: unknown, count: unknownCount)
    precondition(Set(names.map { Array($0) }).count == unknownCount, "no name comes twice")
  }

  /// Notes a member that the format does not know by its name.
  mutating func noteUnknown(_ name: UnsafeRawBufferPointer) -> Bool {
    if unknownCount == Self.unknownLimit { return false }
    for index in 0..<unknownCount {
      let other = unknown[index]
      if other.count == name.count, let bytes = other.baseAddress,
        equalBytes(bytes.assumingMemoryBound(to: UInt8.self), name)
      {
        return false
      }
    }
    unknown[unknownCount] = name
    unknownCount += 1
    return true
  }
}
