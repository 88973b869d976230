internal import TraceGrammar
internal import TraceModel

/// One edit of a repair.
struct Edit {
  var callback: CallbackID
  /// The number of the event to delete, or before which to insert.
  var event: Int32
  var isInsertion: Bool
}

/// A finding, as it is counted. Its words are made only if it is listed.
struct Finding {
  /// How it was found. Entries are places in the word of its subject as `Runs.words` has it, and a run is the place of a
  /// lifecycle among those of its kind.
  enum Ground {
    /// The edits of a lifecycle, by the number of the fault in `Run.faults`.
    case edits(run: Int, fault: Int)
    /// The same where a life must end otherwise; it is reported at the last call.
    case incomplete(run: Int, fault: Int)
    /// Advice on a legal step.
    case advice(run: Int, entry: Int)
    /// A lifecycle ended in a state in which it must not: at an entry, in a state to which another led.
    case end(run: Int, entry: Int, origin: Int)
    /// An event breaks a rule by itself.
    indirect case event(Firing)
    /// The app itself made a call where the platform could not have made it.
    case own(run: Int)
  }

  /// nil for a call that no rule names.
  var rule: RuleID?
  var lifecycle: LifecycleID?
  var severity: Severity
  /// The number of the event, counted from 1, and its line.
  var event: Int32
  var line: UInt32
  /// The callback that it is reported at, which is no case of one.
  var callback: UInt16
  /// The name of the subject, and the subject; whether it has no identity.
  var subject: UInt32
  var index: Int32
  var isUnnamed = false
  /// The states in which the subject may have been.
  var states: [StateID] = []
  var edits: [Edit] = []
  var quirk: QuirkID?
  /// Further subjects for which the same edit repairs the same fault.
  var others: [Int32] = []
  let ground: Ground

  /// Whether all that the repair does is to delete the call that it is reported at.
  var isOnlyTooMany: Bool { edits.count == 1 && isTooMany }

  /// Whether the repair deletes the call that it is reported at.
  var isTooMany: Bool { edits.contains { !$0.isInsertion && $0.event == event } }

  func ruleName(_ grammar: Grammar) -> String {
    if let rule { return grammar.rules[rule].id }
    if case .incomplete = ground { return "incomplete-lifecycle" }
    return "unexpected-callback"
  }
}

/// A lifecycle of a subject, for what holds of all its faults.
struct FaultSubject: Hashable {
  var lifecycle: LifecycleID?
  var subject: UInt32
}

/// What one pass over the slices has found.
struct Judgement {
  var findings: [Finding] = []
  /// How the lifecycles went, for those who ask.
  let runs: Runs
  /// By kind: the words in which there was nothing to find.
  let legal: [LegalWords]
  var hasStepped: [Bool]
  /// The events whose times break a rule, if times say nothing about the app.
  var heldUp: [Int32] = []
  /// The text of a state that the grammar declares inconclusive, if every subject of its kind is in one.
  var declared: String?

  var slices: Slices { runs.slices }
  /// The lifecycles by which it judges.
  var machines: Machines { runs.machines }

  /// The subjects of which it found only what a quirk explains, besides calls that nobody records.
  var excused: [FaultSubject: QuirkID] {
    func isUnrecorded(_ edit: Edit) -> Bool {
      edit.isInsertion && runs.recording.shown.isSilent(edit.callback)
    }
    if findings.allSatisfy({ $0.quirk == nil }) { return [:] }
    let bySubject = Dictionary(grouping: findings) {
      FaultSubject(lifecycle: $0.lifecycle, subject: $0.subject)
    }
    return bySubject.compactMapValues { found in
      let accusing = found.filter { $0.edits.isEmpty || !$0.edits.allSatisfy(isUnrecorded) }
      return accusing.allSatisfy { $0.quirk != nil } ? accusing.first?.quirk : nil
    }
  }
}
