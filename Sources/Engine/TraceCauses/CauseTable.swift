internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// One line of what is known about causes: what a recording shows, and how that speaks for a cause.
struct CauseRow: Sendable {
  typealias Question = @Sendable (CauseFacts) -> Bool
  typealias Words = @Sendable (CauseFacts) -> String?

  let id: CauseID
  let weight: Int?
  let holds: Question
  /// The evidence. A row with a weight does not hold without it.
  let words: Words
}

/// In place of a weight: the recording contradicts the cause.
private let no: Int? = nil
/// The recording says nothing; causes that are named by the rule have more weight than those of every grammar.
private let open: Int? = 0

private func row(
  _ id: CauseID, _ weight: Int?, if holds: @escaping CauseRow.Question = { _ in true },
  _ words: @escaping CauseRow.Words = { _ in nil }
) -> CauseRow {
  CauseRow(id: id, weight: weight, holds: holds, words: words)
}

extension CauseRow {
  /// By cause, in their order: the first row that holds decides. If none does, the recording says nothing.
  static let byCause = Dictionary(grouping: table, by: \.id)

  /// Weights compare causes of one finding: what explains more of what was recorded, and is rarer by chance, weighs more.
  /// From 60 on, an event says it itself; from 40 on, calls fit it that fit little else; below 30, it is only possible.
  private static let table: [CauseRow] = [
    row(.forwarded, no, if: { $0.isNotification || $0.violation.kind == .action }),
    row(.forwarded, open, if: \.isExchanged),
    row(.forwarded, 72, if: { $0.passedOn != nil && !$0.isAlone }, \.sameCall),
    row(.forwarded, 70, if: { $0.isCloseEcho && $0.isOfOtherDelegate }, \.sameCall),
    row(.forwarded, 50, if: \.isSoonEcho, \.sameCall),
    row(.forwarded, 44, if: \.isNextEvent, \.sameCall),
    row(
      .forwarded, 30, if: { !$0.isAlone && ($0.isEchoWithoutTime || $0.isOfOtherDelegate) },
      \.sameCall),
    row(.forwarded, open, if: { !$0.isNamed || !$0.isAlone }),
    row(.forwarded, 34, if: { $0.violation.cause == .repeated }, \.sameCall),
    row(.forwarded, 40, \.passedOnFromPlatform),

    row(.recordedTwice, 70, if: \.isNamed, \.twoPlaces),
    row(.recordedTwice, no, if: { $0.isAlone && (!$0.isNamed || $0.isNotification) }),
    row(.recordedTwice, 45, if: { $0.isNotification && !$0.isLateEcho }, \.sameNotification),
    row(.recordedTwice, no, if: { $0.isNotification || $0.isOfOtherDelegate || $0.isLateEcho }),
    row(.recordedTwice, 70, \.twoPlaces),

    row(.calledByApp, no, if: \.isCalledByOwner),
    row(.calledByApp, 47, \.madeInEnding),
    row(.calledByApp, 38, if: { $0.isNamed && $0.isAfterTheEnd }, \.processGoesOn),
    row(.calledByApp, 48, \.goesOnEachTime),
    row(.calledByApp, open, if: { $0.isAfterTheEnd || $0.missesAction || $0.isSoonEcho }),
    row(.calledByApp, no, if: \.isNobodysNotification),
    row(.calledByApp, 46, if: { !$0.movesFirstMissing }, \.fitsWithoutItEachTime),
    row(.calledByApp, 28, if: \.isEchoWithoutTime, \.fitsWithoutIt),
    row(.calledByApp, 34, if: { $0.isLastStep || $0.fitsWhatFollows }, \.fitsWithoutIt),
    row(.calledByApp, 36, \.fitsWithoutIt),
    row(.calledByApp, 29, if: { $0.isMissingNextSoon && $0.fitsRemoved }, \.followsLate),
    row(.calledByApp, 34, \.nothingLeadsToIt),

    row(.notCalled, 30, if: \.mayBeUnnamed, \.firstMissingOccurs),
    row(.notCalled, 45, if: { $0.mayBeUnnamed && $0.missesAction }, \.missingAsStated),

    row(.notRecorded, no, if: \.movesFirstMissing),
    row(.notRecorded, no, if: \.recordsOnlyWhatIsNotMissing),
    row(.notRecorded, no, if: \.isUnrecordedAgainstStatement),
    row(.notRecorded, 46, if: \.isAllMissingUnrecorded, \.neverRecorded),
    row(.notRecorded, 43, \.neverRecorded),
    row(.notRecorded, open, if: \.isNothingAfterIt),
    row(.notRecorded, no, if: { $0.missing.isEmpty || $0.isFirstMissingAround }),
    row(.notRecorded, 45, \.missingAgainAndAgain),
    row(.notRecorded, 28, \.beginsWithoutFirstMissing),
    row(.notRecorded, no, if: \.recordsWhatIsNamed),

    row(
      .recordingStartsLate, no,
      if: { !$0.isNamed && $0.violation.cause != .missing || $0.isAboutTheEnd }),
    row(.recordingStartsLate, no, if: { $0.hasBeginning || !$0.callsBefore.isEmpty }),
    row(.recordingStartsLate, 47, \.noBeginning),

    row(.recordingCut, 60, if: { $0.violation.cause == .lostInGap }) { _ in
      "the recording names lost events"
    },
    row(.recordingCut, 34, if: { $0.eventsAfter < ($0.isNamed ? 2 : 1) }, \.endsAfter),
    row(.recordingCut, 22, if: \.isNamed, \.endsAfter),
    row(
      .recordingCut, no, if: { $0.isAboutTheEnd || $0.recording.isInMemory || $0.isNoLossBetween }),
    row(.recordingCut, open, if: \.isSilenceBeforeEcho),
    row(.recordingCut, 43, if: \.fitsWhatFollows, \.silenceBefore),
    row(.recordingCut, 33, \.silenceBefore),
    row(.recordingCut, no, if: { $0.movesFirstMissing || $0.missesAction }),
    row(.recordingCut, 44, \.severalMissingOccur),
    row(.recordingCut, 25, if: \.isLastEvent, \.missingOnce),
    row(.recordingCut, 27, \.missingOnce),
    row(.recordingCut, 24, if: { $0.mayBeUnnamed || $0.isNotification }, \.missingAsStated),

    row(.runsNotToldApart, no, if: { $0.violation.processName != nil }),
    row(.runsNotToldApart, 52, \.processBeganAgain),
    row(
      .runsNotToldApart, 45, if: { $0.isAfterTheEnd && $0.isProcess && !$0.hasBeginning },
      \.unnamedProcess),
    row(.runsNotToldApart, open, if: { !$0.isNamed || $0.hasBeginning || $0.followsSoon }),
    row(.runsNotToldApart, 30, if: \.isEchoWithoutTime, \.unnamedProcess),
    row(.runsNotToldApart, 46, \.unnamedProcess),

    row(.identityShared, 60, \.redaction),
    row(.identityShared, no, if: { $0.hasSameAlias || $0.recording.hasOneWindow && !$0.isProcess }),
    row(.identityShared, 62, \.otherAlias),
    row(.identityShared, 57, \.lackedByAnother),
    row(.identityShared, 56, \.fitsSecondSubject),
    row(.identityShared, 31, if: \.isAgain, \.unnamedSubject),
    row(.identityShared, 22, if: \.isNamed, \.unnamedSubject),
    row(.identityShared, 24, if: { $0.isNamed && $0.isLateEcho }, \.sameCall),
    row(
      .identityShared, 38, if: { $0.isNamed && ($0.isLastStep || $0.fitsWhatFollows) },
      \.sameCallWithOthersBetween),

    row(.staleObject, no, if: { $0.isNamed ? !$0.hasEnding : !$0.hasEnded }),
    row(.staleObject, 21, if: { $0.madeInEnding != nil }, \.ending),
    row(.staleObject, 21, if: { $0.isEchoWithoutTime || $0.isInstantEcho }, \.ending),
    row(.staleObject, 40, if: { $0.violation.isRemoved || $0.isLastStep }, \.ending),
    row(.staleObject, 25, \.ending),

    row(.writtenOutOfOrder, 64, \.timeBeforeLast),
    row(.writtenOutOfOrder, 63, \.timeAfterNext),
    row(.writtenOutOfOrder, 48, \.fitsMoved),
    row(.writtenOutOfOrder, 25, if: \.isMissingNextSoon, \.followsLate),
    row(.writtenOutOfOrder, open, if: { !$0.isNamed }),
    row(.writtenOutOfOrder, 48, if: \.isExchanged, \.notificationBefore),
    row(.writtenOutOfOrder, 37, if: { !$0.isExchanged }, \.nextCallFollows),

    row(.wrongThread, 50, \.namedThread),
    row(.platform, 70, if: { $0.violation.quirk != nil }) { _ in
      "the call matches the known deviation"
    },
    row(.platform, no, if: \.isNoHabit),
    row(.platform, 37, if: { $0.habit != nil }) { _ in "the recording does not say who called it" },
    row(.platform, 45, \.otherProcessAfterTheEnd),
    row(.platform, 30, \.missingElsewhere),
    row(.neverAdopted, 40, { _ in "the recording has no call about a scene" }),
    row(.misconfigured, 30, \.requiredForOthers),
    row(.tooSlow, 40, if: { $0.isTooLate && $0.mayBeUnnamed }, \.detail),
    row(.other, 35, if: \.missesAction, \.missingElsewhere),
  ]
}
