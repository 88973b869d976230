internal import TraceFindings
internal import TraceGrammar
internal import TraceModel

/// The causes that are possible for any call of any grammar, in its own words.
extension Violation {
  /// The text of a cause that the rule does not name; nil for one that only a rule can name.
  func generalCause(_ id: CauseID, of grammar: Grammar) -> PossibleCause? {
    let call = grammar.writtenName(callback)
    let missing = repair.insertions.first.map { grammar.writtenName($0.callback) }
    let kinds = SubjectCount.plural(of: nameOfSubjectKind)
    func cause(_ text: String, _ action: String) -> PossibleCause {
      PossibleCause(id: id, text: text, action: action)
    }
    switch id {
    case .forwarded:
      guard grammar.caller != nil, kind == .delegate else { return nil }
      return cause(
        "A library or a second delegate passes \(call) on",
        "Remove the forwarding, or make sure that the method can safely run twice.")
    case .recordedTwice:
      return cause("One call of \(call) is recorded twice", "Record it in one place only.")
    case .calledByApp:
      if kind == .action { return nil }
      guard let owner = grammar.caller else {
        if echo != nil {
          return cause(
            "\(call) comes twice, where it is allowed once",
            "Find out what makes the second call; if there is only one, record it in one place.")
        }
        return cause(
          "\(call) comes where it is not allowed",
          "Look at what happens before it, and at who decides that it happens.")
      }
      if kind == .notification { return nil }
      return cause(
        "The app or a library calls \(call), which only \(owner) should call",
        "Set a breakpoint there to see who calls it, and move the work into a method of your own.")
    case .notCalled:
      let isAction = repair.insertions.first.map { insertion in
        grammar.callbacks.contains { $0.name == insertion.callback && $0.isAction }
      }
      guard grammar.caller == nil || isAction ?? false, let missing else { return nil }
      return cause("\(missing) does not happen before \(call)", "Make it happen first.")
    case .notRecorded:
      guard let missing else { return nil }
      return cause(
        "\(missing) is probably not recorded",
        "Record \(missing) wherever it comes, then record again.")
    case .recordingStartsLate:
      return cause(
        "Recording starts after the first calls", "Start recording before the first call can come.")
    case .recordingCut:
      guard let missing else {
        if !repair.deletions.isEmpty {
          return cause(
            "Events before \(call) were lost", "Write each event at once, and record again.")
        }
        return cause("The recording ends too early", "Record until the \(nameOfSubjectKind) ends.")
      }
      return cause(
        "The event of \(missing) was lost", "Write each event at once, and record again.")
    case .runsNotToldApart:
      return cause(
        "The recording holds several runs as one \(processKind)",
        "Record the member \"\(processKind)\" with each event.")
    case .identityShared:
      return cause(
        "Two \(kinds) have the same identity",
        "Record an identity with each event that only one \(nameOfSubjectKind) has.")
    case .staleObject:
      return cause(
        "An object of the ended \(nameOfSubjectKind) still gets calls",
        "Remove its observers, timers and forwarding when it ends.")
    case .writtenOutOfOrder:
      return cause(
        "The events were not written in the order of the calls",
        "Record in the first line of each method, and write events in that order.")
    case .tooSlow:
      return cause(
        "The method does too much before it returns",
        "Measure it, then do the work later or on another thread.")
    case .heldUp:
      return cause(
        "A debugger or a busy machine held up the app", "Record again without a debugger.")
    case .wrongThread, .waitedFor, .platform, .neverAdopted, .misconfigured, .other: return nil
    }
  }
}
