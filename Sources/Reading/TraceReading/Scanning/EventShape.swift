/// How an event looked, so that others can be read by comparison: bytes that are the same in all of them, and between these
/// the values that change.
struct EventShape {
  /// A value that changes from event to event, after bytes that do not.
  struct Part: BitwiseCopyable {
    /// Where the bytes before the value are among those that are remembered, and how many they are.
    var run: Int
    var runCount: Int
    /// What the value means.
    var meaning: ValueMeaning
  }

  /// The values that change.
  var parts: Range<Int>
  /// The bytes after the last of them.
  var tail: Int
  var tailCount: Int
  /// Where the rows of such an event begin among those that are remembered.
  var rows: Int
  /// What the values that do not change say.
  var known: ScannedEvent
}
