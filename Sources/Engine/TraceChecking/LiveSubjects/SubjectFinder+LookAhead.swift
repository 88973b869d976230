internal import TraceGrammar
internal import TraceModel

/// Prefetching, for traces with so many live subjects that their data is no longer in the processor's cache. This does
/// not affect the result.
///
/// An event would wait for memory several times, each time for what the last access led to: for the place of its
/// subject in an index, for the subject's record, and for its runs. What a name leads to is therefore asked for some
/// events ahead, and what that leads to somewhat later.
extension SubjectFinder {
  /// How many events ahead the index is asked for, and how many ahead what it leads to.
  static let indexDistance = 16
  private static let subjectDistance = 8
  /// With fewer subjects of a kind, their data is likely to be in the cache.
  private static let manySubjects = 4_096

  /// The kinds of subject that are worth looking ahead for, in the order of the grammar.
  func largeKinds(_ live: borrowing LiveSubjects) -> [SubjectKindID] {
    tables.kindIDs.filter { live.directory.kinds[$0].store.slotCount > Self.manySubjects }
  }

  /// Asks for the data of the subjects that the events after one name.
  /// - Parameter index: the index of the event; at least `indexDistance` others must follow.
  @inline(never)
  func prefetch(
    after index: Int, _ events: UnsafeBufferPointer<EventRecord>, kinds: [SubjectKindID],
    in batch: borrowing EventBatch, _ live: inout LiveSubjects
  ) {
    for kind in kinds {
      let member = tables.kinds[kind].member
      let later = batch.value(member, of: events[index &+ Self.indexDistance])
      if !later.isNone, live.directory.memo[kind, later].slot < 0 {
        live.directory.kinds[kind].store.prefetch(hash: batch.names.hash(later))
      }
      let name = batch.value(member, of: events[index &+ Self.subjectDistance])
      if name.isNone { continue }
      var slot = live.directory.memo[kind, name].slot
      if slot < 0 { slot = live.directory.kinds[kind].store.likelySlot(batch.names.hash(name)) }
      if slot < 0 { continue }
      live.directory.kinds[kind].store.prefetch(Int(slot))
      live.stepper.stores[kind].prefetch(Int(slot))
    }
  }
}
