/// What went wrong with the calls: a fixed set of kinds, to group and count findings.
public enum Cause: String, Sendable, CaseIterable {
  /// A call that the lifecycle demands did not come.
  case missing
  /// A call came that the lifecycle does not allow here.
  case extra
  /// The same call came again.
  case repeated
  /// Two calls came in the wrong order, or one came among the wrong neighbors.
  case outOfOrder = "out-of-order"
  /// The call names one subject but most likely belongs to another.
  case wrongSubject = "wrong-subject"
  /// The call took too long or came too late.
  case tooLate = "too-late"
  /// The call came after its subject, or the wider one that contains it, had ended.
  case afterTheEnd = "after-the-end"
  /// The call may be explained by events that were lost.
  case lostInGap = "lost-in-gap"
}
