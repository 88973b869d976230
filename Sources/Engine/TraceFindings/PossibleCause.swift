public import TraceModel

/// A reason why a rule may have been broken, and what to do about it.
public struct PossibleCause: Sendable, Equatable {
  /// Which mechanism it is.
  public var id: CauseID
  /// The reason, in one sentence without a full stop.
  public var text: String
  /// What to do in the app or its recorder, in one or two sentences.
  public var action: String
  /// The evidence in the trace, without a full stop; nil where there is none.
  public var evidence: String?
  /// Whether the recording itself says so, as where it names who made the call. Then there is no other cause.
  public var isProven = false

  /// The step that decides between causes that say that somebody else made the call.
  package static let findCaller =
    "Find the caller: record with callers, as the recorder does by itself, or with `callorder init lldb` in an app that"
    + " nobody changes."

  /// Makes a cause.
  public init(
    id: CauseID = .other, text: String, action: String, evidence: String? = nil
  ) {
    self.id = id
    self.text = text
    self.action = action
    self.evidence = evidence
  }
}

extension Violation {
  /// Whether the first cause says that the call should not have come. What the smallest repair adds before it is then another
  /// reading, which the cause speaks against.
  package var shouldNotHaveCome: Bool {
    guard let likely = likelyCause else { return false }
    return [.calledByApp, .forwarded, .recordedTwice, .staleObject].contains(likely.id)
  }

  /// The finding as its first cause explains it: a call that should not have come is left out, whatever the smallest repair adds
  /// before it, and changes nothing. Every picture and table of calls shows it so.
  package var told: Violation {
    guard shouldNotHaveCome, !repair.insertions.isEmpty,
      let place = steps.lastIndex(where: \.offending)
    else { return self }
    var told = self
    told.repair.insertions = []
    (told.repair.assumed, told.repair.unlistedInsertions) = ([], 0)
    if !repair.deletions.contains(where: { $0.event == event }) {
      told.repair.deletions.append(.init(event: event, callback: callback))
    }
    told.steps = steps.enumerated().compactMap { index, step in
      if step.mark == .missing { return nil }
      var step = step
      if index == place {
        (step.mark, step.states) = (.unexpected, states.count == 1 ? states : [])
      }
      if index > place { step.states = [] }
      return step
    }
    return told
  }

  /// The first cause, if the trace has evidence for it.
  public var likelyCause: PossibleCause? { causes.first.flatMap { $0.evidence == nil ? nil : $0 } }
}
