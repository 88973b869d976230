/// Slots of subjects that may be forgotten, oldest addition first.
struct RecencyList {
  private struct Links {
    var older: Int32 = Self.absent
    var newer: Int32 = Self.absent

    /// The value of both links of a slot that is not in the list.
    static let absent: Int32 = -2
    /// There is no slot on this side.
    static let end: Int32 = -1
  }

  private var links: [Links] = []
  private var oldestSlot = Links.end
  private var newestSlot = Links.end
  /// How many slots are in the list.
  private(set) var count = 0

  /// The slot that was added longest ago; nil when the list is empty.
  var oldest: SubjectSlot? { oldestSlot < 0 ? nil : SubjectSlot(oldestSlot) }

  /// Whether the slot is in the list.
  func contains(_ slot: SubjectSlot) -> Bool {
    slot < links.count && links[slot].older != Links.absent
  }

  /// Adds a slot as the newest; does nothing if it is already in the list.
  /// - Complexity: O(1) amortized.
  mutating func append(_ slot: SubjectSlot) {
    if contains(slot) { return }
    if slot >= links.count {
      links.append(contentsOf: repeatElement(Links(), count: slot + 1 - links.count))
    }
    links[slot] = Links(older: newestSlot, newer: Links.end)
    if newestSlot >= 0 {
      links[Int(newestSlot)].newer = Int32(slot)
    } else {
      oldestSlot = Int32(slot)
    }
    newestSlot = Int32(slot)
    count += 1
  }

  /// Removes a slot; does nothing if it is not in the list.
  /// - Complexity: O(1).
  mutating func remove(_ slot: SubjectSlot) {
    if !contains(slot) { return }
    let link = links[slot]
    if link.older >= 0 {
      links[Int(link.older)].newer = link.newer
    } else {
      oldestSlot = link.newer
    }
    if link.newer >= 0 {
      links[Int(link.newer)].older = link.older
    } else {
      newestSlot = link.older
    }
    links[slot] = Links()
    count -= 1
  }

  /// The slots, oldest first. Traps if the links of two neighbors disagree; for tests.
  func checkedSlots() -> [SubjectSlot] {
    var slots: [SubjectSlot] = []
    var (older, slot) = (Links.end, oldestSlot)
    while slot >= 0 {
      precondition(slots.count < count && links[Int(slot)].older == older, "a link is wrong")
      slots.append(SubjectSlot(slot))
      (older, slot) = (slot, links[Int(slot)].newer)
    }
    precondition(older == newestSlot && slots.count == count, "the list does not end at the newest")
    return slots
  }
}
