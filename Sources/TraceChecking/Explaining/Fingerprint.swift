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
  let prime: UInt128 = (1 << 88) + 0x13B
  var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  for part in parts {
    for byte in part.utf8 { hash = (hash ^ UInt128(byte)) &* prime }
    hash = hash &* prime
  }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 32 - digits.count) + digits
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
