internal import TraceGrammar

/// The callbacks that a recording shows. The others may have come silently.
package struct RecordedCallbacks: Sendable, Hashable {
  /// The callbacks whose calls are recorded, including actions of the app, by index in the grammar.
  package var calls: Set<CallbackID> = []
  /// Callbacks whose notifications are recorded.
  package var notifications: Set<CallbackID> = []
  /// Kinds of wider subjects that the trace does not tell apart.
  package var mergedKinds: Set<SubjectKindID> = []

  /// Whether notifications about the widest subjects are all that tells of their states: nothing about narrower ones is
  /// recorded, and no call of a replaced callback.
  package var hasOnlyNotifications = false

  /// Whether it has calls of replaced callbacks, and no calls about the narrower subjects that would replace them: then there are
  /// none of these.
  package var hasOnlyReplacedCalls = false

  /// Whether it was inferred from what occurs; otherwise the recorder or the user declared it.
  package var isInferred = false

  /// For each kind of subject, the callbacks that count as not recorded in lifecycles about it, although they are
  /// recorded elsewhere.
  package var unshown: [SubjectKindID: Set<CallbackID>] = [:]

  package init() {}

  /// The callbacks that the recording shows for a kind of subject.
  func about(_ kind: SubjectKindID) -> RecordedCallbacks {
    guard let unshown = unshown[kind] else { return self }
    var alphabet = self
    alphabet.calls.subtract(unshown)
    alphabet.notifications.subtract(unshown)
    return alphabet
  }

  /// The callbacks that another recording does not show.
  package func subtracting(_ other: RecordedCallbacks) -> RecordedCallbacks {
    var left = self
    left.calls.subtract(other.calls)
    left.notifications.subtract(other.notifications)
    return left
  }

  /// Whether another recording shows all callbacks of this one.
  package func isShown(by other: RecordedCallbacks) -> Bool {
    calls.isSubset(of: other.calls) && notifications.isSubset(of: other.notifications)
  }

  /// Whether neither the callback's call nor its notification is recorded.
  func isSilent(_ callback: CallbackID) -> Bool {
    !calls.contains(callback) && !notifications.contains(callback)
  }
}
