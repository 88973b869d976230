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

  /// How many of the last entries changed nothing for any repair; only some of them are kept, to be shown.
  private(set) var idleCount = 0

  /// Adds an event that matters for the repair.
  mutating func append(_ entry: HistoryEntry) {
    entries.append(entry)
    idleCount = 0
  }

  /// Adds an event that changes nothing; the oldest of too many in a row is dropped.
  mutating func appendIdle(_ entry: HistoryEntry) {
    if idleCount == Checker.shownBefore {
      entries.remove(at: entries.count - idleCount)
      idleCount -= 1
    }
    entries.append(entry)
    idleCount += 1
  }

  /// Forgets everything and keeps the memory.
  mutating func reset() {
    before.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    rises.removeAll(keepingCapacity: true)
    hasUnknownStart = false
    startedBy = (.max, 0, 0)
    idleCount = 0
  }

  /// Whether events were lost in it.
  var hasGap: Bool { entries.contains { Fact(rawValue: Int($0.fact))?.isLoss ?? false } }
}

/// An event at which it became certain that one more edit is needed.
struct Rise {
  /// The index of the entry in its stretch.
  var index: Int
  /// The process as recorded; nil where none was, or where nobody will read it.
  var process: String?
  /// The recorded role of the subject, as its place among those quirks ask for; nil for any other.
  var role: Int?
  /// Whether the same event is a finding about another life already, which deleting it mends as well.
  var isSuperseded = false
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
    stretches[Int(number)].reset()
    free.append(number)
  }

  subscript(number: Int32) -> Stretch {
    get { stretches[Int(number)] }
    _modify { yield &stretches[Int(number)] }
  }
}
