internal import TraceModel

/// The roles of subjects: what one event records holds for the later ones that record none.
extension SubjectDirectory {
  /// The role that an event records, as `RecordedRoles` numbers them; nil for none.
  mutating func recordedRole(of event: EventRecord, in batch: borrowing EventBatch) -> Int? {
    let role = roles.role(of: event, in: batch, number: batchNumber)
    return role < 0 ? nil : Int(role)
  }

  /// Whether an event records another role than its subject is known to have.
  @inline(__always)
  mutating func changesRole(
    of record: UnsafeMutablePointer<SubjectRecord>, _ event: EventRecord,
    in batch: borrowing EventBatch
  ) -> Bool {
    let role = roles.role(of: event, in: batch, number: batchNumber)
    return role >= 0 && role != record.pointee.role
  }

  /// The role that was last recorded of a subject; nil where none was.
  func role(of subject: SubjectReference) -> Int? {
    let role = record(subject).pointee.role
    return role < 0 ? nil : Int(role)
  }

  /// Lets the role that an event records be that of its subject, and an event without one have the subject's.
  func settleRole(of subject: SubjectReference, _ occurrence: inout Occurrence) {
    if let role = occurrence.role { record(subject).pointee.role = Int32(role) }
    occurrence.role = role(of: subject)
  }
}
