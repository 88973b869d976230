public import TraceModel

/// A named, documented reason why something is a violation.
public struct Rule: Sendable, Equatable {
  /// When a rule fires.
  public enum Form: Sendable, Equatable {
    /// One of the callbacks comes in one of the states. The rule names the step if it is illegal. If it is legal, the
    /// rule is a piece of advice, which fires when every state of the cheapest explanations is in the set.
    case step(lifecycle: LifecycleID, callbacks: [CallbackID], states: [StateID])
    /// A subject ends, with the trace or with its wider subject, in one of the states; with `afterLaterEvents`
    /// only if the subject had events after the one that entered the state.
    case end(lifecycle: LifecycleID, states: [StateID], afterLaterEvents: Bool)
    /// The callback took longer than this many seconds.
    case duration(callbacks: [CallbackID], seconds: Double)
    /// The callback came more than this many seconds after the last call of the other one, for the same subject.
    case within(callback: CallbackID, seconds: Double, after: CallbackID)
    /// A notification arrived before the delegate call of its transition.
    case notificationAhead
    /// An event's member has a value that other callbacks list for it (`Callback.readings`), and its own does not.
    case contradiction(member: String)
    /// A call's member has none of the values, though some event of the trace has one of them.
    case differingValue(callbacks: [CallbackID], member: String, values: [String])
    /// More than this many subjects of the same wider one are in the given states of a lifecycle.
    case atMost(count: Int, lifecycle: LifecycleID, states: [StateID])
    /// A demand on the subjects that an event names side by side.
    case peers(PeerDemand)
    /// A step that no lifecycle allows and no other rule names.
    case unexpected
    /// With `--complete`: a subject ends in a state in which it must not end.
    case incomplete
  }

  /// A severity that replaces the rule's own where all of these conditions hold.
  public struct SeverityCase: Sendable, Equatable {
    /// The severity there.
    public package(set) var severity: Severity
    /// States of the rule's lifecycle, sorted: all that are possible have to be among them; empty for any.
    public package(set) var states: [StateID]
    /// Platform versions; the recording has to name one of them or a later one. Empty if the version does not matter.
    public package(set) var since: [PlatformVersion]
    /// Callbacks that the recording must not show any call of; empty for any recording.
    public package(set) var unrecorded: [CallbackID]

    /// Makes a case; parameters that are not given limit nothing.
    package init(
      severity: Severity, states: [StateID] = [], since: [PlatformVersion] = [],
      unrecorded: [CallbackID] = []
    ) {
      self.severity = severity
      self.states = states
      self.since = since
      self.unrecorded = unrecorded
    }
  }

  /// The call that a call has to answer; a member that both events have connects the two.
  public struct Answering: Sendable, Equatable {
    /// The callback that is answered.
    public package(set) var callback: CallbackID
    /// The member that has to have the same value in both events.
    public package(set) var member: String

    /// Makes the demand.
    package init(callback: CallbackID, member: String) {
      self.callback = callback
      self.member = member
    }
  }

  /// The stable identity, in kebab case; public API.
  public package(set) var id: String
  /// The severity unless the user says otherwise.
  public package(set) var severity: Severity
  /// The cases in which the severity differs; the first that fits counts.
  public package(set) var severityCases: [SeverityCase]
  /// When it fires.
  public package(set) var form: Form
  /// For the form `end` after later events: the wider subject that has to have had them; nil for the subject itself.
  public package(set) var laterEventsOf: SubjectKindID?
  /// Whether the rule names illegal steps alone, as one written `in any` does: it is then never an advice,
  /// though its callbacks may be legal in some of its states.
  public package(set) var onlyWhereIllegal: Bool
  /// A callback that the trace must have somewhere for the rule to apply; nil for always.
  public package(set) var required: CallbackID?
  /// Callbacks; the rule only applies if the trace has no call of any of them.
  public package(set) var absent: [CallbackID]
  /// For the form `step`: the rule fires as well where the callbacks are legal and answer nothing; nil for not.
  public package(set) var answering: Answering?
  /// For the form `step` of a duty: the seconds in which the states have to be left again; nil for any time.
  public package(set) var deadline: Double?
  /// What the rule forbids, in one sentence without a full stop.
  public package(set) var title: String
  /// What happened, with the placeholders `{callback}`, `{states}` and `{expected}`; without a full stop.
  public package(set) var message: String
  /// Why it matters, in a few sentences.
  public package(set) var explanation: String
  /// How it is usually fixed, in a few sentences; empty when the repair is enough.
  public package(set) var fix: String
  /// The kind of mistake that breaks it, in a few words for people; rules of one category are counted together.
  public package(set) var category: String
  /// Why it is usually broken, the most likely reason first; empty where the grammar does not say.
  public package(set) var causes: [Cause]
  /// Where it is documented; nil when nowhere.
  public package(set) var link: String?
  /// The facts that it is based on, such as `R-25`.
  public package(set) var facts: [String]
  /// How certain the source is: `documented`, `observed`, `decompiled` or `inferred`; nil when not given.
  public package(set) var confidence: String?
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a rule; parameters that are not given are empty.
  package init(
    id: String, severity: Severity, severityCases: [SeverityCase] = [], form: Form,
    laterEventsOf: SubjectKindID? = nil, onlyWhereIllegal: Bool = false,
    required: CallbackID? = nil, absent: [CallbackID] = [], answering: Answering? = nil,
    deadline: Double? = nil, title: String, message: String, explanation: String = "",
    fix: String = "", category: String = "", causes: [Cause] = [], link: String? = nil,
    facts: [String] = [], confidence: String? = nil,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.id = id
    self.severity = severity
    self.severityCases = severityCases
    self.form = form
    self.laterEventsOf = laterEventsOf
    self.onlyWhereIllegal = onlyWhereIllegal
    self.required = required
    self.absent = absent
    self.answering = answering
    self.deadline = deadline
    self.title = title
    self.message = message
    self.explanation = explanation
    self.fix = fix
    self.category = category
    self.causes = causes
    self.link = link
    self.facts = facts
    self.confidence = confidence
    self.range = range
  }
}

extension Rule {
  /// The severity of a violation.
  /// - Parameters:
  ///   - possible: the states of the rule's lifecycle that the subject may be in; empty if the rule has no lifecycle.
  ///   - platform: the OS version to judge by; nil when unknown.
  ///   - isRecorded: whether the recording shows calls of a callback.
  public func severity(
    in possible: [StateID], on platform: PlatformVersion? = nil,
    isRecorded: (CallbackID) -> Bool = { _ in true }
  ) -> Severity {
    severityCases.first { known in
      (known.states.isEmpty || !possible.isEmpty && possible.allSatisfy(known.states.contains))
        && (known.since.isEmpty
          || known.since.contains {
            $0.platform == platform?.platform && $0.isReached(by: platform)
          })
        && (known.unrecorded.isEmpty || !known.unrecorded.contains(where: isRecorded))
    }?.severity ?? severity
  }
}
