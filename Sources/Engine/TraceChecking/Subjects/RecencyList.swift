/// Slots of subjects that may be forgotten, oldest addition first.
struct RecencyList {
  private struct Links {
    var older: SubjectSlot?
    var newer: SubjectSlot?
  }

  /// By slot, its neighbors in the list; nil for a slot that is not in it.
  private var links: [Links?] = []
  /// The slot that was added longest ago; nil when the list is empty.
  private(set) var oldest: SubjectSlot?
  private var newest: SubjectSlot?
  /// How many slots are in the list.
  private(set) var count = 0

  /// The oldest slot if there are more than this many; nil otherwise.
  func oldest(ofMoreThan limit: Int) -> SubjectSlot? { count > limit ? oldest : nil }

  /// Whether the slot is in the list.
  func contains(_ slot: SubjectSlot) -> Bool { slot < links.count && links[slot] != nil }

  /// Adds a slot as the newest; does nothing if it is already there.
  /// - Complexity: O(1) amortized.
  mutating func append(_ slot: SubjectSlot) {
    if contains(slot) { return }
    if slot >= links.count {
      links.append(contentsOf: repeatElement(nil, count: slot + 1 - links.count))
    }
    links[slot] = Links(older: newest)
    if let newest { links[newest]?.newer = slot } else { oldest = slot }
    newest = slot
    count += 1
  }

  /// Removes a slot; does nothing if it is not there.
  /// - Complexity: O(1).
  mutating func remove(_ slot: SubjectSlot) {
    guard slot < links.count, let link = links[slot] else { return }
    if let older = link.older { links[older]?.newer = link.newer } else { oldest = link.newer }
    if let newer = link.newer { links[newer]?.older = link.older } else { newest = link.older }
    links[slot] = nil
    count -= 1
  }

  /// The slots, oldest first. Traps if the links of two neighbors disagree; for tests.
  func checkedSlots() -> [SubjectSlot] {
    var slots: [SubjectSlot] = []
    var (older, next): (SubjectSlot?, SubjectSlot?) = (nil, oldest)
    while let slot = next {
      precondition(slots.count < count && links[slot]?.older == older, "a link is wrong")
      slots.append(slot)
      (older, next) = (slot, links[slot]?.newer)
    }
    precondition(older == newest && slots.count == count, "the list does not end at its newest")
    return slots
  }
}
