internal import TraceModel

/// An event whose callback the grammar knows, with all that may be asked after its batch is gone.
struct Occurrence {
  /// The number of the event in its trace, counted from 1.
  var number: UInt32
  /// Its line in the file, counted from 1.
  var line: UInt32
  /// The callback's index in the grammar.
  var callback: UInt16
  /// The number of the spelling in the trace's `SpellingDirectory`.
  var spelling: UInt16
  var kind: EventKind
  /// Whether it is a whole call, the beginning of one, or the only mark of one, which is its end.
  var phase = CallPhase.whole
  /// Seconds, with the trace's own origin; NaN where not recorded.
  var time: Double
  /// Seconds the call took; NaN where not recorded.
  var duration = Double.nan
  /// Whether the event identifies the widest subject itself.
  var namesWidest = false
  /// The recorded role, as `RecordedValues` numbers them; nil for none.
  var role: Int?

  /// The hash of the value that tells what it answers, or that answers are told by; 0 for none.
  var answerValue: UInt64 = 0

  /// What is known of the conditions of cases, if its callback has any.
  var outcomes = ConditionOutcomes()

  /// The event as a subject's history keeps it.
  var entry: HistoryEntry {
    HistoryEntry(
      event: number, line: line, callback: callback, spelling: spelling, kind: kind, time: time)
  }
}
