internal import TraceGrammar
internal import TraceModel

/// Finding the subject of an ordinary call.
extension LiveSubjects {
  /// The wider subject of an ordinary call: the present one, which missed nothing and which the call does not change.
  /// Returns -1 if anything is out of the ordinary.
  /// - Parameters:
  ///   - wider: its kind, which belongs to no other.
  ///   - member: the member that identifies it.
  @inline(__always)
  mutating func ordinaryWider(
    _ wider: SubjectKindID, member: Int, _ callback: CallbackID, _ event: EventRecord,
    in batch: borrowing EventBatch
  ) -> SubjectSlot {
    let slot = directory.kinds[wider].current
    if slot < 0 || !stepper.unchanged.contains(wider, callback) { return -1 }
    let record = directory.kinds[wider].store.records + slot
    let name = batch.value(member, of: event)
    if !name.isNone {
      let found = directory.memo[wider, name]
      if Int(found.slot) != slot || found.generation != record.pointee.generation { return -1 }
    } else if directory.kinds[wider].sawIdentity {
      return -1
    }
    if record.pointee.gaps != gaps
      || record.pointee.anonymousEvents != directory.kinds[wider].anonymousEvents
    {
      return -1
    }
    return slot
  }

  /// The subject of an ordinary call: it is known and belongs to the present wider subject, which allows the call, and it
  /// missed nothing. Returns -1 if anything is out of the ordinary.
  @inline(__always)
  mutating func ordinarySubject(
    _ call: UnsafeMutablePointer<OrdinaryCall>, _ callback: CallbackID, _ event: EventRecord,
    _ values: CallValues, in batch: borrowing EventBatch
  ) -> SubjectSlot {
    let kind = call.pointee.kind.known
    let name = batch.value(Int(call.pointee.member), of: event)
    if name.isNone { return -1 }
    guard let slot = directory.find(kind, name, in: batch) else { return -1 }
    let record = directory.kinds[kind].store.records + slot
    if record.pointee.wider.serial != circumstances.serial || record.pointee.gaps != gaps
      || record.pointee.anonymousEvents != directory.kinds[kind].anonymousEvents
      || record.pointee.wider.isAdrift
      || directory.kinds[kind].aliases.mayBeMixed(record.pointee.alias)
    {
      return -1
    }
    if values.role >= 0 && values.role != record.pointee.recorder.role { return -1 }
    if !record.pointee.recorder.contains(delegate: values.delegate) { return -1 }
    if call.pointee.alias >= 0 {
      let alias = batch.value(Int(call.pointee.alias), of: event)
      let epoch = alias.isNone ? 0 : directory.kinds[kind].aliases.epoch
      if record.pointee.alias.metInEpoch != epoch { return -1 }
      let isLast =
        record.pointee.alias.name == alias && record.pointee.alias.batch == directory.batchNumber
      if !alias.isNone, !isLast,
        !directory.isBound(
          alias, to: SubjectReference(kind: kind, slot: slot),
          directory.kinds[call.pointee.wider.known].current, in: batch)
      {
        return -1
      }
    }
    directory.roles.note(callback, by: record.pointee.recorder.role)
    directory.delegates.note(callback, by: values.delegate)
    return slot
  }
}
