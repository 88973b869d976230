public import TraceDiagnostics

/// A named, documented reason why something is a violation.
public struct Rule: Sendable, Equatable {
  /// When a rule fires.
  public enum Form: Sendable, Equatable {
    /// One of the callbacks comes in one of the states. An illegal step is named by the rule; a legal one
    /// makes the rule an advice, which fires when every cheapest state is in the set.
    case step(lifecycle: Int, callbacks: [Int], states: [Int])
    /// A life ends, with the trace or by a new wider subject, in one of the states; with `afterLaterEvents`
    /// only if the subject had events after the one that entered the state.
    case end(lifecycle: Int, states: [Int], afterLaterEvents: Bool)
    /// The callback took longer than so many seconds.
    case duration(callbacks: [Int], seconds: Double)
    /// The callback came later than so many seconds after the last call of the other, of the same subject.
    case within(callback: Int, seconds: Double, after: Int)
    /// A notification arrived before the delegate call of its transition.
    case notificationAhead
    /// A step that no lifecycle allows and no other rule names.
    case unexpected
    /// With `--complete`: a life ends in a state that does not accept.
    case incomplete
  }

  /// A severity that holds instead of the rule's own where a subject is in certain states.
  public struct SeverityInStates: Sendable, Equatable {
    /// The severity there.
    public package(set) var severity: Severity
    /// The states, by index in the rule's lifecycle, sorted; all that are possible have to be among them.
    public package(set) var states: [Int]

    /// Makes an exception.
    package init(severity: Severity, states: [Int]) {
      self.severity = severity
      self.states = states
    }
  }

  /// The stable identity, in kebab case; public API.
  public package(set) var id: String
  /// The severity unless the user says otherwise.
  public package(set) var severity: Severity
  /// Where it is another; the first that fits counts.
  public package(set) var severitiesInStates: [SeverityInStates]
  /// When it fires.
  public package(set) var form: Form
  /// For the form `end` after later events: the wider subject that has to have had them; nil for the subject itself.
  public package(set) var laterEventsOf: Int?
  /// Whether the rule names illegal steps alone, as one written `in any` does: it is then never an advice,
  /// though its callbacks may be legal in some of its states.
  public package(set) var onlyWhereIllegal: Bool
  /// Index of a callback that the trace must hold somewhere for the rule to apply; nil for always.
  public package(set) var required: Int?
  /// What the rule forbids, in one sentence without a full stop.
  public package(set) var title: String
  /// What happened, with the placeholders `{callback}`, `{states}` and `{expected}`; without a full stop.
  public package(set) var message: String
  /// Why it matters, in a few sentences.
  public package(set) var explanation: String
  /// How it is usually fixed, in a few sentences; empty when the repair says it all.
  public package(set) var fix: String
  /// Where it is documented; nil when nowhere.
  public package(set) var link: String?
  /// The facts it rests on, such as `R-25`.
  public package(set) var facts: [String]
  /// How sure the source is: `documented`, `observed`, `decompiled` or `inferred`; nil when not said.
  public package(set) var confidence: String?
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a rule; what is not given is empty.
  package init(
    id: String, severity: Severity, severitiesInStates: [SeverityInStates] = [], form: Form,
    laterEventsOf: Int? = nil, onlyWhereIllegal: Bool = false,
    required: Int? = nil, title: String, message: String, explanation: String = "",
    fix: String = "", link: String? = nil,
    facts: [String] = [], confidence: String? = nil,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.id = id
    self.severity = severity
    self.severitiesInStates = severitiesInStates
    self.form = form
    self.laterEventsOf = laterEventsOf
    self.onlyWhereIllegal = onlyWhereIllegal
    self.required = required
    self.title = title
    self.message = message
    self.explanation = explanation
    self.fix = fix
    self.link = link
    self.facts = facts
    self.confidence = confidence
    self.range = range
  }
}

extension Rule {
  /// The severity of a violation by a subject that may be in any of these states of the rule's lifecycle.
  public func severity(in possible: [Int]) -> Severity {
    if possible.isEmpty { return severity }
    return severitiesInStates.first { possible.allSatisfy($0.states.contains) }?.severity
      ?? severity
  }
}
