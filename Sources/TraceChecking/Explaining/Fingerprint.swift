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
func fingerprint(_ parts: [String]) -> String {
  // The two halves of a number of 128 bits, which older systems have no type for.
  var high: UInt64 = 0x6C62_272E_07BB_0142
  var low: UInt64 = 0x62B8_2175_6295_C58D
  func multiplyByPrime() {
    // The prime is 2⁸⁸ + 0x13B.
    let product = low.multipliedFullWidth(by: 0x13B)
    high = high &* 0x13B &+ product.high &+ (low << 24)
    low = product.low
  }
  for part in parts {
    for byte in part.utf8 {
      low ^= UInt64(byte)
      multiplyByPrime()
    }
    multiplyByPrime()
  }
  return hexadecimal(high) + hexadecimal(low)
}

private func hexadecimal(_ number: UInt64) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// The fingerprint of a violation.
/// - Parameter before: the legal steps before the event, oldest first; the last three count.
func fingerprint(
  of violation: Violation, after before: [String], _ grammar: Grammar
) -> String {
  let major = grammar.version.prefix { $0 != "." }
  let edits =
    violation.repair.insertions.map { "+\($0.callback)" }
    + violation.repair.deletions.map { "-\($0.callback)" }
  return fingerprint([
    "callorder/v1", "\(grammar.name) \(major)", violation.rule, violation.lifecycle,
    violation.states.sorted().joined(separator: ","), violation.callback,
    before.suffix(3).joined(separator: ","), edits.joined(separator: ","),
  ])
}
