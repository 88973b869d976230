/// The whole number a text says, within limits.
func wholeNumber(_ text: String, within limits: ClosedRange<Int>) throws(CommandError) -> Int {
  guard let number = Int(text), limits.contains(number) else {
    throw .usage(
      "'\(text)' is not a whole number from \(limits.lowerBound) to \(limits.upperBound)")
  }
  return number
}

/// The text before and after the first `=`; nil when there is none or one of them is empty.
func splitAtEquals(_ text: String) -> (String, String)? {
  guard let equals = text.firstIndex(of: "=") else { return nil }
  let (left, right) = (text[..<equals], text[text.index(after: equals)...])
  return left.isEmpty || right.isEmpty ? nil : (String(left), String(right))
}
