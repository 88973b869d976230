internal import TraceFindings
internal import TraceGrammar

/// The name of a fault that stays the same when it is recorded again.
///
/// Version 1 is the 128-bit FNV-1a hash, in lowercase hexadecimal, of these parts, each followed by a zero byte:
/// `callorder/v1`, the grammar's name and major version, the rule, the lifecycle, the possible states before the
/// event (sorted, joined by commas), the callback, the legal steps before it (at most three, oldest first, joined by
/// commas), and the repair (`+callback` and `-callback` in order, joined by commas). Identities, times, lines,
/// event numbers, processes and paths have no part in it.
///
/// - Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm", IETF draft.
struct FingerprintHash {
  // The two halves of a number of 128 bits, which older systems have no type for.
  private var high: UInt64 = 0x6C62_272E_07BB_0142
  private var low: UInt64 = 0x62B8_2175_6295_C58D

  /// Adds to the present part.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      for byte in bytes {
        low ^= UInt64(byte)
        multiplyByPrime()
      }
    }
  }

  /// Ends the present part.
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

/// The name of parts that are all there.
func fingerprint(_ parts: [String]) -> String {
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

/// The fingerprint of a violation whose repair is listed in full.
/// - Parameter before: the legal steps before the event, oldest first; the last three count.
func fingerprint(
  of violation: Violation, after before: [String], _ grammar: Grammar
) -> String {
  fingerprint(of: violation, after: before, grammar) { body in
    for insertion in violation.repair.insertions { body("+", insertion.callback) }
    for deletion in violation.repair.deletions { body("-", deletion.callback) }
  }
}

/// The fingerprint of a violation.
/// - Parameters:
///   - before: the legal steps before the event, oldest first; the last three count.
///   - forEachEdit: calls its closure for every insertion and then for every deletion, which may be very many.
func fingerprint(
  of violation: Violation, after before: [String], _ grammar: Grammar,
  forEachEdit: ((_ sign: String, _ callback: String) -> Void) -> Void
) -> String {
  let version = grammar.version
  let major = version[..<(version.utf8.firstIndex(of: UInt8(ascii: ".")) ?? version.endIndex)]
  var hash = FingerprintHash()
  let parts = [
    "callorder/v1", "\(grammar.name) \(major)", violation.rule, violation.lifecycle,
    violation.states.sorted().joined(separator: ","), violation.callback,
    before.suffix(3).joined(separator: ","),
  ]
  for part in parts {
    hash.add(part)
    hash.endPart()
  }
  var separator = ""
  forEachEdit { sign, callback in
    hash.add(separator)
    hash.add(sign)
    hash.add(callback)
    separator = ","
  }
  hash.endPart()
  return hash.digits
}
