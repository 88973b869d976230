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

  package init() {}

  /// Whether neither the callback's call nor its notification is recorded.
  func isSilent(_ callback: Int) -> Bool {
    !calls.contains(callback) && !notifications.contains(callback)
  }
}
