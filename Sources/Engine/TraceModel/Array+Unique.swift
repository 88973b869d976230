extension [String] {
  /// Each text once, in order.
  /// - Complexity: O(n²), for short lists.
  package var unique: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
