/// How long the values in a place mostly are.
///
/// The processor goes on behind a value of the usual length before it has found the value's end. This is only worth it
/// if few values are longer or shorter.
struct UsualLength: BitwiseCopyable {
  private static let strikeLimit = 8
  /// Values that differ in length are frequent if fewer events than this are between two of them.
  private static let distance = 16

  /// In bytes, with the closing quote of a string. No value is as long as the largest number, which stands for none.
  private(set) var bytes: UInt32
  private var strikes: UInt8 = 0
  private var lastEvent = 0

  init(_ length: Int = 0) { bytes = UInt32(truncatingIfNeeded: length) }

  /// Whether values differ too often.
  @inline(__always) var isUnknown: Bool { bytes == .max }

  /// Notes that a value has another length.
  /// - Parameter event: a number that grows with each event.
  @inline(never)
  mutating func note(_ length: Int, atEvent event: Int) {
    if isUnknown { return }
    strikes = event &- lastEvent < Self.distance ? strikes + 1 : 0
    lastEvent = event
    bytes = strikes == Self.strikeLimit ? .max : UInt32(truncatingIfNeeded: length)
  }
}
