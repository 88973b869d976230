internal import TraceGrammar

/// Invariants between the parts of a register.
extension KindRegister {
  /// Traps if the subjects and what points to them disagree; for tests.
  func checkInvariants() {
    store.checkInvariants()
    tombstones.checkInvariants()
    let used = (0..<store.slotCount).filter { store.isUsed($0) }
    precondition(forgettable.checkedSlots().allSatisfy(used.contains), "a free slot is forgettable")
    precondition(current < 0 || used.contains(current), "the present subject is not known")
    precondition(unnamed < 0 || used.contains(unnamed), "the unnamed subject is not known")
    aliases.checkInvariants(used, store.records)
  }
}

extension SubjectDirectory {
  /// Traps if a register is inconsistent, or a subject belongs to a slot that never existed; for tests.
  /// - Parameter nameCount: how many names the present batch has.
  func checkInvariants(nameCount: Int) {
    memo.checkInvariants(nameCount: nameCount)
    recentCalls.checkInvariants(nameCount: nameCount, number: batchNumber)
    for kind in tables.kindIDs {
      kinds[kind].checkInvariants()
      let wider = tables.kinds[kind].parent
      for subject in subjects(kind) {
        let slot = Int(record(subject).pointee.wider.slot)
        precondition(
          slot < (wider.map { kinds[$0].store.slotCount } ?? 0), "the wider subject never was")
      }
    }
  }
}
