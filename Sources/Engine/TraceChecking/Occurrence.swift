internal import TraceGrammar
internal import TraceModel

/// An event whose callback the grammar knows, with everything that may be asked for after its batch is gone.
struct Occurrence {
  /// The number of the event in its trace, counted from 1.
  var number: UInt32
  /// Its line in the file, counted from 1.
  var line: UInt32
  /// The callback.
  var callback: CallbackID
  /// The number of the spelling in the trace's `SpellingDirectory`.
  var spelling: UInt16
  var kind: EventKind
  /// Whether the event is a whole call, the beginning of one, or the end of a call that has no other event.
  var phase = CallPhase.whole
  /// Why the event may be no call of its own, if that is not certain. It is one if it is legal.
  var doubt: RecordingNotes.Kind?
  /// In seconds, with the trace's own origin; NaN if not recorded.
  var time: Double
  /// How long the call took, in seconds; NaN if not recorded.
  var duration = Double.nan
  /// Whether the event identifies the widest subject itself.
  var namesWidest = false
  /// The recorded role, as `RecordedValues` numbers them; nil for none.
  var role: Int?
  /// The delegate that was called, as `RecordedValues` numbers delegates; -1 if delegates do not matter.
  var delegate: Int32 = -1
  /// Who made the call, as `QuirkQuestions` numbers callers; nil if that is not recorded.
  var caller: Int?

  /// The known conditions of cases, if its callback has any.
  var outcomes = ConditionOutcomes()

  /// The event as a subject's history keeps it.
  var entry: HistoryEntry {
    HistoryEntry(
      event: number, line: line, callback: MaybeCallback(callback), spelling: spelling, kind: kind,
      time: time)
  }
}
