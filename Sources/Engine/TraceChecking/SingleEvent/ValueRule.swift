internal import TraceGrammar

/// A rule on the value of an event's member.
struct ValueRule: Sendable {
  /// The rule.
  let rule: RuleID
  /// The member, and its index in an event.
  let member: String
  let place: Int
  /// The values that the rule knows.
  let known: [String]
  /// For every callback, which of the known values it may have; empty if the rule does not ask about the callback.
  let allowed: IDArray<CallbackID, [Bool]>
  /// Whether a value that the rule does not know breaks it, in a trace that names one that it knows.
  let comparesToNamed: Bool

  /// Stands for a value that names nothing.
  static let namesNothing = -2

  /// The index of a value among the known ones; -1 for any other value. In a rule that compares values to those that the
  /// trace names, letter case does not matter, a known value may end with `*` for anything, and a number names nothing.
  func index(of value: UnsafeRawBufferPointer) -> Int {
    // SAFETY: the caller lends the bytes for the call, and they are only read by index within their count.
    if !comparesToNamed { return known.firstIndex { $0.hasBytes(value) } ?? -1 }
    if value.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
      return Self.namesNothing
    }
    return known.firstIndex { Self.matches(value, $0) } ?? -1
  }

  private static func matches(_ value: UnsafeRawBufferPointer, _ known: String) -> Bool {
    func lowercased(_ byte: UInt8) -> UInt8 {
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
    let isPrefix = known.utf8.last == UInt8(ascii: "*")
    let wanted = isPrefix ? known.utf8.dropLast() : known.utf8[...]
    return (isPrefix ? value.count >= wanted.count : value.count == wanted.count)
      && zip(value, wanted).allSatisfy { lowercased($0) == lowercased($1) }
  }
}
