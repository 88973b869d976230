internal import TraceGrammar
internal import TraceModel

/// The conditions of cases.
extension LiveSubjects {
  /// Which conditions of its callback's cases hold, as far as an event shows.
  ///
  /// A role that an earlier event of the subject recorded still holds.
  func outcomes(
    of event: EventRecord, _ callback: CallbackID, role: Int32, _ compiled: CompiledGrammar,
    in batch: borrowing EventBatch
  ) -> ConditionOutcomes {
    let kind = tables.traits[callback].kind
    let known = role < 0 ? rememberedRole(kind, of: event, in: batch) : Int(role)
    return compiled.conditions.outcomes(
      of: event, remembered: known.map { compiled.quirks.outcomes(ofRole: $0) }, in: batch)
  }

  /// The role that was recorded before for the subject that an event is about; nil if none was, or the subject is not
  /// known.
  func rememberedRole(
    _ kind: SubjectKindID, of event: EventRecord, in batch: borrowing EventBatch
  ) -> Int? {
    if tables.kinds[kind].isWider { return nil }
    let wider = tables.kinds[kind].parent
    return directory.role(kind, event, current(wider)?.slot, in: batch)
  }
}

extension SubjectDirectory {
  /// The role that was recorded for the subject that an event identifies; nil if none was, or the subject is not known.
  fileprivate func role(
    _ kind: SubjectKindID, _ event: EventRecord, _ wider: SubjectSlot?,
    in batch: borrowing EventBatch
  ) -> Int? {
    let name = batch.value(tables.kinds[kind].member, of: event)
    let alias = tables.kinds[kind].alias(of: event, in: batch)
    var slot: SubjectSlot?
    if !name.isNone {
      slot = kinds[kind].find(name, in: batch)
    } else if !alias.isNone {
      slot = kinds[kind].find(alias: key(of: alias, kind, wider, in: batch))
    } else if !kinds[kind].sawIdentity {
      slot = unnamed(kind, wider)
    }
    return slot.flatMap { kinds[kind].store.records[$0].knownRole }
  }
}
