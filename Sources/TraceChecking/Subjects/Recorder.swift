/// Who recorded what came about a subject: the role and the delegates that its events named so far.
///
/// One delegate may have methods that another lacks, so what is missing about a subject proves something only where one of
/// its own delegates shows the callback anywhere in the trace, and a subject of its role does.
struct Recorder: Hashable, BitwiseCopyable, Sendable {
  /// The delegates that are told apart; a bit each. The first stands for none, the last for all that are too many.
  static let delegateLimit = 63

  /// The role that was last recorded, as `RecordedValues` numbers them; -1 where none was.
  var role: Int32 = -1
  /// A bit for each of `CompiledGrammar.covering` that came about the subject.
  var covering: UInt32 = 0
  /// A bit for each delegate.
  var delegates: UInt64 = 0

  /// Whether neither a role nor a delegate tells which callbacks would be recorded.
  var isUnknown: Bool { role < 0 && namedDelegates == 0 }

  /// The delegates without the first, which stands for none.
  var namedDelegates: UInt64 { delegates & ~1 }

  /// Notes the delegate that an event names; -1 where nobody asks.
  mutating func add(delegate: Int32) { if delegate >= 0 { delegates |= 1 << UInt64(delegate) } }

  /// Whether an event by the delegate is nothing new.
  func contains(delegate: Int32) -> Bool {
    delegate < 0 || delegates & 1 << UInt64(delegate) != 0
  }
}

/// A subject as far as it matters who records it.
struct RecordedSubject: Hashable {
  var kind: Int
  var recorder: Recorder
}

extension RecordedSubject {
  init(_ subject: SubjectReference, in directory: borrowing SubjectDirectory) {
    self.init(kind: subject.kind, recorder: directory.record(subject).pointee.recorder)
  }
}
