/// Subjects that came to their end, in the order they did; they are forgotten when there are too many.
///
/// The last `memoryLimit` are remembered in full, so that a call after the end is explained by the end itself. Of
/// those before, only that they ended is known, for the last `graveyardLimit`; older ones are new again.
struct EndedSubjects: ~Copyable {
  static let memoryLimit = 512
  static let graveyardLimit = 1 << 20

  private var waiting: Ring<(slot: SubjectSlot, generation: UInt32)>
  private var graves: Ring<UInt64>
  private var graveyard = HashIndex()

  init() {
    waiting = Ring()
    graves = Ring()
  }

  /// Adds a subject; yields the one that is to be forgotten now, if any.
  mutating func add(
    _ slot: SubjectSlot, _ generation: UInt32
  ) -> (slot: SubjectSlot, generation: UInt32)? {
    waiting.append((slot, generation))
    return waiting.count > Self.memoryLimit ? waiting.removeFirst() : nil
  }

  /// Remembers no more of a subject than the state it ended in.
  mutating func bury(_ hash: UInt64, state: Int) {
    graves.append(hash)
    graveyard.insert(hash, state)
    if graves.count > Self.graveyardLimit {
      let oldest = graves.removeFirst()
      if let state = graveyard.find(oldest, where: { _ in true }) {
        graveyard.remove(oldest, state)
      }
    }
  }

  /// The state a forgotten subject ended in; nil when it is not among the forgotten.
  func grave(_ hash: UInt64) -> Int? { graveyard.find(hash) { _ in true } }
}

/// A queue that keeps its memory.
struct Ring<Element> {
  private var elements: [Element] = []
  private var start = 0

  var count: Int { elements.count - start }

  mutating func append(_ element: Element) {
    if start > 64, start * 2 > elements.count {
      elements.removeFirst(start)
      start = 0
    }
    elements.append(element)
  }

  mutating func removeFirst() -> Element {
    start += 1
    return elements[start - 1]
  }
}
