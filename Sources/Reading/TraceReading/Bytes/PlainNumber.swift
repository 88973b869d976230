internal import TraceJSON

/// A JSON number in bytes, with its digits.
struct PlainNumber {
  /// All digits as one whole number, without the decimal point; only correct up to 19 digits.
  private let mantissa: UInt64
  private let digitCount: Int
  /// The power of ten by which the mantissa is multiplied.
  private let power: Int
  private let isNegative: Bool
  // SAFETY: it points into a text in memory, and is used only while these stay. A zero is no digit, so reading
  // stops there; eight digits at once end within the slack.
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
    return valueOfMany
  }

  private var valueOfMany: Double {
    if digitCount <= 19 && (-19...19).contains(power) {
      return signed(power < 0 ? quotient(mantissa, -power) : product(mantissa, power))
    }
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

/// A number divided by a power of ten up to 10¹⁹, with one rounding.
///
/// Both are shifted up to their highest bits, so that the quotient has at least 63 bits. Its last bit says whether
/// there is a remainder; it is far below the bits that count.
private func quotient(_ number: UInt64, _ power: Int) -> Double {
  if number == 0 { return 0 }
  let divisor = wholePowersOfTen[power]
  let up = number.leadingZeroBitCount
  let divisorUp = divisor.leadingZeroBitCount
  let moved = number << UInt64(up)
  let (bits, rest) = (divisor << UInt64(divisorUp)).dividingFullWidth((moved >> 1, moved << 63))
  return Double(bits | (rest == 0 ? 0 : 1)) * powerOfTwo(divisorUp - up - 63)
}

/// A number multiplied by a power of ten up to 10¹⁹, with one rounding.
private func product(_ number: UInt64, _ power: Int) -> Double {
  let (high, low) = number.multipliedFullWidth(by: wholePowersOfTen[power])
  if high == 0 { return Double(low) }
  let up = UInt64(high.leadingZeroBitCount)
  let bits = high << up | low >> (64 - up)
  return Double(bits | (low << up == 0 ? 0 : 1)) * powerOfTwo(64 - Int(up))
}

/// 2 to the power of an exponent, if the result is a normal real.
private func powerOfTwo(_ exponent: Int) -> Double {
  Double(bitPattern: UInt64(1_023 + exponent) << 52)
}

/// Appends the digits at an address to a number, and moves the address behind them.
///
/// It takes up to eight digits at once: multiplications combine pairs, then fours, then all eight.
/// - Returns: the number of digits; the value is correct as long as there are no more than 19 in all.
/// - Source: the eight-digit step of fast_float (Lemire, "Number parsing at a gigabyte per second", 2021).
@inline(__always)
func takeDigits(_ address: inout UnsafeRawPointer, _ number: inout UInt64) -> Int {
  let start = address
  while true {
    let values =
      UInt64(littleEndian: address.loadUnaligned(as: UInt64.self)) ^ 0x3030_3030_3030_3030
    let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
    let count = others.trailingZeroBitCount / 8
    if count == 0 { return address - start }
    // The digits are shifted to the top with zeros below, as if they came first.
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
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18,
]
