/// How many digits a number has before and after its point.
///
/// The times of a recording mostly have the same. If so, two words hold all digits, and none has to be searched for.
struct NumberShape: BitwiseCopyable {
  /// Ones where a digit is before the point, in the first and in the second word of digits.
  private var masks: (UInt64, UInt64) = (0, 0)
  /// By how many bits the digits of the last word are moved to its top.
  private var shift: UInt64 = 0
  /// The power of ten by which the first word is multiplied if there is a second one.
  private var scale: UInt64 = 1
  /// The power of ten by which all digits are divided.
  private var divisor = 1.0
  /// Bytes before the point; at least one.
  private var whole = 0
  private var hasTwoWords = false
  private var hasPoint = false
  /// The number of bytes of such a number; 0 if there is none.
  private(set) var length = 0

  /// The shape of no number.
  init() {}

  /// The shape of a number; nil for one that is read another way: with a sign or an exponent, or with many digits.
  init?(whole: Int, fraction: Int) {
    let count = whole + fraction
    if whole == 0 || count > 16 { return nil }
    masks = (Self.ones(whole), Self.ones(whole - 8))
    hasTwoWords = count > 8
    hasPoint = fraction > 0
    shift = UInt64(64 - (hasTwoWords ? count - 8 : count) * 8)
    for _ in 8..<max(8, count) { scale *= 10 }
    divisor = powersOfTen[fraction]
    self.whole = whole
    length = count + (hasPoint ? 1 : 0)
  }

  private static func ones(_ bytes: Int) -> UInt64 {
    bytes >= 8 ? ~0 : (1 << UInt64(max(0, bytes) * 8)) - 1
  }

  /// The number of this shape at an address, as jansson reads it; nil if there is another one, or none.
  ///
  /// Up to 17 bytes are read.
  @inline(__always)
  func value(_ start: UnsafeRawPointer) -> Double? {
    if length == 0 { return nil }
    var last = digits(start, 0, masks.0)
    var mantissa: UInt64 = 0
    if hasTwoWords {
      if !Self.areDigits(last) { return nil }
      mantissa = Self.number(last) &* scale
      last = digits(start, 8, masks.1)
    }
    last = last &<< shift
    if !Self.areDigits(last) { return nil }
    mantissa = mantissa &+ Self.number(last)
    if mantissa > 1 << 53 || whole > 1 && start.byte == 0x30 { return nil }
    if hasPoint && (start + whole).byte != UInt8(ascii: ".") { return nil }
    let next = (start + length).byte
    if next ^ 0x30 < 10 || next | 0x20 == UInt8(ascii: "e") || next == UInt8(ascii: ".") {
      return nil
    }
    // Two exact numbers, with one rounding.
    return Double(Int64(bitPattern: mantissa)) / divisor
  }

  /// Eight digits as numbers from 0 to 9, without the point.
  @inline(__always)
  private func digits(_ start: UnsafeRawPointer, _ offset: Int, _ mask: UInt64) -> UInt64 {
    let before = start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let after = start.loadUnaligned(fromByteOffset: offset &+ 1, as: UInt64.self)
    let bytes = UInt64(littleEndian: before) & mask | UInt64(littleEndian: after) & ~mask
    return bytes ^ 0x3030_3030_3030_3030
  }

  @inline(__always)
  private static func areDigits(_ digits: UInt64) -> Bool {
    (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080 == 0
  }

  /// The number of eight digits.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    return
      ((pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
      &+ (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001) &>> 32
  }
}
