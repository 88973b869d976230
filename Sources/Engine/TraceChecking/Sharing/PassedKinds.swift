internal import TraceGrammar
internal import TraceModel

/// The kinds of events in a batch that changed nothing about the wider subjects, so that a checker may pass over events of
/// other checkers that are like them.
struct PassedKinds {
  private struct Kind: BitwiseCopyable {
    /// The number of the `Circumstances` in which it was found to change nothing; 0 if it was not.
    var number: UInt32 = 0
    var callback: CallbackID = 0
  }

  /// By the number of a kind.
  private var kinds = ContiguousArray(repeating: Kind(), count: Int(SortedEvent.kindLimit) + 1)

  /// The callback of a kind of events that change nothing in the present circumstances; nil for another kind.
  @inline(__always)
  func callback(_ kind: UInt8, in number: UInt32) -> CallbackID? {
    kinds[Int(kind)].number == number ? kinds[Int(kind)].callback : nil
  }

  /// Remembers that an event changed nothing.
  mutating func learn(_ event: SortedEvent, _ callback: CallbackID, in number: UInt32) {
    // Events of no known kind need not be alike.
    if event.kind < SortedEvent.kindLimit {
      kinds[Int(event.kind)] = Kind(number: number, callback: callback)
    }
  }
}
