internal import TraceGrammar
internal import TraceModel

/// The open entries of one rule on subjects side by side, by subject.
struct PeerEntries {
  /// A subject for which the rule waits.
  struct Entry {
    let key: SubjectKey
    /// The event that began it.
    let event: UInt32
    let line: UInt32
    let callback: CallbackID
    let certainty: SubjectCertainty
    /// The hash of the first peer that it came with; nil for a rule about each peer.
    var first: UInt64?
    /// The hashes of the other peers that it came with; for a rule about each peer, of those that have yet to come.
    var peers: [UInt64] = []
    /// For a rule about each peer, those that have yet to come, parallel to `peers`.
    var owing: [SubjectKey] = []

    /// How many peers it holds.
    var peerCount: Int { peers.count + (first == nil ? 0 : 1) }

    /// Whether it came with a peer.
    func contains(_ peer: UInt64) -> Bool { first == peer || peers.contains(peer) }

    /// Remembers one more peer that it came with.
    mutating func add(_ peer: UInt64) {
      if first == nil { first = peer } else { peers.append(peer) }
    }
  }

  /// All entries, in no particular order.
  private(set) var all: [Entry] = []
  /// By the slot of the subject, the index of its entry plus 1; 0 for none.
  private var bySlot: [Int32] = []

  /// The index of a subject's entry; nil for none.
  func index(of key: SubjectKey) -> Int? {
    let slot = Int(key.subject.slot)
    guard slot < bySlot.count, bySlot[slot] > 0 else { return nil }
    let index = Int(bySlot[slot]) - 1
    return all[index].key == key ? index : nil
  }

  /// The entry with an index, in place, as it is expensive to copy.
  subscript(index: Int) -> Entry {
    @inline(__always) _read { yield all[index] }
    @inline(__always) _modify { yield &all[index] }
  }

  /// Stores an entry in place of an earlier one of its subject, or of another subject that had the slot before.
  /// - Returns: how many entries and peers this adds.
  mutating func put(_ entry: consuming Entry) -> (entries: Int, peers: Int) {
    let (slot, count) = (Int(entry.key.subject.slot), entry.peerCount)
    if slot >= bySlot.count {
      bySlot += repeatElement(0, count: max(slot + 1 - bySlot.count, bySlot.count))
    }
    if bySlot[slot] > 0 {
      let index = Int(bySlot[slot]) - 1
      let before = all[index].peerCount
      all[index] = entry
      return (0, count - before)
    }
    all.append(entry)
    bySlot[slot] = Int32(all.count)
    return (1, count)
  }

  /// Removes an entry; the last one takes its index.
  mutating func remove(at index: Int) {
    bySlot[Int(all[index].key.subject.slot)] = 0
    let last = all.removeLast()
    if index < all.count {
      all[index] = last
      bySlot[Int(last.key.subject.slot)] = Int32(index + 1)
    }
  }

  /// Removes all.
  mutating func removeAll() {
    for entry in all { bySlot[Int(entry.key.subject.slot)] = 0 }
    all.removeAll(keepingCapacity: true)
  }
}
