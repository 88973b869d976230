/// Which callbacks a recording shows. The absence of any other callback is not a fault.
public enum Records: Sendable, Hashable {
  /// The callbacks that occur in the recording, unless it says itself what it shows.
  case trace
  /// The callbacks that occur in any recording of the run, for those that do not say it themselves.
  case run
  /// All callbacks of the grammar.
  case all
  /// These callbacks, in any spelling. A delegate method stands for the call, a notification's name for the
  /// notification, and a short name for both.
  case callbacks([String])
}
