public import TraceModel

/// A lifecycle grammar whose text was read without errors: which calls are legal, when, and about which subjects.
///
/// All cross references are ids: places in the lists of this value, counted from 0. Each list has its own type of ids, so
/// `grammar.callbacks[step.callback]` compiles, and `grammar.rules[step.callback]` does not.
public struct Grammar: Sendable {
  /// The grammar's own name, such as `UIScene`.
  public package(set) var name: String
  /// The grammar's own version; fingerprints carry the part before the first dot.
  public package(set) var version: String
  /// One sentence about the domain.
  public package(set) var text: String
  /// Who makes the calls, such as `UIKit` and `SwiftUI`, the most important first: whoever calls and begins with none of these
  /// names is the app itself. Empty if the program makes all calls.
  public package(set) var callers: [String] = []
  /// The kinds of subject that events can be about; a wider one comes before those within it.
  public package(set) var subjects: IDArray<SubjectKindID, SubjectKind>
  /// The callbacks, actions and cases, in the order of the text.
  public package(set) var callbacks: IDArray<CallbackID, Callback>
  /// The lifecycles, in the order of the text; those that stand for a rule form come last.
  public package(set) var lifecycles: IDArray<LifecycleID, Lifecycle>
  /// The rules, in the order of the text; where two could name a step, the earlier one wins.
  public package(set) var rules: IDArray<RuleID, Rule>
  /// Known deviations of the platform, in the order of the text.
  public package(set) var quirks: IDArray<QuirkID, Quirk>
  /// The scenarios that coverage counts, in the order of the text.
  public package(set) var scenarios: IDArray<ScenarioID, Scenario> = []

  /// Makes a grammar from resolved parts; use `Grammar.parse(_:)` for text.
  package init(
    name: String, version: String, text: String = "", subjects: [SubjectKind],
    callbacks: [Callback],
    lifecycles: [Lifecycle], rules: [Rule], quirks: [Quirk] = []
  ) {
    self.name = name
    self.version = version
    self.text = text
    self.subjects = IDArray(subjects)
    self.callbacks = IDArray(callbacks)
    self.lifecycles = IDArray(lifecycles)
    self.rules = IDArray(rules)
    self.quirks = IDArray(quirks)
  }

  /// The most important of those who make the calls; nil if the program itself does.
  public var caller: String? { callers.first }

  /// Whether a recorded caller is none of those who make the calls.
  package func isOwn(_ caller: String) -> Bool {
    !callers.isEmpty
      && (Self.isMethod(caller: caller) || !callers.contains(where: caller.hasPrefix))
  }

  /// Whether a recorded caller is a method, which is one of the app's, and not the name of a library.
  package static func isMethod(caller: String) -> Bool {
    caller.utf8.contains { [UInt8(ascii: "("), UInt8(ascii: ":"), UInt8(ascii: "[")].contains($0) }
  }
}

/// A kind of thing that callbacks are about.
public struct SubjectKind: Sendable, Equatable {
  /// The name used in the grammar, such as `session`.
  public package(set) var name: String
  /// The kind of subject this one is within; nil for the widest.
  public package(set) var parent: SubjectKindID?
  /// The member of an event that identifies it, such as `session`. If several do so together, it is the one that they are
  /// joined in, such as `thread/lock`, which no recording has to have.
  public package(set) var member: String
  /// The members that identify it together, such as `thread` and `lock`; empty if one does so alone.
  public package(set) var joinedMembers: [String]
  /// A member that carries several identities at once, such as `sessions`; nil when there is none.
  public package(set) var setMember: String?
  /// A member whose value stands for the last identity that was recorded together with it, such as `scene`.
  public package(set) var aliasMember: String?
  /// The callbacks that begin such a subject, in their order; only the last is certain to come.
  public package(set) var beginnings: [CallbackID]
  /// Whether there is only one, at least in each wider subject. No event identifies it; `member` is then a name that no
  /// recording has.
  public package(set) var isSingle = false

  /// Makes a subject that one member identifies, or several together.
  package init(
    name: String, parent: SubjectKindID? = nil, members: [String], setMember: String? = nil,
    aliasMember: String? = nil, beginnings: [CallbackID] = [], isSingle: Bool = false
  ) {
    self.isSingle = isSingle
    self.name = name
    self.parent = parent
    member = Self.joinedName(members)
    joinedMembers = members.count > 1 ? members : []
    self.setMember = setMember
    self.aliasMember = aliasMember
    self.beginnings = beginnings
  }
}

extension IDArray<SubjectKindID, SubjectKind> {
  /// The widest of the subjects that contain one.
  func widest(_ subject: SubjectKindID) -> SubjectKindID {
    self[subject].parent.map { widest($0) } ?? subject
  }
}

extension SubjectKind {
  /// The name of the member that several are joined in; the name of a single one.
  static func joinedName(_ members: [String]) -> String { members.joined(separator: "/") }

  /// The members that a recording has to have to tell such subjects apart, in quotes.
  package var quotedMembers: String {
    (joinedMembers.isEmpty ? [member] : joinedMembers).map { "\"\($0)\"" }.inWords("and")
  }
}

/// A version of an operating system from which, or up to which, something holds.
public struct PlatformVersion: Sendable, Equatable {
  /// The platform's name as written, such as `iOS`.
  public package(set) var platform: String
  /// The version's numbers, most significant first; `13.0` is `[13, 0]`.
  public package(set) var numbers: [Int]

  /// Makes a version.
  public init(platform: String, numbers: [Int]) {
    self.platform = platform
    self.numbers = numbers
  }
}

/// A delegate method, a notification, an action of the app, or a case: one of these under a condition.
public struct Callback: Sendable, Equatable {
  /// A spelling that means the callback only where a member of the event has a certain value.
  public struct ConditionalSpelling: Sendable, Equatable {
    /// How it is recorded; other callbacks may share the spelling with other values.
    public package(set) var spelling: String
    /// The member of the event that decides, such as `state`.
    public package(set) var member: String
    /// The value it has to have, such as `poweredOn`.
    public package(set) var value: String
    /// Whether it is the name of the callback's notification.
    public package(set) var isNotification = false
  }

  /// The values that a member of the event may have, where it is recorded.
  public struct Reading: Sendable, Equatable {
    /// The member, such as `state`.
    public package(set) var member: String
    /// The values, such as `background`.
    public package(set) var values: [String]
  }

  /// The short name used in the grammar and in reports.
  public package(set) var name: String
  /// The kind of subject it is about.
  public package(set) var subject: SubjectKindID
  /// Whether it is something that the app does, rather than a call that it receives.
  public package(set) var isAction = false
  /// Whether it is so rare that a recording with other actions shows it, unless it says that it does not.
  public package(set) var isPresumedRecorded = false
  /// Swift spellings, such as `scene(_:willConnectTo:options:)`; the first is the preferred one.
  public package(set) var swift: [String] = []
  /// Objective-C selectors.
  public package(set) var objectiveC: [String] = []
  /// Names of the notification posted with it: the constant's value and its Swift and Objective-C names.
  public package(set) var notifications: [String] = []
  /// Spellings that belong to no language: names that frameworks, bridges and logs use for it.
  public package(set) var otherSpellings: [String] = []
  /// Spellings that other values of a member turn into other callbacks.
  public package(set) var conditionalSpellings: [ConditionalSpelling] = []
  /// The values that members of its events may have; each member occurs once.
  public package(set) var readings: [Reading] = []
  /// The first version that calls it; empty when not known.
  public package(set) var since: [PlatformVersion] = []
  /// The first version that deprecates or no longer calls it; empty when there is none.
  public package(set) var until: [PlatformVersion] = []
  /// The callback that replaced it; nil when none did.
  public package(set) var replacement: CallbackID?
  /// One sentence about it.
  public package(set) var text = ""
  /// Where it is documented; nil when nowhere.
  public package(set) var link: String?
  /// For a case, the conditions that tell it from its callback; it has no own spelling. Nil for a callback.
  public package(set) var refinement: Refinement?
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a callback, or a case, without anything else.
  package init(
    name: String, subject: SubjectKindID, refinement: Refinement? = nil,
    range: SourceRange = SourceRange(.start, .start)
  ) {
    (self.name, self.subject, self.refinement, self.range) = (name, subject, refinement, range)
  }
}

/// A regular language over callbacks; one copy of it runs per subject.
public struct Lifecycle: Sendable, Equatable {
  /// A state of the lifecycle.
  public struct State: Sendable, Equatable {
    /// The name the platform gives it.
    public package(set) var name: String
    /// One sentence about it; empty when none was written.
    public package(set) var text: String
    /// Whether a subject may end here, as `--complete` demands.
    public package(set) var isAccepting: Bool
    /// Whether the lifecycle cannot judge a subject in it, so that a trace of nothing else is inconclusive; `text` says
    /// why.
    public package(set) var isInconclusive: Bool
    /// The feature that the state belongs to, if only some programs have it, such as "CarPlay"; nil otherwise.
    public package(set) var part: String?
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

  /// Where a lifecycle comes from.
  public enum Origin: Sendable, Equatable {
    /// It is written out.
    case written
    /// It stands for a rule.
    case rule
    /// It stands for a rule on what is expected: each callback that meets the expectation does so alone.
    case duty
    /// It stands for a rule on calls that must never come.
    case ban
  }

  /// A legal step.
  public struct Transition: Sendable, Hashable {
    /// The state before.
    public package(set) var from: StateID
    /// The callback.
    public package(set) var callback: CallbackID
    /// The state after; equal to `from` for callbacks that change nothing.
    public package(set) var to: StateID

    /// Makes a step.
    package init(from: StateID, callback: CallbackID, to: StateID) {
      self.from = from
      self.callback = callback
      self.to = to
    }
  }

  /// The name used in reports.
  public package(set) var name: String
  /// The kind of subject; each subject of that kind has its own copy.
  public package(set) var subject: SubjectKindID
  /// The states, in the order of the text.
  public package(set) var states: IDArray<StateID, State>
  /// Every legal step, in the order of the text; a state may have several for one callback.
  public package(set) var transitions: [Transition]
  /// The states of a subject first seen when the beginning of what it is within was recorded; sorted.
  public package(set) var start: [StateID]
  /// The states of a subject first seen when it was not; sorted. All of them unless the grammar names fewer.
  public package(set) var unknownStart: [StateID]
  /// The effect of the beginning of a new wider subject: for each state, the state after it.
  public package(set) var onParentBegin: IDArray<StateID, StateID>
  /// States in which, in a trace that does not tell the wider subjects apart, a beginning callback starts
  /// the next subject instead of being wrong; sorted.
  public package(set) var renewable: [StateID]
  /// Whether the notifications of replaced callbacks are steps as well, in a trace where nothing else tells of its states.
  public package(set) var countsNotifications = false
  /// Where it comes from.
  public package(set) var origin = Origin.written
  /// Where it is declared in the grammar's text.
  public package(set) var range: SourceRange

  /// Makes a lifecycle; `onParentBegin` maps every state, to itself where nothing happens.
  package init(
    name: String, subject: SubjectKindID, states: [State], transitions: [Transition],
    start: [StateID],
    unknownStart: [StateID], onParentBegin: [StateID], renewable: [StateID] = [],
    range: SourceRange = SourceRange(.start, .start)
  ) {
    self.name = name
    self.subject = subject
    self.states = IDArray(states)
    self.transitions = transitions
    self.start = start
    self.unknownStart = unknownStart
    self.onParentBegin = IDArray(onParentBegin)
    self.renewable = renewable
    self.range = range
  }

  /// The callbacks the lifecycle knows, sorted, without repetition; all others are invisible to it.
  /// - Complexity: O(t + c) in the number of transitions and of callbacks.
  public var alphabet: [CallbackID] {
    var isNamed: IDArray<CallbackID, Bool> = []
    for step in transitions {
      while isNamed.endIndex <= step.callback { isNamed.append(false) }
      isNamed[step.callback] = true
    }
    return isNamed.indices.filter { isNamed[$0] }
  }
}
