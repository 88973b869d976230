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
  private let parts: [Int]

  /// Nil where the violations also depend on what a subject recorded as its role.
  init?(_ lifecycle: Int, _ stretch: Stretch, _ word: [Int], _ end: [Int]?) {
    if stretch.rises.contains(where: { $0.role != nil }) { return nil }
    var parts = [lifecycle, Int(stretch.startVector), Int(stretch.startedBy.callback), word.count]
    parts.reserveCapacity(word.count + stretch.rises.count + 12)
    parts += word
    for rise in stretch.rises { parts.append(rise.isSuperseded ? -1 - rise.index : rise.index) }
    parts.append(.max)
    for entry in stretch.before { parts.append(Int(entry.callback)) }
    parts.append(.max)
    if let end { parts += end }
    self.parts = parts
  }
}
