internal import TraceGrammar

/// What ordinary calls depend on besides the call itself and its own subject.
///
/// While it stays the same, a call that is like an ordinary one is ordinary as far as the wider subject is concerned.
struct Circumstances: BitwiseCopyable {
  /// What must stay the same. A later epoch means that something happened to the present wider subject, or that another
  /// one has its turn (see `UnchangedCalls`).
  struct Values: BitwiseCopyable, Equatable {
    var epoch: UInt32 = 0
    /// How many gaps came, and how many events that named no wider subject although others do.
    var gaps: UInt32 = 0
    var anonymousEvents: UInt32 = 0
    /// Whether nothing waits for the next event, and nobody wants to see each of them.
    var allowOrdinaryCalls = false
  }

  private(set) var values = Values()
  /// The serial number of the present wider subject; 0 if there is none.
  private(set) var serial: UInt32 = 0
  /// The number of the present circumstances, counted from 1.
  private(set) var number: UInt32 = 1

  /// Begins a batch, in which names and kinds of events have other numbers.
  mutating func beginBatch() { number &+= 1 }

  /// Notes what holds now.
  mutating func note(_ now: Values, serial: UInt32) {
    if now == values { return }
    (values, self.serial) = (now, serial)
    number &+= 1
  }
}

/// Notes what ordinary calls depend on from here on.
/// - Parameter live: in place, as it is expensive to copy.
func noteCircumstances(of live: inout LiveSubjects, allowOrdinaryCalls: Bool) {
  if live.tables.kindCount == 0 { return }
  let widest = live.directory.widest.kind
  let wider = live.current(widest)
  live.circumstances.note(
    Circumstances.Values(
      epoch: live.stepper.unchanged.epoch(widest), gaps: live.gaps,
      anonymousEvents: live.directory.kinds[widest].anonymousEvents,
      allowOrdinaryCalls: allowOrdinaryCalls && wider != nil),
    serial: wider.map { live.directory.record($0).pointee.serial } ?? 0)
}
