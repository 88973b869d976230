internal import TraceGrammar
internal import TraceModel

/// The facts that a subject missed before it turned up in another wider subject than before.
struct Absence {
  /// Events that were lost before the other wider subject began; nil for none.
  let lossBefore: Fact?
  /// The beginning of the other wider subject, and how many times in a row it is applied.
  let beginning: Fact
  let beginningCount: Int
  /// Events that were lost since, or may have gone unrecorded; nil for none.
  let lossSince: Fact?
  /// Whether a marker in the trace shows that loss.
  let isLossMarked: Bool
  /// Whether later events may have been about the subject without saying so.
  let mayHaveMoved: Bool

  /// How many times in a row a beginning is applied at most.
  private static let beginningLimit = 64

  /// - Parameter wider: the wider subject in which it turns up.
  init(
    of record: SubjectRecord, _ kind: SubjectKindID, until wider: SubjectRecord,
    _ live: borrowing LiveSubjects
  ) {
    let last = record.wider.slot < 0 ? 0 : Int(record.wider.serial)
    let loss = Fact.loss(isUnnamed: record.isUnnamed, isInUnnamed: wider.isUnnamed)
    lossBefore = wider.span.gapsAtStart > record.gaps ? loss : nil
    beginning = record.isUnnamed ? .parentBeganUnnamed : .parentBegan
    // Between two beginnings, unrecorded calls may have come.
    beginningCount =
      live.isObservedInPart ? min(max(Int(wider.serial) - last, 1), Self.beginningLimit) : 1
    // If the beginning was not recorded, other events may be missing with it.
    isLossMarked = live.gaps > wider.span.gapsAtStart
    lossSince = isLossMarked || !wider.span.began ? loss : nil
    // Events that named no subject may have been about this one in the new wider subject as well.
    mayHaveMoved = live.directory.kinds[kind].lastUnreached >= wider.firstEvent
  }

  /// All of it, in the order in which it happened.
  var facts: [Fact] {
    [lossBefore].compactMap { $0 } + Array(repeating: beginning, count: beginningCount)
      + [lossSince, mayHaveMoved ? .mayHaveMoved : nil].compactMap { $0 }
  }
}
