internal import TraceFindings

/// The calls whose beginning was recorded by an event of its own, and whose end was not met yet.
struct OpenCalls {
  /// A call that goes on.
  struct Call {
    /// The number of the event that began it, and its time in seconds; NaN where not recorded.
    var event: UInt32
    var time: Double
    var callback: UInt16
    /// The hashes of what identifies the call, in an order that depends on the callback alone; 0 where absent.
    var identities: [UInt64]
    /// What there is to say if it takes too long.
    var warnings: [Warning] = []

    /// Whether an end may be that of the call, as nothing that both are identified by differs.
    fileprivate func isEnded(by callback: UInt16, _ identities: [UInt64]) -> Bool {
      self.callback == callback
        && zip(self.identities, identities).allSatisfy { $0 == $1 || $0 == 0 || $1 == 0 }
    }
  }

  /// A violation that holds if the call turns out to have taken too long.
  struct Warning {
    var violation: Violation
    var rule: Int
    var isUnnamed: Bool
    var about: RecordedSubject
  }

  /// Of more calls than this the oldest have no end.
  private static let limit = 256

  private var calls: [Call] = []
  /// Whether the recording marks beginnings.
  private var hasBeginnings = false
  /// Callbacks whose ends are the only mark that the recording has of them.
  private var endsAlone: Set<UInt16> = []

  /// Notes that a call began.
  mutating func begin(_ call: Call) {
    hasBeginnings = true
    if calls.count == Self.limit { calls.removeFirst() }
    calls.append(call)
  }

  /// Keeps what there is to say if the call that the event began takes too long.
  mutating func wait(_ warning: Warning, event: UInt32) {
    guard let index = calls.lastIndex(where: { $0.event == event }) else { return }
    calls[index].warnings.append(warning)
  }

  /// The innermost call that an end is the end of; nil where its beginning was not recorded.
  mutating func end(_ callback: UInt16, _ identities: [UInt64]) -> Call? {
    calls.lastIndex { $0.isEnded(by: callback, identities) }.map { calls.remove(at: $0) }
  }

  /// Whether an end without a beginning stands for its call: where the recording has no other mark of it.
  ///
  /// Once beginnings are recorded, such a call began before the recording did, or among lost events. Where among the
  /// others it belongs is not known then.
  /// - Parameter wasSeen: whether the callback came before.
  mutating func standsAlone(_ callback: UInt16, wasSeen: Bool) -> Bool {
    if !hasBeginnings && !wasSeen { endsAlone.insert(callback) }
    return endsAlone.contains(callback)
  }
}
