/// The events of one life since it was last pinned, kept for as long as they may need an explanation.
struct Stretch {
  /// The cost vector before the first entry.
  var startVector: UInt32
  /// Whether the subject's beginning was not recorded.
  var hasUnknownStart = false
  /// What led to the start vector: the callback, .max for none, and its event and line.
  var startedBy: (callback: UInt16, event: UInt32, line: UInt32) = (.max, 0, 0)
  /// The subject's last events before the stretch, oldest first, as far as an explanation shows them.
  var before: [HistoryEntry] = []
  /// The events the lifecycle sees, and facts, oldest first.
  var entries: [HistoryEntry] = []
  /// The entries that no history without a further edit explained, oldest first.
  var rises: [Rise] = []

  /// Whether events were lost in it.
  var hasGap: Bool { entries.contains { $0.fact == UInt8(Fact.gap.rawValue) } }
}

/// An event at which it became certain that one more edit is needed.
struct Rise {
  /// The index of the entry in its stretch.
  var index: Int
  /// The process as recorded; nil where none was, or where nobody will read it.
  var process: String?
  /// The role of the subject as recorded; nil where none was, or where no quirk asks for it.
  var role: String?
}

/// Open stretches by number; the memory of closed ones is used again.
struct StretchPool {
  private var stretches: [Stretch] = []
  private var free: [Int32] = []

  mutating func open(startVector: UInt32) -> Int32 {
    if let number = free.popLast() {
      stretches[Int(number)].startVector = startVector
      return number
    }
    stretches.append(Stretch(startVector: startVector))
    return Int32(stretches.count - 1)
  }

  mutating func close(_ number: Int32) {
    stretches[Int(number)].before.removeAll(keepingCapacity: true)
    stretches[Int(number)].entries.removeAll(keepingCapacity: true)
    stretches[Int(number)].rises.removeAll(keepingCapacity: true)
    stretches[Int(number)].hasUnknownStart = false
    stretches[Int(number)].startedBy = (.max, 0, 0)
    free.append(number)
  }

  subscript(number: Int32) -> Stretch {
    get { stretches[Int(number)] }
    _modify { yield &stretches[Int(number)] }
  }
}
