internal import TraceGrammar

/// Invariants between the parts of a register.
extension KindRegister {
  /// Traps if the subjects and what points to them disagree; for tests.
  func checkInvariants() {
    store.checkInvariants()
    tombstones.checkInvariants()
    let used = (0..<store.slotCount).filter { store.isUsed($0) }
    precondition(forgettable.checkedSlots().allSatisfy(used.contains), "a free slot is forgettable")
    precondition(current.map(used.contains) ?? true, "the present subject is not known")
    precondition(unnamed.map(used.contains) ?? true, "the unnamed subject is not known")
    aliases.checkInvariants(used, store.records)
  }
}

extension SubjectDirectory {
  /// Traps if a register is inconsistent, or a subject belongs to a slot that never existed; for tests.
  func checkInvariants() {
    for kind in tables.kindIDs {
      kinds[kind].checkInvariants()
      let wider = tables.kinds[kind].parent
      for subject in subjects(kind) {
        let slot = Int(self[subject].wider.slot)
        precondition(
          slot < (wider.map { kinds[$0].store.slotCount } ?? 0), "the wider subject never was")
      }
    }
  }
}
