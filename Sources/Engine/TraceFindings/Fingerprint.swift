/// A hash of 128 bits.
///
/// - Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm", IETF draft.
private struct FingerprintHash {
  // The two halves of a 128-bit number, as older systems have no type for it.
  private var high: UInt64 = 0x6C62_272E_07BB_0142
  private var low: UInt64 = 0x62B8_2175_6295_C58D

  /// Adds to the current part.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes {
        low ^= UInt64(byte)
        multiplyByPrime()
      }
    }
  }

  /// Ends the current part.
  mutating func endPart() { multiplyByPrime() }

  private mutating func multiplyByPrime() {
    // The prime is 2⁸⁸ + 0x13B.
    let product = low.multipliedFullWidth(by: 0x13B)
    high = high &* 0x13B &+ product.high &+ (low << 24)
    low = product.low
  }

  /// The name in 32 digits.
  var digits: String { hexadecimal(high) + hexadecimal(low) }
}

/// The 128-bit FNV-1a hash, in lowercase hexadecimal, of these parts, each followed by a zero byte.
package func hash(ofParts parts: [String]) -> String {
  var hash = FingerprintHash()
  for part in parts {
    hash.add(part)
    hash.endPart()
  }
  return hash.digits
}

private func hexadecimal(_ number: UInt64) -> String {
  let digits = (0..<16).map { place -> UInt8 in
    let digit = UInt8(truncatingIfNeeded: number >> (60 - UInt64(place) * 4)) & 15
    return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
  return String(decoding: digits, as: UTF8.self)
}

extension Violation {
  /// The name of the fault, which stays the same when it is recorded again, even if less is recorded.
  ///
  /// Version 3 is made of `callorder/v3`, the rule, the lifecycle, the callback, the quirk that excuses it, and whether the call
  /// is too many or something is missing before it. Identities, times, lines, event numbers, processes and paths are not part
  /// of it. Neither are states, the calls around it and the rest of the repair, as these depend on what else is recorded.
  /// - Parameters:
  ///   - callback: empty if the fault is that no call followed; the last one then says nothing about it.
  ///   - isTooMany: whether the repair deletes the call.
  package static func faultName(
    rule: String, lifecycle: String, callback: String, quirk: String?, isTooMany: Bool
  ) -> String {
    hash(ofParts: [
      "callorder/v3", rule, lifecycle, callback, quirk ?? "", isTooMany ? "too many" : "",
    ])
  }
}
