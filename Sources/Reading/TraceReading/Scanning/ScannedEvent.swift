internal import TraceModel

/// An event that is being read, besides its names.
struct ScannedEvent: BitwiseCopyable {
  var time = Double.nan
  var duration = Double.nan
  var kind = EventKind.delegate
  var phase = CallPhase.whole
  /// Whether it has a count of lost events, and whether it has a callback.
  var isGap = false
  var hasCallback = false
  /// Whether it has sets of identities.
  var hasSets = false
  /// The sums of what its values add to the hashes of its rows.
  var whoHash: UInt64 = 0
  var howHash: UInt64 = 0
  /// The number of line ends in it.
  var lineEnds = 0
}

/// A value that an event has besides those that never change.
enum ScannedName: BitwiseCopyable {
  /// Its name is known.
  case name(NameID)
  /// A text that may be new.
  case text(HashedText)
}
