/// How ordinary calls of one callback are checked: the subjects they are about, and the lifecycles that see them.
///
/// Only calls about one narrow subject can be ordinary, and only if no delay or advice is about them.
struct OrdinaryCall: BitwiseCopyable {
  /// The kind of subject; none for a callback that is never ordinary.
  var kind = MaybeKind.absent
  /// The wider kind that it belongs to.
  var wider = MaybeKind.absent
  /// The indices of the event members for the identities of the two, and for the alias; -1 for no alias.
  var member: Int32 = -1
  var widerMember: Int32 = -1
  var alias: Int32 = -1
  /// The lifecycles that see the callback, as a range of `CheckingTables.ordinarySteps`.
  var firstStep: Int32 = 0
  var stepCount: Int32 = 0
  /// Vectors of the kind's first lifecycle with smaller numbers are pinned.
  var stateCount: UInt32 = 0
  /// Whether every step by it ends its subject.
  var endsItsSubject = false
  var hasNotification = false
  /// Whether scenarios count cases of it. It is then ordinary only if it records none of the members they ask for.
  var countsCases = false
  /// Whether a rule limits the duration of the call.
  var hasDurationLimit = false

  /// One lifecycle that sees the callback.
  struct Step: BitwiseCopyable {
    var lifecycle: LifecycleID
    var automaton: UnsafeMutablePointer<CostAutomaton>
    /// The index of the lifecycle among those of its kind of subject.
    var run: Int
    var symbol: SymbolID
    /// Vectors with smaller numbers are pinned.
    var stateCount: UInt32
    /// The index of the symbol's first counter, and the distance between its counters from state to state.
    var hitOffset: Int
    var hitStride: Int
  }
}
