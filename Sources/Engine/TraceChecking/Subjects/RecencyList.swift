/// Slots of subjects that may be forgotten, in one list for each part of the subjects, oldest addition first.
struct RecencyList {
  private struct Links {
    var older: Int32 = Self.absent
    var newer: Int32 = Self.absent

    /// The value of both links of a slot that is not in the list.
    static let absent: Int32 = -2
    /// There is no slot on this side.
    static let end: Int32 = -1
  }

  private struct List {
    var oldest = Links.end
    var newest = Links.end
    var count = 0
  }

  private var links: [Links] = []
  private var lists: [List]
  /// The lists that a slot was added to since they were last found to be short enough, as bits.
  private var grown: UInt16 = 0

  init(partCount: Int = 1) { lists = Array(repeating: List(), count: partCount) }

  /// How many slots are in the list of a part.
  func count(part: Int = 0) -> Int { lists[part].count }

  /// The slot that was added to the list of a part longest ago; nil when the list is empty.
  func oldest(part: Int = 0) -> SubjectSlot? {
    lists[part].oldest < 0 ? nil : SubjectSlot(lists[part].oldest)
  }

  /// The oldest slot of a list that has more than this many; nil if no list does.
  mutating func oldest(ofMoreThan limit: Int) -> SubjectSlot? {
    while grown != 0 {
      let part = grown.trailingZeroBitCount
      if lists[part].count > limit { return oldest(part: part) }
      grown &= grown &- 1
    }
    return nil
  }

  /// Whether the slot is in a list.
  func contains(_ slot: SubjectSlot) -> Bool {
    slot < links.count && links[slot].older != Links.absent
  }

  /// Adds a slot as the newest to the list of its part; does nothing if it is already there.
  /// - Complexity: O(1) amortized.
  mutating func append(_ slot: SubjectSlot, part: Int = 0) {
    grown |= 1 << UInt16(part)
    if contains(slot) { return }
    if slot >= links.count {
      links.append(contentsOf: repeatElement(Links(), count: slot + 1 - links.count))
    }
    let newest = lists[part].newest
    links[slot] = Links(older: newest, newer: Links.end)
    if newest >= 0 {
      links[Int(newest)].newer = Int32(slot)
    } else {
      lists[part].oldest = Int32(slot)
    }
    lists[part].newest = Int32(slot)
    lists[part].count += 1
  }

  /// Removes a slot from the list of its part; does nothing if it is not there.
  /// - Complexity: O(1).
  mutating func remove(_ slot: SubjectSlot, part: Int = 0) {
    if !contains(slot) { return }
    let link = links[slot]
    if link.older >= 0 {
      links[Int(link.older)].newer = link.newer
    } else {
      lists[part].oldest = link.newer
    }
    if link.newer >= 0 {
      links[Int(link.newer)].older = link.older
    } else {
      lists[part].newest = link.older
    }
    links[slot] = Links()
    lists[part].count -= 1
  }

  /// The slots, part by part, oldest first. Traps if the links of two neighbors disagree; for tests.
  func checkedSlots() -> [SubjectSlot] {
    lists.flatMap { list in
      var slots: [SubjectSlot] = []
      var (older, slot) = (Links.end, list.oldest)
      while slot >= 0 {
        precondition(slots.count < list.count && links[Int(slot)].older == older, "a link is wrong")
        slots.append(SubjectSlot(slot))
        (older, slot) = (slot, links[Int(slot)].newer)
      }
      precondition(
        older == list.newest && slots.count == list.count, "a list does not end at its newest")
      return slots
    }
  }
}
