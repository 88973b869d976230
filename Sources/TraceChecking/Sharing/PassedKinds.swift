internal import TraceGrammar
internal import TraceModel

/// The kinds of events in a batch that changed nothing about the wider subjects, so that a checker may pass over events of
/// other checkers that are like them.
struct PassedKinds {
  /// What must not have happened since: another batch, and anything that concerns the present wider subject.
  struct Circumstances: BitwiseCopyable, Equatable {
    var batch: UInt32 = 0
    var epoch: UInt32 = 0
    var gaps: UInt32 = 0
    var anonymousEvents: UInt32 = 0
  }

  private struct Kind: BitwiseCopyable {
    /// The number of the circumstances under which it was found to change nothing.
    var number: UInt32 = 0
    var callback: CallbackID = 0
  }

  /// By the number of a kind.
  private var kinds = ContiguousArray(repeating: Kind(), count: Int(SortedEvent.kindLimit) + 1)
  private var present = Circumstances()
  /// The number of the present circumstances, counted from 1.
  private var number: UInt32 = 1

  /// Notes what holds now.
  mutating func note(_ now: Circumstances) {
    if now == present { return }
    present = now
    number &+= 1
  }

  /// The callback of a kind of events that change nothing now; nil for another kind.
  @inline(__always)
  func callback(_ kind: UInt8) -> CallbackID? {
    kinds[Int(kind)].number == number ? kinds[Int(kind)].callback : nil
  }

  /// Remembers that an event changed nothing.
  mutating func learn(_ event: SortedEvent, _ callback: CallbackID) {
    // Events of no known kind need not be alike.
    if event.kind < SortedEvent.kindLimit {
      kinds[Int(event.kind)] = Kind(number: number, callback: callback)
    }
  }
}
