public import TraceDiagnostics

/// A lifecycle grammar after its text was read and found sound: what may be called when, about what.
///
/// All cross references are indices into the arrays of this value, counted from 0.
public struct Grammar: Sendable {
  /// The grammar's own name, such as `UIScene`.
  public package(set) var name: String
  /// The grammar's own version; fingerprints carry the part before the first dot.
  public package(set) var version: String
  /// One sentence about the domain.
  public package(set) var text: String
  /// What events can be about; a wider subject comes before those within it.
  public package(set) var subjects: [SubjectKind]
  /// The alphabet, in the order of the text.
  public package(set) var callbacks: [Callback]
  /// The lifecycles, in the order of the text; those a rule form stands for come last.
  public package(set) var lifecycles: [Lifecycle]
  /// The named reasons, in the order of the text; an earlier rule wins where two could name a step.
  public package(set) var rules: [Rule]
  /// Known deviations of the platform, in the order of the text.
  public package(set) var quirks: [Quirk]

  /// Makes a grammar from resolved parts; use `Grammar.parse(_:)` for text.
  package init(
    name: String, version: String, text: String = "", subjects: [SubjectKind],
    callbacks: [Callback],
    lifecycles: [Lifecycle], rules: [Rule], quirks: [Quirk] = []
  ) {
    self.name = name
    self.version = version
    self.text = text
    self.subjects = subjects
    self.callbacks = callbacks
    self.lifecycles = lifecycles
    self.rules = rules
    self.quirks = quirks
  }
}

/// A kind of thing that callbacks are about.
public struct SubjectKind: Sendable, Equatable {
  /// The name used in the grammar, such as `session`.
  public package(set) var name: String
  /// The index of the subject this one lives inside; nil for the widest.
  public package(set) var parent: Int?
  /// The member of an event that identifies it, such as `session`.
  public package(set) var member: String
  /// A member that carries several identities at once, such as `sessions`; nil when there is none.
  public package(set) var setMember: String?
  /// A member whose value stands for the identity that last came along with it, such as `scene`.
  public package(set) var aliasMember: String?
  /// The callbacks that begin such a subject, in their order; only the last is sure to come.
  public package(set) var beginnings: [Int]

  /// Makes a subject.
  package init(
    name: String, parent: Int? = nil, member: String, setMember: String? = nil,
    aliasMember: String? = nil, beginnings: [Int] = []
  ) {
    self.name = name
    self.parent = parent
    self.member = member
    self.setMember = setMember
    self.aliasMember = aliasMember
    self.beginnings = beginnings
  }
}

/// A version of an operating system from which, or up to which, something holds.
public struct PlatformVersion: Sendable, Equatable {
  /// The platform's name as written, such as `iOS`.
  public var platform: String
  /// The version's numbers, most significant first; `13.0` is `[13, 0]`.
  public var numbers: [Int]

  /// Makes a version.
  public init(platform: String, numbers: [Int]) {
    self.platform = platform
    self.numbers = numbers
  }
}

/// One delegate method, notification or action of the app.
public struct Callback: Sendable, Equatable {
  /// The short name used in the grammar and in reports.
  public package(set) var name: String
  /// The index of the subject it is about.
  public package(set) var subject: Int
  /// Whether it is something the app does instead of something it is told.
  public package(set) var isAction: Bool
  /// Swift spellings, such as `scene(_:willConnectTo:options:)`; the first is the preferred one.
  public package(set) var swift: [String]
  /// Objective-C selectors.
  public package(set) var objectiveC: [String]
  /// Names of the notification posted with it: the constant's value and its Swift and Objective-C names.
  public package(set) var notifications: [String]
  /// The first version that calls it; empty when not known.
  public package(set) var since: [PlatformVersion]
  /// The first version that deprecates or no longer calls it; empty when there is none.
  public package(set) var until: [PlatformVersion]
  /// The index of the callback that took its place; nil when nothing did.
  public package(set) var replacement: Int?
  /// One sentence about it.
  public package(set) var text: String
  /// Where it is documented; nil when nowhere.
  public package(set) var link: String?
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a callback; what is not given is empty.
  package init(
    name: String, subject: Int, isAction: Bool = false, swift: [String] = [],
    objectiveC: [String] = [], notifications: [String] = [], since: [PlatformVersion] = [],
    until: [PlatformVersion] = [], replacement: Int? = nil, text: String = "", link: String? = nil,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.name = name
    self.subject = subject
    self.isAction = isAction
    self.swift = swift
    self.objectiveC = objectiveC
    self.notifications = notifications
    self.since = since
    self.until = until
    self.replacement = replacement
    self.text = text
    self.link = link
    self.range = range
  }
}

/// A regular language over callbacks, of which one copy runs per subject.
public struct Lifecycle: Sendable, Equatable {
  /// A nonterminal of the lifecycle.
  public struct State: Sendable, Equatable {
    /// The name the platform gives it.
    public package(set) var name: String
    /// One sentence about it; empty when none was written.
    public package(set) var text: String
    /// Whether a life may end here, as `--complete` demands.
    public package(set) var isAccepting: Bool
    /// Whether a subject in it is beyond the lifecycle, so that a trace of nothing else is inconclusive; `text` says
    /// why.
    public package(set) var isInconclusive: Bool
    /// Where it is first mentioned in the grammar's text.
    public package(set) var range: SourceRange

    /// Makes a state.
    package init(
      name: String, text: String = "", isAccepting: Bool, isInconclusive: Bool = false,
      range: SourceRange = SourceRange(.start, .start)
    ) {
      self.name = name
      self.text = text
      self.isAccepting = isAccepting
      self.isInconclusive = isInconclusive
      self.range = range
    }
  }

  /// A legal step.
  public struct Transition: Sendable, Equatable {
    /// Index of the state before.
    public package(set) var from: Int
    /// Index of the callback.
    public package(set) var callback: Int
    /// Index of the state after; equal to `from` for callbacks that change nothing.
    public package(set) var to: Int

    /// Makes a step.
    package init(from: Int, callback: Int, to: Int) {
      self.from = from
      self.callback = callback
      self.to = to
    }
  }

  /// The name used in reports.
  public package(set) var name: String
  /// The index of the subject of which each has its own copy.
  public package(set) var subject: Int
  /// The states, in the order of the text.
  public package(set) var states: [State]
  /// Every legal step, in the order of the text; a state may have several for one callback.
  public package(set) var transitions: [Transition]
  /// The states of a subject first seen when the beginning of what it lives in was recorded; sorted.
  public package(set) var start: [Int]
  /// The states of a subject first seen when it was not; sorted. All of them unless the grammar says less.
  public package(set) var unknownStart: [Int]
  /// What the beginning of a new wider subject does silently: for each state, the state after it.
  public package(set) var onParentBegin: [Int]
  /// States in which, in a trace that does not tell the wider subjects apart, a beginning callback starts
  /// the next subject instead of being wrong; sorted.
  public package(set) var renewable: [Int]
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a lifecycle; `onParentBegin` maps every state, to itself where nothing happens.
  package init(
    name: String, subject: Int, states: [State], transitions: [Transition], start: [Int],
    unknownStart: [Int], onParentBegin: [Int], renewable: [Int] = [],
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.name = name
    self.subject = subject
    self.states = states
    self.transitions = transitions
    self.start = start
    self.unknownStart = unknownStart
    self.onParentBegin = onParentBegin
    self.renewable = renewable
    self.range = range
  }

  /// The callbacks the lifecycle knows, sorted, without repetition; all others are invisible to it.
  /// - Complexity: O(t log t) in the number of transitions.
  public var alphabet: [Int] { Set(transitions.map(\.callback)).sorted() }
}

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

  /// The stable identity, in kebab case; public API.
  public package(set) var id: String
  /// The severity unless the user says otherwise.
  public package(set) var severity: Severity
  /// When it fires.
  public package(set) var form: Form
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
    id: String, severity: Severity, form: Form, onlyWhereIllegal: Bool = false,
    required: Int? = nil, title: String, message: String, explanation: String = "",
    fix: String = "", link: String? = nil,
    facts: [String] = [], confidence: String? = nil,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.id = id
    self.severity = severity
    self.form = form
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

/// A known deviation of the platform: a violation that matches one becomes a note and names it.
public struct Quirk: Sendable, Equatable {
  /// The stable identity, such as `Q-01`.
  public package(set) var id: String
  /// Index of the rule it excuses.
  public package(set) var rule: Int
  /// The callbacks it is limited to; empty for any.
  public package(set) var callbacks: [Int]
  /// The states it is limited to, by index in the rule's lifecycle; empty for any.
  public package(set) var states: [Int]
  /// The roles of the session it is limited to, as recorded; empty for any.
  public package(set) var roles: [String]
  /// The first version that shows it; empty when not known.
  public package(set) var since: [PlatformVersion]
  /// The first version that no longer shows it; empty when there is none.
  public package(set) var until: [PlatformVersion]
  /// What happens, in one sentence without a full stop.
  public package(set) var text: String
  /// Who saw it.
  public package(set) var source: String
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a quirk; what is not given limits nothing.
  package init(
    id: String, rule: Int, callbacks: [Int] = [], states: [Int] = [], roles: [String] = [],
    since: [PlatformVersion] = [], until: [PlatformVersion] = [], text: String, source: String,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.id = id
    self.rule = rule
    self.callbacks = callbacks
    self.states = states
    self.roles = roles
    self.since = since
    self.until = until
    self.text = text
    self.source = source
    self.range = range
  }
}
