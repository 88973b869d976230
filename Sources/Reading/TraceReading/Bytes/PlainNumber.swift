internal import TraceJSON

/// A JSON number in bytes, with its digits.
struct PlainNumber {
  /// All digits as one whole number, without the decimal point; only correct up to 19 digits.
  private let mantissa: UInt64
  private let digitCount: Int
  /// The power of ten by which the mantissa is multiplied.
  private let power: Int
  private let isNegative: Bool
  // SAFETY: it points into a text in memory, and is used only while these stay. A zero is no digit, so reading stops there.
  private let start: UnsafeRawPointer
  /// Whether it has neither a fraction nor an exponent.
  let isWhole: Bool
  /// The address after its last byte.
  let end: UnsafeRawPointer

  /// Reads the number at an address; nil if there is none, or if it may be too large for jansson.
  @inline(__always)
  init?(_ start: UnsafeRawPointer) {
    self.start = start
    var address = start
    isNegative = address.byte == UInt8(ascii: "-")
    if isNegative { address += 1 }
    var mantissa: UInt64 = 0
    let wholeDigits = takeDigits(&address, &mantissa)
    if wholeDigits == 0 || wholeDigits > 1 && (address - wholeDigits).byte == 0x30 { return nil }
    var fractionDigits = 0
    var exponent = 0
    let hasFraction = address.byte == UInt8(ascii: ".")
    if hasFraction {
      address += 1
      fractionDigits = takeDigits(&address, &mantissa)
      if fractionDigits == 0 { return nil }
    }
    let hasExponent = address.byte | 0x20 == UInt8(ascii: "e")
    if hasExponent {
      guard let (taken, end) = Self.exponent(address + 1) else { return nil }
      (exponent, address) = (taken, end)
    }
    isWhole = !hasFraction && !hasExponent
    digitCount = wholeDigits + fractionDigits
    power = exponent - fractionDigits
    self.mantissa = mantissa
    end = address
    if isWhole {
      // Up to 18 digits always fit into 64 bits, more than 19 never do.
      if wholeDigits > 18 && (wholeDigits > 19 || mantissa > Self.largestInteger(isNegative)) {
        return nil
      }
    } else if wholeDigits + exponent > 300 {
      return nil
    }
  }

  private static func largestInteger(_ isNegative: Bool) -> UInt64 {
    isNegative ? Int64.min.magnitude : UInt64(Int64.max)
  }

  /// The exponent after an `e`; nil if there is none. An exponent beyond all reals stays beyond them.
  private static func exponent(_ start: UnsafeRawPointer) -> (Int, end: UnsafeRawPointer)? {
    var address = start
    let isNegative = address.byte == UInt8(ascii: "-")
    if isNegative || address.byte == UInt8(ascii: "+") { address += 1 }
    let first = address
    var exponent = 0
    while (0x30...0x39).contains(address.byte) {
      exponent = min(exponent * 10 + Int(address.byte & 0x0F), 1 << 30)
      address += 1
    }
    return address == first ? nil : (isNegative ? -exponent : exponent, address)
  }

  /// The nearest real, as jansson reads it.
  @inline(__always)
  var value: Double {
    if mantissa <= 1 << 53 && digitCount <= 19 && power <= 0 && power >= -18 {
      // Two exact numbers, with one rounding.
      return signed(Double(mantissa) / powersOfTen[-power])
    }
    // Seldom: more than fifteen digits, or an exponent.
    return valueOfAny
  }

  private var valueOfAny: Double {
    let bytes = ByteView(UnsafeRawBufferPointer(start: start, count: end - start))
    let read = try? JSONDocument(parsing: bytes).withRoot { $0.number }
    return (read ?? nil) ?? .nan
  }

  @inline(__always)
  private func signed(_ magnitude: Double) -> Double {
    // The integer 0 has no sign.
    isNegative && !(isWhole && mantissa == 0) ? -magnitude : magnitude
  }

  /// Whether it is the integer 0 with a sign, whose digits differ from those of the number.
  var isNegativeZero: Bool { isNegative && mantissa == 0 }
}

/// Appends the digits at an address to a number, and moves the address behind them.
/// - Returns: the number of digits; the value is correct as long as there are no more than 19 in all.
@inline(__always)
private func takeDigits(_ address: inout UnsafeRawPointer, _ number: inout UInt64) -> Int {
  let start = address
  while case let digit = address.byte &- 0x30, digit < 10 {
    number = number &* 10 &+ UInt64(digit)
    address += 1
  }
  return address - start
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18,
]
