/// Messages that match one of the user's patterns, except that no known callback is where the pattern has one.
struct UnknownInPatterns: Sendable {
  private var count = 0
  private var first = ""

  /// Notes a message that is no call, if it matches a pattern.
  mutating func note(_ texts: [[UInt8]], _ patterns: [MessagePattern]) {
    var budget = MessagePattern.costLimit
    for pattern in patterns where pattern.isSpecific {
      for text in texts {
        let values = pattern.match(text, within: &budget) { _ in true }
        guard let callback = values?["callback"] else { continue }
        if count == 0 { first = callback }
        count += 1
        return
      }
    }
  }

  var notes: [ReadingNote] {
    if count == 0 { return [] }
    let first = first.utf8.count <= 120 ? first : String(first.prefix(40)) + "…"
    let message =
      count == 1
      ? "1 message matches a pattern and names no callback that the grammar knows: \"\(first)\""
      : "\(count) messages match a pattern and name no callback that the grammar knows,"
        + " the first of them \"\(first)\""
    return [ReadingNote(id: "unknown-callback-in-message", count: count, message: message)]
  }
}
