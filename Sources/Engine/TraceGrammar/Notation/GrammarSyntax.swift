internal import TraceModel

/// A grammar's text as a tree: the text as written, with positions, before any name is looked up.
///
/// Parts that could not be read are missing; the parser has reported them.
struct GrammarSyntax {
  var header: HeaderSyntax?
  /// Whether a `grammar` declaration was begun, though perhaps not finished.
  var hasHeader = false
  var subjects: [SubjectSyntax] = []
  var callbacks: [CallbackSyntax] = []
  var cases: [CaseSyntax] = []
  var groups: [GroupSyntax] = []
  var lifecycles: [LifecycleSyntax] = []
  var rules: [RuleSyntax] = []
  var quirks: [QuirkSyntax] = []
  var scenarios: [ScenarioSyntax] = []
  var severities: [SeveritySyntax] = []
  var spellings: [SpellingsSyntax] = []
  /// Names whose declarations could not be read: unknown, but not reported as such.
  var damagedNames: Set<String> = []
  /// Where the text ends, to report declarations that are missing altogether.
  var end = SourceRange(.start, .start)
}

/// A word of the text: a name, or a string's value.
struct Word: Equatable {
  var text: String
  var range: SourceRange
}

/// `grammar UIScene "1.0" { … }`, or `grammar Notes "1.0" extends UIScene { … }`
struct HeaderSyntax {
  /// The grammar that a text extends.
  enum Base {
    /// A shipped one, by its name.
    case shipped(Word)
    /// Another file, by its path from the folder of this one.
    case file(Word)

    /// What was written.
    var word: Word {
      switch self {
      case .shipped(let word), .file(let word): word
      }
    }
  }

  var name: Word
  var version: Word
  var base: Base?
  var text: Word?
  /// `called by "UIKit"`
  var caller: Word?
}

/// `subject session within process { … }`, or `one craft`
struct SubjectSyntax {
  var name: Word
  /// Whether there is one such subject, so that no member has to identify it.
  var isSingle = false
  var parent: Word?
  /// The members that identify it together; nil if none is written.
  var members: [Word]?
  var setMember: Word?
  var alias: Word?
  var beginnings: [Word]?
  /// Whether part of it could not be read, so that a clause that seems missing may have been written.
  var isDamaged = false
}

/// `callback willConnect about session { … }`, or `action …`
struct CallbackSyntax {
  var name: Word
  var subject: Word
  var isAction: Bool
  var swift: [Word]?
  var objectiveC: [Word]?
  var notifications: [Word]?
  /// The `spelling` clauses, in the order of the text.
  var spellings: [SpellingSyntax] = []
  /// The `has` clauses, in the order of the text.
  var readings: [(member: Word, values: [Word])] = []
  var since: [PlatformVersion]?
  var until: [PlatformVersion]?
  var replacement: Word?
  var text: Word?
  var link: Word?
}

/// `spelling "centralManagerDidUpdateState(_:)" where state = "poweredOn"`
struct SpellingSyntax {
  var spellings: [Word]
  var condition: (member: Word, value: Word)?
}

/// `spellings of didBecomeActive "sceneBecameActive", "onActive"`, or
/// `notifications of applicationDidBecomeActive "stateDidChange" where state = "active"`
struct SpellingsSyntax {
  var callback: Word
  /// Whether they are names of the notification.
  var areOfNotification: Bool
  var clause: SpellingSyntax
}

/// `case coldLink of willConnect where options.urls > 0 and not role in "a", "b"`, or
/// `case early of createWindow while session in background`, `case late of setUp outside didFinishLaunching`
struct CaseSyntax {
  var name: Word
  var callback: Word
  var conditions: [ConditionSyntax] = []
  var situations: [SituationSyntax] = []
  var spans: [SpanSyntax] = []
}

/// `during willConnect, didFinishLaunching`, or `outside …`
struct SpanSyntax {
  var isNegated: Bool
  var callbacks: [Word]
}

/// `session in active, inactive`, `some session in …`, `no session in …`, `another session in …`, or
/// `no other session in …`
struct SituationSyntax {
  var whose: Situation.Whose
  var isNegated: Bool
  var lifecycle: Word
  var states: [Word]
}

/// `[not] options.urls > 0`
struct ConditionSyntax {
  var isNegated: Bool
  /// The member and those within it, joined by dots.
  var member: Word
  var test: ValueCondition.Test
}

/// `severity payload-before-ready note`
struct SeveritySyntax {
  var rule: Word
  var severity: Word
}

/// `group connectedCallbacks = openURLContexts, otherGroup`
struct GroupSyntax {
  var name: Word
  var members: [Word]
}

/// `lifecycle session about session { … }`
struct LifecycleSyntax {
  /// States before, callbacks, and the state after; nil for a step that stays.
  struct Step {
    var from: [Word]
    var callbacks: [Word]
    var to: Word?
  }

  /// `when process begins: connecting, active become archived`
  struct Beginning {
    var subject: Word
    var from: [Word]
    var to: Word
  }

  var name: Word
  var subject: Word
  var start: [Word]?
  var unknown: [Word]?
  /// The left sides of productions and the `state` clauses, in the order of the text.
  var declarations: [(name: Word, text: Word?)] = []
  var steps: [Step] = []
  var accepting: [Word] = []
  var beginnings: [Beginning] = []
  var renewable: [Word]?
  /// The states beyond the lifecycle.
  var beyond: [Word]?
  /// `optional presented "CarPlay"`
  var optional: (states: [Word], part: Word)?
}

/// `rule discard-before-disconnect error in session { … }`
struct RuleSyntax {
  /// The part of a rule's head after the severity.
  enum Scope {
    case lifecycle(Word)
    case subject(Word)
  }

  /// The condition after the severity in a clause about a different severity.
  enum SeverityCondition {
    case states([Word])
    case since([PlatformVersion])
    case unrecorded([Word])
  }

  /// `cause not-recorded "…" do "…" when willConnect unrecorded`
  struct Cause {
    /// The id before the text, if any.
    var id: Word?
    var text: Word
    var action: Word
    var evidence: [[Rule.Cause.Evidence]] = []
    /// The callbacks that the evidence names.
    var callbacks: [Word] = []
  }

  var name: Word
  var severity: Word
  var scope: Scope?
  var form: (value: WrittenForm, range: SourceRange)?
  /// The clauses such as `warning in archived`, in the order of the text.
  var severityCases: [(severity: Word, condition: SeverityCondition)] = []
  var required: Word?
  var absent: [Word]?
  var title: Word?
  var message: Word?
  var why: Word?
  var fix: Word?
  var category: Word?
  /// The clauses such as `cause "…" do "…" when caller recorded`, in the order of the text.
  var causes: [Cause] = []
  var link: Word?
  var facts: [Word]?
  var confidence: Word?
  /// Whether part of it could not be read, so that a clause that seems missing may have been written.
  var isDamaged = false
}

/// `quirk Q-01 excuses discard-before-disconnect { … }`
struct QuirkSyntax {
  var name: Word
  var rule: Word
  var callbacks: [Word]?
  var states: [Word]?
  /// `while kept in origin`
  var condition: (states: [Word], lifecycle: Word)?
  var roles: [Word]?
  var callers: [Word]?
  var allowsUnknownCaller = false
  var since: [PlatformVersion]?
  var until: [PlatformVersion]?
  var text: Word?
  var source: Word?
  /// Whether part of it could not be read, so that a clause that seems missing may have been written.
  var isDamaged = false
}
