internal import TraceFindings

/// Text that takes items as long as they fit, and says how many did not.
package struct CappedText {
  package private(set) var text: String
  private let byteLimit: Int
  private var byteCount: Int
  /// Room kept for the headings and for the number of omitted items.
  private let reserve = 2_000

  /// Starts with text that is always included.
  package init(byteLimit: Int, start: String) {
    self.byteLimit = byteLimit
    text = start
    byteCount = start.utf8.count
  }

  /// Appends a heading and as many items as fit; nothing when there are none.
  package mutating func append(heading: String, items: [String], noun: String) {
    if items.isEmpty { return }
    text += heading
    byteCount += heading.utf8.count
    for (index, item) in items.enumerated() {
      if byteCount + item.utf8.count > byteLimit - reserve {
        let rest = "\n_\(counted(items.count - index, "more \(noun)"))_\n"
        text += rest
        byteCount += rest.utf8.count
        return
      }
      text += item
      byteCount += item.utf8.count
    }
  }
}
