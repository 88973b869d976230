/// What went wrong with the calls, as a closed catalogue by which findings can be grouped and counted.
public enum Cause: String, Sendable, CaseIterable {
  /// A call that the lifecycle demands did not come.
  case missing
  /// A call came that the lifecycle does not allow here.
  case extra
  /// The same call came again.
  case repeated
  /// Two calls came in the wrong order, or one came among the wrong neighbors.
  case outOfOrder = "out-of-order"
  /// The call is about a subject that another one was meant in place of.
  case wrongSubject = "wrong-subject"
  /// The call took or waited longer than it may.
  case tooLate = "too-late"
  /// The call came after its subject, or the one that holds its subject, had ended.
  case afterTheEnd = "after-the-end"
  /// The call may be explained by events that were lost.
  case lostInGap = "lost-in-gap"
}
