internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// One line of what is known about causes: what a recording shows, and how that speaks for a cause.
struct CauseRow: Sendable {
  typealias Question = @Sendable (CauseFacts) -> Bool
  typealias Words = @Sendable (CauseFacts) -> String?

  /// How a recording speaks for a cause.
  enum Support {
    /// It contradicts the cause.
    case contradicted
    /// It says nothing; causes that are named by the rule have more weight than those of every grammar.
    case open
    /// It supports the cause, in words.
    case supported(weight: Int, String)
  }

  let id: CauseID
  /// Nil for a row that contradicts the cause, 0 for one that says nothing.
  let weight: Int?
  let holds: Question
  let words: Words

  func support(_ facts: CauseFacts) -> Support? {
    guard holds(facts) else { return nil }
    guard let weight else { return .contradicted }
    return weight == 0 ? .open : words(facts).map { .supported(weight: weight, $0) }
  }
}

private func no(_ id: CauseID, _ holds: @escaping CauseRow.Question) -> CauseRow {
  CauseRow(id: id, weight: nil, holds: holds) { _ in nil }
}

private func open(_ id: CauseID, _ holds: @escaping CauseRow.Question) -> CauseRow {
  CauseRow(id: id, weight: 0, holds: holds) { _ in nil }
}

/// A row with evidence; it does not hold where there are no words for it.
private func yes(
  _ id: CauseID, _ weight: Int, if holds: @escaping CauseRow.Question = { _ in true },
  _ words: @escaping CauseRow.Words
) -> CauseRow {
  CauseRow(id: id, weight: weight, holds: holds, words: words)
}

extension CauseRow {
  /// By cause, in their order: the first row that holds decides. If none does, the recording says nothing.
  static let byCause = Dictionary(grouping: table, by: \.id)

  /// Weights compare causes of one finding: what explains more of what was recorded, and is rarer by chance, weighs more.
  /// From 60 on, an event says it itself; from 40 on, calls fit it that fit little else; below 30, it is only possible.
  private static let table: [CauseRow] = [
    no(.forwarded) { $0.isNotification || $0.violation.kind == .action },
    open(.forwarded, \.isExchanged),
    yes(.forwarded, 70, if: { $0.isCloseEcho && $0.isOfOtherDelegate }, \.sameCall),
    yes(.forwarded, 50, if: \.isInstantEcho, \.sameCall),
    yes(.forwarded, 44, if: \.isNextEvent, \.sameCall),
    yes(.forwarded, 40, if: \.isSoonEcho, \.sameCall),
    yes(
      .forwarded, 30, if: { !$0.isAlone && ($0.isEchoWithoutTime || $0.isOfOtherDelegate) },
      \.sameCall),
    open(.forwarded) { !$0.isNamed || !$0.isAlone },
    yes(.forwarded, 34, if: { $0.violation.cause == .repeated }, \.sameCall),
    yes(.forwarded, 40, \.passedOnFromPlatform),
    yes(.forwarded, 30, \.madeByCaller),

    no(.recordedTwice, \.isAlone),
    yes(.recordedTwice, 45, if: { $0.isNotification && !$0.isLateEcho }, \.sameNotification),
    no(.recordedTwice) { $0.isNotification || $0.isOfOtherDelegate || $0.isLateEcho },
    yes(.recordedTwice, 70, \.twoPlaces),

    no(.calledByApp, \.isCalledByOwner),
    yes(.calledByApp, 65, if: \.isAlone, \.madeByCaller),
    yes(.calledByApp, 38, if: { $0.isNamed && $0.isAfterTheEnd }, \.processGoesOn),
    open(.calledByApp) { $0.isAfterTheEnd || $0.missesAction || $0.isSoonEcho },
    no(.calledByApp, \.isNobodysNotification),
    yes(.calledByApp, 28, if: \.isEchoWithoutTime, \.fitsWithoutIt),
    yes(.calledByApp, 34, if: { $0.isLastStep || $0.fitsWhatFollows }, \.fitsWithoutIt),
    yes(.calledByApp, 36, \.fitsWithoutIt),
    yes(.calledByApp, 24, if: \.isRemoved) { _ in "it fits nowhere near" },
    yes(.calledByApp, 29, if: \.isLastEvent, \.missingElsewhere),
    yes(.calledByApp, 26, \.missingElsewhere),
    yes(.calledByApp, 33, if: \.mayBeUnnamed, \.missingAsStated),
    yes(.calledByApp, 34, \.nothingLeadsToIt),

    yes(.notCalled, 30, if: \.mayBeUnnamed, \.firstMissingOccurs),
    yes(.notCalled, 45, if: { $0.mayBeUnnamed && $0.missesAction }, \.missingAsStated),

    no(.notRecorded, \.movesFirstMissing),
    no(.notRecorded, \.recordsOnlyWhatIsNotMissing),
    no(.notRecorded, \.isUnrecordedAgainstStatement),
    yes(.notRecorded, 46, if: \.isAllMissingUnrecorded, \.neverRecorded),
    yes(.notRecorded, 43, \.neverRecorded),
    open(.notRecorded, \.isNothingAfterIt),
    no(.notRecorded) { $0.isNothingMissing || $0.isFirstMissingAround },
    yes(.notRecorded, 45, \.missingAgainAndAgain),
    yes(.notRecorded, 28, \.beginsWithoutFirstMissing),
    no(.notRecorded, \.recordsWhatIsNamed),

    no(.recordingStartsLate) { !$0.isNamed && $0.violation.cause != .missing || $0.isAboutTheEnd },
    yes(.recordingStartsLate, 47, \.firstCallsMissing),
    no(.recordingStartsLate) { $0.hasBeginning || $0.hasCallBefore },
    yes(.recordingStartsLate, 47, \.noBeginning),
    yes(.recordingStartsLate, 24, \.firstCallOfSubject),

    yes(.recordingCut, 60, if: \.isInGap) { _ in "the recording names lost events" },
    yes(.recordingCut, 34, if: { $0.eventsAfter < ($0.isNamed ? 2 : 1) }, \.endsAfter),
    yes(.recordingCut, 22, if: \.isNamed, \.endsAfter),
    no(.recordingCut) { $0.isAboutTheEnd || $0.recording.isInMemory || $0.isNoLossBetween },
    open(.recordingCut, \.isSilenceBeforeEcho),
    yes(.recordingCut, 43, if: \.fitsWhatFollows, \.silenceBefore),
    yes(.recordingCut, 33, \.silenceBefore),
    no(.recordingCut) { $0.movesFirstMissing || $0.missesAction },
    yes(.recordingCut, 44, \.severalMissingOccur),
    yes(.recordingCut, 25, if: \.isLastEvent, \.missingOnce),
    yes(.recordingCut, 27, \.missingOnce),
    yes(.recordingCut, 24, if: { $0.mayBeUnnamed || $0.isNotification }, \.missingAsStated),

    no(.runsNotToldApart) { $0.violation.processName != nil },
    open(.runsNotToldApart) { $0.isSoonEcho && $0.beginsAgain != nil },
    yes(.runsNotToldApart, 55, \.beginsAgain),
    yes(.runsNotToldApart, 52, \.processBeganAgain),
    yes(.runsNotToldApart, 45, if: { $0.isAfterTheEnd && $0.isProcess }, \.unnamedProcess),
    open(.runsNotToldApart) { !$0.isNamed || $0.hasBeginning || $0.followsSoon },
    yes(.runsNotToldApart, 30, if: { $0.isEchoWithoutTime }, \.unnamedProcess),
    yes(.runsNotToldApart, 46, \.unnamedProcess),

    yes(.identityShared, 60, \.redaction),
    no(.identityShared, \.hasSameAlias),
    yes(.identityShared, 62, \.otherAlias),
    yes(.identityShared, 56, \.fitsSecondSubject),
    yes(.identityShared, 31, if: \.isAgain, \.unnamedSubject),
    yes(.identityShared, 22, if: \.isNamed, \.unnamedSubject),
    yes(.identityShared, 24, if: { $0.isNamed && $0.isLateEcho }, \.sameCall),
    yes(.identityShared, 38, if: \.isNamed, \.sameCallWithOthersBetween),
    yes(.identityShared, 38, if: \.isNamed, \.nextCallAsForNew),

    no(.staleObject) { !$0.isNamed && !$0.hasEnded },
    yes(.staleObject, 21, if: { $0.isEchoWithoutTime || $0.isInstantEcho }, \.ending),
    yes(.staleObject, 40, if: { $0.isRemoved || $0.isLastStep }, \.ending),
    yes(.staleObject, 25, \.ending),

    yes(.writtenOutOfOrder, 64, \.timeBeforeLast),
    yes(.writtenOutOfOrder, 63, \.timeAfterNext),
    yes(.writtenOutOfOrder, 48, if: \.isEchoWithoutTime, \.fitsExchanged),
    yes(.writtenOutOfOrder, 55, \.fitsExchanged),
    yes(.writtenOutOfOrder, 48, \.fitsMoved),
    yes(.writtenOutOfOrder, 25, if: \.isMissingNextSoon, \.followsLate),
    open(.writtenOutOfOrder) { !$0.isNamed },
    yes(.writtenOutOfOrder, 48, if: \.isExchanged, \.notificationBefore),
    yes(.writtenOutOfOrder, 37, if: { !$0.isExchanged }, \.nextCallFollows),

    yes(.wrongThread, 50, \.namedThread),
    yes(.platform, 70, if: { $0.violation.quirk != nil }) { _ in
      "the call matches the known deviation"
    },
    yes(.platform, 43, \.calledByFramework),
    no(.platform, \.isNoHabit),
    yes(.platform, 37, if: \.isHabit) { _ in "the recording does not say who called it" },
    yes(.platform, 45, \.otherProcessAfterTheEnd),
    yes(.platform, 30, \.missingElsewhere),
    yes(.neverAdopted, 40) { _ in "the recording has no call about a scene" },
    yes(.misconfigured, 30, \.requiredForOthers),
    yes(.tooSlow, 40, if: \.isTooLate, \.detail),
    yes(.other, 35, if: \.missesAction, \.missingElsewhere),
  ]
}
