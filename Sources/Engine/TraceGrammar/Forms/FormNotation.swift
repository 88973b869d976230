internal import TraceModel

/// How a form of rule is written: what it begins with, and how the rest is read.
struct FormNotation: Sendable {
  /// A word that a form begins with, or the kind of token in its place.
  enum Part: Sendable {
    case word(String)
    case name
    case number
  }

  /// What comes first. The words are read before `read` is called; names and numbers among them are not.
  enum Beginning: Sendable {
    /// Words, such as `at most once`.
    case words([Part])
    /// The names of callbacks, and then words, such as `takes at most`; how many names there may be at most.
    case names(atMost: Int = .max, then: [Part])
  }

  let beginning: Beginning
  /// Reads the rest, with the names that came first; nil if it is malformed, which is reported.
  let read: @Sendable (inout Parser, _ names: [Word]) -> WrittenForm?

  /// All forms.
  static let all: [FormNotation] = [
    StepForm.notation, EndForm.notation, IncompleteForm.notation, AtMostOnceForm.notation,
    DutyForm.notation, ExactlyOneForm.notation,
    NotificationAheadForm.notation, UnexpectedForm.notation, DurationForm.notation,
    WithinForm.notation, MinimumTimeForm.notation, ContradictionForm.notation,
    DifferingValueForm.notation,
    PeerForm.notation,
  ]

  /// The words that forms begin with which do not begin with names.
  static var firstWords: [String] {
    all.compactMap { form in
      if case .words(let words) = form.beginning { words.first?.word } else { nil }
    }.unique
  }
}

extension FormNotation.Part: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .word(value) }

  func matches(_ token: Token) -> Bool {
    switch self {
    case .word(let word): token.isWord(word)
    case .name: token.kind == .identifier
    case .number: token.kind == .number
    }
  }

  /// The part in a message about what is expected.
  fileprivate var expected: String {
    switch self {
    case .word(let word): "'\(word)'"
    case .name: "a name"
    case .number: "a number such as 2"
    }
  }

  fileprivate var word: String? { if case .word(let word) = self { word } else { nil } }
}

/// A form as it was read, whose names are looked up once all of them are declared.
struct WrittenForm {
  /// What the form becomes, by what the rule's head has to name.
  enum Meaning {
    case alone((inout Resolver) -> ResolvedForm?)
    /// `rule … in LIFECYCLE`
    case ofLifecycle((inout Resolver, LifecycleID) -> ResolvedForm?)
    /// `rule … about SUBJECT`; the first word is the rule's name.
    case ofSubject((inout Resolver, Word, SubjectKindID) -> ResolvedForm?)
  }

  let meaning: Meaning
  /// The members whose values it asks for.
  var members: [Word] = []

  /// A form that is about no lifecycle or subject of its own.
  init(members: [Word] = [], _ meaning: @escaping (inout Resolver) -> ResolvedForm?) {
    self.meaning = .alone(meaning)
    self.members = members
  }

  /// A form about the lifecycle that the rule's head names.
  init(ofLifecycle meaning: @escaping (inout Resolver, LifecycleID) -> ResolvedForm?) {
    self.meaning = .ofLifecycle(meaning)
  }

  /// A form about the subject that the rule's head names.
  init(ofSubject meaning: @escaping (inout Resolver, Word, SubjectKindID) -> ResolvedForm?) {
    self.meaning = .ofSubject(meaning)
  }
}

/// A rule's form with values that are derived from it.
struct ResolvedForm {
  var value: any RuleForm
  /// A callback that the trace must have somewhere for the rule to apply.
  var required: CallbackID?
  /// The callbacks as written, for messages about one of them.
  var written: [(callbacks: [CallbackID], range: SourceRange)] = []
}

// MARK: - Reading

extension Parser {
  /// What a message calls the names that stand in forms.
  static let callbackRole = "the name of a callback or group"

  /// Whether a form is next that begins with a name, even one that is also a clause's word.
  var isAtNamesOfForm: Bool {
    let second = peek(1)
    guard peek().kind == .identifier else { return false }
    return second.kind == .comma
      || FormNotation.all.contains { form in
        guard case .names(_, let words) = form.beginning else { return false }
        // Two words are enough, so that a mistake in the third is reported as one.
        return words.prefix(2).enumerated().allSatisfy { $1.matches(peek($0 + 1)) }
      }
  }

  /// Reads a form.
  /// - Parameter hasNames: whether it begins with names.
  mutating func parseForm(hasNames: Bool) -> WrittenForm? {
    var names: [Word] = []
    if hasNames {
      guard let list = expectNames(Self.callbackRole) else { return nil }
      names = list
    }
    var candidates = FormNotation.all.compactMap { form -> (FormNotation, [FormNotation.Part])? in
      switch form.beginning {
      case .words(let words): hasNames ? nil : (form, words)
      case .names(let limit, let words):
        hasNames && names.count <= limit ? (form, words) : nil
      }
    }
    var matched = 0
    while true {
      let next = candidates.filter { $0.1.count > matched && $0.1[matched].matches(peek(matched)) }
      if next.isEmpty { break }
      candidates = next
      matched += 1
    }
    if let (form, words) = candidates.first(where: { $0.1.count == matched }) {
      for part in words where part.word != nil { advance() }
      return form.read(&self, names)
    }
    for _ in 0..<matched { advance() }
    let expected = candidates.map { $0.1[matched] }
    let note =
      ["before", "after"].contains(peek().text)
      ? "for a call that has to come first, write 'expects … after … before …'" : nil
    reportUnexpected(
      expected.map(\.expected).unique.inWords("or"), among: expected.compactMap(\.word), note: note)
    return nil
  }

  /// Reads names with commas between them, up to a word that a comma may stand before.
  mutating func expectNames(of role: String, upTo words: [String]) -> [Word]? {
    func isAtEnd(_ distance: Int) -> Bool { words.contains { peek(distance).isWord($0) } }
    var names: [Word] = []
    repeat {
      guard let name = expectName(role) else { return nil }
      names.append(name)
      if peek().kind == .comma, isAtEnd(1) { advance() }
    } while !isAtEnd(0) && take(.comma) != nil
    return names
  }

  /// Reads `20 s` or `500 ms`, in seconds.
  mutating func expectSeconds() -> Double? {
    guard let number = expect(.number), let unit = expectName("'s' or 'ms'") else { return nil }
    guard let value = Double(number.text), value.isFinite, value > 0 else {
      report(
        Diagnostic(.invalidNumber, "expected a duration such as '20' or '0.5'", at: number.range))
      return nil
    }
    if value > GrammarLimits.seconds {
      report(
        Diagnostic(
          .limitExceeded, "a duration may be at most 1000000000 s; this is more", at: number.range))
      return nil
    }
    switch unit.text {
    case "s": return value
    case "ms": return value / 1_000
    default:
      report(
        Diagnostic(
          .unknownUnit, "'\(unit.text)' is not a unit of time; write 's' or 'ms'", at: unit.range))
      return nil
    }
  }
}

extension [String] {
  /// Each word once, in order.
  fileprivate var unique: [String] {
    reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
