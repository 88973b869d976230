internal import TraceDiagnostics

/// What a violation counts as, for stretches whose violations are no longer listed.
struct BriefFinding {
  var rule: String
  var severity: Severity
  var fingerprint: String
  var cost: Int
  /// The index in the stretch of the entry at which it became certain.
  var entry: Int
}

/// Everything about a stretch that decides what its violations count as.
struct BriefKey: Hashable {
  private let parts: ContiguousArray<Int32>

  init(_ lifecycle: Int, _ stretch: Stretch, _ word: [Int], _ end: [Int]?) {
    var parts: ContiguousArray<Int32> = []
    parts.reserveCapacity(word.count + stretch.rises.count * 2 + stretch.before.count + 12)
    parts.append(Int32(lifecycle))
    parts.append(Int32(bitPattern: stretch.startVector))
    parts.append(Int32(stretch.startedBy.callback))
    parts.append(Int32(word.count))
    for symbol in word { parts.append(Int32(symbol)) }
    for rise in stretch.rises {
      parts.append(Int32(rise.isSuperseded ? -1 - rise.index : rise.index))
      parts.append(Int32(rise.role ?? -1))
    }
    parts.append(.max)
    for entry in stretch.before { parts.append(Int32(entry.callback)) }
    parts.append(.max)
    for state in end ?? [] { parts.append(Int32(state)) }
    self.parts = parts
  }

  func hash(into hasher: inout Hasher) {
    parts.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
