/// Whether a text comes before another, with runs of digits as numbers: `1.9` before `1.10`, `iOS 9` before `iOS 10`.
/// - Complexity: O(bytes).
package func precedesAsVersion(_ left: String, _ right: String) -> Bool {
  var (first, second) = (Array(left.utf8)[...], Array(right.utf8)[...])
  while let byte = first.first, let other = second.first {
    if byte.isDigit, other.isDigit {
      let (number, otherNumber) = (first.takeNumber(), second.takeNumber())
      if number.count != otherNumber.count { return number.count < otherNumber.count }
      if number != otherNumber { return number.lexicographicallyPrecedes(otherNumber) }
      continue
    }
    if byte != other { return byte < other }
    first.removeFirst()
    second.removeFirst()
  }
  if first.isEmpty != second.isEmpty { return first.isEmpty }
  // Equal except for leading zeros.
  return left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// The same for lists of values, where a missing one comes first.
func precedesByValues(_ left: [String?], _ right: [String?]) -> Bool {
  for (value, other) in zip(left, right) where value != other {
    guard let value, let other else { return value == nil }
    return precedesAsVersion(value, other)
  }
  return left.count < right.count
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
  /// Removes the digits at the beginning, and returns the significant ones.
  fileprivate mutating func takeNumber() -> ArraySlice<UInt8> {
    let digits = prefix(while: \.isDigit)
    self = dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
