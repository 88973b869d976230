/// A mechanism that makes a recording break a rule: a fixed, published list.
public enum CauseID: String, Sendable, CaseIterable {
  /// The same call was passed on once more, by a library, a superclass or a second delegate.
  case forwarded
  /// One call was written twice.
  case recordedTwice = "recorded-twice"
  /// The app or a library made the call, which only the platform makes.
  case calledByApp = "called-by-app"
  /// The program did not do what it has to do before this.
  case notCalled = "not-called"
  /// A call came, and no class that was recorded writes it.
  case notRecorded = "not-recorded"
  /// The recorder started after the calls that are missing.
  case recordingStartsLate = "recording-starts-late"
  /// Events were lost: the recording ends too early, or a part of it is missing.
  case recordingCut = "recording-cut"
  /// Several runs of the app are recorded as one process.
  case runsNotToldApart = "runs-not-told-apart"
  /// Several subjects are recorded under one identity.
  case identityShared = "identity-shared"
  /// An object that should be gone still gets or passes on calls.
  case staleObject = "stale-object"
  /// The events are not in the order of the calls.
  case writtenOutOfOrder = "written-out-of-order"
  /// The call was made on another thread than the platform's.
  case wrongThread = "wrong-thread"
  /// The method does too much before it returns.
  case tooSlow = "too-slow"
  /// Other code ran while the method waited, for example in a run loop.
  case waitedFor = "waited-for"
  /// A debugger or a busy machine held up the app.
  case heldUp = "held-up"
  /// The platform does so: a known quirk, or a rare but legal occasion.
  case platform
  /// The app has not moved to what the platform now demands.
  case neverAdopted = "never-adopted"
  /// A setting names something that does not exist.
  case misconfigured
  /// What a grammar names and no other id describes.
  case other
}

extension CauseID {
  /// Whether it is a fault of the recording, and not of the app. Of a call that is not recorded, only its text says which.
  public var isInRecording: Bool {
    switch self {
    case .recordedTwice, .recordingStartsLate, .recordingCut, .runsNotToldApart,
      .identityShared, .writtenOutOfOrder:
      true
    case .forwarded, .calledByApp, .notCalled, .notRecorded, .staleObject, .wrongThread, .tooSlow,
      .waitedFor,
      .heldUp, .platform, .neverAdopted, .misconfigured, .other:
      false
    }
  }

  /// What it means, in one sentence.
  public var summary: String {
    switch self {
    case .forwarded:
      "The same call was passed on once more, by a library, a superclass or a second delegate."
    case .recordedTwice: "One call was written twice."
    case .calledByApp: "The app or a library made a call that only the platform makes."
    case .notCalled: "The program did not do what it has to do before this."
    case .notRecorded: "A call came, but nothing that was recorded writes it."
    case .recordingStartsLate: "The recorder started after the calls that are missing."
    case .recordingCut: "Events were lost: the recording ends too early, or a part is missing."
    case .runsNotToldApart: "Several runs of the app are recorded as one process."
    case .identityShared: "Several subjects are recorded under one identity."
    case .staleObject: "An object that should be gone still gets calls or passes them on."
    case .writtenOutOfOrder: "The events are not in the order of the calls."
    case .wrongThread: "The call was made on another thread than the platform's."
    case .tooSlow: "The method does too much before it returns."
    case .waitedFor: "The method waited for other work before it returned or was recorded."
    case .heldUp: "A debugger or a busy machine held up the app."
    case .platform: "The platform does so: a known quirk, or a rare but legal occasion."
    case .neverAdopted: "The app has not moved to what the platform now demands."
    case .misconfigured: "A setting names something that does not exist."
    case .other: "A cause that the grammar names, without an id of its own."
    }
  }
}
