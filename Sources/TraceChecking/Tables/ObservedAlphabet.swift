/// Which callbacks a recording shows: those it does not show may have come silently.
package struct ObservedAlphabet: Sendable, Hashable {
  /// Callbacks, by index in the grammar, whose calls are recorded; actions of the app among them.
  package var calls: Set<Int> = []
  /// Callbacks whose notifications are recorded.
  package var notifications: Set<Int> = []
  /// Kinds of wider subjects that the trace does not tell apart.
  package var mergedKinds: Set<Int> = []

  /// Whether it was inferred from what occurs; else the recorder or the user says so.
  package var isInferred = false

  /// For each kind of subject the callbacks that are taken as not recorded in lifecycles about it, though they are
  /// elsewhere.
  package var unshown: [Int: Set<Int>] = [:]

  package init() {}

  /// The callbacks that a recording shows of a kind of subject.
  func about(_ kind: Int) -> ObservedAlphabet {
    guard let unshown = unshown[kind] else { return self }
    var alphabet = self
    alphabet.calls.subtract(unshown)
    alphabet.notifications.subtract(unshown)
    return alphabet
  }

  /// Whether another recording shows all callbacks that this one does.
  func isShown(by other: ObservedAlphabet) -> Bool {
    calls.isSubset(of: other.calls) && notifications.isSubset(of: other.notifications)
  }

  /// Whether neither the callback's call nor its notification is recorded.
  func isSilent(_ callback: Int) -> Bool {
    !calls.contains(callback) && !notifications.contains(callback)
  }
}
