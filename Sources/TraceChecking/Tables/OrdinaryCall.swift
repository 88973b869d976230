internal import TraceAutomata

/// How ordinary calls of one callback are checked: what they are about, and which lifecycles see them.
///
/// Only calls about one narrow subject can be ordinary, and none that a delay or an advice is about.
struct OrdinaryCall: BitwiseCopyable {
  /// The index of the kind of subject; -1 for a callback that is never ordinary.
  var kind: Int32 = -1
  /// The index of the wider kind it belongs to.
  var wider: Int32 = -1
  /// Where an event identifies the two, and the alias; -1 for no alias.
  var member: Int32 = -1
  var widerMember: Int32 = -1
  var alias: Int32 = -1
  /// The lifecycles that see the callback, as indices of `CheckingTables.ordinarySteps`.
  var firstStep: Int32 = 0
  var stepCount: Int32 = 0
  /// Vectors of the kind's first lifecycle below are pinned.
  var stateCount: UInt32 = 0
  /// Whether every step by it ends its subject.
  var endsItsSubject = false
  var hasNotification = false
  /// Whether a rule bounds how long a call may take.
  var hasDurationLimit = false

  /// One lifecycle that sees the callback.
  struct Step: BitwiseCopyable {
    var lifecycle: Int
    var automaton: UnsafeMutablePointer<CostAutomaton>
    /// The index of the lifecycle among those of its kind of subject.
    var run: Int
    var symbol: Int
    /// Vectors below are pinned.
    var stateCount: UInt32
    /// Where the counters of the symbol begin, and how far they are apart from state to state.
    var hitOffset: Int
    var hitStride: Int
  }
}
