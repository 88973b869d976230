public import TraceModel

/// A named, documented reason why something is a violation.
public struct Rule: Sendable {
  /// A severity that replaces the rule's own where all of these conditions hold.
  public struct SeverityCase: Sendable, Equatable {
    /// The severity there.
    public package(set) var severity: Severity
    /// States of the rule's lifecycle, sorted: all that are possible have to be among them; empty for any.
    public package(set) var states: [StateID] = []
    /// Versions of SDKs; the app has to be known to be built with one of them or a later one. Empty if that does not matter.
    public package(set) var builtWith: [PlatformVersion] = []
    /// Callbacks that the recording must not show any call of; empty for any recording.
    public package(set) var unrecorded: [CallbackID] = []
  }

  /// An order of calls that keeps the rule, or that breaks it. Where the end of a subject breaks it, the last call is followed
  /// by the end.
  public struct Example: Sendable, Equatable {
    /// A call, a notification, or time that passes.
    public struct Step: Sendable, Equatable {
      /// The callback or case; nil if only time passes.
      public package(set) var callback: CallbackID?
      /// Whether it is the notification of the callback.
      public package(set) var isNotification = false
      /// How long the call takes or the pause lasts, in seconds; nil if that does not matter.
      public package(set) var seconds: Double?
      /// A member of the event that matters; nil if none does.
      public package(set) var member: String?
      /// The value of the member.
      public package(set) var value: String?
    }

    /// Whether it keeps the rule.
    public package(set) var isLegal: Bool
    /// The steps, about one subject unless members tell several apart.
    public package(set) var steps: [Step]
  }

  /// The stable identity, in kebab case; public API.
  public package(set) var id: String
  /// The severity unless the user says otherwise.
  public package(set) var severity: Severity
  /// The cases in which the severity differs; the first that fits counts.
  public package(set) var severityCases: [SeverityCase] = []
  /// When it fires.
  package var form: any RuleForm
  /// A callback that the trace must have somewhere for the rule to apply; nil for always.
  public package(set) var required: CallbackID?
  /// Callbacks; the rule only applies if the trace has no call of any of them.
  public package(set) var absent: [CallbackID] = []
  /// What the rule forbids, in one sentence without a full stop.
  public package(set) var title: String
  /// What happened, with the placeholders `{callback}`, `{states}` and `{expected}`; without a full stop.
  public package(set) var message: String
  /// Why it matters, in a few sentences.
  public package(set) var explanation = ""
  /// How it is usually fixed, in a few sentences; empty when the repair is enough.
  public package(set) var fix = ""
  /// The kind of mistake that breaks it, in a few words for people; rules of one category are counted together.
  public package(set) var category = ""
  /// Why it is usually broken, the most likely reason first; empty where the grammar does not say.
  public package(set) var causes: [Cause] = []
  /// At most one legal and one illegal order of calls.
  public package(set) var examples: [Example] = []
  /// Where it is documented; nil when nowhere.
  public package(set) var link: String?
  /// The facts that it is based on, such as `R-25`.
  public package(set) var facts: [String] = []
  /// How certain the source is: `documented`, `observed`, `decompiled` or `inferred`; nil when not given.
  public package(set) var confidence: String?
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a rule without anything else.
  package init(
    id: String, severity: Severity, form: any RuleForm, title: String, message: String,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    (self.id, self.severity, self.form) = (id, severity, form)
    (self.title, self.message, self.range) = (title, message, range)
  }
}

extension Grammar {
  /// A step of an example, such as `sceneDidEnterBackground (takes 10 s)`; a case stands after its callback.
  package func words(of step: Rule.Example.Step) -> String {
    guard let callback = step.callback else { return "\(inWords(seconds: step.seconds ?? 0)) pass" }
    var notes = callbacks[callback].refinement == nil ? [] : [callbacks[callback].name]
    if step.isNotification { notes.append("notification") }
    if let seconds = step.seconds { notes.append("takes \(inWords(seconds: seconds))") }
    if let member = step.member { notes.append("\(member) \"\(step.value ?? "")\"") }
    let name = writtenName(callback)
    return notes.isEmpty ? name : "\(name) (\(notes.joined(separator: ", ")))"
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
  ///   - sdk: the SDK that the app was built with; nil when unknown.
  ///   - isRecorded: whether the recording shows calls of a callback.
  public func severity(
    in possible: [StateID], builtWith sdk: PlatformVersion? = nil,
    isRecorded: (CallbackID) -> Bool = { _ in true }
  ) -> Severity {
    severityCases.first { known in
      (known.states.isEmpty || !possible.isEmpty && possible.allSatisfy(known.states.contains))
        && (known.builtWith.isEmpty
          || known.builtWith.contains { $0.platform == sdk?.platform && $0.isReached(by: sdk) })
        && (known.unrecorded.isEmpty || !known.unrecorded.contains(where: isRecorded))
    }?.severity ?? severity
  }
}
