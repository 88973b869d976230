/// How a declaration is written: its head, and the clauses of its block.
struct Shape: Sendable {
  enum Body: Sendable {
    case none, block, optionalBlock
    /// The conditions of a case, joined by `and`.
    case conditions
  }

  let word: String
  let head: Pattern
  let body: Body
  /// What follows the keyword of each clause.
  let clauses: [String: Pattern]
  /// The keywords of clauses that may be written several times.
  let repeatable: Set<String>
  /// The words that begin a clause.
  let words: [String]

  init(
    _ word: String, _ head: Pattern, _ body: Body = .block,
    _ clauses: [String: Pattern] = [:], repeatable: Set<String> = []
  ) {
    (self.word, self.head, self.body) = (word, head, body)
    (self.clauses, self.repeatable) = (clauses, repeatable)
    words = clauses.keys.sorted() + (word == "rule" ? FormNotation.firstWords : [])
  }

  /// What messages call such a declaration.
  var role: String { word == "one" ? "subject" : word }

  /// The notation.
  static let all: [Shape] = [
    Shape(
      "grammar", "NAME TEXT [ extends ( GRAMMAR | PATH:TEXT ) ]", .block,
      ["text": "TEXT", "called": "by TEXTS"]),
    Shape(
      "subject", "NAME [ within WIDER ]", .block,
      ["member": "TEXTS", "members": "TEXT", "alias": "TEXT", "begins": "with ONLY-CALLBACKS"]),
    Shape("one", "NAME [ within WIDER ]", .optionalBlock, ["begins": "with ONLY-CALLBACKS"]),
    Shape(
      "callback", "NAME about SUBJECT", .block, ofCallbacks, repeatable: ["spelling", "has"]),
    Shape(
      "action", "NAME about SUBJECT", .block,
      ofCallbacks.merging(["presumed": "recorded"]) { own, _ in own },
      repeatable: ["spelling", "has"]),
    Shape("case", "NAME of CALLBACK", .conditions),
    Shape("group", "NAME = CALLBACKS", .none),
    Shape(
      "lifecycle", "NAME about SUBJECT", .block,
      [
        "order": "ORDER", "may": "end ( anywhere | nowhere )",
        "start": "STATES", "unknown": "STATES", "state": "STATE TEXT:SENTENCE",
        "stay": "in STATES on CALLBACKS",
        "when": "WIDER begins : STATES ( become | becomes ) STATE", "renew": "in STATES",
        "beyond": "STATES", "optional": "STATES TEXT", "counts": "notifications",
      ], repeatable: ["state", "stay", "when"]),
    Shape(
      "rule", "NAME SEVERITY [ in LIFECYCLE | about SUBJECT ]", .block,
      [
        "title": "TEXT", "message": "TEXT", "why": "TEXT", "fix": "TEXT", "category": "TEXT",
        "cause": "[ CAUSE ] TEXT do ACTION:TEXT", "link": "TEXT",
        "facts": "FACTS",
        "confidence": "CONFIDENCE", "required": "CALLBACK", "absent": "CALLBACKS",
        "example": "( legal | illegal ) STEPS",
        "error": ofSeverities, "warning": ofSeverities, "note": ofSeverities,
      ], repeatable: ["cause", "example", "error", "warning", "note"]),
    Shape(
      "quirk", "NAME excuses RULE", .block,
      [
        "on": "CALLBACKS", "in": "STATES", "while": "STATES in LIFECYCLE", "role": "TEXTS",
        "caller": "TEXTS [ or unknown ]", "since": "VERSIONS", "until": "VERSIONS", "text": "TEXT",
        "source": "TEXT",
      ]),
    Shape(
      "scenario", "NAME TEXT", .block,
      ["on": "CALLBACKS [ in STATES of LIFECYCLE ]", "several": "SUBJECT", "do": "TEXT"]),
    Shape("severity", "RULE SEVERITY", .none),
    Shape("spellings", "of CALLBACK TEXTS [ where MEMBER = VALUE ]", .none),
    Shape("notifications", "of CALLBACK TEXTS [ where MEMBER = VALUE ]", .none),
  ]

  private static let ofCallbacks: [String: Pattern] = [
    "swift": "TEXTS", "objc": "TEXTS", "notification": "TEXTS",
    "spelling": "TEXTS [ where MEMBER = VALUE ]", "has": "MEMBER TEXTS", "since": "VERSIONS",
    "until": "VERSIONS", "replaced": "by CALLBACK", "text": "TEXT", "link": "TEXT",
  ]
  private static let ofSeverities: Pattern =
    "( in STATES | built with VERSIONS | unless recorded CALLBACKS )"
  /// A step of an example.
  static let step: Pattern =
    "( notification of CALLBACK | SECONDS | CALLBACK [ takes SECONDS ] [ where MEMBER = VALUE ] )"

  /// A condition of a case, and one on a value without `where`.
  static let condition: Pattern =
    "( where [ not ] ASKED:PATH [ = VALUE | in TEXTS | > NUMBER ] | while [ some | another | no [ other ] ] LIFECYCLE in STATES | during CALLBACKS | outside CALLBACKS )"
  static let valueCondition: Pattern = "[ not ] ASKED:PATH [ = VALUE | in TEXTS | > NUMBER ]"

  /// By the words that begin declarations.
  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.word, $0) })
}
