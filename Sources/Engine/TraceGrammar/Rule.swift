public import TraceModel

/// A named, documented reason why something is a violation.
public struct Rule: Sendable {
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

  /// The stable identity, in kebab case; public API.
  public package(set) var id: String
  /// The severity unless the user says otherwise.
  public package(set) var severity: Severity
  /// The cases in which the severity differs; the first that fits counts.
  public package(set) var severityCases: [SeverityCase]
  /// When it fires.
  package var form: any RuleForm
  /// A callback that the trace must have somewhere for the rule to apply; nil for always.
  public package(set) var required: CallbackID?
  /// Callbacks; the rule only applies if the trace has no call of any of them.
  public package(set) var absent: [CallbackID]
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
    id: String, severity: Severity, severityCases: [SeverityCase] = [], form: any RuleForm,
    required: CallbackID? = nil, absent: [CallbackID] = [],
    title: String, message: String, explanation: String = "",
    fix: String = "", category: String = "", causes: [Cause] = [], link: String? = nil,
    facts: [String] = [], confidence: String? = nil,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.id = id
    self.severity = severity
    self.severityCases = severityCases
    self.form = form
    self.required = required
    self.absent = absent
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
  /// What to do, as one line: in the grammar, it may be several.
  package var advice: String { Self.oneLine(fix) }

  /// Why it matters and what to do, as one line.
  package var explanationAndAdvice: String {
    fix.isEmpty ? Self.oneLine(explanation) : Self.oneLine(explanation) + " " + advice
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// When the rule fires, in one sentence made from its form and what limits it.
  package func condition(in grammar: Grammar) -> String {
    var text = form.words(in: grammar)
    if !absent.isEmpty { text += ", in a recording without any call of \(grammar.names(absent))" }
    return text
  }

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
