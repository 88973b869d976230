/// A date that RFC 3339 times had before. The events of a recording mostly have the same, so only the time of day is
/// read.
struct DateShape: BitwiseCopyable {
  /// The first eight bytes of the date.
  private var start: UInt64 = 0
  /// The day of the month and the `T`; zeros above them.
  private var rest: UInt64 = 0
  private var day = 0
  private static let length = 11
  private static let restMask: UInt64 = 0xFF_FFFF

  /// No date.
  init() {}

  /// The date at the start of a time, which ends before a quote; nil if there is none.
  init?(_ text: UnsafeRawPointer) {
    for offset in 0..<Self.length where (text + offset).byte == 0 { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: Self.length)
    guard let day = daysSince1970(ByteView(bytes)) else { return nil }
    (start, rest) = (Self.word(text, 0), Self.word(text, 8) & Self.restMask)
    self.day = day
  }

  /// The seconds since 1970 of a time with the same date, in UTC, and the address after its closing quote; nil for
  /// anything else.
  ///
  /// The bytes must be followed by a zero.
  @inline(__always)
  func seconds(_ text: UnsafeRawPointer) -> (Double, end: UnsafeRawPointer)? {
    if start == 0 || Self.word(text, 0) != start || Self.word(text, 8) & Self.restMask != rest {
      return nil
    }
    // Digits become their values, and the colons between them zeros.
    let clock = Self.word(text, Self.length) ^ 0x3030_3A30_303A_3030
    let others = (clock &+ 0x7676_7676_7676_7676 | clock) & 0x8080_8080_8080_8080
    if others | clock & 0x0000_FF00_00FF_0000 != 0 { return nil }
    // Of each pair, the upper byte.
    let numbers = clock &* 10 &+ clock &>> 8
    let (hour, minute, second) = (
      Int(numbers & 0xFF), Int(numbers &>> 24 & 0xFF), Int(numbers &>> 48 & 0xFF)
    )
    if hour > 23 || minute > 59 || second > 60 { return nil }
    var end = text + 19
    var fraction = 0.0
    if end.byte == UInt8(ascii: ".") {
      end += 1
      var digits: UInt64 = 0
      let count = takeDigits(&end, &digits)
      if count == 0 || count > 15 { return nil }
      fraction = Double(Int64(bitPattern: digits)) / powersOfTen[count]
    }
    if end.byte != UInt8(ascii: "Z") || (end + 1).byte != UInt8(ascii: "\"") { return nil }
    let whole = day &* 86_400 &+ hour &* 3_600 &+ minute &* 60 &+ second
    return (Double(whole) + fraction, end + 2)
  }

  @inline(__always)
  private static func word(_ text: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
