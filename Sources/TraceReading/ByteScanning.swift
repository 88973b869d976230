/// The address of the first byte from `start` on that a plain ASCII string cannot hold: a quote, a backslash, a
/// control character or a byte of another script.
///
/// Looks at eight bytes at a time and reads up to seven too far; the bytes have to be followed by a zero. The
/// lowest byte that is marked is one that is looked for; above it a borrow may mark others, which does not matter.
/// - Source: Mycroft's test for zero bytes, comp.lang.c, 1987.
@inline(__always)
func endOfPlainText(_ start: UnsafeRawPointer) -> UnsafeRawPointer {
  var place = start
  while true {
    let word = place.loadUnaligned(as: UInt64.self)
    let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
    let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
    let controls = word &- 0x2020_2020_2020_2020
    let marks = (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
    if marks != 0 { return place + marks.trailingZeroBitCount / 8 }
    place += 8
  }
}

/// The number of bytes before the first quote in a word of eight; 8 where there is none.
@inline(__always)
func lengthBeforeQuote(_ word: UInt64) -> Int {
  let difference = word ^ 0x2222_2222_2222_2222
  let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  return zeros.trailingZeroBitCount / 8
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
    var place = start
    let isNegative = place.load(as: UInt8.self) == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var mantissa: UInt64 = 0
    let firstDigit = place
    while case let digit = place.load(as: UInt8.self) &- 0x30, digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      place += 1
    }
    let wholeDigits = place - firstDigit
    if wholeDigits == 0 || wholeDigits > 1 && firstDigit.load(as: UInt8.self) == 0x30 { return nil }
    var fractionDigits = 0
    isWhole = place.load(as: UInt8.self) != UInt8(ascii: ".")
    if !isWhole {
      place += 1
      let firstOfFraction = place
      while case let digit = place.load(as: UInt8.self) &- 0x30, digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        place += 1
      }
      fractionDigits = place - firstOfFraction
      if fractionDigits == 0 { return nil }
    }
    let next = place.load(as: UInt8.self) | 0x20
    if next == UInt8(ascii: "e") || wholeDigits + fractionDigits > 18 || mantissa > 1 << 53 {
      return nil
    }
    if mantissa == 0 && isNegative { return nil }
    let magnitude = Double(mantissa) / Self.powersOfTen[fractionDigits]
    value = isNegative ? -magnitude : magnitude
    end = place
  }

  nonisolated(unsafe) private static let powersOfTen: UnsafePointer<Double> = {
    let powers = UnsafeMutablePointer<Double>.allocate(capacity: 23)
    var power = 1.0
    for exponent in 0..<23 {
      (powers + exponent).initialize(to: power)
      power *= 10
    }
    return UnsafePointer(powers)
  }()
}
