internal import TraceGrammar
internal import TraceModel

/// Prefetching, for traces with so many live subjects that their data is no longer in the processor's cache.
///
/// An event would wait for memory several times, each time for what the last access led to. Here the subjects of the
/// next events are touched together, so that these waits overlap. This does not affect the result.
extension SubjectFinder {
  /// How many events are looked at together.
  static let lookAheadCount = SIMD8<Int32>.scalarCount
  /// With fewer subjects of a kind, their data is likely to be in the cache.
  private static let manySubjects = 4_096

  /// The kinds of subject that are worth looking ahead for, in the order of the grammar.
  func largeKinds(_ live: borrowing LiveSubjects) -> [SubjectKindID] {
    tables.kindIDs.filter { live.directory.kinds[$0].store.slotCount > Self.manySubjects }
  }

  /// Touches the data of the subjects that some events name.
  /// - Parameter events: at most `lookAheadCount`.
  mutating func lookAhead(
    at events: Slice<UnsafeBufferPointer<EventRecord>>, kinds: [SubjectKindID],
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) {
    for kind in kinds {
      let member = tables.kinds[kind].member
      var slots = SIMD8<Int32>(repeating: -1)
      var isNamed = false
      for number in 0..<events.count {
        let name = batch.value(member, of: events[events.startIndex &+ number])
        if name.isNone { continue }
        slots[number] = live.directory.kinds[kind].store.likelySlot(batch.names.hash(name))
        isNamed = true
      }
      if !isNamed { continue }
      for number in slots.indices where slots[number] >= 0 {
        let slot = Int(slots[number])
        touched &+=
          live.directory.kinds[kind].store.touch(slot) &+ live.stepper.stores[kind].touch(slot)
      }
    }
  }
}
