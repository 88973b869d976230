internal import TraceFindings
internal import TraceModel

/// The words of a cause that any finding of any grammar may have.
struct GeneralCause: Sendable {
  let id: CauseID
  /// For which findings they are meant; of those with one id, the first that fits counts.
  let fits: CauseRow.Question
  /// The reason and what to do, with placeholders.
  let text, action: String
}

private func words(
  _ id: CauseID, _ text: String, _ action: String,
  if fits: @escaping CauseRow.Question = { _ in true }
) -> GeneralCause {
  GeneralCause(id: id, fits: fits, text: text, action: action)
}

extension GeneralCause {
  static let byCause = Dictionary(grouping: all, by: \.id)

  private static let all: [GeneralCause] = [
    words(
      .forwarded, "A library or a second delegate passes {callback} on",
      "Remove the forwarding, or make sure that the method can safely run twice.",
      if: \.isCallOfOwner),
    words(
      .recordedTwice, "One call of {callback} is recorded twice",
      "Record it in one place only."),
    words(
      .calledByApp, "Your code or a library calls {end}",
      "Move the work into a method of your own.",
      if: { $0.goesOnEachTime != nil }),
    words(
      .calledByApp, "Your code or a library calls {callback}",
      "Remove the call, and move the work into a method of your own.",
      if: \.isCallOfOwner),
    words(
      .calledByApp, "{callback} comes twice, where it is allowed once",
      "Find out what makes the second call; if there is only one, record it in one place.",
      if: { $0.isOwnCall && !$0.isAlone }),
    words(
      .calledByApp, "{callback} comes where it is not allowed",
      "Look at what happens before it, and at who decides that it happens.", if: \.isOwnCall),
    words(
      .notCalled, "{missing} does not happen before {callback}",
      "Make it happen first.", if: \.missesOwnCall),
    words(
      .notRecorded, "{missing} is probably not recorded",
      "Record {missing} wherever it comes, then record again.", if: \.isSomethingMissing),
    words(
      .recordingStartsLate, "Recording starts after the first calls",
      "Start recording before the first call can come."),
    words(
      .recordingCut, "The event of {missing} was lost",
      "Write each event at once, and record again.", if: \.isSomethingMissing),
    words(
      .recordingCut, "Events before {callback} were lost",
      "Write each event at once, and record again.", if: \.isSomethingRemoved),
    words(
      .recordingCut, "The recording ends too early",
      "Record until the {kind} ends."),
    words(
      .runsNotToldApart, "The recording holds several runs as one {process}",
      "Record the member \"{process}\" with each event."),
    words(
      .identityShared, "Two {kinds} have the same identity",
      "Record an identity with each event that only one {kind} has."),
    words(
      .staleObject, "An object of the ended {kind} still gets calls",
      "Remove its observers, timers and forwarding when it ends."),
    words(
      .writtenOutOfOrder, "The events were not written in the order of the calls",
      "Record in the first line of each method, and write all events from one queue."),
    words(
      .tooSlow, "The method does too much before it returns",
      "Measure it, then do the work later or on another thread."),
  ]
}
