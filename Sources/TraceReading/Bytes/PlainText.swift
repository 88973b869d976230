extension UnsafeRawPointer {
  /// The byte at the address.
  @inline(__always) var byte: UInt8 { load(as: UInt8.self) }
}

/// The address of the first byte from `start` on that a plain ASCII string cannot hold: a quote, a backslash, a
/// control character or a byte of another script.
///
/// Looks at sixteen bytes at a time and reads up to fifteen too far; the bytes have to be followed by a zero.
@inline(__always)
func endOfPlainText(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
  var address = start
  while true {
    let bytes = address.loadUnaligned(as: SIMD16<Int8>.self)
    let quotes = bytes .== SIMD16<Int8>(repeating: 0x22)
    let backslashes = bytes .== SIMD16<Int8>(repeating: 0x5C)
    // Bytes of other scripts are negative.
    let others = bytes .< SIMD16<Int8>(repeating: 0x20)
    let words = unsafeBitCast(quotes .| backslashes .| others, to: SIMD2<UInt64>.self)
    if words.x != 0 { return address + words.x.littleEndian.trailingZeroBitCount / 8 }
    if words.y != 0 { return address + 8 + words.y.littleEndian.trailingZeroBitCount / 8 }
    address += 16
  }
}

/// A number without an exponent, read exactly.
struct PlainNumber {
  var value: Double
  /// Whether it has no fraction.
  var isWhole: Bool
  /// The address after its last digit.
  var end: UnsafeRawPointer

  /// Reads the number at an address; nil where it has another shape, or more digits than are exact.
  ///
  /// A mantissa up to 2⁵³ over a power of ten up to 10²² is rounded once, as by `strtod`.
  /// - Source: Clinger, "How to read floating point numbers accurately", 1990.
  @inline(__always)
  init?(_ start: UnsafeRawPointer) {
    var address = start
    let isNegative = address.load(as: UInt8.self) == UInt8(ascii: "-")
    if isNegative { address += 1 }
    var mantissa: UInt64 = 0
    let wholeDigits = takeDigits(&address, &mantissa)
    let first = (address - wholeDigits).load(as: UInt8.self)
    if wholeDigits == 0 || wholeDigits > 1 && first == 0x30 { return nil }
    var fractionDigits = 0
    isWhole = address.load(as: UInt8.self) != UInt8(ascii: ".")
    if !isWhole {
      address += 1
      fractionDigits = takeDigits(&address, &mantissa)
      if fractionDigits == 0 { return nil }
    }
    let next = address.load(as: UInt8.self) | 0x20
    if next == UInt8(ascii: "e") || wholeDigits + fractionDigits > 18 || mantissa > 1 << 53 {
      return nil
    }
    if mantissa == 0 && isNegative { return nil }
    let magnitude = Double(mantissa) / powersOfTen[fractionDigits]
    value = isNegative ? -magnitude : magnitude
    end = address
  }
}

/// Appends the digits at an address to a number and moves on behind them.
///
/// Takes up to eight at once: pairs, then fours, then eight digits are put together by multiplications.
/// - Returns: how many digits; the number is right while there are no more than 19 in all.
/// - Source: the eight-digit step of fast_float (Lemire, "Number parsing at a gigabyte per second", 2021).
@inline(__always)
private func takeDigits(_ address: inout UnsafeRawPointer, _ number: inout UInt64) -> Int {
  let start = address
  while true {
    let values =
      UInt64(littleEndian: address.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
    let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    let count = others.trailingZeroBitCount / 8
    if count == 0 { return address - start }
    // The digits moved to the top, zeros below: as if they came first.
    var digits = values &<< UInt64(64 - count * 8)
    digits = digits &* 10 &+ digits &>> 8
    digits =
      ((digits & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        &+ (digits &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001) &>> 32
    number = number &* wholePowersOfTen[count] &+ digits
    address += count
    if count < 8 { return address - start }
  }
}

private let wholePowersOfTen: [UInt64] = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18,
]
