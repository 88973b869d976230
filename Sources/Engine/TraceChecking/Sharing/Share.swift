internal import TraceGrammar
internal import TraceModel

/// The share of one of several checkers that check a trace together.
///
/// Each of them gets all events, and checks those about its own narrow subjects. Wider subjects are everybody's: each
/// checker follows them through all events, but a finding about one is reported by a single checker: by the one whose
/// subject the present event is about, else by the first.
struct Share {
  /// Whose event is checked.
  enum Owner {
    /// It is about subjects of this checker alone.
    case mine
    /// It is about subjects of another checker alone.
    case another
    /// It is about wider subjects, or about nobody.
    case all
  }

  /// The number of this checker, counted from 0, and the number of all.
  let index: Int
  let count: Int
  /// Whether findings about wider subjects are reported by another checker now.
  private(set) var leavesWiderToOthers = false
  /// Whether what was open is explained.
  private(set) var isClosed = false
  /// Whether something came that checkers cannot share, so that a single one must check the whole trace.
  private(set) var hasFailed = false
  /// The parts of subjects that are this checker's, as bits.
  private let parts: UInt32
  /// The kinds of events that this checker may pass over if they are about subjects of others.
  private var passed = PassedKinds()

  /// - Parameters:
  ///   - index: the number of this checker, counted from 0.
  ///   - count: the number of all; 1 if the trace is not shared.
  init(_ index: Int, of count: Int) {
    (self.index, self.count) = (index, count)
    parts = (0..<SubjectPart.count).filter { [index, count] in $0 % count == index }
      .reduce(0) { $0 | 1 << UInt32($1) }
  }

  /// Whether the trace is shared at all.
  @inline(__always)
  var isOn: Bool { count > 1 }

  /// The callback of an event that this checker may pass over in the circumstances with a number; nil for another event.
  @inline(__always)
  func passes(_ event: SortedEvent, in circumstances: UInt32) -> CallbackID? {
    if parts &>> UInt32(event.part) & 1 != 0 { return nil }
    return passed.callback(event.kind, in: circumstances)
  }

  /// Remembers that an event about a subject of another checker changed nothing about wider subjects.
  mutating func learn(
    _ event: SortedEvent, _ callback: CallbackID, in circumstances: Circumstances
  ) {
    passed.learn(event, callback, in: circumstances.number)
  }

  /// Whether a finding about a subject of the kind is another checker's to report now.
  func leaves(_ kind: KindTraits) -> Bool { leavesWiderToOthers && kind.isWider }

  /// Notes that a single checker must check the whole trace.
  mutating func fail() { hasFailed = isOn }

  /// Notes the end of the trace.
  /// - Returns: whether it was noted before.
  mutating func close() -> Bool {
    defer { isClosed = true }
    beginCommon()
    return isClosed
  }

  /// Notes an event that is about nobody in particular.
  mutating func beginCommon() { leavesWiderToOthers = index > 0 }

  /// Notes an event whose callback is known.
  /// - Parameters:
  ///   - sorted: whom it is about, as far as that is known already.
  ///   - kind: the kind of subject that the callback is about.
  @inline(__always)
  mutating func begin(
    _ event: EventRecord, _ sorted: SortedEvent, about kind: UnsafeMutablePointer<KindTraits>,
    in batch: borrowing EventBatch
  ) -> Owner {
    if kind.pointee.isWider {
      beginCommon()
      return .all
    }
    let isKnown = Int(sorted.part) < SubjectPart.count
    let isMine =
      isKnown ? parts &>> UInt32(sorted.part) & 1 != 0 : ownsAll(of: event, about: kind, in: batch)
    leavesWiderToOthers = !isMine
    return isMine ? .mine : .another
  }

  /// Whether the subjects that an event names are this checker's. Checkers cannot share an event about subjects of
  /// several of them, and none whose subject only the earlier events show.
  @inline(never)
  private mutating func ownsAll(
    of event: EventRecord, about kind: UnsafeMutablePointer<KindTraits>,
    in batch: borrowing EventBatch
  ) -> Bool {
    let name = batch.value(kind.pointee.member, of: event)
    var names =
      kind.pointee.set < 0 ? [] : batch.identities(inSet: kind.pointee.set, of: event)
    if !name.isNone { names.append(name) }
    let mine = names.count { parts >> UInt32(SubjectPart.of(batch.names.bytes($0))) & 1 != 0 }
    if names.isEmpty || mine != 0 && mine != names.count { fail() }
    return mine > 0
  }
}
