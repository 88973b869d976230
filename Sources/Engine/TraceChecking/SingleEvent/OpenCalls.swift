internal import TraceGrammar

/// The calls whose beginning has an event of its own, and whose end has not come yet.
struct OpenCalls {
  /// A call that is still running.
  struct Call {
    /// The number of the event that began it, and its time in seconds; NaN if not recorded.
    var event: UInt32
    var time: Double
    var callback: CallbackID
    /// The hashes of what identifies the call, in an order that depends only on the callback; 0 where absent.
    var identities: [UInt64]
    /// What to report if it takes too long.
    var findings: [PendingFinding] = []

    /// Whether an end may belong to the call: no value that identifies both of them differs.
    fileprivate func isEnded(by callback: CallbackID, _ identities: [UInt64]) -> Bool {
      self.callback == callback
        && zip(self.identities, identities).allSatisfy { $0 == $1 || $0 == 0 || $1 == 0 }
    }
  }

  /// If more calls than this are open, the oldest is forgotten.
  private static let limit = 256

  private var calls: [Call] = []
  /// Whether the recording marks beginnings.
  private var hasBeginnings = false
  /// Callbacks that the recording marks only by their ends.
  private var endsAlone: Set<CallbackID> = []

  /// Notes that a call began.
  mutating func begin(_ call: Call) {
    hasBeginnings = true
    if calls.count == Self.limit { calls.removeFirst() }
    calls.append(call)
  }

  /// Keeps a finding in case the call that the event began takes too long.
  mutating func wait(_ finding: PendingFinding, event: UInt32) {
    guard let index = calls.lastIndex(where: { $0.event == event }) else { return }
    calls[index].findings.append(finding)
  }

  /// Removes and returns the innermost call that an end belongs to; nil if its beginning was not recorded.
  mutating func end(_ callback: CallbackID, _ identities: [UInt64]) -> Call? {
    calls.lastIndex { $0.isEnded(by: callback, identities) }.map { calls.remove(at: $0) }
  }

  /// Whether an end without a beginning stands for its call, because the recording has no other mark of it.
  ///
  /// Once beginnings are recorded, such a call began before the recording or among lost events. It is then unknown
  /// where it belongs among the others.
  /// - Parameter wasSeen: whether the callback came before.
  mutating func standsAlone(_ callback: CallbackID, wasSeen: Bool) -> Bool {
    if !hasBeginnings && !wasSeen { endsAlone.insert(callback) }
    return endsAlone.contains(callback)
  }
}
