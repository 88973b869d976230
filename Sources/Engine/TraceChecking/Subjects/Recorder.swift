internal import TraceGrammar

/// Who recorded the events about a subject: the role and the delegates that they named so far.
///
/// One delegate may have methods that another lacks. A callback that is missing about a subject therefore proves
/// something only if one of its own delegates, and a subject of its role, show the callback anywhere in the trace.
struct Recorder: Hashable, BitwiseCopyable, Sendable {
  /// How many delegates are distinguished, with a bit for each. The first stands for none; all beyond the limit share
  /// one.
  static let delegateLimit = 63

  /// The role that was recorded last, as `RecordedValues` numbers roles; -1 if none was.
  var role: Int32 = -1
  /// A bit for each of `CompiledKind.covering` that came about the subject.
  var covering: UInt32 = 0
  /// A bit for each delegate.
  var delegates: UInt64 = 0

  /// Whether neither a role nor a delegate shows which callbacks would be recorded.
  var isUnknown: Bool { role < 0 && namedDelegates == 0 }

  /// The delegates without the first, which stands for none.
  var namedDelegates: UInt64 { delegates & ~1 }

  /// Notes the delegate that an event names; -1 if delegates do not matter.
  mutating func add(delegate: Int32) { if delegate >= 0 { delegates |= 1 << UInt64(delegate) } }

  /// Whether an event by the delegate adds nothing new.
  @inline(__always)
  func contains(delegate: Int32) -> Bool {
    delegate < 0 || delegates & 1 << UInt64(delegate) != 0
  }
}

/// A subject, reduced to what matters for who records it.
struct RecordedSubject: Hashable {
  var kind: SubjectKindID
  var recorder: Recorder
}

extension RecordedSubject {
  /// An order that depends on nothing but the two.
  func precedes(_ other: RecordedSubject) -> Bool {
    func order(_ subject: RecordedSubject) -> (Int, Int32, UInt64, UInt32) {
      let recorder = subject.recorder
      return (subject.kind.index, recorder.role, recorder.delegates, recorder.covering)
    }
    return order(self) < order(other)
  }

  init(_ subject: SubjectReference, in directory: borrowing SubjectDirectory) {
    self.init(kind: subject.kind, recorder: directory[subject].recorder)
  }
}
