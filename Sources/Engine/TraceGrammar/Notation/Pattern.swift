internal import TraceModel

/// How a part of the notation is written, such as `CALLBACKS takes at most SECONDS`.
///
/// Small letters and signs stand for themselves. A word in capitals is a slot, whose kind `Slot.kinds` describes;
/// `AFTER:CALLBACKS` gives it another name. What is in `[ ]` may be missing, and of what is in `( )` one part has to be there;
/// `|` separates the choices.
struct Pattern: Sendable, ExpressibleByStringLiteral {
  indirect enum Part: Sendable {
    case word(String)
    case sign(Token.Kind)
    case slot(String, Slot)
    case choice([[Part]], isOptional: Bool)
  }

  let parts: [Part]

  init(stringLiteral text: String) {
    var rest = text.split(separator: " ").map(String.init)[...]
    parts = Self.sequence(&rest, until: [])
    precondition(rest.isEmpty, "a pattern has a bracket too many")
  }

  private static func sequence(_ rest: inout ArraySlice<String>, until ends: [String]) -> [Part] {
    var parts: [Part] = []
    while let next = rest.first, !ends.contains(next) {
      rest.removeFirst()
      if next == "[" || next == "(" {
        var choices = [sequence(&rest, until: ["|", "]", ")"])]
        while rest.popFirst() == "|" { choices.append(sequence(&rest, until: ["|", "]", ")"])) }
        parts.append(.choice(choices, isOptional: next == "["))
      } else if let first = next.utf8.first, (0x41...0x5A).contains(first) {
        let names = next.split(separator: ":").map(String.init)
        guard let slot = Slot.kinds[names[names.count - 1]] else {
          preconditionFailure("no slot of a pattern is a \(next)")
        }
        parts.append(.slot(names[0], slot))
      } else if let sign = Token.Kind(rawValue: "'\(next)'") {
        parts.append(.sign(sign))
      } else {
        parts.append(.word(next))
      }
    }
    return parts
  }
}

extension Pattern.Part {
  /// The word, if it is one.
  var word: String? { if case .word(let word) = self { word } else { nil } }

  /// Whether a token can be its first.
  func mayBegin(with token: Token) -> Bool {
    switch self {
    case .word(let word): token.isWord(word)
    case .sign(let kind): token.kind == kind
    case .slot(_, let slot): slot.firstKinds.contains(token.kind)
    case .choice(let choices, _): choices.contains { $0.first?.mayBegin(with: token) ?? false }
    }
  }

  /// The words that it may begin with.
  var firstWords: [String] {
    if case .choice(let choices, _) = self { return choices.flatMap { $0.first?.firstWords ?? [] } }
    return word.map { [$0] } ?? []
  }

  /// What it may begin with, in a message about what is expected.
  var expected: [String] {
    switch self {
    case .word(let word): ["'\(word)'"]
    case .sign(let kind): [kind.rawValue]
    case .slot(_, let slot): [slot.role]
    case .choice(let choices, _): choices.flatMap { $0.first?.expected ?? [] }
    }
  }
}

/// A place of a pattern that any name, text or number may fill.
struct Slot: Sendable {
  enum Kind: Sendable {
    case name, names, text, texts, versions, seconds, number
    /// A name, or several with `.` between them.
    case path
    /// The steps of an example.
    case steps
    case order
  }

  let kind: Kind
  /// What belongs there, for messages.
  let role: String

  init(_ kind: Kind, _ role: String = "a string in quotes") {
    (self.kind, self.role) = (kind, role)
  }

  var firstKinds: [Token.Kind] {
    switch kind {
    case .name, .names, .path, .versions: [.identifier]
    case .text, .texts, .order: [.string]
    case .seconds, .number: [.number]
    case .steps: [.identifier, .number]
    }
  }

  /// The kinds of slots, by their names in patterns.
  static let kinds: [String: Slot] = [
    "NAME": Slot(.name, "a name"),
    "SUBJECT": Slot(.name, "the name of a subject"),
    "WIDER": Slot(.name, "the name of the wider subject"),
    "CALLBACK": Slot(.name, "the name of a callback"),
    "ANY-CALLBACK": Slot(.name, "the name of a callback or group"),
    "ONLY-CALLBACKS": Slot(.names, "the name of a callback"),
    "CALLBACKS": Slot(.names, "the name of a callback or group"),
    "LIFECYCLE": Slot(.name, "the name of a lifecycle"),
    "STATE": Slot(.name, "the name of a state"),
    "STATES": Slot(.names, "the name of a state"),
    "STATES-OR-ANY": Slot(.names, "the name of a state, or 'any'"),
    "RULE": Slot(.name, "the name of a rule"),
    "SEVERITY": Slot(.name, "'error', 'warning' or 'note'"),
    "MEMBER": Slot(.name, "the name of a member of an event"),
    "PATH": Slot(.path, "the name of a member of an event"),
    "VALUE": Slot(.text, "the member's value in quotes"),
    "GRAMMAR": Slot(.name, "the name of a grammar, or a path in quotes"),
    "CAUSE": Slot(.name, "the id of a cause, or the cause in quotes"),
    "FACTS": Slot(.names, "the name of a fact such as 'R-01'"),
    "CONFIDENCE": Slot(.name, "a degree of confidence"),
    "TEXT": Slot(.text),
    "SENTENCE": Slot(.text, "a sentence about the state in quotes"),
    "TEXTS": Slot(.texts),
    "VERSIONS": Slot(.versions, "a platform such as 'iOS'"),
    "SECONDS": Slot(.seconds, "a number"),
    "NUMBER": Slot(.number, "a number"),
    "ORDER": Slot(.order, "an order of calls in quotes"),
    "STEPS": Slot(.steps, "the name of a callback, or a duration"),
  ]
}

/// A word of the text: a name, a number, or a string's value.
struct Word: Equatable {
  var text: String
  var range: SourceRange
}

extension Word {
  init(_ token: Token) { self.init(text: token.text, range: token.range) }
}

/// What a text has at the places of a pattern.
struct Match {
  /// The first word of the declaration or clause.
  var keyword: Word
  /// What fills the slots, by their names: a dictionary takes longer for so few.
  private var slots: [(name: String, words: [Word])] = []
  /// The words by which choices were made.
  var choices: [String] = []
  /// Where it is, with its keyword.
  var range: SourceRange
  /// The form of rule that it is.
  var form: FormNotation?
  /// The steps of an example.
  var steps: [Match] = []
  /// The order of calls that it is.
  var order: Order?

  init(_ keyword: Word) { (self.keyword, range) = (keyword, keyword.range) }

  /// The words of a slot; empty if it is missing.
  subscript(slot: String) -> [Word] { slots.first { $0.name == slot }?.words ?? [] }

  /// The only word of a slot that must be there.
  func word(_ slot: String) -> Word { self[slot].first ?? keyword }

  /// Fills a slot, once.
  mutating func fill(_ slot: String, _ words: [Word]) { slots.append((slot, words)) }
}

/// A declaration: the text as written, with positions, before any name is looked up.
///
/// Clauses that could not be read are missing; the parser has reported them.
struct Block {
  var head: Match
  var clauses: [Match] = []
  /// Whether all of it could be read, so that a clause that is not there was not written.
  var isWhole = true

  /// The word that declares it, such as `callback`.
  var word: String { head.keyword.text }
  var name: Word { head.word("NAME") }
  /// How messages name it.
  var title: String { "\(Shape.named[word]?.role ?? word) '\(name.text)'" }

  /// The clauses with a keyword, in the order of the text.
  func all(_ keyword: String) -> [Match] {
    clauses.filter { $0.keyword.text == keyword && $0.form == nil }
  }

  /// The clause with a keyword; nil if it is missing.
  func clause(_ keyword: String) -> Match? {
    clauses.first { $0.keyword.text == keyword && $0.form == nil }
  }

  /// The words in a slot of a clause; empty if it is missing.
  func words(_ keyword: String, _ slot: String) -> [Word] { clause(keyword)?[slot] ?? [] }

  /// The strings of a clause.
  func texts(_ keyword: String) -> [String] { words(keyword, "TEXTS").map(\.text) }

  /// The string of a clause; nil if it is missing.
  func text(_ keyword: String) -> String? { clause(keyword)?["TEXT"].first?.text }
}

/// The declarations of a text, or of several that extend each other.
struct GrammarTree {
  var header: Block?
  /// Whether a `grammar` declaration was begun, though perhaps not finished.
  var hasHeader = false
  /// The other declarations, in the order of the text.
  var blocks: [Block] = []
  /// Names whose declarations could not be read: unknown, but not reported as such.
  var damagedNames: Set<String> = []
  /// Where the text ends, to report declarations that are missing altogether.
  var end = SourceRange(.start, .start)

  /// The declarations that begin with one of these words.
  func all(_ words: String...) -> [Block] { blocks.filter { words.contains($0.word) } }
}
