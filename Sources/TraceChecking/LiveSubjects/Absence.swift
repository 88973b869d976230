internal import TraceModel

/// What happened without an event about it to a subject that comes to another wider subject than it was last met in.
struct Absence {
  /// Events that were lost before the other one began; nil for none.
  let lossBefore: Fact?
  /// The beginning of another one, and of how many, one after the other, it is told.
  let beginning: Fact
  let beginningCount: Int
  /// Events that were lost since, or may have gone unrecorded; nil for none.
  let lossSince: Fact?
  /// Whether a marker in the trace tells of that.
  let isLossMarked: Bool
  /// Whether events since may have been about it without saying so.
  let mayHaveMoved: Bool

  /// How many beginnings, one after the other, one that slept through them is told of.
  private static let beginningLimit = 64

  /// - Parameter wider: the one that it comes to.
  init(
    of record: SubjectRecord, _ kind: Int, until wider: SubjectRecord,
    _ live: borrowing LiveSubjects
  ) {
    let last = record.wider.slot < 0 ? 0 : Int(record.wider.serial)
    let loss = Fact.loss(isUnnamed: record.isUnnamed, isInUnnamed: wider.isUnnamed)
    lossBefore = wider.span.gapsAtStart > record.gaps ? loss : nil
    beginning = record.isUnnamed ? .parentBeganUnnamed : .parentBegan
    // Between two beginnings calls may have come that the recording does not show.
    beginningCount =
      live.isObservedInPart ? min(max(Int(wider.serial) - last, 1), Self.beginningLimit) : 1
    // Where the beginning was not recorded, more may have gone unrecorded with it.
    isLossMarked = live.gaps > wider.span.gapsAtStart
    lossSince = isLossMarked || !wider.span.began ? loss : nil
    // Events that named nobody may have been about it in the new wider one as well.
    mayHaveMoved = live.directory.kinds[kind].unreached.last >= wider.firstEvent
  }

  /// All of it, in the order in which it happened.
  var facts: [Fact] {
    [lossBefore].compactMap { $0 } + Array(repeating: beginning, count: beginningCount)
      + [lossSince, mayHaveMoved ? .mayHaveMoved : nil].compactMap { $0 }
  }
}
